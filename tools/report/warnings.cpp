#include "bsp_fft/base/text.hpp"
#include "tools/report/parts.hpp"

namespace bspfft::tools {

namespace {

// A result may have a list of them, such as those of the probe that its predictions are made from.
void warn_as_listed(Page& page, const Json& from)
{
    if (!from.contains("warnings")) return;
    for (const Json& words : from.at("warnings")) page.warning(words.get<std::string>());
}

}  // namespace

void warn_of_run(Page& page, const Json& run)
{
    if (run.contains("note")) page.warning(run.at("note").get<std::string>());
    warn_as_listed(page, run);
}

void warn_of_comparison(Page& page, const Json& comparison)
{
    const Json& grid = comparison.at("grid");
    Index disturbed = 0;
    for (const Json& row : grid) disturbed += row.at("disturbed").get<bool>() ? 1 : 0;
    if (disturbed > 0) {
        page.warning(text("something else ran on the cores during ", disturbed, " of ", grid.size(),
                          " measurements: they count, and should be made again on a quiet machine"));
    }
    warn_as_listed(page, comparison);
}

void warn_of_machine(Page& page, const KnownMachine& known)
{
    if (!known.mark.empty()) page.warning(known.mark);
    for (const std::string& words : known.machine.warnings) page.warning(words);
}

}  // namespace bspfft::tools
