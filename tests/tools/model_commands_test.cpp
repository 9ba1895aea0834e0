// The commands that run nothing: they ask models.
#include <doctest/doctest.h>


#include "bsp_fft/base/json.hpp"
#include "tests/machine/example_file.hpp"
#include "tests/tools/executable.hpp"

using bspfft::Json;

namespace {

Json json_of(Words words)
{
    words.insert(words.end(), {"--json", "-"});
    const Outcome outcome = run_bspfft(words);
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    return Json::parse(outcome.output);
}

const Json& named(const Json& list, const std::string& name)
{
    for (const auto& each : list) {
        if (each["name"] == name) return each;
    }
    FAIL("no ", name);
    return list;
}

}  // namespace

TEST_CASE("simulate: completion, idle time and closed form of every schedule")
{
    const auto json = json_of(
        {"simulate", "--n", "4096", "--procs", "8", "--g", "9", "--latency", "0", "--schedule", "all"});
    CHECK(json["work"] == 6144);
    REQUIRE(json["schedules"].size() == 5);
    for (const auto& each : json["schedules"]) {
        CHECK(each["completion"] == each["closed_form"]);
        CHECK(each["idle"] == each["completion"].get<double>() - 6144);
    }
    const auto& output_driven = named(json["schedules"], "output-driven");
    CHECK(output_driven["last_send"] == 4534);
    CHECK(output_driven["idle"] == 0);
    CHECK(output_driven["speedup"] == 8);
    CHECK(output_driven["free_latency"] == 74);
    CHECK(output_driven["last_bottleneck"] == nullptr);
    CHECK(named(json["schedules"], "simple")["completion"] == 6144 + 447 * 9);
    CHECK(named(json["schedules"], "input-driven")["theorem_5_1"] == 6144);
}

TEST_CASE("simulate plays every schedule, superstep by superstep")
{
    const Words machine{"--g", "9", "--latency", "5", "--procs", "8"};
    const auto played = [&](Words words) {
        words.insert(words.begin(), "simulate");
        words.insert(words.end(), machine.begin(), machine.end());
        return json_of(words);
    };
    // the same algorithm, once as the paper's simulator has it, and once step by step
    const auto vector = played({"--n", "4096"});
    double column_blocked = 0;
    for (const auto& row : vector["schedules"]) {
        if (row["name"] == "column-blocked") column_blocked = row["completion"];
    }
    const auto steps = played({"--n", "4096", "--algorithm", "fast"});
    CHECK(steps["completion"] == column_blocked);
    CHECK(steps["supersteps"].size() == 2);
    for (const Words& words :
         {Words{"--n", "1000"}, Words{"--shape", "16x12x20"}, Words{"--shape", "16x16x16", "--algorithm", "pencils"},
          Words{"--n", "4096", "--real"}, Words{"--n", "4096", "--real", "--algorithm", "textbook"},
          Words{"--n", "1009"}, Words{"--shape", "32x32", "--dct", "2"}, Words{"--n", "4096", "--convolve"},
          Words{"--n", "4096", "--batch", "3"}, Words{"--n", "64", "--algorithm", "textbook"}}) {
        CAPTURE(words.back());
        const auto json = played(words);
        CHECK(json["completion"] >= json["work"]);
        CHECK(json["completion"] > 0);
        double sent = 0;
        for (const auto& step : json["supersteps"]) {
            CHECK(step["completion"] >= 0);
            sent += step["words"].get<double>();
        }
        // a processor's numbers leave g apart
        CHECK(json["completion"].get<double>() >= 9 * (sent / 2 - static_cast<double>(json["supersteps"].size())));
    }
    check_refused({"simulate", "--n", "64", "--real", "--procs", "4", "--schedule", "eager"}, 2, {"--schedule"});
    check_refused({"simulate", "--shape", "2^9x2^9x2^9", "--procs", "4"}, 2, {"too many to be simulated"});
}

