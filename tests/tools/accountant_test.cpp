// The cost accountant as people use it: probe, predict, compare, and what a run says of its cost.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "bsp_fft/predict/models.hpp"
#include "tests/tools/sandbox.hpp"

using namespace bspfft;

namespace {

const char* const term_names[] = {"T_comp", "T_comm", "T_sync", "total"};

}  // namespace

TEST_CASE("probe writes a machine file where it belongs, and replaces none without being asked")
{
    const Sandbox sandbox;
    const Words quickly{"probe", "--seconds", "1", "--procs", "2", "--oversubscribe"};
    const Json machine = sandbox.json(quickly);
    CHECK(machine["format"] == "bspfft machine");
    CHECK(machine["version"] == 11);
    CHECK(machine["runtime"] == "threads");
    CHECK(machine["processes"] == 2);
    CHECK(machine["probe_seconds"] < 15);
    std::set<std::string> kinds;
    for (const char* key : {"cpu", "simd", "date"}) CHECK(machine[key].get<std::string>() != "");
    for (const char* list : {"bspbench", "kernels", "sweeps", "puts", "syncs", "arrivals", "streams"}) {
        CAPTURE(list);
        CHECK(machine[list].size() >= 2);
    }
    for (const Json& point : machine["kernels"]) {
        kinds.insert(point["kernel"].get<std::string>() + " " + point["access"].get<std::string>() + " " +
                     point["bytes_per_real"].dump());
        CHECK(point["seconds"]["low"] <= point["seconds"]["value"]);
        CHECK(point["seconds"]["value"] <= point["seconds"]["high"]);
        CHECK(point["seconds"]["low"] > 0);
        CHECK(point["gflops"] > 0);
    }
    for (const char* kind : {"simd to_packets 8", "simd from_packets 8", "simd to_packets 4",
                             "simd from_packets 4", "radix2 in_place 8", "radix2 in_place 4"})
        CHECK(kinds.contains(kind));
    const std::string path = sandbox.folder / "cache/bspfft/machine-threads.json";
    const std::string written = content_of(path);
    CHECK(Json::parse(written) == machine);
    const Outcome again = sandbox(quickly);
    CHECK(again.status == 2);
    CHECK(again.errors.find("is there already; add --overwrite") != std::string::npos);
    CHECK(content_of(path) == written);

    // what was probed is used without being named
    const Json run = sandbox.json({"run", "--n", "2^12", "--procs", "2", "--oversubscribe", "--account"});
    CHECK(run["cost"]["total"]["predicted"] > 0);
    CHECK_FALSE(run.contains("note"));
    const Json single = sandbox.json({"run", "--n", "2^12", "--precision", "float", "--account"});
    CHECK(single["cost"]["total"]["predicted"] > 0);
    const Words narrowed{"probe", "--seconds", "1", "--procs", "1", "--precision", "float", "--overwrite"};
    CHECK(sandbox(narrowed).status == 0);
    const Json narrow = Json::parse(content_of(path));
    CHECK(narrow["processes"] == 1);
    for (const Json& point : narrow["kernels"]) CHECK(point["bytes_per_real"] == 4);
}

TEST_CASE("run --account adds what every superstep took, and predictions")
{
    const Sandbox sandbox;
    const Json run = sandbox.json(
        {"run", "--n", "2^14", "--procs", "2", "--oversubscribe", "--account", "--machine", sandbox.machine()});
    REQUIRE(run["supersteps"].size() == 2);
    CHECK(run["supersteps"][0]["communication"] == "columns to rows");
    for (const Json& step : run["supersteps"]) {
        for (const char* part : {"compute", "communicate", "sync", "wait"}) CHECK(step["seconds"][part] >= 0);
        for (const char* key : {"predicted_seconds", "counted_seconds", "textbook_seconds"})
            CHECK(step[key] > 0);
        CHECK(step["imbalance"] >= 0);
        CHECK(step["processes"].size() == 2);
    }
    const Json& move = run["supersteps"][0];
    CHECK(move["words_sent"] == 8192);
    CHECK(move["words_received"] == 8192);
    CHECK(move["bytes"] == 8 * 8192);
    CHECK(move["puts"] == move["messages"]);
    CHECK(move["synchronisations"] == run["synchronisations"]);
    CHECK(move["bytes_between"] == Json{{0, 65536}, {65536, 0}});
    CHECK(move["seconds"]["communicate"] > 0);
    CHECK(run["supersteps"][0]["seconds"]["compute"] > 0);
    for (const char* term : term_names) {
        for (const char* kind : {"measured", "predicted", "counted", "textbook"})
            CHECK(run["cost"][term][kind] > 0);
    }
    // of another machine, and said so
    CHECK(run["note"].get<std::string>().find("Abacus 3000") != std::string::npos);
}

