// The executable with real data: half spectra, convolutions, and what it refuses.
#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

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

bool says(const Outcome& outcome, const std::string& words)
{
    return outcome.output.find(words) != std::string::npos;
}

void succeed(const Words& words)
{
    const Outcome outcome = run_bspfft(words);
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
}

/// An npy file of zeros, but for the bytes of some elements.
void write_npy(const std::string& path, const std::string& type, const std::string& shape, const std::string& bytes)
{
    std::string head = "{'descr': '<" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    head.resize(117, ' ');
    write(path, std::string("\x93NUMPY\x01\x00\x76\x00", 10) + head + "\n" + bytes);
}

std::string bytes_of(const std::vector<double>& numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

bspfft::Index sum_of_words(const Json& explained)
{
    bspfft::Index sum = 0;
    for (const Json& step : explained["steps"]) {
        if (step.contains("traffic")) sum += step["words"].get<bspfft::Index>();
    }
    return sum;
}

}  // namespace

TEST_CASE("run --real is verified in both directions, and costs about half")
{
    for (const Words& size : {Words{"--n", "4096", "--procs", "2"}, Words{"--n", "101", "--procs", "3"},
                              Words{"--shape", "30x101", "--procs", "2"}, Words{"--shape", "6x5x4", "--procs", "3"},
                              Words{"--shape", "9x8", "--axes", "0", "--procs", "2"},
                              Words{"--shape", "12", "--batch", "5", "--procs", "2"}}) {
        for (const Words& way : {Words{}, Words{"--inverse"}, Words{"--precision", "float"}}) {
            CAPTURE(size[1]);
            const Json json =
                json_of(Words{"run", "--real", "--verify", "--repeat", "1", "--oversubscribe"} + size + way);
            CHECK(json["real"] == true);
            CHECK(json["error"]["right"] == true);
        }
    }
    const Words words{"run", "--n", "4096", "--procs", "2", "--repeat", "1", "--account"};
    const Json complex = json_of(words), real = json_of(words + Words{"--real"});
    CHECK(complex["real"] == false);
    REQUIRE(real["supersteps"].size() == 2);
    const auto moved = [](const Json& json, const char* key) {
        return json["supersteps"][0][key].get<bspfft::Index>();
    };
    CHECK(moved(real, "words") < 0.6 * static_cast<double>(moved(complex, "words")));
    CHECK(moved(real, "words_sent") <= moved(real, "words"));
    CHECK(moved(real, "puts") == moved(real, "messages"));
    CHECK(says(run_bspfft({"run", "--real", "--n", "64", "--repeat", "1"}), "n = 64 (2^6) real numbers"));
}

TEST_CASE("plan, predict, explain, simulate and check take --real, and show the inverse")
{
    const Json there = json_of({"plan", "--real", "--n", "4096", "--procs", "2"});
    const Json back = json_of({"plan", "--real", "--inverse", "--n", "4096", "--procs", "2"});
    CHECK(there["input"] == back["output"]);
    CHECK(there["output"] == back["input"]);
    CHECK(there["words"] == back["words"]);
    CHECK(there["output"].get<std::string>().find("zig-zag") != std::string::npos);
    const Json cyclic = json_of({"plan", "--real", "--n", "4096", "--procs", "4", "--layout-out", "cyclic"});
    CHECK(cyclic["redistributions"] == 2);

    for (const Words& words : {Words{"--n", "48", "--procs", "3"}, Words{"--n", "45", "--procs", "2"},
                               Words{"--shape", "6x9", "--procs", "3"}, Words{"--shape", "8x6x5", "--procs", "4"},
                               Words{"--n", "48", "--procs", "3", "--layout-in", "block", "--layout-out", "block"}}) {
        for (const Words& way : {Words{}, Words{"--inverse"}}) {
            CAPTURE(words[1]);
            const Json json = json_of(Words{"explain", "--real"} + words + way);
            CHECK(json["words"] == sum_of_words(json));
            CHECK(json["words"] > 0);
        }
    }
    const Outcome explained = run_bspfft({"explain", "--real", "--n", "72", "--procs", "3"});
    CHECK(says(explained, "k1 = 0 .. a/2"));
    CHECK(says(explained, "min(j0 mod 6, -j0 mod 6) mod 3"));
    CHECK(says(explained, "    012021012021"));
    check_refused({"explain", "--n", "16", "--inverse"}, 2, {"complex", "--inverse", "--real"});

    const Sandbox sandbox;
    const auto total = [&](const Words& words) {
        const Json json =
            sandbox.json(Words{"predict", "--n", "2^20", "--procs", "2", "--machine", sandbox.machine()} + words);
        return json["cost"]["total"]["calibrated"].get<double>();
    };
    CHECK(total({"--real"}) < 0.75 * total({}));

    const Json checked =
        json_of({"check", "--real", "--shape", "12x5x9", "--axes", "0,2", "--procs", "3", "--oversubscribe"});
    CHECK(checked["right"] == true);
    REQUIRE(checked["checks"].size() == 9);
    CHECK(checked["checks"][4]["property"] == "real where k = -k");
    CHECK(says(run_bspfft({"simulate", "--real", "--n", "1024", "--procs", "4"}), "1024 (2^10) real numbers, P = 4"));
}