TEST_CASE("simulate says what its letters mean, with their values")
{
    const Outcome outcome = run_bspfft({"simulate", "--n", "4096", "--procs", "8", "--g", "9", "--latency", "0"});
    REQUIRE(outcome.status == 0);
    const std::string letters = outcome.output.substr(outcome.output.find("\nletters\n"));
    for (const char* letter : {"  m = n/P = 512 ", "  l = m/P = 64 ", "  L, o, g ", "  s_a ", "  R_i ",
                               "  free latency    the largest L with which"}) {
        CAPTURE(letter);
        CHECK(letters.find(letter) != std::string::npos);
    }
    const auto json = json_of({"simulate", "--n", "4096", "--procs", "8", "--g", "9"});
    CHECK(json["m"] == 512);
    CHECK(json["l"] == 64);
}

TEST_CASE("simulate: where a closed form does not apply it says so, and the simulator answers")
{
    const auto json = json_of({"simulate", "--n", "1024", "--procs", "4", "--g", "4", "--overhead", "1"});
    for (const auto& each : json["schedules"]) {
        CHECK(each["completion"] > json["work"]);
        CHECK(each["closed_form"] == nullptr);
        CHECK(each["not_applicable"] == "the theorems leave out the overhead, and o = 1");
    }
    const Outcome outcome =
        run_bspfft({"simulate", "--n", "1024", "--procs", "4", "--g", "4", "--overhead", "1"});
    CHECK(outcome.output.find("not applicable") != std::string::npos);
    const auto small_gap =
        json_of({"simulate", "--n", "1024", "--procs", "4", "--g", "4", "--schedule", "input-driven"});
    REQUIRE(small_gap["schedules"].size() == 1);
    CHECK(small_gap["schedules"][0]["theorem_5_1"] == nullptr);
    CHECK(small_gap["schedules"][0]["theorem_5_1_not_applicable"] == "it needs g >= log m = 8, and g = 4");
}

TEST_CASE("simulate: Figure 2 of the paper is one call")
{
    const Folder folder;
    const Outcome outcome = run_bspfft({"simulate", "--n", "32", "--procs", "4", "--schedule", "output-driven",
                                    "--plot", folder / "figure.svg"});
    REQUIRE(outcome.status == 0);
    const std::string drawing = content_of(folder / "figure.svg");
    CHECK(drawing.starts_with("<svg "));
    CHECK(drawing.ends_with("</svg>\n"));
    for (const char* time : {"7", "8", "11", "12", "19", "20", "23", "24"})
        CHECK(drawing.find(std::string(">").append(time).append("</text>")) != std::string::npos);
    CHECK(drawing.find("phase I of processor 2") != std::string::npos);
}

TEST_CASE("simulate: README's picture is what its command draws")
{
    const Folder folder;
    REQUIRE(run_bspfft({"simulate", "--n", "64", "--procs", "4", "--g", "5", "--latency", "9", "--plot",
                    folder / "timeline.svg"})
                .status == 0);
    CHECK(content_of(folder / "timeline.svg") == content_of(TIMELINE));
}

TEST_CASE("simulate: a long timeline is drawn with some of its messages, and says so")
{
    const Folder folder;
    REQUIRE(run_bspfft({"simulate", "--n", "2^13", "--procs", "4", "--plot", folder / "long.svg"}).status == 0);
    CHECK(content_of(folder / "long.svg").find("one message in ") != std::string::npos);
    CHECK(fs::file_size(folder / "long.svg") < 2000000);
}

