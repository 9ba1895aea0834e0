// bspfft collectives: costs and crossovers on the fictitious machine, whose alpha is 1 us and beta 1 ns a byte.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "bsp_fft/papers/message_costs.hpp"
#include "tests/tools/sandbox.hpp"

using namespace bspfft;
using doctest::Approx;

namespace {

const AlphaBeta ab{1e-6, 1e-9};

Words on(const Sandbox& sandbox, Words words)
{
    words.insert(words.begin(), "collectives");
    words.insert(words.end(), {"--machine", sandbox.machine()});
    return words;
}

const Json& cost_of(const Json& document, const char* collective, const char* algorithm)
{
    for (const Json& row : document["costs"]) {
        if (row["collective"] == collective && row["algorithm"] == algorithm) return row;
    }
    FAIL("no ", algorithm);
    return document;
}

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("one p and one size: every algorithm in every model")
{
    const Sandbox sandbox;
    const Json json = sandbox.json(on(sandbox, {"--procs", "64", "--bytes", "2^16"}));
    const double s = 65536;
    const auto cost = [&](const char* collective, const char* algorithm, const char* model) {
        return cost_of(json, collective, algorithm)[model].get<double>();
    };
    CHECK(json["costs"].size() == 21);
    CHECK(cost("broadcast", "binomial-tree", "alpha-beta") == Approx(ab.broadcast_binomial_tree(s, 64)));
    CHECK(cost("broadcast", "lower-bound", "alpha-beta") == Approx(ab.broadcast_lower_bound(s, 64)));
    CHECK(cost("all-to-all", "bruck", "alpha-beta") == Approx(ab.all_to_all_bruck(s, 64)));
    CHECK(cost_of(json, "broadcast", "binary-tree")["alpha-beta"] == nullptr);
    CHECK(cost_of(json, "broadcast", "lower-bound")["bsp"] == nullptr);
    // l grows as its logarithm does beyond the two processes that were probed: 1 us, 3 us, 5 us, ...
    const double l = 13e-6;
    CHECK(cost("all-to-all", "direct", "bsp") == Approx(l + s * 63 / 64 * 1e-9));
    CHECK(cost("broadcast", "scatter-allgather", "bsp") == Approx(2 * (l + s * 63 / 64 * 1e-9)));
    REQUIRE(json["parameters"].size() == 1);
    const Json& parameters = json["parameters"][0];
    CHECK(parameters["extrapolated"] == true);
    CHECK(parameters["alpha"] == 1e-6);
    CHECK(parameters["bsp_l"].get<double>() == Approx(l));
    CHECK(parameters["L"].get<double>() + 2 * parameters["o"].get<double>() == Approx(1e-6));
    CHECK(json["machine"]["cpu"] == "Abacus 3000");
    const LogGP loggp{parameters["L"], parameters["o"], parameters["g"], parameters["G"]};
    CHECK(cost("all-to-all", "direct", "loggp") == Approx(loggp.all_to_all_direct(s, 64)));
}

TEST_CASE("the table marks one algorithm of each collective in each model, and says which formula has no such P")
{
    const Sandbox sandbox;
    const Outcome outcome = sandbox(on(sandbox, {"--procs", "64", "--bytes", "2^16"}));
    REQUIRE(outcome.status == 0);
    const std::string table = outcome.output.substr(0, outcome.output.find("* the fastest"));
    CHECK(count(table, "*") == 7 * 4);
    for (const char* part : {"collectives of 64 KiB, p = 64 (2^6)", "Abacus 3000", "alpha-beta", "loggp",
                             "binary-tree: P = 64 processes are no full binary tree", "alpha 1 us, beta 1 ns a byte"}) {
        CAPTURE(part);
        CHECK(outcome.output.find(part) != std::string::npos);
    }
    CHECK(sandbox(on(sandbox, {"--procs", "63", "--bytes", "2^16"})).output.find("binary-tree: P = 63") ==
          std::string::npos);
}

TEST_CASE("the fastest algorithms of a range are those of the costs, and crossovers lie between them")
{
    const Sandbox sandbox;
    const Json json = sandbox.json(on(sandbox, {"--procs", "2..64,7", "--bytes", "8..2^26"}));
    using Key = std::tuple<Index, std::string, Index>;
    std::map<Key, std::vector<Json>> rows;  // by p, collective and size
    for (const Json& row : json["costs"]) rows[{row["p"], row["collective"], row["bytes"]}].push_back(row);
    std::size_t crossovers = 0;
    for (const Json& best : json["best"]) {
        const std::string model = best["model"];
        const Json& choices = best["choices"];
        for (Index bytes = 8; bytes <= 1 << 26; bytes *= 2) {
            Json chosen;  // null where no formula applies
            for (std::size_t i = 0; i < choices.size() && choices[i]["from_bytes"].get<Index>() <= bytes; ++i)
                chosen = choices[i]["algorithm"];
            double least = 1e300, cost = 1e300;
            for (const Json& row : rows[{best["p"], best["collective"], bytes}]) {
                if (row[model] == nullptr || row["algorithm"] == "lower-bound") continue;
                least = std::min(least, row[model].get<double>());
                if (row["algorithm"] == chosen) cost = row[model];
            }
            CHECK(cost == Approx(least).epsilon(1e-11));
        }
        crossovers += choices.size() - 1;
    }
    CHECK(json["best"].size() == 7 * 7 * 4);
    CHECK(crossovers > 20);
    CHECK(json["parameters"].size() == 7);
}

TEST_CASE("in words: a line for each p with the sizes of crossovers, or for those where nothing changes")
{
    const Sandbox sandbox;
    const Words words{"--procs", "2..2^12", "--bytes", "8..2^30"};
    const Outcome outcome = sandbox(on(sandbox, words));
    REQUIRE(outcome.status == 0);
    for (const char* part : {"the fastest algorithm for 8 B to 1 GiB, by p, in the model alpha-beta",
                             "4..4096 *  butterfly\n", "4096 *  binomial-tree, from ",
                             "* more than the 2 processes that were probed: on a larger such machine"}) {
        CAPTURE(part);
        CHECK(outcome.output.find(part) != std::string::npos);
    }
    for (const char* collective : {"scatter", "gather", "allgather", "reduce-scatter", "allreduce"})
        CHECK(count(outcome.output, std::string("\n") + collective + "\n") == 1);
    // in BSP one superstep is always the fastest
    const std::string bsp = sandbox(on(sandbox, {"--model", "bsp", "--collectives", "scatter,all-to-all"})).output;
    for (const char* collective : {"scatter", "all-to-all"})
        CHECK(bsp.find(std::string("\n") + collective +
                       "\n          2    direct\n    4..4096 *  direct\n") != std::string::npos);
    CHECK(bsp.find("broadcast") == std::string::npos);
    const std::string two = sandbox(on(sandbox, {"--algorithms", "direct,bruck", "--procs", "64"})).output;
    CHECK(two.find("bruck, from 27.6 KiB on direct") != std::string::npos);
}

TEST_CASE("help and JSON explain every algorithm, with its source")
{
    const Sandbox sandbox;
    const std::string help = run_bspfft({"help", "collectives"}).output;
    std::string line;
    for (const char c : help) {
        if (c != '\n' && c != ' ') line += c;
    }
    const Json json = sandbox.json(on(sandbox, {"--procs", "2", "--bytes", "8"}));
    REQUIRE(json["algorithms"].size() == 11);
    for (const Json& algorithm : json["algorithms"]) {
        std::string sentence = algorithm["name"].get<std::string>() + ": " + algorithm["what"].get<std::string>() +
                               " [" + algorithm["source"].get<std::string>() + "]";
        std::erase(sentence, ' ');
        CAPTURE(sentence);
        CHECK(line.find(sentence) != std::string::npos);
    }
}

TEST_CASE("measured beside predicted: the BSPlib's supersteps, with right results")
{
    const Sandbox sandbox;
    for (const char* p : {"2", "3"}) {
        const Words words =
            on(sandbox, {"--measure", "--procs", p, "--oversubscribe", "--bytes", "8,1000,4096"});
        const Json json = sandbox.json(words);
        const Index each = 8 * std::stoll(p);
        REQUIRE(json["measured"].size() == 3 * 8);
        std::set<std::string> by;
        for (const Json& row : json["measured"]) {
            CHECK(row["p"] == std::stoll(p));
            CHECK(row["bytes"].get<Index>() % each == 0);
            CHECK(row["seconds"] > 0);
            CHECK(row["bsp"] > 0);
            by.insert(row["collective"].get<std::string>() + " " + row["by"].get<std::string>());
        }
        CHECK(by.size() == 8);
        CHECK(by.contains("broadcast direct"));
        CHECK(by.contains("broadcast scatter-allgather"));
        CHECK(by.contains("all-to-all direct"));
        const Outcome outcome = sandbox(words);
        CHECK(count(outcome.output, "scatter-allgather") == 3 + 1);
        CHECK(outcome.output.find("measured") != std::string::npos);
    }
}

TEST_CASE("collectives draws costs over the size" * doctest::skip(!has_gnuplot()))
{
    const Sandbox sandbox;
    const std::string picture = sandbox.folder / "collectives.svg";
    const Words words{"--procs", "64", "--bytes", "8..2^20", "--plot", picture, "--model", "loggp"};
    REQUIRE(sandbox(on(sandbox, words)).status == 0);
    const std::string drawing = content_of(picture);
    for (const char* part : {"broadcast, p = 64, loggp", "all-to-all, p = 64, loggp", "binomial-tree", "bruck"}) {
        CAPTURE(part);
        CHECK(drawing.find(part) != std::string::npos);
    }
}

TEST_CASE("collectives refuses what it cannot answer")
{
    const Sandbox sandbox;
    const auto refused = [&](const Words& words, const std::vector<std::string>& says) {
        check_refused(on(sandbox, words), 2, says);
    };
    refused({"--procs", "x"}, {"--procs x is neither a number nor a range"});
    refused({"--procs", "1"}, {"--procs 1 is too small; at least 2 is needed"});
    refused({"--procs", "0"}, {"--procs 0 is too small"});
    refused({"--procs", "8..2"}, {"--procs 8..2 is empty; write 2..8"});
    refused({"--procs", "2^31"}, {"--procs 2147483648 is too large; at most 1073741824 is possible"});
    refused({"--bytes", "4"}, {"--bytes 4 is too small; at least 8 is needed"});
    refused({"--bytes", "8..abc"}, {"--bytes 8..abc is neither a number nor a range"});
    refused({"--bytes", "8,,16"}, {"--bytes"});
    refused({"--collectives", "brodcast"}, {"--collectives brodcast is not one of", "did you mean broadcast"});
    refused({"--algorithms", "bruck", "--collectives", "scatter"},
            {"--algorithms bruck has nothing for --collectives scatter"});
    refused({"--model", "pram"}, {"--model pram is not one of alpha-beta, bsp, loggp, logp"});
    refused({"--bytes", "64", "--plot", sandbox.folder / "x.svg"}, {"one size makes no curve for --plot"});
    refused({"--measure", "--procs", "2..4"}, {"--measure needs one number of processes; give --procs 4"});
    refused({"--measure", "--bytes", "2^31"}, {"--bytes 2147483648 is too large"});
    refused({"--measure", "--procs", "1"}, {"--procs 1 is too small"});
    refused({"--measure", "--algorithms", "direct"}, {"--algorithms excludes --measure"});
    refused({"--oversubscribe"}, {"--oversubscribe has no effect without --measure"});
    check_refused({"collectives", "--machine", sandbox.folder / "none.json"}, 3, {"none.json"});
}
