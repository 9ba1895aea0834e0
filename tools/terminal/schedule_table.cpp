#include "tools/terminal/schedule_table.hpp"

#include <algorithm>

#include "bsp_fft/report/readable.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

int name_width(const Schedule& schedule, int least)
{
    for (const Superstep& step : schedule.supersteps()) least = std::max(least, static_cast<int>(step.name.size()));
    return least;
}

void print_schedule(std::FILE* out, const Schedule& schedule)
{
    const Table table({broken_column("step", name_width(schedule, 36), longest_name), number_column("flops", 9),
                       number_column("words h", 9), number_column("messages", 9), number_column("syncs", 6)});
    table.print_head(out);
    const std::vector<Index> syncs = schedule.synchronisations_by_superstep();
    for (std::size_t i = 0; i < syncs.size(); ++i) {
        const Superstep& step = schedule.supersteps()[i];
        table.print_row({step.name, readable_count(step.flops), readable_count(step.h()),
                         readable_count(step.messages), readable_count(syncs[i])}, out);
    }
}

void print_reasons(std::FILE* out, const std::vector<std::string>& reasons)
{
    if (!reasons.empty()) std::fprintf(out, "\n");
    for (const std::string& reason : reasons) print_wrapped(reason, 2, out);
}

Json supersteps_json(const Schedule& schedule)
{
    Json rows = Json::array();
    const std::vector<Index> syncs = schedule.synchronisations_by_superstep();
    for (std::size_t i = 0; i < syncs.size(); ++i) {
        const Superstep& step = schedule.supersteps()[i];
        rows.push_back({
            {"name", step.name},
            {"flops", step.flops},
            {"words", step.h()},
            {"messages", step.messages},
            {"synchronisations", syncs[i]},
            {"working_set", step.working_set},
            {"slices", step.slices},
        });
    }
    return rows;
}

}  // namespace bspfft::tools