TEST_CASE("simulate refuses what breaks a law, and draws nothing")
{
    const Folder folder;
    const auto with = [&](Words words) {
        words.insert(words.begin(), {"simulate", "--plot", folder / "x.svg"});
        return words;
    };
    check_refused({"simulate"}, 2, {"no length"});
    check_refused(with({"--n", "1000", "--procs", "4"}), 2,
                  {"n = 1000 is not a power of two; the nearest are 512 and 1024"});
    check_refused(with({"--n", "1024", "--procs", "3"}), 2, {"P = 3 is not a power of two"});
    check_refused(with({"--n", "1024"}), 2, {"no processors; give --procs"});
    check_refused(with({"--n", "64", "--procs", "16"}), 2, {"less than P^2", "take P <= 8"});
    check_refused(with({"--n", "64", "--procs", "4", "--g", "0"}), 2, {"gap g is 0", "more than 0"});
    check_refused(with({"--n", "64", "--procs", "4", "--g", "-2"}), 2, {"gap g is -2"});
    check_refused(with({"--n", "64", "--procs", "4", "--latency", "-1"}), 2, {"latency L is -1"});
    check_refused(with({"--n", "64", "--procs", "4", "--overhead", "-1"}), 2, {"overhead o is -1"});
    check_refused(with({"--n", "64", "--procs", "4", "--schedule", "lazy"}), 2,
                  {"no schedule \"lazy\"", "output-driven"});
    check_refused(with({"--n", "2^15", "--procs", "4"}), 2, {"cannot be read", "n <= 16384"});
    check_refused(with({"--n", "64", "--procs", "4", "--processor", "4"}), 2, {"no processor 4"});
    check_refused(with({"--n", "64", "--procs", "4", "--latency", "1e17"}), 2,
                  {"latency L is 1e+17", "exceed 2^53", "take at most 2251799813685248"});
    check_refused(with({"--n", "64", "--procs", "4", "--overhead", "1e308"}), 2, {"overhead o is 1e+308", "at most 7"});
    check_refused(with({"--n", "64", "--procs", "4", "--g", "1e17"}), 2, {"gap g is 1e+17", "at most 7"});
    check_refused({"simulate", "--n", "2^40", "--procs", "4"}, 2, {"too long to be simulated"});
    check_refused({"simulate", "--n", "2^27", "--procs", "4"}, 2, {"the longest is 67108864"});
    CHECK(folder.empty());
    check_refused({"simulate", "--n", "64", "--procs", "4", "--json", folder / "no/such.json"}, 3,
                  {"cannot write"});
}

TEST_CASE("project: without a word it recomputes Figure 5, and says what the paper's parameters do not give")
{
    const auto json = json_of({"project"});
    CHECK(json["n"] == 21000);
    CHECK(json["scenario"] == "exascale-2020-gpu");
    REQUIRE(json["figure_5"].size() == 4);
    CHECK(json["figure_5"][0]["seconds"]["network"] == doctest::Approx(0.51657).epsilon(1e-5));
    CHECK(json["figure_5"][0]["seconds"]["memory"] == doctest::Approx(0.0148176).epsilon(1e-5));
    CHECK(named(json["figure_5"], "CPU-1")["system"]["processors"] == doctest::Approx(1.3e6));
    CHECK(named(json["figure_5"], "CPU-2")["system"]["processors"] ==
          doctest::Approx(166251.68).epsilon(1e-6));
    CHECK(named(json["figure_5"], "CPU-3")["system"]["processors"] == doctest::Approx(135000));
    std::vector<std::string> reproduced;
    for (const auto& each : json["published"]) {
        CHECK(each["recomputed"].is_number());
        CHECK(each["unrounded"].is_number());
        if (each["reproduced"]) reproduced.push_back(each["quantity"]);
    }
    CHECK(json["published"].size() == 11);
    CHECK(reproduced == std::vector<std::string>{"network_seconds", "same_peak_network_ratio",
                                                 "same_peak_processor_ratio"});
    const Outcome outcome = run_bspfft({"project"});
    CHECK(outcome.output.find("NOT REPRODUCED") != std::string::npos);
}

TEST_CASE("project: a machine grows, its network and overlap can be chosen")
{
    const auto now = json_of({"project", "--scenario", "hopper-2010", "--n", "4096"});
    const auto later = json_of({"project", "--scenario", "hopper-2010", "--n", "4096", "--year", "2020"});
    CHECK(now["system"]["processors"] == doctest::Approx(79365.08).epsilon(1e-6));
    CHECK(later["system"]["peak"].get<double>() / now["system"]["peak"].get<double>() ==
          doctest::Approx(1024));
    CHECK(now["figure_6"]["memory_over_network"].size() == 4);
    CHECK(now["figure_6"]["years"].size() == 11);
    const auto full =
        json_of({"project", "--scenario", "keeneland-2010", "--network", "full", "--overlap", "full"});
    CHECK(full["total_seconds"] == full["seconds"]["overlapped"]);
    CHECK(full["seconds"]["pcie"] > 0);
    const auto doubled =
        json_of({"project", "--scenario", "keeneland-2010", "--network", "full", "--cache-constant", "12.6"});
    CHECK(doubled["seconds"]["memory"].get<double>() ==
          doctest::Approx(2 * full["seconds"]["memory"].get<double>()));
}

