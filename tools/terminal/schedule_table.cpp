#include "tools/terminal/schedule_table.hpp"

namespace bspfft::tools {

void print_schedule(std::FILE* out, const Schedule& schedule)
{
    std::fprintf(out, "  %-36s %16s %14s %9s\n", "superstep", "flops", "words h", "messages");
    for (const Superstep& step : schedule.supersteps()) {
        std::fprintf(out, "  %-36s %16lld %14lld %9lld\n", step.name.c_str(),
                     static_cast<long long>(step.flops), static_cast<long long>(step.h()),
                     static_cast<long long>(step.messages));
    }
}

void print_reasons(std::FILE* out, const std::vector<std::string>& reasons)
{
    if (!reasons.empty()) std::fprintf(out, "\n");
    for (const std::string& reason : reasons) std::fprintf(out, "  %s\n", reason.c_str());
}

Json supersteps_json(const Schedule& schedule)
{
    Json rows = Json::array();
    for (const Superstep& step : schedule.supersteps()) {
        rows.push_back({
            {"name", step.name},
            {"flops", step.flops},
            {"words", step.h()},
            {"messages", step.messages},
            {"working_set", step.working_set},
        });
    }
    return rows;
}

}  // namespace bspfft::tools
