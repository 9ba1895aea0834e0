#include "tools/bench/table.hpp"

#include <cstdio>

#include "bsp_fft/base/powers.hpp"
#include "tools/bench/conditions.hpp"

namespace bspfft::tools {

namespace {

void print_ratio(const std::optional<double>& ratio)
{
    ratio ? std::printf(" %9.2f", *ratio) : std::printf(" %9s", "-");
}

void print_row(const Row& row, const std::vector<Row>& all)
{
    const double spread = maximum(row.way.seconds) / row.seconds() - 1;
    std::printf("  2^%-3d %-6s p = %-3lld %-9s %9s %9s %6.0f%% %8.2f %9s", log2_exact(row.problem.n),
                name_of(precisions, row.problem.precision).c_str(), static_cast<long long>(row.problem.p),
                row.name.c_str(), readable_seconds(row.seconds()).c_str(),
                readable_seconds(median(row.way.seconds)).c_str(), 100 * spread, row.rate(),
                row.way.planning ? readable_seconds(*row.way.planning).c_str() : "-");
    print_ratio(time_ratio(find(all, row.problem, contestant::fftw), &row));
    print_ratio(time_ratio(&row, find(all, row.problem, contestant::floor)));
    std::printf("  %s\n", row.way.name.c_str());
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
    std::printf("  %-5s %-6s %-7s %-9s %9s %9s %7s %8s %9s %9s %9s\n", "n", "", "p", "", "minimum", "median",
                "spread", "Gflop/s", "planning", "FFTW/it", "it/floor");
}

void print_rows(const std::vector<Row>& rows)
{
    for (const Row& row : rows) print_row(row, rows);
    std::fflush(stdout);
}

}  // namespace bspfft::tools
