#include "tools/bench/ratios.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

/// A ratio's name in JSON, its two lines of a table's head, and where it is.
struct Column {
    const char* name;
    const char* title;
    std::string below;
    std::optional<double> Ratios::*value;
};

std::vector<Column> columns(Index p)
{
    const std::string on_p = text("p = ", p);
    return {{"fftw_over_fast", "FFTW/fast", on_p, &Ratios::fftw_over_fast},
            {"fftw_over_fast_on_1", "FFTW/fast", "p = 1", &Ratios::fftw_over_fast_on_1},
            {"fast_over_call", "fast/call", on_p, &Ratios::fast_over_call},
            {"complex_over_fast", "complex/fast", on_p, &Ratios::complex_over_fast},
            {"separate_over_fast", "separate/fast", on_p, &Ratios::separate_over_fast},
            {"fftw_mpi_over_fast", "FFTW-MPI/fast", on_p, &Ratios::fftw_mpi_over_fast},
            {"heffte_over_fast", "heFFTe/fast", on_p, &Ratios::heffte_over_fast},
            {"fast_over_floor", "fast/floor", on_p, &Ratios::fast_over_floor},
            {"fast_over_compute", "fast/compute", on_p, &Ratios::fast_over_compute},
            {"percent_of_larger_floor", "percent of", "larger floor", &Ratios::percent_of_floor},
            {"rate_over_tile", "rate/rate in", "own tile", &Ratios::rate_over_tile},
            {"speed_up", "speed-up", text("1 to ", p), &Ratios::speed_up},
            {"float_over_double", "float/double", "rate", &Ratios::float_over_double},
            {"planning_over_fast", "planning/fast", on_p, &Ratios::planning_over_fast},
            {"rate_over_reference", "rate/rate of", text("2^", log2_exact(reference_length)),
             &Ratios::rate_over_reference},
            {"rate_over_power", "rate/rate of", "nearest 2^m", &Ratios::rate_over_power}};
}

std::optional<double> rate_ratio(const Row* above, const Row* below)
{
    if (!above || !below) return std::nullopt;
    return above->rate() / below->rate();
}

// Zeroing is measured by itself, and on a busy machine it may seem to take longer than all of planning.
std::optional<double> planning_ratio(const Row* row)
{
    if (!row || !row->way.planning || !row->way.zeroing) return std::nullopt;
    return std::max(0.0, *row->way.planning - *row->way.zeroing) / row->seconds();
}

// Of a vector's length, in the logarithm; none for a power of two.
std::optional<Workload> nearest_power(const Workload& what)
{
    if (!what.is_one_vector() || is_power_of_two(what.n())) return std::nullopt;
    return Workload{{Index{1} << std::lround(std::log2(what.n()))}, 1, what.task};
}

Ratios ratios_of(const std::vector<Row>& rows, const Case& problem)
{
    const Case alone{problem.what, 1, problem.precision};
    const auto row = [&](const char* name, const Case& which) { return find(rows, which, name); };
    const Row* const fast = row(contestant::fast, problem);
    Ratios ratios{problem.what, problem.precision, problem.p};
    ratios.fftw_over_fast = time_ratio(row(contestant::fftw, problem), fast);
    ratios.fftw_over_fast_on_1 = time_ratio(row(contestant::fftw, alone), row(contestant::fast, alone));
    ratios.fast_over_call = time_ratio(fast, row(contestant::call, problem));
    ratios.complex_over_fast = time_ratio(row(contestant::complex, problem), fast);
    ratios.separate_over_fast = time_ratio(row(contestant::separate, problem), fast);
    ratios.fftw_mpi_over_fast = time_ratio(row(contestant::fftw_mpi, problem), fast);
    ratios.heffte_over_fast = time_ratio(row(contestant::heffte, problem), fast);
    ratios.fast_over_floor = time_ratio(fast, row(contestant::floor, problem));
    ratios.fast_over_compute = time_ratio(fast, row(contestant::compute, problem));
    if (fast) {
        ratios.percent_of_floor = percent_of_larger_floor(rows, *fast);
        ratios.rate_over_tile = rate_over_tile(rows, *fast);
    }
    if (problem.p > 1) ratios.speed_up = time_ratio(row(contestant::fast, alone), fast);
    if (problem.precision == Precision::single_) {
        ratios.float_over_double =
            rate_ratio(fast, row(contestant::fast, {problem.what, problem.p, Precision::double_}));
    }
    ratios.planning_over_fast = planning_ratio(fast);
    const Workload reference{{reference_length}, 1, problem.what.task};
    ratios.rate_over_reference = rate_ratio(fast, row(contestant::fast, {reference, problem.p, problem.precision}));
    if (const auto power = nearest_power(problem.what)) {
        ratios.rate_over_power =
            rate_ratio(fast, row(contestant::fast, {*power, problem.p, problem.precision}));
    }
    return ratios;
}