TEST_CASE("project: a user's own machine is a file in the same form")
{
    const Folder folder;
    write(folder / "mine.json",
          R"({"name": "mine", "peak": 2e15, "processor": {"peak": 2e12, "memory_bandwidth": 1e11,
        "fast_memory": 32e6}, "link_bandwidth": 25e9})");
    const auto json =
        json_of({"project", "--scenario", folder / "mine.json", "--n", "2048", "--against", "hopper-2010"});
    CHECK(json["system"]["processors"] == 1000);
    CHECK(json["figure_5"].size() == 4);
    CHECK_FALSE(json.contains("published"));
}

TEST_CASE("project draws Figure 5 of a comparison and Figure 6 of a machine that grows" *
          doctest::skip(!has_gnuplot()))
{
    const Folder folder;
    REQUIRE(run_bspfft({"project", "--plot", folder / "five.svg"}).status == 0);
    REQUIRE(run_bspfft({"project", "--scenario", "hopper-2010", "--plot", folder / "six.svg"}).status == 0);
    CHECK(content_of(folder / "five.svg").find("CPU-2") != std::string::npos);
    CHECK(content_of(folder / "six.svg").find("4-D torus") != std::string::npos);
}

TEST_CASE("project refuses scenarios that break their form")
{
    const Folder folder;
    const auto refused = [&](const std::string& content, const std::string& why) {
        write(folder / "bad.json", content);
        check_refused({"project", "--scenario", folder / "bad.json"}, 3, {"bad.json", why});
    };
    const std::string good =
        R"({"peak": 1, "processor": {"peak": 1, "memory_bandwidth": 1, "fast_memory": 64}, "link_bandwidth": 1})";
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string changed = good;
        return changed.replace(changed.find(from), from.size(), to);
    };
    refused(with(R"("peak": 1, "processor")", R"("processor")"), "lacks the field \"peak\"");
    refused(with(R"("memory_bandwidth": 1, )", ""), "lacks the field \"memory_bandwidth\"");
    refused(with(R"("link_bandwidth": 1)", R"("link_bandwidth": -1)"),
            "\"link_bandwidth\" = -1; it must be more than 0");
    refused(with(R"("fast_memory": 64)", R"("fast_memory": "64")"), "\"fast_memory\" that is no number");
    refused(with(R"("link_bandwidth")", R"("pcie_bandwith": 1, "link_bandwidth")"),
            "unknown field \"pcie_bandwith\"");
    write(folder / "bad.json",
          with(R"("link_bandwidth")", R"("compare_with": "exascale-2020-gpu", "year": 2020,
        "grown_from": "exascale-2020-gpu", "link_bandwidth")"));
    check_refused({"project", "--scenario", folder / "bad.json"}, 2,
                  {"grown from exascale-2020-gpu, which has no \"growth\""});
    refused("[]", "not an object");
    refused("{", "JSON");
    // numbers with which a time would be none, or infinite
    for (const char* number : {"0", "-1", "5e-324", "1e-300", "1e300", "1.7e308"}) {
        CAPTURE(number);
        for (const std::string member : {R"("peak": 1, "processor")", R"("memory_bandwidth": 1)",
                                         R"("fast_memory": 64)", R"("link_bandwidth": 1)"}) {
            const std::size_t colon = member.find(':'), comma = std::min(member.find(','), member.size());
            refused(with(member, member.substr(0, colon + 2) + number + member.substr(comma)), "must be ");
        }
    }
    refused(with(R"("fast_memory": 64)", R"("fast_memory": 16)"), "fast memory is 16; it must be from 32 to 1e+30");
    check_refused({"project", "--scenario", "hopper-2010", "--year", "1e308"}, 2,
                  {"after 1e+308 years the number of processors cannot be expressed", "fewer years"});
    check_refused({"project", "--scenario", "hopper-2010", "--year", "100000"}, 2, {"after 97990 years"});
    check_refused({"project", "--cache-constant", "1e308"}, 2, {"cache constant is 1e+308"});
    check_refused({"project", "--n", "2^18"}, 2, {"the most elements are 2^52", "the nearest is"});
    check_refused({"project", "--scenario", "hooper-2010"}, 2,
                  {"no scenario \"hooper-2010\"", "hopper-2010"});
    check_refused({"project", "--n", "1"}, 2, {"smallest cube has 2"});
    check_refused({"project", "--year", "2030"}, 2, {"no \"growth\""});
    check_refused({"project", "--scenario", "exascale-2020-cpu", "--plot", folder / "x.svg"}, 2,
                  {"nothing to draw"});
    check_refused({"project", "--cache-constant", "-1"}, 2, {"cache constant is -1"});
    check_refused({"project", "--overlap", "some"}, 2, {"--overlap"});
}

