#include "tools/bench/ratios.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

std::optional<double> rate_ratio(const Row* above, const Row* below)
{
    if (!above || !below) return std::nullopt;
    return above->rate() / below->rate();
}

// Zeroing is measured by itself, and on a busy machine it may seem to take longer than all of planning.
std::optional<double> planning_ratio(const Row* row)
{
    if (!row || !row->variant.planning || !row->variant.zeroing) return std::nullopt;
    return std::max(0.0, *row->variant.planning - *row->variant.zeroing) / row->seconds();
}

// The power of two that is nearest to a vector's length, in the logarithm; none if the length is one.
std::optional<Workload> nearest_power(const Workload& what)
{
    if (!what.is_one_vector() || is_power_of_two(what.n())) return std::nullopt;
    return Workload{{Index{1} << std::lround(std::log2(what.n()))}, 1, what.task};
}

// Times on p processes, unless it is said otherwise.
std::vector<Ratio> list_of(const std::vector<Row>& rows, const Case& problem)
{
    const Case alone{problem.what, 1, problem.precision}, in_double{problem.what, problem.p, Precision::double_};
    const Case reference{{{reference_length}, 1, problem.what.task}, problem.p, problem.precision};
    const Case power{nearest_power(problem.what).value_or(Workload{}), problem.p, problem.precision};
    const auto row = [&](const char* name, const Case& which) { return find(rows, which, name); };
    const Row* const fast = row(contestant::fast, problem);
    const auto over_fast = [&](const char* name) { return time_ratio(row(name, problem), fast); };
    const auto fast_over = [&](const char* name) { return time_ratio(fast, row(name, problem)); };
    const auto rate_over = [&](const Case& which) { return rate_ratio(fast, row(contestant::fast, which)); };
    const Row* const fast_alone = row(contestant::fast, alone);
    const std::optional<double> none;
    const bool single = problem.precision == Precision::single_;
    const std::string on_p = text("p = ", problem.p);
    return {{"fftw_over_fast", "FFTW/fast", on_p, over_fast(contestant::fftw)},
            {"fftw_over_fast_on_1", "FFTW/fast", "p = 1", time_ratio(row(contestant::fftw, alone), fast_alone)},
            {"fast_over_call", "fast/call", on_p, fast_over(contestant::call)},
            {"complex_over_fast", "complex/fast", on_p, over_fast(contestant::complex)},
            {"separate_over_fast", "separate/fast", on_p, over_fast(contestant::separate)},
            {"fftw_mpi_over_fast", "FFTW-MPI/fast", on_p, over_fast(contestant::fftw_mpi)},
            {"heffte_over_fast", "heFFTe/fast", on_p, over_fast(contestant::heffte)},
            {"fast_over_floor", "fast/floor", on_p, fast_over(contestant::floor)},
            {"percent_of_floor", "percent of", "floor", percent_of_floor(rows, fast)},
            {"speed_up", "speed-up", text("1 to ", problem.p), problem.p > 1 ? time_ratio(fast_alone, fast) : none},
            {"float_over_double", "float/double", "rate", single ? rate_over(in_double) : none},
            {"planning_over_fast", "planning/fast", on_p, planning_ratio(fast)},
            {"rate_over_reference", "rate/rate of", text("2^", log2_exact(reference_length)), rate_over(reference)},
            {"rate_over_power", "rate/rate of", "nearest 2^m", rate_over(power)}};
}

}  // namespace

std::optional<double> Ratios::operator[](const std::string& name) const
{
    for (const Ratio& ratio : list) {
        if (ratio.name == name) return ratio.value;
    }
    throw std::out_of_range(name);
}

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
    for (const Case& problem : problems)
        ratios.push_back({problem.what, problem.precision, problem.p, list_of(rows, problem)});
    return ratios;
}

namespace {

// Some of the ratios, by their places in the list.
void print_ratios(std::FILE* out, const std::vector<Ratios>& ratios, int width, const std::vector<std::size_t>& shown)
{
    std::vector<Table::Column> titles{name_column("n", width), name_column("", 6)};
    Table::Cells below{"", ""};
    for (const std::size_t i : shown) {
        titles.push_back(number_column(ratios.back().list[i].title, 13));
        below.push_back(ratios.back().list[i].below);
    }
    const Table table(titles);
    table.print_head(out);
    table.print_row(below, out);
    for (const Ratios& one : ratios) {
        Table::Cells cells{one.what.name(), name_of(precisions, one.precision)};
        for (const std::size_t i : shown)
            cells.push_back(one.list[i].value ? formatted("%.2f", *one.list[i].value) : "-");
        table.print_row(cells, out);
    }
}

}  // namespace

void print_ratios(std::FILE* out, const std::vector<Ratios>& ratios, bool wide)
{
    if (ratios.empty()) return;
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < ratios.front().list.size(); ++i) {
        const auto is_there = [&](const Ratios& one) { return one.list[i].value.has_value(); };
        if (std::any_of(ratios.begin(), ratios.end(), is_there)) shown.push_back(i);
    }
    if (shown.empty()) return;
    std::fprintf(out, "\nratios of minimum times\n");
    std::vector<Workload> workloads;
    for (const Ratios& one : ratios) workloads.push_back(one.what);
    const std::size_t at_once = wide ? shown.size() : 4;
    for (std::size_t i = 0; i < shown.size(); i += at_once) {
        if (i > 0) std::fprintf(out, "\n");
        const std::size_t end = std::min(i + at_once, shown.size());
        print_ratios(out, ratios, width_of_names(workloads), {shown.data() + i, shown.data() + end});
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
        for (const Ratio& ratio : one.list) json[ratio.name] = ratio.value ? Json(*ratio.value) : Json(nullptr);
        list.push_back(json);
    }
    return list;
}

}  // namespace bspfft::tools
