#include "tools/commands/report.hpp"

#include <cstdio>
#include <stdexcept>

#include "tools/files/distinct_files.hpp"
#include "tools/files/text_output.hpp"
#include "tools/pictures/gnuplot.hpp"
#include "tools/processes/section.hpp"
#include "tools/report/parts.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

/// A file may have the right keys and still be damaged further in.
template <class Draw>
void draw_from(const std::string& file, Draw draw)
{
    try {
        draw();
    } catch (const JsonError& e) {
        fail(file, " is damaged: ", e.what(), "; make it again");
    } catch (const std::domain_error& e) {
        fail(file, " is damaged: ", e.what(), "; make it again");
    }
}

void draw(Page& page, const Results& results, const ReportRequest& request)
{
    const auto from_run = [&](auto part) {
        if (results.run) draw_from(request.run, [&] { part(page, *results.run); });
    };
    const auto from_comparison = [&](auto part) {
        if (results.comparison) draw_from(request.compare, [&] { part(page, *results.comparison); });
    };
    from_run(warn_of_run);
    from_comparison(warn_of_comparison);
    if (results.machine) warn_of_machine(page, *results.machine);
    page.section("Summary", results.run ? Page::Width::column : Page::Width::full);
    from_run(summarise_run);
    from_comparison(summarise_comparison);
    if (results.machine) summarise_machine(page, *results.machine);

    from_run(show_run);
    if (!results.run)
        page.left_out("No ledger, bars, timeline and traffic: bspfft run --n 2^20 --account --json FILE gives them, "
                      "and bspfft report --run FILE shows them.");
    from_comparison(show_comparison);
    if (!results.comparison)
        page.left_out("No rate and speed-up curves: bspfft compare --json FILE gives them, and bspfft report "
                      "--compare FILE shows them.");
    if (results.machine)
        show_machine(page, *results.machine);
    else
        page.left_out(text("No r(n), g(w) and l: ", results.no_machine, "."));
}

}  // namespace

void add_report_options(Options& options, ReportRequest& request)
{
    options.group("Page");
    options.text("--output", request.output, "FILE.html|-", "the page, or - for standard output").file().required();
    options.text("--run", request.run, "FILE", "result of bspfft run --account --json").file();
    options.text("--compare", request.compare, "FILE", "result of bspfft compare --json").file();
    options.machine(request.machine);
}

int report(const ReportRequest& request)
{
    if (all_run_the_program())
        throw Error(Status::not_available,
                    "report is drawn by one process; write JSON with run and compare, and call bspfft report");
    require_distinct({{"--output", request.output},
                      {"--run", request.run, false},
                      {"--compare", request.compare, false},
                      {"--machine", request.machine, false}});
    TextOutput output(request.output);
    require_gnuplot();
    const Results results = gather(request);
    Page page("bspfft: where the time went");
    draw(page, results, request);
    output.write(page.document());
    if (!output.to_standard_output()) std::printf("written to %s\n", request.output.c_str());
    return 0;
}

}  // namespace bspfft::tools