TEST_CASE("explain: the distributions of the slides, n = 8 on 4 processes: cycles 1, 2 and 4")
{
    const auto json = json_of({"explain", "--n", "8", "--procs", "4"});
    std::vector<std::vector<int>> owners;
    for (const auto& state : json["states"]) {
        if (owners.empty() || owners.back() != state["owner"].get<std::vector<int>>())
            owners.push_back(state["owner"]);
    }
    CHECK(owners == std::vector<std::vector<int>>{
                        {0, 1, 2, 3, 0, 1, 2, 3},
                        {0, 0, 2, 2, 1, 1, 3, 3},  // block, processes in bit-reversed order
                        {0, 1, 0, 1, 2, 3, 2, 3},
                        {0, 1, 2, 3, 0, 1, 2, 3},
                    });
}

TEST_CASE("explain: the h that it counts element by element is the schedule's, and every stage is done once")
{
    for (const char* algorithm : {"textbook", "fast"}) {
        for (const char* p : {"1", "2", "4", "8", "16", "32"}) {
            if (std::string(algorithm) == "fast" && std::stoi(p) > 8) continue;
            CAPTURE(algorithm);
            CAPTURE(p);
            const auto json = json_of({"explain", "--n", "64", "--procs", p, "--algorithm", algorithm});
            double words = 0;
            std::vector<int> stages;
            for (const auto& step : json["steps"]) {
                if (step.contains("words")) words += step["words"].get<double>();
                if (step.contains("stages"))
                    for (const int k : step["stages"]) stages.push_back(k);
            }
            CHECK(words == json["words"]);
            CHECK(stages == std::vector<int>{2, 4, 8, 16, 32, 64});
            CHECK(json["states"].size() == json["steps"].size() + 1);
        }
    }
}

TEST_CASE("explain: in words and as a drawing")
{
    const Folder folder;
    const Outcome outcome = run_bspfft({"explain", "--n", "64", "--procs", "4", "--algorithm", "textbook", "--plot",
                                        folder / "explained.svg"});
    REQUIRE(outcome.status == 0);
    // by hpput there is one more
    const auto planned = json_of({"plan", "--n", "64", "--procs", "4", "--algorithm", "textbook"});
    CHECK(planned["synchronisations"] == (planned["exchange"] == "hpput" ? 2 : 1));
    const std::string cost = "BSP cost: 480 flops + 24 g + " + planned["synchronisations"].dump() + " l";
    for (const std::string part :
         {"x_j is on P(j mod 4), place j div 4", "block, cycle 1, processes numbered in bit-reversed order",
          "stages k = 2 4 8 16", "h = 24 real words", "stages k = 32 64",
          cost.c_str(), "PSC 3.4 charges 3 l, 2t + 1 for t = 1"}) {
        CAPTURE(part);
        CHECK(outcome.output.find(part) != std::string::npos);
    }
    CHECK(content_of(folder / "explained.svg").find("stage k = 64") != std::string::npos);
    REQUIRE(
        run_bspfft({"explain", "--n", "64", "--procs", "4", "--algorithm", "fast", "--cut", "8", "--plot",
                    folder / "fast.svg"})
            .status == 0);
    for (const char* part : {">k1 = 0<", ">j2 =<", "FFT of n = 64 (2^6) on p = 4 processes, algorithm fast"})
        CHECK(content_of(folder / "fast.svg").find(part) != std::string::npos);
}

