// The executable with arrays of any shape, and what it refuses.
#include <doctest/doctest.h>

#include <algorithm>

#include "bspfft/error.hpp"
#include "tests/tools/sandbox.hpp"

namespace {

Words operator+(Words a, const Words& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Json json_of(const Words& words)
{
    const Outcome outcome = run_bspfft(words + Words{"--json", "-"});
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    return Json::parse(outcome.output);
}

// Wherever its lines are broken.
bool says(const Outcome& outcome, const std::string& words)
{
    const auto in_one_line = [](std::string text) {
        std::string joined;
        for (const char c : text) {
            const char blank = c == '\n' ? ' ' : c;
            if (blank != ' ' || !joined.ends_with(' ')) joined += blank;
        }
        return joined;
    };
    return in_one_line(outcome.output).find(in_one_line(words)) != std::string::npos;
}

bspfft::Index most_in_a_move(const Json& step)
{
    bspfft::Index most = 0;
    const std::size_t p = step["traffic"].size();
    for (std::size_t s = 0; s < p; ++s) {
        bspfft::Index sent = 0, received = 0;
        for (std::size_t t = 0; t < p; ++t) {
            if (s == t) continue;
            sent += step["traffic"][s][t].get<bspfft::Index>();
            received += step["traffic"][t][s].get<bspfft::Index>();
        }
        most = std::max({most, 2 * sent, 2 * received});
    }
    return most;
}

}  // namespace

TEST_CASE("a run of several axes is verified, accounted for and described by its shape")
{
    const Sandbox sandbox;
    const Words words{"run", "--shape", "16x12x10", "--procs", "4", "--oversubscribe", "--verify", "--account"};
    const Json json = sandbox.json(words);
    CHECK(json["n"] == 1920);
    CHECK(json["shape"] == Json{16, 12, 10});
    CHECK(json["axes"] == Json{0, 1, 2});
    CHECK(json["algorithm"] == "fast");
    CHECK(json["error"]["right"] == true);
    CHECK(json["cut"].size() == 3);
    REQUIRE(json["supersteps"].size() == 2);
    CHECK(json["supersteps"][0]["words"] == 2 * (480 - 120));  // h = (n/p) (1 - 1/p) complex numbers
    CHECK(json["supersteps"][0]["words_sent"] == json["supersteps"][0]["words"]);
    CHECK(json["supersteps"][0]["puts"] == json["supersteps"][0]["messages"]);
    const Outcome outcome = sandbox(words);
    CHECK(says(outcome, "shape 16x12x10, n = 1920, p = 4"));
    CHECK(says(outcome, "grid "));
}

TEST_CASE("any n runs on any number of processes")
{
    for (const std::string p : {"1", "3", "5", "6", "7", "12"}) {
        CAPTURE(p);
        for (const std::string n : {"1", "2", "60", "101", "2^10"}) {
            CAPTURE(n);
            const Json json =
                json_of({"run", "--n", n, "--procs", p, "--oversubscribe", "--repeat", "1", "--verify"});
            CHECK(json["error"]["right"] == true);
        }
    }
}

TEST_CASE("plan shows grid, cut of each axis and layouts; a layout that is not the algorithm's own is one more move")
{
    const Json own = json_of({"plan", "--shape", "256x256x256", "--procs", "4"});
    CHECK(own["redistributions"] == 1);
    CHECK(own["words"] == 2 * ((1 << 22) - (1 << 20)));
    const Json blocks = json_of({"plan", "--shape", "256x256x256", "--procs", "4", "--layout-in", "block",
                                 "--layout-out", "block"});
    CHECK(blocks["redistributions"] == 3);
    const Json pencils =
        json_of({"plan", "--shape", "64x64x64", "--procs", "4", "--grid", "2x2x1", "--algorithm", "pencils"});
    CHECK(pencils["algorithm"] == "pencils");
    CHECK(pencils["redistributions"] >= 2);
    const Json transposed = json_of({"plan", "--shape", "64x64x64", "--procs", "4", "--grid", "2x2x1", "--algorithm",
                                     "pencils", "--transposed-out"});
    CHECK(transposed["redistributions"] == pencils["redistributions"].get<int>() - 1);
    const Outcome words =
        run_bspfft({"plan", "--shape", "64x32", "--procs", "4", "--grid", "2x2", "--cut", "8x4", "--why"});
    CHECK(says(words, "grid 2x2, cut 8 x 8, 4 x 8"));
    CHECK(says(words, "the data moves once"));
    CHECK(says(words, "cyclic over 2 x 2"));
    const Json batch = json_of({"plan", "--shape", "64", "--batch", "16384", "--procs", "2"});
    CHECK(batch["shape"] == Json{16384, 64});
    CHECK(batch["axes"] == Json{1});
}

TEST_CASE("check certifies every axis")
{
    const Json json = json_of({"check", "--shape", "12x5x8", "--axes", "0,2", "--procs", "3", "--oversubscribe"});
    CHECK(json["right"] == true);
    REQUIRE(json["checks"].size() == 8);
    CHECK(json["checks"][2]["property"] == "shift along axis 0");
    CHECK(json["checks"][3]["property"] == "shift along axis 2");
    for (const Words& words :
         {Words{"--n", "101", "--procs", "2"}, Words{"--shape", "9x10", "--procs", "2", "--algorithm", "pencils"},
          Words{"--shape", "6x10", "--batch", "3", "--procs", "1", "--precision", "float"},
          Words{"--shape", "15x6", "--procs", "3", "--layout-in", "block", "--out-of-place"}}) {
        const Outcome outcome = run_bspfft(Words{"check", "--oversubscribe"} + words);
        CAPTURE(outcome.output);
        CAPTURE(outcome.errors);
        CHECK(outcome.status == 0);
    }
}

TEST_CASE("explain draws the owners of 8 x 8 on 4 processes, before and after the one move")
{
    const Folder folder;
    const Outcome outcome = run_bspfft(
        {"explain", "--shape", "8x8", "--procs", "4", "--grid", "2x2", "--plot", folder / "axes.svg"});
    REQUIRE(outcome.status == 0);
    for (const char* part : {"shape 8x8, n = 64 (2^6), p = 4 (2^2), grid 2x2", "the data moves once",
                             "axis 0: n = 8 = ", "element (j0, j1) is on P(2 (j0 mod 2) + (j1 mod 2))",
                             "    0 1 0 1 0 1 0 1\n    2 3 2 3 2 3 2 3\n", "h = 24 real words"}) {
        CAPTURE(part);
        CHECK(says(outcome, part));
    }
    const std::string drawing = content_of(folder / "axes.svg");
    CHECK(drawing.find("FFT of shape 8x8, n = 64 (2^6) on p = 4 processes, algorithm fast") != std::string::npos);
    CHECK(drawing.find("h = 24 words") != std::string::npos);
    CHECK(says(run_bspfft({"explain", "--shape", "2x4x4", "--procs", "2", "--grid", "1x2x1"}),
               "    0 0 0 0\n    1 1 1 1\n    0 0 0 0\n    1 1 1 1\n\n    0 0 0 0\n"));
    const Outcome large = run_bspfft({"explain", "--shape", "16x16x16", "--procs", "4"});
    CHECK(large.status == 0);
    CHECK_FALSE(says(large, "0 1 0 1"));
}

TEST_CASE("explain: the h that it counts value by value is the schedule's, whatever the axes and the algorithm")
{
    for (const Words& words : {Words{"--shape", "12x10", "--procs", "6"}, Words{"--shape", "9x15x6", "--procs", "3"},
                               Words{"--shape", "7x16x9", "--axes", "1,2", "--procs", "6", "--grid", "3x2x1"},
                               Words{"--shape", "16x9", "--batch", "3", "--procs", "4"},
                               Words{"--shape", "8x6x5", "--procs", "4", "--algorithm", "pencils"},
                               Words{"--shape", "8x6x5", "--procs", "4", "--algorithm", "pencils", "--transposed-out"},
                               Words{"--n", "1000", "--procs", "7", "--algorithm", "fast"},
                               Words{"--n", "97", "--procs", "4", "--algorithm", "bluestein"},
                               Words{"--n", "100", "--procs", "3", "--algorithm", "fast", "--layout-in", "folded",
                                     "--layout-out", "zig-zag"}}) {
        CAPTURE(words[1]);
        const Json json = json_of(Words{"explain"} + words);
        bspfft::Index sum = 0;
        for (const Json& step : json["steps"]) {
            if (!step.contains("traffic")) continue;
            CHECK(step["words"] == most_in_a_move(step));
            sum += step["words"].get<bspfft::Index>();
        }
        CHECK(sum > 0);
        CHECK(json["words"] == sum);
    }
}

TEST_CASE("predict and compare take shapes; one move stands beside pencils in the same table")
{
    const Sandbox sandbox;
    const Json predicted =
        sandbox.json({"predict", "--shape", "64x64x64", "--procs", "1..8", "--machine", sandbox.machine()});
    CHECK(predicted["shape"] == Json{64, 64, 64});
    REQUIRE(predicted["curve"].size() == 4);
    CHECK(predicted["curve"][1]["calibrated"]["total"] > 0);
    const Words compare{"compare", "--shape", "8x8x8",           "--procs",   "2",
                        "--repeat", "1",      "--oversubscribe", "--machine", sandbox.machine()};
    const Json json = sandbox.json(compare);
    REQUIRE(json["grid"].size() == 2);
    CHECK(json["grid"][0]["algorithm"] == "fast");
    CHECK(json["grid"][0]["redistributions"] == 1);
    CHECK(json["grid"][1]["algorithm"] == "pencils");
    CHECK(json["grid"][1]["redistributions"] == 2);
    for (const Json& row : json["grid"]) {
        CHECK(row["measured"]["total"] > 0);
        CHECK(row["calibrated"]["total"] > 0);
    }
    const Outcome table = sandbox(compare);
    CHECK(says(table, "8x8x8"));
    CHECK(says(table, "pencils"));
    CHECK(says(table, "the data moves twice"));
    CHECK(says(table, "shape 8x8x8"));
}

TEST_CASE("a shape, a grid, a cut or an axis that is not possible is refused with one sentence and status 2")
{
    const auto refused = [](const Words& words, const std::vector<std::string>& parts) {
        for (const char* command : {"run", "plan", "check", "predict", "explain"})
            check_refused(Words{command} + words, 2, parts);
    };
    refused({"--shape", "8x0x8"}, {"\"8x0x8\"", "0", "at least 1"});
    refused({"--shape", "8x-2"}, {"\"8x-2\"", "-2", "at least 1"});
    refused({"--shape", "8xmany"}, {"\"many\"", "256x256x256"});
    refused({"--shape", "2^31x2^31x2^31"}, {"2^52", "take shorter axes"});
    refused({"--shape", "2^30x2^30"}, {"too large", "2^52", "nearest is 4194304 x 1073741824"});
    refused({"--shape", "2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2"}, {"17 axes", "16"});
    refused({"--shape", "8x8", "--axes", "2"}, {"no axis 2", "0 to 1"});
    refused({"--shape", "8x8", "--axes", "0,1,0"}, {"axis 0", "twice"});
    refused({"--shape", "8x8", "--axes", "-1"}, {"no axis -1"});
    refused({"--shape", "8x8", "--batch", "0"}, {"--batch 0", "at least 1"});
    refused({"--shape", "8x8", "--n", "64"}, {"--shape", "--n"});
    refused({"--shape", "8x8", "--grid", "2xtwo"}, {"--grid 2xtwo", "two", "2x2x1"});
    refused({"--shape", "8x8", "--cut", "2x"}, {"--cut 2x", "nothing"});
    check_refused({"run"}, 2, {"no length", "--n", "--shape", "--input"});
    for (const Words& command : {Words{"run", "--oversubscribe"}, Words{"plan"}, Words{"check", "--oversubscribe"}}) {
        const auto refused_on_4 = [&](const Words& words, const std::vector<std::string>& parts) {
            check_refused(command + Words{"--procs", "4"} + words, 2, parts);
        };
        refused_on_4({"--shape", "8x8", "--grid", "2x3"}, {"grid", "6 processes", "p = 4"});
        refused_on_4({"--shape", "8x8", "--grid", "4"}, {"grid", "axes"});
        refused_on_4({"--shape", "8x8", "--cut", "3x2"}, {"cut 3 of axis 0 is not possible", "nearest"});
        refused_on_4({"--shape", "8x8", "--algorithm", "bluestein"}, {"bluestein", "one axis"});
        refused_on_4({"--n", "64", "--algorithm", "pencils"}, {"pencils", "two axes"});
        refused_on_4({"--shape", "8x8", "--layout-in", "diagonal"},
                     {"diagonal", "block, cyclic, folded, own, zig-zag"});
    }
    check_refused({"run", "--n", "60", "--procs", "-2"}, 2, {"--procs -2", "at least 1"});
}

TEST_CASE("a shape that is not the file's is refused, and an order that the output cannot say")
{
    const Folder folder;
    REQUIRE(run_bspfft({"run", "--shape", "4x6", "--repeat", "1", "--output", folder / "x.npy"}).status == 0);
    check_refused({"run", "--input", folder / "x.npy", "--shape", "6x4"}, 2, {"--shape is 6x4", "the shape 4x6"});
    check_refused({"run", "--input", folder / "x.npy", "--n", "24"}, 2, {"--n is 24", "the shape 4x6"});
    check_refused({"run", "--input", folder / "x.npy", "--batch", "6"}, 2, {"--batch is 6", "4x6", "first axis"});
    const Words agreeing{"run", "--input", folder / "x.npy", "--batch", "4", "--shape", "6", "--repeat", "1"};
    CHECK(run_bspfft(agreeing).status == 0);
    write(folder / "x.raw", std::string(16 * 24, '\0'));
    check_refused({"run", "--input", folder / "x.raw", "--dtype", "complex128", "--shape", "5x5"}, 2,
                  {"5x5 is not the shape of the 24 elements"});
    check_refused({"run", "--input", folder / "x.raw", "--dtype", "complex128", "--batch", "5"}, 2,
                  {"--batch 5 does not divide the 24 elements"});
    // the same bytes, but in Fortran order
    std::string array = content_of(folder / "x.npy");
    array.replace(array.find("False, "), 7, "True,  ");
    write(folder / "f.npy", array);
    check_refused({"run", "--input", folder / "f.npy", "--output", folder / "y.txt"}, 2, {"Fortran order", ".npy"});
    CHECK_FALSE(fs::exists(folder / "y.txt"));
    CHECK(says(run_bspfft({"run", "--input", folder / "f.npy", "--repeat", "1"}), "is in Fortran order"));
    check_refused({"run", "--input", folder / "f.npy", "--procs", "4", "--oversubscribe", "--grid", "4x1"}, 2,
                  {"no free cut of axis 1 over 4", "Fortran order: its axes are counted from the last"});
}

namespace {

// A cut that no model would choose, for arrays of 32x64 on two processes.
Json strange_cut()
{
    return {{"shape", std::vector<int>{32, 64}}, {"axes", std::vector<int>{0, 1}}, {"data", "complex"},
            {"bytes_per_real", 8}, {"p", 2}, {"grid", std::vector<int>{1, 2}}, {"cut", std::vector<int>{2, 32}},
            {"seconds", 0.125}};
}

const Words two_processes{"--shape", "32x64", "--procs", "2", "--oversubscribe"};

}  // namespace

TEST_CASE("plan --measure tries some cuts, says how long each took, and remembers the best if it is asked to")
{
    const Sandbox sandbox;
    const std::string file = sandbox.machine();
    const Json json = sandbox.json(Words{"plan", "--measure", "--remember", "--machine", file} + two_processes);
    const Json& measured = json["measured"];
    REQUIRE(measured["trials"].size() > 3);
    for (int i = 0; i < 3; ++i) CHECK(measured["trials"][i]["seconds"] > 0);
    CHECK(measured["gain"] >= 1);
    CHECK(measured["seconds"] > 0);
    CHECK(measured["remembered_in"] == file.c_str());
    const Json& best = measured["trials"][measured["best"].get<std::size_t>()];
    CHECK(json["cut"] == best["cut"]);
    const Json machine = Json::parse(content_of(file));
    REQUIRE(machine["cuts"].size() == 1);
    CHECK(machine["cuts"][0]["grid"] == best["grid"]);
    CHECK(machine["cuts"][0]["cut"] == best["cut"]);
    CHECK(machine["cuts"][0]["seconds"] == best["seconds"]);
    CHECK(machine["kernels"].size() > 0);  // what was probed is kept
    // again: instead of the earlier one
    CHECK(sandbox(Words{"plan", "--measure", "--remember", "--machine", file} + two_processes).status == 0);
    CHECK(Json::parse(content_of(file))["cuts"].size() == 1);

    const Outcome outcome = sandbox(Words{"plan", "--measure", "--real"} + two_processes);
    CHECK(outcome.status == 0);
    for (const char* words : {"trials, ", "grid cut", "sampled  measured", "by model", "the best"}) {
        CAPTURE(words);
        CHECK(outcome.output.find(words) != std::string::npos);
    }
    CHECK(outcome.output.find("remembered") == std::string::npos);
    const Outcome alone = sandbox({"plan", "--n", "1009", "--procs", "1", "--measure"});
    CHECK(alone.output.find("by model, the only one") != std::string::npos);
}

TEST_CASE("a remembered cut may have as many axes as an array may have, and a batch")
{
    const Sandbox sandbox;
    const std::vector<int> shape(17, 2), grid(17, 1);
    std::vector<int> cut(17, 1), axes;
    std::string lengths = "2";
    for (int l = 1; l < 17; ++l) {
        cut[static_cast<std::size_t>(l)] = 1 + l % 2;
        axes.push_back(l);
        if (l > 1) lengths += "x2";
    }
    const std::string file = sandbox.machine([&](Json& json) {
        json["cuts"].push_back({{"shape", shape}, {"axes", axes}, {"data", "complex"}, {"bytes_per_real", 8}, {"p", 1},
                                {"grid", grid}, {"cut", cut}, {"seconds", 0.125}});
    });
    const Json planned =
        sandbox.json({"plan", "--shape", lengths, "--batch", "2", "--procs", "1", "--machine", file});
    cut[0] = 0;
    CHECK(planned["cut"] == cut);
    CHECK(planned.contains("remembered"));
}

TEST_CASE("a grid and a cut that a machine file remembers are used by plan, run and bench, if the file is named")
{
    const Sandbox sandbox;
    const std::string file = sandbox.machine([](Json& json) { json["cuts"].push_back(strange_cut()); });
    const std::string words = "grid and cut as remembered in " + file + ", where a transform took 125 ms";
    const Words named{"--machine", file};
    const Json by_model = sandbox.json(Words{"plan"} + two_processes);
    CHECK(by_model["cut"] != std::vector<int>{2, 32});
    CHECK_FALSE(by_model.contains("remembered"));
    const Json planned = sandbox.json(Words{"plan"} + two_processes + named);
    CHECK(planned["cut"] == std::vector<int>{2, 32});
    CHECK(planned["remembered"] == words.c_str());
    const Outcome outcome = sandbox(Words{"plan"} + two_processes + named);
    CHECK(says(outcome, "grid 1x2, cut 2 x 16, 32 x 2"));
    CHECK(says(outcome, words));
    const Json ran = sandbox.json(Words{"run", "--verify"} + two_processes + named);
    CHECK(ran["cut"] == std::vector<int>{2, 32});
    CHECK(ran["remembered"] == words.c_str());
    CHECK(ran["error"]["right"] == true);
    CHECK(says(sandbox(Words{"run"} + two_processes + named), words));
    const Json benched =
        sandbox.json(Words{"bench", "--contestants", "fast", "--rounds", "1"} + two_processes + named);
    REQUIRE(benched["rows"].size() == 2);
    CHECK(benched["rows"][1]["way"] == "simd, grid 1x2 and cut 2x32 as remembered");
    CHECK(benched["rows"][0]["way"] == "simd");
    // not for other problems, nor against the user's words
    for (const Words& other : {Words{"--precision", "float"}, {"--real"}, {"--axes", "0"}, {"--batch", "2"},
                               {"--cut", "8x0"}, {"--grid", "2x1"}, {"--algorithm", "pencils"},
                               {"--layout-in", "block"}}) {
        CAPTURE(other.front());
        CHECK_FALSE(sandbox.json(Words{"plan"} + two_processes + named + other).contains("remembered"));
    }
}

TEST_CASE("trials that are not possible are refused before anything is measured")
{
    check_refused({"plan", "--n", "64", "--remember"}, 2,
                  {"--remember is for what --measure finds; add --measure, or leave --remember out"});
    check_refused({"plan", "--n", "64", "--measure", "--remember"}, 2,
                  {"--remember writes into a machine file; name it with --machine FILE"});
    check_refused({"plan", "--n", "64", "--measure", "--remember", "--machine", "m.json", "--layout-in", "block"}, 2,
                  {"--remember is for the algorithm's own layouts; leave --layout-in and --layout-out out"});
    check_refused({"plan", "--n", "64", "--measure", "--remember", "--machine", "m.json", "--cut", "8"}, 2,
                  {"--remember is for what is chosen; leave --grid and --cut out"});
    check_refused({"plan", "--n", "64", "--measure", "--remember", "--machine", "/no/such/file"}, 3,
                  {"there is no machine file /no/such/file; make it with: mkdir -p /no/such && bspfft probe --machine "
                   "/no/such/file"});
    check_refused({"plan", "--n", "2^20", "--procs", "65536", "--measure"}, 2, {"p = 65536", "--oversubscribe"});
}
