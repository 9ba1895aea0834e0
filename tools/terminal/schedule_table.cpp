#include "tools/terminal/schedule_table.hpp"

#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

std::string step_name(const Superstep& superstep) { return text(superstep.number, " ", superstep.name()); }

int name_width(const Schedule& schedule, int least)
{
    for (const Superstep& step : schedule.supersteps())
        least = std::max(least, static_cast<int>(step_name(step).size()));
    return least;
}

void print_schedule(std::FILE* out, const Schedule& schedule)
{
    const Table table({broken_column("superstep", name_width(schedule, 36), longest_name), number_column("flops", 9),
                       number_column("words h", 9), number_column("messages", 9), number_column("syncs", 6)});
    table.print_head(out);
    for (const Superstep& step : schedule.supersteps())
        table.print_row({step_name(step), readable_count(step.computation.flops),
                         readable_count(step.communication.h()), readable_count(step.communication.messages),
                         readable_count(step.synchronisations)}, out);
}

void print_reasons(std::FILE* out, const std::vector<std::string>& reasons)
{
    if (!reasons.empty()) std::fprintf(out, "\n");
    for (const std::string& reason : reasons) print_wrapped(reason, 2, out);
}

Json supersteps_json(const Schedule& schedule)
{
    Json rows = Json::array();
    for (const Superstep& step : schedule.supersteps()) {
        rows.push_back({
            {"number", step.number},
            {"name", step.name()},
            {"computation", step.computation.name},
            {"communication", step.communication.name},
            {"flops", step.computation.flops},
            {"words", step.communication.h()},
            {"messages", step.communication.messages},
            {"synchronisations", step.synchronisations},
            {"working_set", step.working_set},
            {"slices", step.computation.slices},
        });
    }
    return rows;
}

}  // namespace bspfft::tools