TEST_CASE("the classical packing by the textbook's algorithm is planned, explained, predicted and checked")
{
    const Words book{"--real", "--algorithm", "textbook", "--n"};
    for (const Words& layouts : {Words{}, Words{"--layout-in", "cyclic", "--layout-out", "block"}}) {
        for (const Words& way : {Words{}, Words{"--inverse"}}) {
            const Json plan = json_of(Words{"plan"} + book + Words{"32", "--procs", "4"} + layouts + way);
            const Json json = json_of(Words{"explain"} + book + Words{"32", "--procs", "4"} + layouts + way);
            CHECK(json["words"] == sum_of_words(json));
            CHECK(json["words"] == plan["words"]);
            CHECK(json["redistributions"] == (layouts.empty() ? 2 : 4));
        }
    }
    const Outcome explained = run_bspfft(Words{"explain"} + book + Words{"32", "--procs", "4"});
    CHECK(says(explained, "element j is on P((j div 2) mod 4)"));
    CHECK(says(explained, "goes to P(-s mod 4)"));
    CHECK(says(explained, "stages k = 8 16"));

    const Sandbox sandbox;
    const Words machine{"--machine", sandbox.machine()};
    const Json predicted = sandbox.json(Words{"predict"} + book + Words{"1024", "--procs", "4"} + machine);
    CHECK(predicted["cost"]["total"]["calibrated"] > 0);
    const Json checked = json_of(Words{"check"} + book + Words{"256", "--procs", "4", "--oversubscribe"});
    CHECK(checked["right"] == true);
    check_refused(Words{"plan"} + book + Words{"16", "--procs", "8"}, 2, {"p = 8 is more than n/4 = 4"});
}

TEST_CASE("compare measures real transforms beside predictions")
{
    const Sandbox sandbox;
    const Words compare{"compare",         "--real",    "--repeat",       "1", "--procs", "2",
                        "--oversubscribe", "--machine", sandbox.machine()};
    for (const Words& size : {Words{"--shape", "8x8x8"}, Words{"--from", "2^10", "--to", "2^10"}}) {
        const Json json = sandbox.json(compare + size);
        REQUIRE(json["grid"].size() == (size.size() == 2 ? 2 : 1));  // of a shape pencils, too
        CHECK(json["grid"][0]["redistributions"] == 1);
        for (const Json& row : json["grid"]) {
            CHECK(row["real"] == true);
            CHECK(row["measured"]["total"] > 0);
            CHECK(row["calibrated"]["total"] > 0);
        }
    }
}

TEST_CASE("a file that is not real, or not the half spectrum of the shape, is refused in one sentence")
{
    const Folder folder;
    succeed({"run", "--real", "--shape", "30x102", "--repeat", "1", "--output", folder / "y.npy"});
    check_refused({"run", "--real", "--input", folder / "y.npy"}, 2, {"y.npy holds complex128", "--real", "float64"});
    check_refused({"run", "--real", "--inverse", "--shape", "30x101", "--input", folder / "y.npy"}, 2,
                  {"half a spectrum of 30x101 is 30x51", "is 30x52", "30x102 or 30x103"});
    check_refused({"run", "--real", "--inverse", "--shape", "30x101", "--axes", "0", "--input", folder / "y.npy"}, 2,
                  {"half a spectrum of 30x101 is 16x101", "is 30x52", "58x52 or 59x52"});
    check_refused({"run", "--real", "--inverse", "--n", "1530", "--input", folder / "y.npy"}, 2, {"1530", "30x52"});
    check_refused({"run", "--real", "--inverse", "--batch", "7", "--input", folder / "y.npy"}, 2,
                  {"--batch is 7", "30x52", "first axis"});
    succeed({"run", "--real", "--inverse", "--shape", "30x103", "--input", folder / "y.npy", "--output",
             folder / "x.npy", "--repeat", "1"});
    check_refused({"run", "--real", "--shape", "30x102", "--input", folder / "x.npy"}, 2,
                  {"--shape is 30x102", "the shape 30x103"});

    write(folder / "x.txt", "1\n2 0\n3 4\n");
    check_refused({"run", "--real", "--input", folder / "x.txt"}, 2, {"line 3 of", "imaginary part", "--real"});
    check_refused({"run", "--real", "--inverse", "--n", "6", "--input", folder / "x.txt"}, 2,
                  {"half a spectrum of 6 has 4 elements", "holds 3", "4 or 5"});
    check_refused({"run", "--real", "--inverse", "--shape", "2x2", "--input", folder / "x.txt"}, 2,
                  {"half a spectrum of 2x2 has 4 elements", "holds 3", "--shape"});
    write(folder / "x.raw", std::string(64, '\0'));
    check_refused({"run", "--real", "--input", folder / "x.raw", "--dtype", "complex64"}, 2, {"holds complex64"});
    check_refused({"run", "--real", "--input", folder / "x.raw"}, 2, {"--dtype"});
}

