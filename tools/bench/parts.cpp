#include "tools/bench/parts.hpp"

#include <algorithm>

#include "tools/terminal/refusal.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

/// One part: where it is in JSON, and its name for people.
struct Part {
    const char* pass;
    const char* name;
    double seconds;
};

std::vector<Part> parts_of(const Parts& one)
{
    const PassParts &columns = one.passes.columns, &rows = one.passes.rows;
    return {{"columns", "load", columns.load},   {"columns", "butterflies", columns.butterflies},
            {"columns", "store", columns.store}, {"", "exchange", one.exchange()},
            {"rows", "load", rows.load},         {"rows", "butterflies", rows.butterflies},
            {"rows", "store", rows.store}};
}

Json json_of(const PassParts& pass)
{
    return {{"load", pass.load}, {"butterflies", pass.butterflies}, {"store", pass.store}, {"whole", pass.whole}};
}

std::string milliseconds(double seconds) { return formatted("%.4g", 1e3 * seconds); }

}  // namespace

double Parts::exchange() const { return std::max(0.0, whole - passes.columns.whole - passes.rows.whole); }

double Parts::sum() const
{
    double seconds = 0;
    for (const Part& part : parts_of(*this)) seconds += part.seconds;
    return seconds;
}

bool has_parts(const Case& problem, const Schedule& schedule)
{
    if (schedule.algorithm() != Algorithm::fast) {
        refuse("--parts is for the algorithm fast, and ", problem.what.name(), " on p = ", problem.p,
               " is transformed by ", algorithm_name(schedule.algorithm()),
               "; take a length n = a b with a >= p and b >= p");
    }
    return schedule.radices().size() > 1;
}

void print_parts(std::FILE* out, const std::vector<Parts>& all)
{
    const Table table({name_column("", 8), name_column("", 12), number_column("ms", 9), number_column("percent", 8)});
    for (const Parts& one : all) {
        std::fprintf(out, "\nparts of fast, %s, %s, p = %lld\n", one.problem.what.name().c_str(),
                     name_of(precisions, one.problem.precision).c_str(), static_cast<long long>(one.problem.p));
        table.print_head(out);
        const auto row = [&](const char* pass, const char* name, double seconds) {
            table.print_row({pass, name, milliseconds(seconds), formatted("%.0f%%", 100 * seconds / one.whole)}, out);
        };
        for (const Part& part : parts_of(one)) row(part.pass, part.name, part.seconds);
        row("sum", "", one.sum());
        row("whole", "", one.whole);
        if (one.rate_over_tile) std::fprintf(out, "  rate / rate in L2: %.2f\n", *one.rate_over_tile);
    }
}

Json json_of(const std::vector<Parts>& all)
{
    Json list = Json::array();
    for (const Parts& one : all) {
        list.push_back({{"shape", one.problem.what.name()},
                        {"n", one.problem.what.n()},
                        {"batch", one.problem.what.batch},
                        {"p", one.problem.p},
                        {"precision", name_of(precisions, one.problem.precision)},
                        {"columns", json_of(one.passes.columns)},
                        {"exchange", one.exchange()},
                        {"rows", json_of(one.passes.rows)},
                        {"sum", one.sum()},
                        {"whole", one.whole},
                        {"rate_over_tile", one.rate_over_tile ? Json(*one.rate_over_tile) : Json(nullptr)}});
    }
    return list;
}

}  // namespace bspfft::tools