TEST_CASE("explain draws what fits a page, whatever the shape")
{
    const Folder folder;
    for (const Words& words :
         {Words{"--n", "256", "--procs", "4", "--algorithm", "textbook"}, Words{"--n", "4096", "--procs", "4"},
          Words{"--n", "4096", "--procs", "4", "--real"}, Words{"--shape", "16x16x16", "--procs", "4"},
          Words{"--shape", "2x2000", "--procs", "2"}, Words{"--n", "97", "--procs", "32"}}) {
        CAPTURE(words[1]);
        Words command{"explain", "--plot", folder / "page.svg"};
        command.insert(command.end(), words.begin(), words.end());
        const Outcome outcome = run_bspfft(command);
        CAPTURE(outcome.errors);
        REQUIRE(outcome.status == 0);
        const std::string drawing = content_of(folder / "page.svg");
        const auto number_after = [&](const std::string& what) {
            return std::stod(drawing.substr(drawing.find(what) + what.size()));
        };
        CHECK(number_after(" width=\"") <= 1000);
        CHECK(number_after(" height=\"") <= 1500);
    }
}

TEST_CASE("explain names stages only where they are of powers of two")
{
    const auto steps = json_of({"explain", "--n", "100", "--procs", "2"})["steps"];
    REQUIRE(steps.size() == 3);
    for (const auto& step : steps) CHECK_FALSE(step.contains("stages"));
}

TEST_CASE("explain chooses the algorithm that plan chooses")
{
    for (const Words& words : {Words{"--n", "100", "--procs", "2"}, Words{"--n", "60", "--procs", "4"},
                               Words{"--n", "64", "--procs", "4"}, Words{"--n", "8", "--procs", "8"},
                               Words{"--n", "8", "--procs", "4"}, Words{"--n", "1009", "--procs", "3"},
                               Words{"--shape", "3x5x7", "--procs", "4"}}) {
        CAPTURE(words[1]);
        CAPTURE(words[3]);
        Words explain{"explain"}, plan{"plan"};
        explain.insert(explain.end(), words.begin(), words.end());
        plan.insert(plan.end(), words.begin(), words.end());
        CHECK(json_of(explain)["algorithm"] == json_of(plan)["algorithm"]);
    }
}

TEST_CASE("explain refuses what it cannot show")
{
    const Folder folder;
    check_refused({"explain"}, 2, {"no length"});
    check_refused({"explain", "--n", "60", "--procs", "4", "--algorithm", "textbook"}, 2,
                  {"n = 60 is not a power of two"});
    check_refused({"explain", "--n", "8", "--procs", "8", "--algorithm", "textbook"}, 2, {"more than n/2"});
    check_refused({"explain", "--n", "2^20", "--procs", "4"}, 2, {"too many to be explained"});
    check_refused({"explain", "--n", "64", "--procs", "16", "--algorithm", "fast"}, 2,
                  {"no free cut of 64 over p = 16", "p = 8 is possible"});
    check_refused({"explain", "--n", "1024", "--procs", "4", "--algorithm", "textbook", "--plot", folder / "x.svg"}, 2,
                  {"cannot be read"});
    check_refused({"explain", "--n", "8192", "--procs", "4", "--plot", folder / "x.svg"}, 2, {"cannot be read"});
    CHECK(folder.empty());
}

namespace {

std::string example_file(const Folder& folder)
{
    write(folder / "machine.json", example_machine_file());
    return folder / "machine.json";
}

}  // namespace