namespace {

// Gives every number quartiles.
void widen(Json& json)
{
    if (json.is_array()) {
        for (std::size_t i = 0; i < json.size(); ++i) widen(json[i]);
    }
    if (!json.is_object()) return;
    std::vector<std::string> keys;
    for (const auto& member : json.items()) keys.push_back(member.first);
    for (const std::string& key : keys) widen(json[key]);
    if (!json.contains("low")) return;
    json["low"] = 0.9 * json["value"].get<double>();
    json["high"] = 1.2 * json["value"].get<double>();
}

}  // namespace

TEST_CASE("a prediction has an interval where what was probed has one, and otherwise says that there is none")
{
    const Sandbox sandbox;
    const auto has = [](const Outcome& outcome, const std::string& words) {
        CAPTURE(outcome.output);
        CAPTURE(words);
        CHECK(outcome.status == 0);
        CHECK(outcome.output.find("nan") == std::string::npos);
        CHECK(outcome.output.find(words) != std::string::npos);
    };
    const Words run{"run", "--n", "2^10", "--procs", "2", "--oversubscribe", "--account", "--machine"},
        predict{"predict", "--n", "2^10", "--procs", "2", "--machine"},
        compare{"compare", "--from", "2^8", "--to", "2^8", "--procs", "2", "--repeat", "2", "--oversubscribe",
                "--machine"};
    const auto with = [](Words words, const std::string& machine) {
        words.push_back(machine);
        return words;
    };
    const std::string certain = sandbox.machine(widen);
    const Json cost = sandbox.json(with(run, certain))["cost"]["total"];
    CHECK(cost["predicted_low"].get<double>() == doctest::Approx(0.9 * cost["predicted"].get<double>()));
    CHECK(cost["predicted_high"].get<double>() == doctest::Approx(1.2 * cost["predicted"].get<double>()));
    has(sandbox(with(run, certain)), "predicted total between ");
    has(sandbox(with(compare, certain)), "calibrated total between ");
    CHECK(sandbox.json(with(compare, certain))["grid"][0]["calibrated"]["low"] > 0);
    CHECK(sandbox.json(with(predict, certain))["cost"]["high"]["textbook"] > 0);

    // every number was measured once, as on a busy machine
    const std::string once = sandbox.machine();
    const std::string why = "no interval: too few samples were probed";
    CHECK(sandbox.json(with(run, once))["cost"]["total"]["predicted_low"].is_null());
    has(sandbox(with(run, once)), "predicted total has no interval");
    has(sandbox(with(run, once)), why);
    CHECK(sandbox.json(with(compare, once))["grid"][0]["calibrated"]["high"].is_null());
    has(sandbox(with(compare, once)), "calibrated total has no interval");
    has(sandbox(with(compare, once)), why);
    CHECK(sandbox.json(with(predict, once))["cost"]["low"]["calibrated"].is_null());
    has(sandbox(with(predict, once)), why);
    const Json curve = sandbox.json({"predict", "--n", "2^10", "--procs", "1..2", "--model", "all", "--machine", once});
    CHECK(curve["curve"][0]["models"][0]["low"].is_null());
}

