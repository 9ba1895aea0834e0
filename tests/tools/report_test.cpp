// bspfft report: pages that load nothing, and the messages where there is no page.
#include <doctest/doctest.h>

#include "tests/tools/sandbox.hpp"

namespace {

const Words run_figures{"bars", "timeline", "traffic"};
const Words comparison_figures{"rates", "speedups", "errors"};
const Words machine_figures{"r", "g"};

Words operator+(Words a, const Words& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Results of small problems, for a machine of round numbers.
struct ReportSandbox : Sandbox {
    std::string run(const std::string& p) const
    {
        save("run.json", {"run", "--n", "2^14", "--procs", p, "--oversubscribe", "--account"});
        return folder / "run.json";
    }
    std::string comparison() const
    {
        save("compare.json",
             {"compare", "--to", "2^14", "--procs", "1,2", "--oversubscribe", "--repeat", "1"});
        return folder / "compare.json";
    }
    void save(const char* name, Words words) const
    {
        write(folder / name, json(words + Words{"--machine", machine()}).dump());
    }
    /// The page that these words give.
    std::string report(const Words& words, const Words& figures) const
    {
        const std::string page = folder / "report.html";
        const Outcome outcome = (*this)(Words{"report", "--output", page} + words);
        CAPTURE(outcome.errors);
        REQUIRE(outcome.status == 0);
        CHECK(outcome.output == "written to " + page + "\n");
        const Outcome checked = ::run(Words{"/usr/bin/env", "python3", PAGE_CHECK, page} + figures);
        CAPTURE(checked.output);
        CAPTURE(checked.errors);
        CHECK(checked.status == 0);
        return content_of(page);
    }
    void check_refused(const Words& words, int status, const std::string& says) const
    {
        const std::string page = folder / "refused.html";
        const Outcome outcome = (*this)(Words{"report", "--output", page} + words);
        CAPTURE(outcome.errors);
        CHECK(outcome.status == status);
        CHECK(outcome.errors.find(says) != std::string::npos);
        CHECK(outcome.errors.find('\n') == outcome.errors.size() - 1);  // one sentence
        CHECK_FALSE(fs::exists(page));
    }
};

bool says(const std::string& page, const std::string& words) { return page.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("a report from all results has every section and figure, and its numbers are those of the results")
{
    const ReportSandbox sandbox;
    const std::string run = sandbox.run("2"), comparison = sandbox.comparison();
    const std::string page =
        sandbox.report({"--run", run, "--compare", comparison, "--machine", sandbox.machine()},
                      run_figures + comparison_figures + machine_figures);
    for (const char* section : {"Summary", "The ledger", "Measured against predicted", "Timeline",
                                "Who sends how much to whom", "Rate, speed-up", "The machine"}) {
        CAPTURE(section);
        CHECK(says(page, std::string("<h2>") + section));
    }
    CHECK(says(page, "n = 16384 (2^14)"));
    CHECK(says(page, "on p = 2 processes"));
    CHECK(says(page, "Abacus 3000"));
    CHECK(says(page, "20 (no interval)"));  // g of the machine of round numbers
    CHECK(says(page, "64 KiB"));  // process 0 sends 4096 complex numbers to process 1
    const Json ledger = Json::parse(content_of(run))["supersteps"];
    for (const Json& step : ledger) CHECK(says(page, ": " + step["name"].get<std::string>() + "</td>"));
    CHECK_FALSE(says(page, "class=\"left-out\""));
}

TEST_CASE("a report of an array of several axes names its shape, and shows each algorithm")
{
    const ReportSandbox sandbox;
    const Words on_two{"--procs", "1,2", "--oversubscribe", "--repeat", "1"};
    sandbox.save("run.json", {"run", "--shape", "12x16x10", "--procs", "2", "--oversubscribe", "--account"});
    sandbox.save("compare.json", Words{"compare", "--shape", "12x16x10"} + on_two);
    const std::string page =
        sandbox.report({"--run", sandbox.folder / "run.json", "--compare", sandbox.folder / "compare.json"},
                       run_figures + comparison_figures);
    CHECK(says(page, "transform of 12x16x10 numbers"));
    CHECK(says(page, "Over the shape 12x16x10 by 4 transforms"));
    CHECK(says(page, "measured, p = 2, fast"));
    CHECK(says(page, "measured, p = 2, pencils"));
}

TEST_CASE("a report of real data says so")
{
    const ReportSandbox sandbox;
    sandbox.save("run.json", {"run", "--real", "--n", "2^10", "--procs", "2", "--oversubscribe", "--account"});
    sandbox.save("compare.json",
                 {"compare", "--real", "--shape", "8x8x8", "--procs", "1,2", "--oversubscribe", "--repeat", "1"});
    const std::string page =
        sandbox.report({"--run", sandbox.folder / "run.json", "--compare", sandbox.folder / "compare.json"},
                       run_figures + comparison_figures);
    CHECK(says(page, "transform of n = 1024 (2^10) real numbers"));
    CHECK(says(page, "Over the shape 8x8x8 by 4 real transforms"));
}

TEST_CASE("what has no result is left out, with the command that gives it")
{
    const ReportSandbox sandbox;
    const std::string run = sandbox.run("1");
    const std::string ran = sandbox.report({"--run", run}, {"bars", "timeline"});
    CHECK(says(ran, "One process sends nothing"));
    CHECK(says(ran, "bspfft compare --json FILE"));
    CHECK(says(ran, "bspfft probe"));
    const std::string compared = sandbox.report({"--compare", sandbox.comparison()}, comparison_figures);
    CHECK(says(compared, "bspfft run --n 2^20 --account --json FILE"));
}

TEST_CASE("words of a result are words on the page, never its markup")
{
    const ReportSandbox sandbox;
    Json run = Json::parse(content_of(sandbox.run("2")));
    run["note"] = "<script>alert(1)</script>";
    run["supersteps"][0]["name"] = "<b>\"&";
    write(sandbox.folder / "strange.json", run.dump());
    const std::string page = sandbox.report({"--run", sandbox.folder / "strange.json"}, run_figures);
    CHECK(says(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    CHECK(says(page, ": &lt;b&gt;&quot;&amp;</td>"));
}

TEST_CASE("words of a result are no commands of gnuplot's, which can start programs")
{
    const ReportSandbox sandbox;
    sandbox.save("compare.json", {"compare", "--shape", "8x8", "--procs", "2", "--oversubscribe", "--repeat", "1"});
    Json comparison = Json::parse(content_of(sandbox.folder / "compare.json"));
    const std::string trace = sandbox.folder / "trace";
    for (std::size_t i = 0; i < comparison["grid"].size(); ++i)
        comparison["grid"][i]["algorithm"] = "\"\nsystem(\"touch " + trace + "\")\n#";
    write(sandbox.folder / "hostile.json", comparison.dump());
    sandbox.report({"--compare", sandbox.folder / "hostile.json"}, {"rates", "errors"});
    CHECK_FALSE(fs::exists(trace));
}

TEST_CASE("the timeline is what was recorded, and its legend lists what is drawn")
{
    const ReportSandbox sandbox;
    Json run = Json::parse(content_of(sandbox.run("2")));
    const std::size_t supersteps = run["supersteps"].size();
    for (std::size_t i = 0; i < supersteps; ++i) run["supersteps"][i]["spans"] = Json::array();
    run["supersteps"][0]["spans"] = {{{"process", 0}, {"activity", "compute"}, {"begin", 0.001}, {"end", 0.002}},
                                     {{"process", 1}, {"activity", "wait"}, {"begin", 0.0}, {"end", 0.002}}};
    write(sandbox.folder / "known.json", run.dump());
    const std::string page = sandbox.report({"--run", sandbox.folder / "known.json"}, run_figures);
    const std::size_t begin = page.find("<figure id=\"timeline\">");
    const std::string timeline = page.substr(begin, page.find("</figure>", begin) - begin);
    for (const char* activity : {">compute<", ">wait<", ">process 1<", ">ms<"}) CHECK(says(timeline, activity));
    CHECK_FALSE(says(timeline, ">sync<"));
    CHECK_FALSE(says(timeline, ">communicate<"));

    for (std::size_t i = 0; i < supersteps; ++i) run["supersteps"][i].erase("spans");
    write(sandbox.folder / "old.json", run.dump());
    CHECK(says(sandbox.report({"--run", sandbox.folder / "old.json"}, {"bars", "traffic"}), "no time stamps"));
}

TEST_CASE("a warning stands once, above all that it concerns, whoever has it")
{
    const ReportSandbox sandbox;
    Json run = Json::parse(content_of(sandbox.run("2")));
    run["note"] = "predicted for another machine";
    run["warnings"] = {"the probe was disturbed", "another warning"};
    write(sandbox.folder / "warned.json", run.dump());
    Json comparison = Json::parse(content_of(sandbox.comparison()));
    for (std::size_t i = 0; i < comparison["grid"].size(); ++i) comparison["grid"][i]["disturbed"] = false;
    comparison["grid"][0]["disturbed"] = true;
    comparison["warnings"] = {"another warning"};
    write(sandbox.folder / "disturbed.json", comparison.dump());
    const std::string page = sandbox.report(
        {"--run", sandbox.folder / "warned.json", "--compare", sandbox.folder / "disturbed.json"},
        run_figures + comparison_figures);
    const std::size_t end = page.find("<h2>");
    for (const char* warning : {"predicted for another machine.", "the probe was disturbed.", "another warning.",
                                "something else ran on the cores during 1 of "}) {
        CAPTURE(warning);
        const std::string words = std::string("</strong> ") + warning;
        CHECK(page.find(words) < end);
        CHECK(page.find(words) == page.rfind(words));
    }
}

TEST_CASE("a run of more processes than run at once is warned of")
{
    const ReportSandbox sandbox;
    Words environment = sandbox.environment;
    environment.push_back("BSPLIB_PROCS=2");
    const auto run_on = [&](const std::string& p) {
        const Outcome outcome = run_bspfft({"run", "--n", "2^10", "--procs", p, "--oversubscribe", "--account",
                                            "--machine", sandbox.machine(), "--json", sandbox.folder / "run.json"},
                                           environment);
        CHECK(outcome.status == 0);
        return sandbox.report({"--run", sandbox.folder / "run.json"}, run_figures);
    };
    CHECK(says(run_on("4"), "oversubscribed: p = 4"));
    CHECK_FALSE(says(run_on("2"), "oversubscribed"));
}

TEST_CASE("a model whose l came out less than 0 is shown as it is")
{
    const ReportSandbox sandbox;
    Json run = Json::parse(content_of(sandbox.run("2")));
    run["cost"]["T_sync"]["counted"] = -1e-5;
    run["supersteps"][1]["counted_seconds"] = -2e-5;
    write(sandbox.folder / "negative.json", run.dump());
    const std::string page = sandbox.report({"--run", sandbox.folder / "negative.json"}, run_figures);
    CHECK(says(page, "<td>-10 us</td>"));
    CHECK(says(page, "<td>-20 us</td>"));
    Json comparison = Json::parse(content_of(sandbox.comparison()));
    comparison["grid"][0]["calibrated"]["total"] = -1e-5;
    write(sandbox.folder / "negative.json", comparison.dump());
    sandbox.report({"--compare", sandbox.folder / "negative.json"}, comparison_figures);
}

TEST_CASE(
    "files that are missing, damaged or of another kind are refused in one sentence, and no page appears")
{
    const ReportSandbox sandbox;
    const std::string run = sandbox.run("2"), comparison = sandbox.comparison();
    sandbox.check_refused({"--run", sandbox.folder / "none.json"}, 3, "cannot read");
    write(sandbox.folder / "half.json", content_of(run).substr(0, 100));
    sandbox.check_refused({"--run", sandbox.folder / "half.json"}, 3, "is not JSON");
    sandbox.check_refused({"--run", comparison}, 3, "is not from bspfft run");
    sandbox.check_refused({"--compare", run}, 3, "is not from bspfft compare");
    sandbox.check_refused({"--run", run, "--machine", run}, 3, "is not a machine file");
    sandbox.save("plain.json", {"plan", "--n", "2^14", "--procs", "2"});
    sandbox.check_refused({"--run", sandbox.folder / "plain.json"}, 3, "is not from bspfft run");
    const auto check_damage = [&](const char* option, const std::string& file, auto damage) {
        Json document = Json::parse(content_of(file));
        damage(document);
        write(sandbox.folder / "damaged.json", document.dump());
        sandbox.check_refused({option, sandbox.folder / "damaged.json"}, 3, "is damaged");
    };
    check_damage("--run", run, [](Json& j) { j["p"] = 1000000000000; });
    check_damage("--run", run, [](Json& j) { j["supersteps"] = Json::array(); });
    check_damage("--run", run, [](Json& j) { j["supersteps"][0]["bytes_between"] = {{1}}; });
    check_damage("--run", run, [](Json& j) { j["supersteps"][0]["spans"][0]["begin"] = -1; });
    check_damage("--run", run, [](Json& j) { j["supersteps"][0]["spans"][0]["process"] = 2; });
    check_damage("--run", run, [](Json& j) { j["supersteps"][0]["spans"][0]["activity"] = "sleep"; });
    check_damage("--run", run, [](Json& j) { j["supersteps"][0]["imbalance"] = -1; });
    check_damage("--run", run, [](Json& j) { j["cost"]["T_comp"] = "long"; });
    check_damage("--compare", comparison, [](Json& j) { j["grid"] = Json::array(); });
    check_damage("--compare", comparison, [](Json& j) { j["grid"][0]["measured"]["total"] = 0; });
    check_damage("--compare", comparison, [](Json& j) { j["grid"][0].erase("n"); });
}

TEST_CASE("a run without accounting, no output, and a folder that is not there are refused")
{
    const ReportSandbox sandbox;
    sandbox.save("quick.json", {"run", "--n", "2^10", "--procs", "1"});
    const std::string run = sandbox.folder / "quick.json";
    sandbox.check_refused({"--run", run}, 3, "without accounting; make it with: bspfft run");
    check_refused({"report", "--run", run}, 2, {"--output"});
    check_refused({"report", "--run", run, "--output", sandbox.folder / "none/report.html"}, 3, {"none"});
}

TEST_CASE("without gnuplot a report is refused before anything is measured")
{
    const ReportSandbox sandbox;
    const std::string page = sandbox.folder / "report.html";
    const Outcome outcome = run_bspfft({"report", "--output", page}, {"PATH=/nowhere"});
    CHECK(outcome.status == 3);
    CHECK(outcome.errors.find("without gnuplot") != std::string::npos);
    CHECK_FALSE(fs::exists(page));
}

TEST_CASE("a report goes to standard output, and replaces the one that was there")
{
    const ReportSandbox sandbox;
    const std::string run = sandbox.run("2"), page = sandbox.folder / "report.html";
    write(page, "of yesterday");
    const std::string first = sandbox.report({"--run", run}, run_figures);
    CHECK(sandbox({"report", "--run", run, "--output", "-"}).output == first);
}