bool is_there(const std::vector<Ratios>& ratios, const Column& column)
{
    return std::any_of(ratios.begin(), ratios.end(),
                       [&](const Ratios& one) { return (one.*column.value).has_value(); });
}

}  // namespace

std::vector<Ratios> ratios_of(const std::vector<Row>& rows)
{
    std::vector<Case> problems;
    for (const Row& row : rows) {
        const auto known = std::find_if(problems.begin(), problems.end(), [&](const Case& old) {
            return old.what == row.problem.what && old.precision == row.problem.precision;
        });
        if (known == problems.end()) {
            problems.push_back(row.problem);
        } else {
            known->p = std::max(known->p, row.problem.p);
        }
    }
    std::vector<Ratios> ratios;
    for (const Case& problem : problems) ratios.push_back(ratios_of(rows, problem));
    return ratios;
}

namespace {

// Some of the columns.
void print_ratios(std::FILE* out, const std::vector<Ratios>& ratios, int width, const std::vector<Column>& shown)
{
    std::vector<Table::Column> titles{name_column("n", width), name_column("", 6)};
    Table::Cells below{"", ""};
    for (const Column& column : shown) {
        titles.push_back(number_column(column.title, 13));
        below.push_back(column.below);
    }
    const Table table(titles);
    table.print_head(out);
    table.print_row(below, out);
    for (const Ratios& one : ratios) {
        Table::Cells cells{one.what.name(), name_of(precisions, one.precision)};
        for (const Column& column : shown) {
            const std::optional<double> value = one.*column.value;
            cells.push_back(value ? formatted("%.2f", *value) : "-");
        }
        table.print_row(cells, out);
    }
}

}  // namespace

void print_ratios(std::FILE* out, const std::vector<Ratios>& ratios, bool wide)
{
    if (ratios.empty()) return;
    std::vector<Column> shown;
    for (const Column& column : columns(ratios.back().p)) {
        if (is_there(ratios, column)) shown.push_back(column);
    }
    if (shown.empty()) return;
    std::fprintf(out, "\nratios of minimum times\n");
    std::vector<Workload> workloads;
    for (const Ratios& one : ratios) workloads.push_back(one.what);
    const int width = width_of_names(workloads);
    const std::size_t at_once = wide ? shown.size() : 4;
    for (std::size_t i = 0; i < shown.size(); i += at_once) {
        if (i > 0) std::fprintf(out, "\n");
        const auto begin = shown.begin() + static_cast<std::ptrdiff_t>(i);
        print_ratios(out, ratios, width,
                     {begin, begin + static_cast<std::ptrdiff_t>(std::min(at_once, shown.size() - i))});
    }
}

Json json_of(const std::vector<Ratios>& ratios)
{
    Json list = Json::array();
    for (const Ratios& one : ratios) {
        Json json{{"shape", one.what.name()},
                  {"task", one.what.task.name()},
                  {"n", one.what.n()},
                  {"batch", one.what.batch},
                  {"precision", name_of(precisions, one.precision)},
                  {"p", one.p}};
        for (const Column& column : columns(one.p)) {
            const std::optional<double> value = one.*column.value;
            json[column.name] = value ? Json(*value) : Json(nullptr);
        }
        list.push_back(json);
    }
    return list;
}

}  // namespace bspfft::tools