TEST_CASE("without a machine file a run is measured, and says what to do for predictions")
{
    const Sandbox sandbox;
    const Json run = sandbox.json({"run", "--n", "2^10", "--procs", "1", "--account"});
    CHECK(run["cost"]["total"]["measured"] > 0);
    CHECK(run["cost"]["T_comm"]["measured"] == 0);
    CHECK_FALSE(run["cost"]["total"].contains("predicted"));
    CHECK_FALSE(run["supersteps"][0].contains("predicted_seconds"));
    CHECK(run["note"].get<std::string>().find("bspfft probe") != std::string::npos);
    const Outcome outcome = sandbox({"run", "--n", "2^10", "--procs", "1", "--account"});
    CHECK(outcome.output.find("T_comp") != std::string::npos);
    CHECK(outcome.output.find("there is no machine file") != std::string::npos);
    // nor for a precision that the machine file says nothing of
    const std::string doubles = sandbox.machine([](Json& json) {
        Json kept = Json::array();
        for (const Json& point : json["kernels"]) {
            if (point["bytes_per_real"] == 8) kept.push_back(point);
        }
        json["kernels"] = kept;
    });
    const Json single =
        sandbox.json({"run", "--n", "2^10", "--procs", "2", "--precision", "float", "--account", "--machine", doubles});
    CHECK_FALSE(single["cost"]["total"].contains("predicted"));
    CHECK(single["note"].get<std::string>().find("no prediction: the machine file says nothing of the kernel "
                                                 "simd to packets with reals of 4 bytes") != std::string::npos);
}

TEST_CASE("a bad machine file is refused with what to do, before anything runs")
{
    const Sandbox sandbox;
    const auto refused = [&](const std::string& file, const std::vector<std::string>& says) {
        for (const Words& command : {Words{"run", "--n", "2^10", "--account"},
                                     Words{"predict", "--n", "2^10"}, Words{"compare", "--to", "2^12"}}) {
            Words words = command;
            words.insert(words.end(), {"--machine", file});
            check_refused(words, 3, says);
        }
    };
    refused(sandbox.folder / "nowhere.json", {"there is no machine file", "bspfft probe --machine"});
    write(sandbox.folder / "torn.json", "{\"format\":");
    refused(sandbox.folder / "torn.json", {"torn.json is damaged", "bspfft probe --overwrite"});
    refused(sandbox.machine([](Json& json) { json["version"] = 1; }),
            {"of version 1", "reads version 11", "bspfft probe --overwrite"});
    refused(sandbox.machine([](Json& json) { json.erase("puts"); }), {"is damaged", "puts"});
}

TEST_CASE("predict prices any n and p, per superstep and in all, in seconds and in flops")
{
    const Sandbox sandbox;
    const Words on_example{"--machine", sandbox.machine()};
    const auto predict = [&](Words words) {
        words.insert(words.begin(), "predict");
        words.insert(words.end(), on_example.begin(), on_example.end());
        return words;
    };
    const Json json = sandbox.json(predict({"--n", "2^20", "--procs", "2"}));
    CHECK(json["extrapolated"] == false);
    CHECK(json["machine"]["this_machine"] == false);
    REQUIRE(json["supersteps"].size() == 2);
    for (const char* model : {"calibrated", "counted", "textbook"}) {
        double sum = 0;
        for (const Json& step : json["supersteps"]) sum += step[model]["total"].get<double>();
        CHECK(json["cost"]["total"][model].get<double>() == doctest::Approx(sum));
        CHECK(json["cost_flops"]["total"][model].get<double>() == doctest::Approx(sum * 1e9));
    }
    CHECK(json["precision"] == "double");
    const Json single = sandbox.json(predict({"--n", "2^20", "--procs", "2", "--precision", "float"}));
    CHECK(single["precision"] == "float");
    CHECK(single["cost"]["T_comp"]["calibrated"].get<double>() ==
          doctest::Approx(json["cost"]["T_comp"]["calibrated"].get<double>() / 2).epsilon(0.05));
    // 5 n log2 n / p + 2 t (n/p) g + (2t + 1) l flops, with r = 1 Gflop/s, g = 20, l = 2000
    CHECK(json["cost_flops"]["total"]["textbook"].get<double>() ==
          doctest::Approx(5.0 * (1 << 19) * 20 + 2.0 * (1 << 19) * 20 + 3 * 2000));

    const Json curve = sandbox.json(predict({"--n", "2^10", "--procs", "1..4096"}));
    REQUIRE(curve["curve"].size() == 10);  // up to n/2
    CHECK(curve["curve"][1]["p"] == 2);
    CHECK(curve["curve"][2]["extrapolated"] == true);
    CHECK(curve["machine"]["beyond"].get<std::string>().find("grow with p as they did") != std::string::npos);
    for (const char* procs : {"4", "2..4"})
        CHECK(sandbox(predict({"--n", "2^10", "--procs", procs})).output.find("* more than the 2 processes") !=
              std::string::npos);
    CHECK(curve["curve"][6]["algorithm"] == "textbook");
    CHECK(curve["best"]["textbook"] >= 1);
    CHECK(curve["crossovers"].size() >= 1);
    CHECK(sandbox(predict({"--n", "2^30", "--procs", "1..64"})).output.find("best p, calibrated") !=
          std::string::npos);
    const Outcome outcome = sandbox(predict({"--n", "2^20", "--procs", "2"}));
    CHECK(outcome.output.find("predictions are for another machine (Abacus 3000") != std::string::npos);

    CHECK(sandbox.json(predict({"--n", "64", "--procs", "1..3"}))["curve"].size() == 2);
    check_refused(predict({"--n", "64", "--procs", "64", "--algorithm", "textbook"}), 2,
                  {"p = 64 is more than n/2 = 32"});
    check_refused(predict({"--n", "60", "--algorithm", "textbook"}), 2, {"n = 60 is not a power of two"});
    check_refused(predict({"--n", "64", "--procs", "0"}), 2, {"--procs 0", "at least one"});
    check_refused(predict({"--n", "64", "--procs", "8..2"}), 2, {"8..2", "2..8"});
    check_refused(predict({}), 2, {"--n"});
}