TEST_CASE("plan and predict show all supersteps of cosines, sines and convolutions, and their prices add up")
{
    const Folder folder;
    const std::string machine = example_file(folder);
    for (const Words& words : {Words{"--n", "2^10", "--dct", "2"}, Words{"--shape", "32x64", "--dct", "2"},
                               Words{"--shape", "32x64", "--convolve"}, Words{"--n", "1009", "--convolve", "--real"}}) {
        Words plan{"plan", "--procs", "2"}, predict{"predict", "--procs", "2", "--machine", machine};
        for (Words* const line : {&plan, &predict}) line->insert(line->end(), words.begin(), words.end());
        const Json planned = json_of(plan), predicted = json_of(predict);
        CHECK(planned["kind"] == (words[2] == "--dct" ? "DCT-II" : "convolution"));
        CHECK(predicted["kind"] == planned["kind"]);
        REQUIRE(predicted["supersteps"].size() == planned["supersteps"].size());
        double sum = 0;
        for (std::size_t i = 0; i < planned["supersteps"].size(); ++i) {
            CHECK(predicted["supersteps"][i]["name"] == planned["supersteps"][i]["name"]);
            sum += predicted["supersteps"][i]["calibrated"]["total"].get<double>();
        }
        CHECK(sum == doctest::Approx(predicted["cost"]["total"]["calibrated"].get<double>()));
    }
    CHECK(json_of({"plan", "--shape", "32x64", "--dct", "2", "--procs", "2"})["redistributions"] == 1);
    CHECK(json_of({"plan", "--n", "2^12", "--convolve", "--procs", "2"})["redistributions"] == 2);
    check_refused({"predict", "--n", "64", "--dct", "2", "--transposed-out", "--machine", machine}, 2,
                  {"--transposed-out is for Fourier transforms"});
}

TEST_CASE("predict: models of messages and memory put a price on the same schedule")
{
    const Folder folder;
    const std::string machine = example_file(folder);
    const auto all =
        json_of({"predict", "--n", "2^11", "--procs", "1..4", "--model", "all", "--machine", machine});
    REQUIRE(all["curve"].size() == 3);
    for (const auto& row : all["curve"]) {
        REQUIRE(row["models"].size() == 7);
        for (const char* name : {"textbook", "counted", "calibrated", "alpha-beta", "logp", "loggp", "memory"})
            CHECK(named(row["models"], name)["total"] > 0);
    }
    const auto logp =
        json_of({"predict", "--n", "2^11", "--procs", "2", "--model", "logp", "--machine", machine});
    REQUIRE(logp["curve"][0]["models"].size() == 1);
    CHECK(logp["curve"][0]["models"][0]["T_comm"] == doctest::Approx(1e-6 + 511 * 16e-9));
    const Outcome outcome =
        run_bspfft({"predict", "--n", "2^11", "--procs", "4", "--model", "all", "--machine", machine});
    for (const char* name : {"calibrated", "alpha-beta", "memory"})
        CHECK(outcome.output.find(name) != std::string::npos);
    check_refused({"predict", "--n", "64", "--model", "guess", "--machine", machine}, 2, {"--model"});
    check_refused({"predict", "--n", "64", "--procs", "4..2", "--model", "all", "--machine", machine}, 2,
                  {"is empty"});
}

TEST_CASE(
    "simulate: a measured machine, in nodes of the butterfly, and whether it can hide its communication")
{
    const Folder folder;
    const std::string machine = example_file(folder);
    // a node takes a nanosecond, alpha a microsecond, o 10 ns at both ends together, a put of 16 bytes 16 ns
    const auto json = json_of({"simulate", "--n", "2^11", "--procs", "2", "--from-machine", machine});
    CHECK(json["overhead"] == doctest::Approx(5));
    CHECK(json["latency"] == doctest::Approx(990));
    CHECK(json["g"] == doctest::Approx(16));
    REQUIRE(json["verdict"].size() == 4);
    CHECK(json["verdict"][0].get<std::string>().find("one node takes 1 ns") != std::string::npos);
    const bool idles = named(json["schedules"], "input-driven")["idle"] > 0;
    CHECK((json["verdict"][1].get<std::string>().find("cannot hide") != std::string::npos) == idles);
    CHECK(json["verdict"][3].get<std::string>().find("input-driven schedule would hide all of them") !=
          std::string::npos);
    check_refused({"simulate", "--n", "64", "--procs", "2", "--from-machine", machine, "--g", "3"}, 2,
                  {"--from-machine excludes --g"});
    check_refused({"simulate", "--n", "64", "--procs", "1", "--from-machine", machine}, 2,
                  {"no communication to hide"});
    check_refused({"simulate", "--n", "64", "--procs", "2", "--from-machine", folder / "none.json"}, 3,
                  {"none.json"});
}

TEST_CASE("project: the cache constant of a measured machine")
{
    const Folder folder;
    const auto json = json_of({"project", "--from-machine", example_file(folder)});
    CHECK(json["system"]["cache_constant"] == doctest::Approx(2.5));
}
