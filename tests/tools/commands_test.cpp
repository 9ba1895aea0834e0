// The executable as people use it, rightly and wrongly.
#include <doctest/doctest.h>

#include <fstream>
#include <limits>
#include <string>

#include <unistd.h>

#include "bsp_fft/base/json.hpp"
#include "tests/tools/executable.hpp"

using bspfft::Json;

TEST_CASE("run prints JSON with everything a program needs")
{
    const Outcome outcome = run_bspfft({"run", "--n", "2^12", "--procs", "2", "--verify", "--json", "-"});
    REQUIRE(outcome.status == 0);
    const auto json = Json::parse(outcome.output);
    CHECK(json["n"] == 4096);
    CHECK(json["p"] == 2);
    CHECK(json["runtime"] == "threads");
    CHECK(json["direction"] == "forward");
    CHECK(json["precision"] == "double");
    for (const char* key : {"algorithm", "kernel", "exchange"}) CHECK(json[key].is_string());
    CHECK(json["seconds"]["min"] > 0);
    CHECK(json["seconds"]["median"] >= json["seconds"]["min"]);
    CHECK(json["seconds"]["repeats"] == 5);
    CHECK(json["gflops"] > 0);
    CHECK(json["error"]["l2"] < 1e-14);
    CHECK(json["error"]["linf"] < 1e-13);
    REQUIRE(json["supersteps"].size() == 2);
    CHECK(json["supersteps"][0]["flops"] == 5 * 2048 * 6);
    CHECK(json["supersteps"][0]["words"] == 2048);
    CHECK(json["supersteps"][0]["messages"] == 4);
    CHECK(json["supersteps"][1]["number"] == 1);
    CHECK(json["supersteps"][1]["name"].is_string());
}

TEST_CASE("every option of run is obeyed")
{
    const Outcome outcome =
        run_bspfft({"run",       "--n",      "1024",      "--procs",     "4",      "--oversubscribe",
                "--inverse", "--norm",   "symmetric", "--precision", "float",  "--algorithm",
                "textbook",  "--kernel", "radix2",    "--exchange",  "put",    "--signal",
                "chirp",     "--repeat", "2",         "--verify",    "--json", "-"});
    REQUIRE(outcome.status == 0);
    const auto json = Json::parse(outcome.output);
    CHECK(json["p"] == 4);
    CHECK(json["direction"] == "inverse");
    CHECK(json["normalisation"] == "symmetric");
    CHECK(json["precision"] == "float");
    CHECK(json["algorithm"] == "textbook");
    CHECK(json["kernel"] == "radix2");
    CHECK(json["exchange"] == "put");
    CHECK(json["seconds"]["repeats"] == 2);
    CHECK(json["error"]["right"] == true);
}

// Under a sanitizer it would take minutes.
#ifndef SANITIZED
TEST_CASE("BSPFFT_THREADS is the default of --procs; without either it is the number with the lowest price")
{
    const auto processes = [](const std::string& threads, Words words, const char* n = "1000") {
        words.insert(words.begin(), {"run", "--n", n, "--json", "-"});
        const Outcome outcome = run_bspfft(words, {"BSPLIB_PIN=0", "BSPLIB_PROCS=4", "BSPFFT_THREADS=" + threads});
        return outcome.status == 0 ? static_cast<int>(Json::parse(outcome.output)["p"]) : -1;
    };
    CHECK(processes("3", {}) == 3);
    CHECK(processes("3", {"--procs", "2"}) == 2);
    CHECK(processes("0", {}, "64") == 1);
    CHECK(processes("0", {}, "2^20") == 4);
    CHECK(processes("0", {"--procs", "4"}, "64") == 4);
    const auto refusal = [](const std::string& threads) {
        const Outcome outcome = run_bspfft({"run", "--n", "1000"}, {"BSPLIB_PROCS=4", "BSPFFT_THREADS=" + threads});
        CHECK(outcome.status == 2);
        return outcome.errors;
    };
    CHECK(refusal("5").find("BSPFFT_THREADS: p = 5 is more than the 4 processes that run at once") !=
          std::string::npos);
    CHECK(refusal("many").find("BSPFFT_THREADS is \"many\"; it must be a number of threads from 1 to 64, or 0") !=
          std::string::npos);
}

