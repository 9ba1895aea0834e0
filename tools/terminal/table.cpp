#include "tools/terminal/table.hpp"

#include <algorithm>

#include "tools/terminal/wrap.hpp"

namespace bspfft::tools {

namespace {

constexpr std::size_t remark_gap = 2, more_indent = 2;

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
    const auto most = static_cast<std::size_t>(columns_.front().most);
    if (most == 0 || cells.front().size() <= most) return print_line(cells, out);
    Cells row = cells;
    for (std::string& name = row.front(); name.size() > most;) {
        const std::size_t blank = break_before(name, most);
        if (blank == std::string::npos || blank < more_indent) break;
        print_line({name.substr(0, blank)}, out);
        name = std::string(more_indent, ' ') + name.substr(blank + 1);
    }
    print_line(row, out);
}

// Cells after the last column are remarks.
void Table::print_line(const Cells& cells, std::FILE* out) const
{
    std::string line(static_cast<std::size_t>(indent_ - columns_.front().gap), ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i >= columns_.size()) {
            line += std::string(remark_gap, ' ') + cells[i];
        } else if (wide_ || !columns_[i].only_wide) {
            line += padded(cells[i], columns_[i]);
        }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::fprintf(out, "%s\n", line.c_str());
}

Table::Column name_column(std::string title, int width) { return {std::move(title), width, true}; }

Table::Column wide_column(Table::Column column)
{
    column.only_wide = true;
    return column;
}

Table::Column broken_column(std::string title, int width, int most)
{
    Table::Column column = name_column(std::move(title), std::min(width, most));
    column.most = most;
    return column;
}

Table::Column number_column(std::string title, int width) { return {std::move(title), width}; }

std::string formatted(const char* format, double value)
{
    char digits[64];
    std::snprintf(digits, sizeof digits, format, value);
    return digits;
}

}  // namespace bspfft::tools
