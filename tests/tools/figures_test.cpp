// One meaning for each figure: what explain, plan, run, compare and report say of one transform.
#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <set>

#include "bsp_fft/report/readable.hpp"
#include "tests/tools/sandbox.hpp"

using bspfft::Index;

namespace {

Words operator+(Words words, const Words& more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

bool says(const Outcome& outcome, const std::string& words)
{
    // a line may be broken anywhere
    const std::string text = std::regex_replace(outcome.output, std::regex("\\s+"), " ");
    return text.find(words) != std::string::npos;
}

Index sum_of(const Json& rows, const char* key)
{
    Index sum = 0;
    for (const Json& row : rows) sum += row.at(key).get<Index>();
    return sum;
}

std::string synchronisations(Index count)
{
    return std::to_string(count) + (count == 1 ? " synchronisation" : " synchronisations");
}

// Seconds of a column of a table, "  T_comp   1.25 ms ...", by the names of its rows.
std::map<std::string, double> rows_of(const std::string& table)
{
    const std::map<std::string, double> units{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
    static const std::regex row(R"((T_comp|T_comm|T_sync|other|total) +(-?[\d.e+]+)(?: (s|ms|us|ns)\b|\s))");
    std::map<std::string, double> seconds;
    for (std::sregex_iterator at(table.begin(), table.end(), row), end; at != end; ++at)
        seconds.emplace((*at)[1], std::stod((*at)[2]) * ((*at)[3].matched ? units.at((*at)[3]) : 0));
    return seconds;
}

void check_sum(const std::map<std::string, double>& seconds)
{
    REQUIRE(seconds.size() == 5);
    const double sum = seconds.at("T_comp") + seconds.at("T_comm") + seconds.at("T_sync") + seconds.at("other");
    // three digits of each are shown
    CHECK(sum == doctest::Approx(seconds.at("total")).epsilon(0.02));
}

const Words problems[] = {{"--n", "64", "--procs", "4"},         {"--n", "2^16", "--procs", "2"},
                          {"--n", "2^12", "--procs", "2", "--real"}, {"--shape", "16x12x10", "--procs", "2"},
                          {"--n", "1009", "--procs", "2"},       {"--n", "2^10", "--procs", "1"},
                          {"--n", "100", "--procs", "2"},        {"--n", "8", "--procs", "4"},
                          {"--shape", "8x6x5", "--procs", "4", "--algorithm", "pencils"},
                          {"--n", "64", "--procs", "4", "--algorithm", "textbook"}};

}  // namespace

TEST_CASE("explain, plan, run and the ledger have the same algorithm, flops, words and synchronisations")
{
    const Sandbox sandbox;
    for (const Words& problem : problems) {
        CAPTURE(problem[1]);
        CAPTURE(problem.back());
        const Json explained = sandbox.json(Words{"explain"} + problem);
        const Json planned = sandbox.json(Words{"plan"} + problem);
        const Words run = Words{"run"} + problem + Words{"--oversubscribe", "--account", "--repeat", "1"};
        const Json ran = sandbox.json(run);
        for (const char* key : {"algorithm", "cut", "synchronisations"}) {
            CAPTURE(key);
            CHECK(explained[key] == planned[key]);
            CHECK(ran[key] == planned[key]);
        }
        for (const char* key : {"flops", "words", "redistributions"}) {
            CAPTURE(key);
            CHECK(explained[key] == planned[key]);
        }
        for (const char* key : {"flops", "words"}) CHECK(sum_of(ran["supersteps"], key) == planned[key].get<Index>());
        // the ledger counts at the BSPlib, step by step
        const Index count = planned["synchronisations"].get<Index>();
        CHECK(sum_of(planned["supersteps"], "synchronisations") == count);
        for (std::size_t i = 0; i < planned["supersteps"].size(); ++i)
            CHECK(ran["supersteps"][i]["synchronisations"] == planned["supersteps"][i]["synchronisations"]);

        CHECK(says(sandbox(Words{"explain"} + problem), " g + " + std::to_string(count) + " l"));
        CHECK(says(sandbox(Words{"plan"} + problem), synchronisations(count)));
        CHECK(says(sandbox(run), synchronisations(count)));
    }
}

TEST_CASE("compare has the synchronisations of plan")
{
    const Sandbox sandbox;
    const Words one{"--procs", "2", "--oversubscribe", "--repeat", "1", "--machine", sandbox.machine()};
    const Json compared = sandbox.json(Words{"compare", "--from", "2^12", "--to", "2^12"} + one)["grid"][0];
    const Json planned = sandbox.json({"plan", "--n", "2^12", "--procs", "2"});
    for (const char* key : {"algorithm", "words", "redistributions", "synchronisations"}) {
        CAPTURE(key);
        CHECK(compared[key] == planned[key]);
    }
}

TEST_CASE("a total is the sum of what stands beside it: as JSON and in the tables of run and compare")
{
    const Sandbox sandbox;
    const Words two{"--procs", "2", "--oversubscribe", "--machine", sandbox.machine()};
    const Words run = Words{"run", "--n", "2^14", "--account"} + two;
    const Json cost = sandbox.json(run)["cost"];
    double measured = cost["other"]["measured"];
    for (const char* part : {"T_comp", "T_comm", "T_sync"}) measured += cost[part]["measured"].get<double>();
    CHECK(measured == doctest::Approx(cost["total"]["measured"].get<double>()));
    CHECK(cost["without_ledger"]["measured"] > 0);
    for (const char* model : {"predicted", "counted", "textbook"}) {
        double sum = 0;
        for (const char* part : {"T_comp", "T_comm", "T_sync"}) sum += cost[part][model].get<double>();
        CHECK(sum == doctest::Approx(cost["total"][model].get<double>()));
    }
    check_sum(rows_of(sandbox(run).output));

    const Words compare = Words{"compare", "--from", "2^12", "--to", "2^14", "--repeat", "3"} + two;
    const Json compared = sandbox.json(compare);
    for (const Json& row : compared["grid"]) {
        for (const char* kind : {"measured", "calibrated", "counted", "textbook"}) {
            CAPTURE(kind);
            double sum = kind == std::string("measured") ? row[kind]["other"].get<double>() : 0;
            for (const char* part : {"T_comp", "T_comm", "T_sync"}) sum += row[kind][part].get<double>();
            CHECK(sum == doctest::Approx(row[kind]["total"].get<double>()));
        }
        CHECK(row["without_ledger"] > 0);
    }
    const std::string table = sandbox(compare).output;
    const std::size_t second = table.find("2^14");
    REQUIRE(second != std::string::npos);
    check_sum(rows_of(table.substr(0, second)));
    check_sum(rows_of(table.substr(second)));
}

TEST_CASE("the page of a report has the parts, the total and the synchronisations of its run" *
          doctest::skip(!has_gnuplot()))
{
    const Sandbox sandbox;
    const std::string file = sandbox.folder / "run.json", page_file = sandbox.folder / "page.html";
    const Words on_two{"run", "--n", "2^14", "--procs", "2", "--oversubscribe", "--account", "--json", file};
    REQUIRE(sandbox(on_two).status == 0);
    REQUIRE(sandbox({"report", "--run", file, "--output", page_file}).status == 0);
    const Json run = Json::parse(content_of(file));
    std::string row = "<td>measured</td>";
    for (const char* part : {"T_comp", "T_comm", "T_sync", "other", "total"})
        row += "<td>" + bspfft::readable_seconds(run["cost"][part]["measured"].get<double>()) + "</td>";
    const std::string page = content_of(page_file);
    CHECK(page.find(row) != std::string::npos);
    CHECK(page.find(": in all " + synchronisations(run["synchronisations"].get<Index>())) != std::string::npos);
}

TEST_CASE("the bytes of large arrays do not depend on which process is first at the end of a run")
{
    const Sandbox sandbox;
    std::set<Index> bytes;
    for (int i = 0; i < 8; ++i) {
        const Json run =
            sandbox.json({"run", "--n", "2^19", "--procs", "4", "--oversubscribe", "--account", "--repeat", "1"});
        // a system without huge pages does not tell
        bytes.insert(run.contains("pages") ? run["pages"]["resident_bytes"].get<Index>() : 0);
    }
    CHECK(bytes.size() == 1);
}
