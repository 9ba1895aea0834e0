#include "tools/terminal/table.hpp"

#include <algorithm>

namespace bspfft::tools {

namespace {

constexpr std::size_t remark_gap = 2;

std::string padded(const std::string& cell, const Table::Column& column)
{
    const auto width = static_cast<std::size_t>(column.width);
    const std::string blanks(width - std::min(width, cell.size()), ' ');
    return std::string(static_cast<std::size_t>(column.gap), ' ') +
           (column.to_the_left ? cell + blanks : blanks + cell);
}

}  // namespace

void Table::print_head(std::FILE* out) const
{
    Cells titles;
    for (const Column& column : columns_) titles.push_back(column.title);
    print_row(titles, out);
}

void Table::print_row(const Cells& cells, std::FILE* out) const
{
    std::string line(static_cast<std::size_t>(indent_ - columns_.front().gap), ' ');
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += i < columns_.size() ? padded(cells[i], columns_[i]) : std::string(remark_gap, ' ') + cells[i];
    line.erase(line.find_last_not_of(' ') + 1);
    std::fprintf(out, "%s\n", line.c_str());
}

Table::Column name_column(std::string title, int width) { return {std::move(title), width, true}; }

Table::Column number_column(std::string title, int width) { return {std::move(title), width}; }

std::string formatted(const char* format, double value)
{
    char digits[64];
    std::snprintf(digits, sizeof digits, format, value);
    return digits;
}

}  // namespace bspfft::tools
