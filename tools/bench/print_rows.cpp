#include "tools/bench/print_rows.hpp"

#include <cstdio>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "tools/bench/conditions.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

Table table()
{
    return Table({name_column("n", 5), name_column("", 6), name_column("p", 7), name_column("", 9),
                  number_column("minimum", 9), number_column("median", 9), number_column("spread", 7),
                  number_column("Gflop/s", 8), number_column("planning", 9), number_column("FFTW/it", 9),
                  number_column("it/floor", 9)});
}

std::string cell(const std::optional<double>& ratio) { return ratio ? formatted("%.2f", *ratio) : "-"; }

void print_row(const Row& row, const std::vector<Row>& all)
{
    const double spread = maximum(row.way.seconds) / row.seconds() - 1;
    table().print_row({text("2^", log2_exact(row.problem.n)), name_of(precisions, row.problem.precision),
                       text("p = ", row.problem.p), row.name, readable_seconds(row.seconds()),
                       readable_seconds(median(row.way.seconds)), formatted("%.0f%%", 100 * spread),
                       formatted("%.2f", row.rate()),
                       row.way.planning ? readable_seconds(*row.way.planning) : "-",
                       cell(time_ratio(find(all, row.problem, contestant::fftw), &row)),
                       cell(time_ratio(&row, find(all, row.problem, contestant::floor))), row.way.name});
}

}  // namespace

void print_table_head(const Conditions& conditions)
{
    const auto value = [&](const char* name) { return value_of(conditions, name).c_str(); };
    std::printf("%s, %s cores, %s; bspfft %s, %s, %s; %s\n", value("cpu"), value("cores"), value("system"),
                value("bspfft"), value("compiler"), value("flags"), value("simd"));
    std::printf(
        "FFTW: %s; the best of in place and out of place, of 1 and p threads, of huge and usual pages\n",
        value("fftw"));
    std::printf("floor: two sweeps that read and write all of the data\n\n");
    table().print_head();
}

void print_rows(const std::vector<Row>& rows)
{
    for (const Row& row : rows) print_row(row, rows);
    std::fflush(stdout);
}

}  // namespace bspfft::tools