TEST_CASE("convolve says what it did, and convolves and correlates by hand")
{
    const Folder folder;
    write(folder / "x.txt", "1\n2\n3\n");
    write(folder / "h.txt", "1\n10\n");
    const Words convolve{"convolve", "--input", folder / "x.txt", "--kernel", folder / "h.txt", "--oversubscribe"};
    const auto result = [&](const Words& words) {
        const Json json = json_of(convolve + Words{"--output", folder / "y.txt", "--procs", "2"} + words);
        CHECK(json["real"] == true);
        std::istringstream lines(content_of(folder / "y.txt"));
        std::vector<bspfft::Index> values;
        for (double value = 0; lines >> value;) values.push_back(std::llround(value));
        CHECK(json["output_shape"] == Json{values.size()});
        return values;
    };
    using Values = std::vector<bspfft::Index>;
    CHECK(result({}) == Values{1, 12, 23, 30});
    CHECK(result({"--mode", "same"}) == Values{1, 12, 23});
    CHECK(result({"--mode", "valid"}) == Values{12, 23});
    CHECK(result({"--correlate"}) == Values{10, 21, 32, 3});
    CHECK(result({"--precision", "float", "--account", "--repeat", "2"}) == Values{1, 12, 23, 30});
    const Json fused = json_of(convolve + Words{"--procs", "2", "--account", "--repeat", "1"});
    CHECK(fused["fused"] == true);
    REQUIRE(fused["supersteps"].size() == 3);
    for (const std::size_t move : {0, 1}) {
        CHECK(fused["supersteps"][move]["words"] > 0);
        CHECK(fused["supersteps"][move]["words_sent"] == fused["supersteps"][move]["words"]);
    }
    const Outcome words = run_bspfft(convolve + Words{"--account"});
    CHECK(says(words, "convolved with"));
    CHECK(says(words, "mode full: 4 real numbers"));
    CHECK(says(words, "T_comm"));
    write(folder / "h.txt", "0 1\n");
    CHECK(says(run_bspfft(convolve), "3 complex numbers"));
}

TEST_CASE("what cannot be convolved is refused in one sentence")
{
    const Folder folder;
    write_npy(folder / "x.npy", "f8", "(4, 3)", bytes_of(std::vector<double>(12)));
    write_npy(folder / "h.npy", "f8", "(2, 5)", bytes_of(std::vector<double>(10)));
    write_npy(folder / "line.npy", "f8", "(5,)", bytes_of(std::vector<double>(5)));
    write_npy(folder / "empty.npy", "f8", "(0, 3)", "");
    write_npy(folder / "nan.npy", "f8", "(2, 2)", bytes_of({1, 2, 3, NAN}));
    write_npy(folder / "inf.npy", "c16", "(1, 1)", bytes_of({1, -INFINITY}));
    const auto refused = [&](const Words& words, const std::vector<std::string>& parts, int status = 2) {
        const Words convolve{"convolve", "--input", folder / "x.npy", "--output", folder / "y.npy"};
        check_refused(convolve + words, status, parts);
        CHECK_FALSE(fs::exists(folder / "y.npy"));
    };
    refused({"--kernel", folder / "h.npy", "--mode", "middle"}, {"--mode middle", "full, same, valid"});
    refused({"--kernel", folder / "h.npy", "--mode", "valid"}, {"valid", "4x3", "2x5", "full or same"});
    refused({"--kernel", folder / "line.npy"}, {"2 axes (4x3)", "1 (5)", "kernel of 2"});
    refused({"--kernel", folder / "empty.npy"}, {"empty.npy is empty"});
    refused({"--kernel", folder / "nan.npy"}, {"element 3 of", "nan.npy", "not finite"});
    refused({"--kernel", folder / "inf.npy"}, {"element 0 of", "inf.npy", "not finite"});
    refused({"--kernel", folder / "none.npy"}, {"cannot read", "none.npy"}, 3);
    refused({}, {"no --kernel", "--kernel h.npy"});
    refused({"--kernel", folder / "h.npy", "--repeat", "0"}, {"--repeat 0"});
    check_refused({"convolve", "--kernel", folder / "h.npy"}, 2, {"no --input"});
}
