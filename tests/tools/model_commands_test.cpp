// The commands that run nothing: they ask models.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/tools/executable.hpp"

namespace {

nlohmann::json json_of(Words words)
{
    words.insert(words.end(), {"--json", "-"});
    const Outcome outcome = bspfft(words);
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    return nlohmann::json::parse(outcome.output);
}

const nlohmann::json& named(const nlohmann::json& list, const std::string& name)
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

TEST_CASE("simulate: where a closed form does not apply it says so, and the simulator answers")
{
    const auto json = json_of({"simulate", "--n", "1024", "--procs", "4", "--g", "4", "--overhead", "1"});
    for (const auto& each : json["schedules"]) {
        CHECK(each["completion"] > json["work"]);
        CHECK(each["closed_form"] == nullptr);
        CHECK(each["not_applicable"] == "the theorems leave out the overhead, and o = 1");
    }
    const Outcome outcome =
        bspfft({"simulate", "--n", "1024", "--procs", "4", "--g", "4", "--overhead", "1"});
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
    const Outcome outcome = bspfft({"simulate", "--n", "32", "--procs", "4", "--schedule", "output-driven",
                                    "--plot", folder / "figure.svg"});
    REQUIRE(outcome.status == 0);
    const std::string drawing = content_of(folder / "figure.svg");
    CHECK(drawing.starts_with("<svg "));
    CHECK(drawing.ends_with("</svg>\n"));
    for (const char* time : {"7", "8", "11", "12", "19", "20", "23", "24"})
        CHECK(drawing.find(std::string(">").append(time).append("</text>")) != std::string::npos);
    CHECK(drawing.find("phase I of processor 2") != std::string::npos);
}

TEST_CASE("simulate: a long timeline is drawn with some of its messages, and says so")
{
    const Folder folder;
    REQUIRE(bspfft({"simulate", "--n", "2^13", "--procs", "4", "--plot", folder / "long.svg"}).status == 0);
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
    check_refused(with({"--n", "1024", "--procs", "3"}), 2, {"p = 3 is not a power of two"});
    check_refused(with({"--n", "1024"}), 2, {"at least 1"});
    check_refused(with({"--n", "64", "--procs", "16"}), 2, {"less than P^2", "take P <= 8"});
    check_refused(with({"--n", "64", "--procs", "4", "--g", "0"}), 2, {"gap g is 0", "more than 0"});
    check_refused(with({"--n", "64", "--procs", "4", "--g", "-2"}), 2, {"gap g is -2"});
    check_refused(with({"--n", "64", "--procs", "4", "--latency", "-1"}), 2, {"latency L is -1"});
    check_refused(with({"--n", "64", "--procs", "4", "--overhead", "-1"}), 2, {"overhead o is -1"});
    check_refused(with({"--n", "64", "--procs", "4", "--schedule", "lazy"}), 2,
                  {"no schedule \"lazy\"", "output-driven"});
    check_refused(with({"--n", "2^15", "--procs", "4"}), 2, {"cannot be read", "n <= 16384"});
    check_refused(with({"--n", "64", "--procs", "4", "--processor", "4"}), 2, {"no processor 4"});
    check_refused({"simulate", "--n", "2^40", "--procs", "4"}, 2, {"too long to be simulated"});
    CHECK(folder.empty());
    check_refused({"simulate", "--n", "64", "--procs", "4", "--json", folder / "no/such.json"}, 3,
                  {"cannot write"});
}