TEST_CASE("compare --all has every kind of problem, with its errors by kind")
{
    const Sandbox sandbox;
    const Words words{"compare", "--all",    "--to", "2^12",      "--procs",
                      "1",       "--repeat", "1",    "--machine", sandbox.machine()};
    const Json json = sandbox.json(words);
    std::set<std::string> kinds;
    for (const Json& row : json["grid"]) {
        kinds.insert(row["kind"]);
        CHECK(row["total"]["measured"] > 0);
        CHECK(row["total"]["predicted"] > 0);
    }
    for (const char* kind : {"complex double powers of two", "real float other lengths", "cosines", "operators"}) {
        CAPTURE(kind);
        CHECK(kinds.contains(kind));
        CHECK(json["summary"][kind]["total"]["points"] > 0);
    }
    CHECK(json["summary"]["all"]["total"]["points"] == json["grid"].size());
    const std::string table = sandbox(words).output;
    CHECK(table.find("2^12 complex convolution") != std::string::npos);
    CHECK(table.find("size of the error: median (worst)") != std::string::npos);
    check_refused({"compare", "--rounds", "2"}, 2, {"--rounds has no effect without --all"});
    check_refused({"compare", "--all", "--to", "8", "--machine", sandbox.machine()}, 2,
                  {"--to 8 leaves nothing to compare"});
}

TEST_CASE("compare --kinds has a row for every kind of step, or says why not")
{
    const Sandbox sandbox;
    const Words words{"compare", "--kinds", "--procs", "1,2", "--repeat", "1", "--machine", sandbox.machine()};
    const Json json = sandbox.json(words);
    CAPTURE(json["without"].dump());
    std::set<std::string> kinds;
    for (const Json& row : json["kinds"]) {
        CAPTURE(row.dump());
        kinds.insert(row["kind"]);
        CHECK(row["measured"] > 0);
        CHECK(row["predicted"] > 0);
        CHECK_FALSE(row["step"].get<std::string>().empty());
    }
    for (std::size_t i = 0; i < step_kinds; ++i) {
        const auto kind = static_cast<StepKind>(i);
        const std::string name = name_of(kind);
        CAPTURE(name);
        const bool may_be_missing =
            kind == StepKind::fftw || kind == StepKind::device || kind == StepKind::device_slices;
        CHECK(kinds.contains(name) != json["without"].contains(name));
        CHECK((may_be_missing || kinds.contains(name)));
    }
    check_refused({"compare", "--kinds", "--to", "8"}, 2, {"--kinds", "--to"});
}