TEST_CASE("without a command the demonstration is a verified transform of 2^24 points")
{
    const Folder folder;
    const Outcome outcome = run_bspfft({}, {"XDG_CACHE_HOME=" + folder.path.string()});
    CHECK(outcome.status == 0);
    CHECK(outcome.output.find("measuring this machine once") != std::string::npos);
    const std::size_t costs = outcome.output.find("measured  predicted");
    REQUIRE(costs != std::string::npos);
    for (const char* term : {"T_comp", "T_comm", "T_sync"})
        CHECK(outcome.output.find(term, costs) != std::string::npos);
    CHECK(outcome.output.find("n = 16777216 (2^24)") != std::string::npos);
    CHECK(outcome.output.find(": right") != std::string::npos);
    CHECK(outcome.errors == "");
}
#endif

TEST_CASE("a file is transformed and comes back through every format, for every number of processes")
{
    const Folder folder;
    write(folder / "x.txt", "# eight numbers\n1 0\n2\n3,-1\n4 0\n\n0.5 0.25\n-1 1\n0 0\n1e-3 2\n");
    for (const std::string p : {"1", "2", "4"}) {
        const Words size{"--procs", p, "--oversubscribe", "--repeat", "1"};
        const auto step = [&](Words words) {
            words.insert(words.begin(), "run");
            words.insert(words.end(), size.begin(), size.end());
            const Outcome outcome = run_bspfft(words);
            CAPTURE(outcome.errors);
            CHECK(outcome.status == 0);
        };
        step({"--input", folder / "x.txt", "--output", folder / "y.npy"});
        step({"--input", folder / "y.npy", "--inverse", "--output", folder / "z.raw"});
        step({"--input", folder / "z.raw", "--dtype", "complex128", "--output", folder / "w.npy"});
        step({"--input", folder / "w.npy", "--inverse", "--output", folder / "x2.txt"});
        // four transforms of length 8 of numbers up to 4
        const double tolerance = 4 * std::numeric_limits<double>::epsilon() * 3 * 4;
        std::ifstream result(folder / "x2.txt");
        for (const auto& [re, im] : {std::pair{1.0, 0.0},
                                     {2.0, 0.0},
                                     {3.0, -1.0},
                                     {4.0, 0.0},
                                     {0.5, 0.25},
                                     {-1.0, 1.0},
                                     {0.0, 0.0},
                                     {1e-3, 2.0}}) {
            double a = 0, b = 0;
            REQUIRE(static_cast<bool>(result >> a >> b));
            CHECK(std::abs(a - re) < tolerance);
            CHECK(std::abs(b - im) < tolerance);
        }
    }
}

TEST_CASE("plan shows the schedule of any machine")
{
    const Outcome outcome = run_bspfft({"plan", "--n", "2^40", "--procs", "4096", "--json", "-"});
    REQUIRE(outcome.status == 0);
    const auto json = Json::parse(outcome.output);
    CHECK(json["redistributions"] == 1);
    CHECK(json["words"] == 2 * ((1LL << 28) - (1LL << 16)));
    CHECK(run_bspfft({"plan", "--n", "2^24", "--procs", "2"}).output.find("cut 4096") != std::string::npos);
    CHECK(run_bspfft({"plan", "--n", "2^24", "--procs", "2", "--cut", "1024"}).output.find("cut 1024") !=
          std::string::npos);
    CHECK(run_bspfft({"plan", "--n", "64", "--procs", "32"}).output.find("the data moves 5 times") !=
          std::string::npos);
}

