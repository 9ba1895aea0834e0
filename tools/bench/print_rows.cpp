#include "tools/bench/print_rows.hpp"

#include <cstdio>

#include "bsp_fft/base/text.hpp"
#include "tools/bench/rows.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

Table table(int width, bool errors, bool wide)
{
    const auto ratio = [&](const char* title, int size) {
        return errors ? wide_column(number_column(title, size)) : number_column(title, size);
    };
    std::vector<Table::Column> columns{
        name_column("n", width),    name_column("", 6),          name_column("p", 7),
        name_column("", 9),         number_column("minimum", 9), wide_column(number_column("median", 9)),
        number_column("spread", 6), number_column("Gflop/s", 7), wide_column(number_column("planning", 9)),
        ratio("FFTW/it", 7),        ratio("it/floor", 8)};
    if (errors) columns.insert(columns.end(), {number_column("error", 8), number_column("/cuFFT's", 8)});
    return Table(columns, 2, wide);
}

// What the contestants do.
std::string words_of(const Task& task)
{
    if (task.operation == Task::Operation::poisson)
        return "Poisson's equation with real data: forward, times -1/|k|^2, inverse";
    if (task.is_trigonometric()) return text(task.sine ? "sine" : "cosine", " transforms of type ", task.type);
    const std::string data = task.real ? "real data" : "complex data";
    if (task.is_operator()) return "cyclic convolution of " + data + ": forward, times a fixed spectrum, inverse";
    return "transforms of real data to half a spectrum";
}

std::string cell(const std::optional<double>& ratio) { return ratio ? formatted("%.2f", *ratio) : "-"; }

// Its variant, and which pages its large arrays have got.
std::string remark(const Row& row)
{
    return row.variant.huge ? text(row.variant.name, "; ", formatted("%.0f%%", 100 * *row.variant.huge), " huge")
                            : row.variant.name;
}

}  // namespace

RowTable::RowTable(const std::vector<Workload>& workloads, bool errors, bool wide)
    : table_(table(width_of_names(workloads), errors, wide)), errors_(errors), wide_(wide)
{}

void RowTable::print(const Row& row, const std::vector<Row>& all) const
{
    const double spread = maximum(row.variant.seconds) / row.seconds() - 1;
    Table::Cells cells{row.problem.what.name(),
                       name_of(precisions, row.problem.precision),
                       text("p = ", row.problem.p),
                       row.name,
                       readable_seconds(row.seconds()),
                       readable_seconds(median(row.variant.seconds)),
                       formatted("%.0f%%", 100 * spread),
                       formatted("%.2f", row.rate()),
                       row.variant.planning ? readable_seconds(*row.variant.planning) : "-",
                       cell(time_ratio(find(all, row.problem, contestant::fftw), &row)),
                       cell(time_ratio(&row, find(all, row.problem, contestant::floor)))};
    if (errors_) {
        cells.push_back(row.variant.error ? formatted("%.2g", *row.variant.error) : "-");
        cells.push_back(cell(error_over_cufft(all, row)));
    }
    cells.push_back(wide_ ? remark(row) : "");
    table_.print_row(cells);
}

void RowTable::print_head(const Json& conditions, const Task& task) const
{
    const auto value = [&](const char* name) { return conditions.at(name).get<std::string>(); };
    const auto say = [](const std::string& sentence) { std::fputs(wrapped(sentence, 0).c_str(), stdout); };
    say(text(value("cpu"), ", ", value("cores"), " cores, ", value("system"), "; bspfft ", value("bspfft"), ", ",
             value("compiler"), ", ", value("flags"), "; ", value("simd")));
    say(text("FFTW: ", value("fftw"), "; the best of in place and out of place, of 1 to p threads, of its planners, ",
             "of huge and usual pages"));
    say(text("floor: ", task.sweeps() == 2 ? "two" : "three", " sweeps that read and write all of the data; huge ",
             "pages: ", value("huge_pages")));
    if (task != Task{}) say("task: " + words_of(task));
    std::printf("\n");
    table_.print_head();
}

void RowTable::print(const std::vector<Row>& rows) const
{
    for (const Row& row : rows) print(row, rows);
    std::fflush(stdout);
}

}  // namespace bspfft::tools