TEST_CASE("compare runs a grid and prints it as a table, as JSON and as CSV")
{
    const Sandbox sandbox;
    const Words words{"compare", "--from",          "2^8",       "--to",
                      "2^10",    "--procs",         "1,2",       "--repeat",
                      "2",       "--oversubscribe", "--machine", sandbox.machine()};
    const Json json = sandbox.json(words);
    REQUIRE(json["grid"].size() == 4);
    for (const Json& row : json["grid"]) {
        for (const char* kind : {"measured", "calibrated", "counted", "textbook"}) {
            for (const char* term : term_names) CHECK(row[kind][term] >= 0);
            CHECK(row[kind]["total"] > 0);
        }
        const double measured = row["measured"]["total"], predicted = row["calibrated"]["total"];
        CHECK(row["errors"]["calibrated"]["total"].get<double>() ==
              doctest::Approx(predicted / measured - 1));
        CHECK(row["errors"]["counted"]["T_comm"].is_null() == (row["p"] == 1));
        CHECK(row["without_ledger"] > 0);
        CHECK(row["core_share"] > 0);
        CHECK(row["disturbed"] == (row["core_share"] < 0.95));
    }
    CHECK(json["summary"]["calibrated"]["total"]["points"] == 4);
    CHECK(json["summary"]["textbook"]["total"]["worst"] >= json["summary"]["textbook"]["total"]["median"]);
    const std::string sentence = json["largest_discrepancy"]["sentence"];
    CHECK(sentence.starts_with("The largest discrepancy is T_"));
    CHECK(sentence.find("likely because") != std::string::npos);

    Words as_csv = words;
    as_csv.insert(as_csv.end(), {"--csv", "-"});
    const Outcome csv = sandbox(as_csv);
    REQUIRE(csv.status == 0);
    CHECK(csv.output.starts_with(
        "n,p,measured_T_comp,measured_T_comm,measured_T_sync,measured_other,measured_total,calibrated_"));
    CHECK(std::count(csv.output.begin(), csv.output.end(), '\n') == 5);
    const Outcome table = sandbox(words);
    CHECK(table.output.find("size of the error") != std::string::npos);
    Words single = words;
    single.insert(single.end(), {"--precision", "float"});
    CHECK(sandbox.json(single)["precision"] == "float");

    const auto refused = [&](Words more, const std::vector<std::string>& says) {
        more.insert(more.begin(), "compare");
        more.insert(more.end(), {"--machine", sandbox.machine()});
        check_refused(more, 2, says);
    };
    refused({"--from", "2^12", "--to", "2^10"}, {"--from 2^12", "--to 2^10"});
    refused({"--step", "3"}, {"--step 3"});
    refused({"--repeat", "0"}, {"--repeat 0"});
    refused({"--procs", "65536"}, {"p = 65536 is more than"});
}

TEST_CASE("--why says why p, algorithm, cut, layouts, kernel and exchange were chosen")
{
    const Sandbox sandbox;
    const Json plain = sandbox.json({"plan", "--n", "2^20", "--procs", "2", "--why"});
    REQUIRE(plain["why"].size() == 6);
    CHECK(plain["why"][0] == "p = 2: asked for");
    const auto reason = [&](std::size_t i, const std::string& starts) {
        CHECK(plain["why"][i].get<std::string>().starts_with(starts));
    };
    reason(1, "algorithm fast: every axis has a cut n = a b");
    const auto a = plain["cut"].get<int>();
    reason(2, "cut " + std::to_string(a) + " by " + std::to_string((1 << 20) / a) + ": a tile of ");
    reason(3, "layouts: cyclic over 2 in, cyclic over 2 out: the algorithm's own");
    reason(4, "kernel simd: transforms tiles of columns in the cache");
    reason(5, "exchange hpput: on the threads runtime");
    const Json known = sandbox.json({"plan", "--n", "2^20", "--why", "--machine", sandbox.machine()});
    CHECK(known["why"][0].get<std::string>().find("predicted: p = 1 ") != std::string::npos);
    const Outcome beyond = sandbox({"plan", "--n", "64", "--procs", "32", "--why"});
    CHECK(beyond.output.find("more than sqrt(n)") != std::string::npos);
    const Outcome run = sandbox({"run", "--n", "2^10", "--why", "--exchange", "put"});
    CHECK(run.output.find("exchange put: asked for") != std::string::npos);
}

TEST_CASE("a machine file in a folder that is not there is refused before anything is measured")
{
    check_refused({"probe", "--machine", "/no/such/folder/machine.json"}, 3,
                  {"there is no folder /no/such/folder"});
}