TEST_CASE("plan shows lanes, puts and how packets leave, for the precision asked")
{
    const auto plan = [](Words more) {
        Words words{"plan", "--n", "2^20", "--procs", "4", "--json", "-"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run_bspfft(words);
        REQUIRE(outcome.status == 0);
        return Json::parse(outcome.output);
    };
    const auto in_double = plan({}), in_float = plan({"--precision", "float"});
    CHECK(in_double["precision"] == "double");
    CHECK(in_float["precision"] == "float");
    CHECK(in_double["packets"] == "from cache");
    CHECK(in_float["lanes"].get<int>() == 2 * in_double["lanes"].get<int>());
    CHECK(in_float["words"] == in_double["words"]);
    // what run does is what plan shows
    for (const auto& [precision, shown] : {std::pair{"double", in_double}, {"float", in_float}}) {
        const Outcome ran = run_bspfft({"run", "--n", "2^20", "--procs", "4", "--oversubscribe", "--repeat", "1",
                                    "--precision", precision, "--json", "-"});
        REQUIRE(ran.status == 0);
        const auto json = Json::parse(ran.output);
        CHECK(json["supersteps"] == shown["supersteps"]);
        CHECK(json["exchange"] == shown["exchange"]);
    }
    CHECK(plan({"--exchange", "put"})["exchange"] == "put");
    const auto textbook = plan({"--algorithm", "textbook"});
    CHECK(textbook["lanes"] == 0);
    CHECK(textbook["packets"] == "one by one");
    const std::string shown = run_bspfft({"plan", "--n", "2^20", "--procs", "4"}).output;
    CHECK(shown.find("lanes") != std::string::npos);
    CHECK(shown.find("puts of") != std::string::npos);
    CHECK(shown.find("straight from the cache buffer") != std::string::npos);
    check_refused({"plan", "--n", "2^20", "--precision", "half"}, 2, {"half"});
}

TEST_CASE("check certifies a transform")
{
    for (const std::string precision : {"float", "double"}) {
        const Outcome outcome =
            run_bspfft({"check", "--n", "2^10", "--procs", "2", "--precision", precision, "--json", "-"});
        REQUIRE(outcome.status == 0);
        const auto json = Json::parse(outcome.output);
        CHECK(json["right"] == true);
        CHECK(json["checks"].size() == 7);
        for (const auto& row : json["checks"]) CHECK(row["holds"] == true);
    }
    CHECK(run_bspfft({"check", "--n", "2"}).status == 0);
    // sums of millions of squares round off less than the transform
    CHECK(run_bspfft({"check", "--n", "2^21", "--real", "--procs", "1"}).status == 0);
    CHECK(run_bspfft({"check", "--n", "64", "--procs", "32", "--oversubscribe"}).output.find("Parseval") !=
          std::string::npos);
}

TEST_CASE("help is there for every command")
{
    for (const Words& words :
         {Words{"--help"}, Words{"help"}, Words{"run", "--help"}, Words{"plan", "--help"},
          Words{"check", "--help"}, Words{"bench", "--help"}, Words{"probe", "--help"},
          Words{"predict", "--help"}, Words{"compare", "--help"}}) {
        const Outcome outcome = run_bspfft(words);
        CHECK(outcome.status == 0);
        CHECK(outcome.output.find("bspfft") != std::string::npos);
    }
}

TEST_CASE("a bad request is refused with one sentence and status 2")
{
    const Words textbook{"run", "--algorithm", "textbook", "--oversubscribe", "--n"};
    const auto by_the_book = [&](const Words& words, const std::vector<std::string>& says) {
        Words all = textbook;
        all.insert(all.end(), words.begin(), words.end());
        check_refused(all, 2, says);
    };
    by_the_book({"1000"}, {"n = 1000 is not a power of two", "512 and 1024"});
    by_the_book({"1024", "--procs", "3"}, {"p = 3 is not a power of two", "2 and 4"});
    by_the_book({"8", "--procs", "8"}, {"p = 8 is more than n/2 = 4"});
    check_refused({"run", "--n", "2^20", "--procs", "65536"}, 2,
                  {"p = 65536 is more than the", "--oversubscribe"});
    check_refused({"run", "--n", "many"}, 2, {"\"many\" is not a length", "2^10"});
    check_refused({"run", "--n", "2^99"}, 2, {"2^99", "too large"});
    check_refused({"run"}, 2, {"--n"});
    check_refused({"run", "--n", "1024", "--repeat", "0"}, 2, {"--repeat 0", "at least 1"});
    check_refused({"run", "--n", "1024", "--signal", "noise"}, 2, {"noise", "random"});
    check_refused({"run", "--n", "1024", "--signal", "impulse:1024"}, 2, {"1024"});
    check_refused({"run", "--n", "1024", "--kernel", "abacus"}, 2, {"abacus"});
    check_refused({"run", "--n", "1024", "--norm", "tall"}, 2, {"tall"});
    check_refused({"run", "--n", "1024", "--kernel", "simd", "--algorithm", "textbook"}, 2,
                  {"the kernel simd cannot do transforms of length",
                   "the algorithms fast, pencils and bluestein have them"});
    check_refused({"run", "--n", "1024", "--cut", "3"}, 2, {"the cut 3 of axis 0 is not possible", "the nearest is 4"});
    check_refused({"run", "--n", "1024", "--simd", "abacus"}, 2, {"abacus is not available"});
    check_refused({"transform"}, 2, {"transform"});
    check_refused({"run", "--n", "1024", "--fast"}, 2, {"--fast"});
}

TEST_CASE("what is not finite cannot be verified: refused before it is transformed, with the element")
{
    const Folder folder;
    const std::string x = folder / "x.txt", y = folder / "y.npy";
    for (const char* bad : {"nan", "-inf", "1 nan", "inf 0"}) {
        write(x, std::string("1\n2\n") + bad + "\n4\n");
        for (const Words& more : {Words{}, {"--json", "-"}, {"--procs", "2"}, {"--inverse", "--output", y}}) {
            Words words{"run", "--input", x, "--verify", "--repeat", "1"};
            words.insert(words.end(), more.begin(), more.end());
            check_refused(words, 2, {"element 2 of " + x + " is not finite in double", "leave --verify out"});
        }
        CHECK(run_bspfft({"run", "--input", x, "--output", y, "--repeat", "1"}).status == 0);
        fs::remove(y);
    }
    write(x, "1\n-inf\n3\n4\n");
    check_refused({"run", "--real", "--verify", "--input", x}, 2, {"element 1 of " + x + " is not finite"});
    check_refused({"run", "--real", "--inverse", "--verify", "--input", x}, 2, {"element 1 of " + x});
    write(x, "1\n1e300\n");
    check_refused({"run", "--verify", "--precision", "float", "--input", x}, 2, {"element 1", "not finite in float"});
    CHECK(run_bspfft({"run", "--verify", "--input", x}).status == 0);
}

TEST_CASE("numbers near the ends of the range are verified, and those whose sums exceed it are said to be too large")
{
    const Folder folder;
    const std::string x = folder / "x.txt";
    for (const char* scale : {"e200", "e306", "e-200"}) {
        CAPTURE(scale);
        std::string lines;
        for (const char* number : {"1", "-2.5", "3", "4.25"}) lines += std::string(number) + scale + "\n";
        write(x, lines);
        const Outcome outcome = run_bspfft({"run", "--verify", "--input", x, "--json", "-"});
        REQUIRE(outcome.status == 0);
        CHECK(Json::parse(outcome.output)["error"]["l2"] < 1e-15);
    }
    write(x, "1e308\n1e308\n1e308\n1\n");
    check_refused({"run", "--verify", "--input", x}, 2, {"as large as 1e+308", "exceeds the range of double"});
    write(x, "1e38\n3e38\n1e38\n1\n");
    check_refused({"run", "--verify", "--precision", "float", "--input", x}, 2,
                  {"as large as 3e+38", "exceeds the range of float"});
}

TEST_CASE("files that do not fit are refused, and nothing is left")
{
    const Folder folder;
    const std::string x = folder / "x.raw";
    check_refused({"run", "--input", folder / "nowhere.npy"}, 3, {"nowhere.npy", "No such file"});
    write(x, std::string(16 * 6, 'a'));
    check_refused({"run", "--input", x}, 2, {"--dtype"});
    write(x, "");
    check_refused({"run", "--input", x, "--dtype", "complex128"}, 2, {"x.raw is empty; there is nothing to transform"});
    write(x, std::string(16 * 8 + 3, 'a'));
    check_refused({"run", "--input", x, "--dtype", "complex128"}, 3, {"131"});
    write(x, std::string(16 * 8, '\0'));
    check_refused({"run", "--n", "16", "--input", x, "--dtype", "complex128"}, 2,
                  {"--n is 16", "8 elements"});
    check_refused({"run", "--input", x, "--dtype", "int12"}, 2, {"int12", "int16"});
    write(folder / "short.npy", "\x93NUMPY");
    check_refused({"run", "--input", folder / "short.npy"}, 3, {"short.npy"});
    fs::remove(folder / "short.npy");
    fs::remove(x);
    check_refused({"run", "--n", "64", "--output", folder / "no/such/folder/y.npy"}, 3, {"no/such/folder"});
    check_refused({"run", "--n", "64", "--output", "/dev/full", "--format", "raw"}, 3, {"/dev/full", "regular file"});
    check_refused({"run", "--n", "2^50", "--output", folder / "y.npy"}, 3,
                  {"y.npy needs 18014398509482112 bytes", "file system"});
    // before anything is done
    for (const std::string command : {"run", "check", "plan"})
        check_refused({command, "--n", "64", "--json", folder / "no/such/folder/r.json"}, 3, {"no/such/folder"});
    check_refused({"run", "--n", "64", "--output", folder / "y.npy", "--json", folder / "no/such/folder/r.json"}, 3,
                  {"no/such/folder"});
    CHECK(folder.empty());
}

// A sanitizer's own files fall under the limit.
#ifndef SANITIZED
TEST_CASE("a full disk is reported before any work, and an old file stays")
{
    const Folder folder;
    const std::string y = folder / "y.npy";
    write(y, "old");
    const Outcome outcome =
        run({"/bin/bash", "-c", std::string("ulimit -f 10; exec ") + BSPFFT + " run --n 2^16 --output " + y});
    CHECK(outcome.status == 3);
    CHECK(outcome.errors.find("y.npy") != std::string::npos);
    CHECK(content_of(y) == "old");
    CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator{}) == 1);
}
#endif

TEST_CASE("a plan that does not fit in memory is refused with the bytes needed and available")
{
    check_refused({"run", "--n", "2^50"}, 3, {"bytes on each process", "available"});
}
