#include "tools/terminal/table.hpp"

#include <algorithm>

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

// A sign that stands by itself between blanks, from this place on.
bool is_sign(const std::string& words, std::size_t place)
{
    if (place >= words.size() || (words[place] != 'x' && words[place] != '=')) return false;
    return (place == 0 || words[place - 1] == ' ') && (place + 1 == words.size() || words[place + 1] == ' ');
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

std::size_t break_before(const std::string& words, std::size_t place)
{
    for (std::size_t blank = words.rfind(' ', place); blank != std::string::npos && blank > 0;
         blank = words.rfind(' ', blank - 1)) {
        if (!is_sign(words, blank + 1) && !is_sign(words, blank - 1)) return blank;
    }
    return std::string::npos;
}

std::string wrapped(const std::string& words, std::size_t indent, std::size_t columns)
{
    const std::string blanks(indent, ' ');
    const std::size_t room = columns - std::min(indent, columns - 1);
    std::string lines, rest = words;
    while (rest.size() > room) {
        std::size_t end = break_before(rest, room);
        for (std::size_t more = room; end == std::string::npos && more < rest.size();) {
            more = rest.find(' ', more + 1);
            if (more == std::string::npos) break;
            end = break_before(rest, more);
        }
        if (end == std::string::npos) break;
        lines += blanks + rest.substr(0, end) + "\n";
        rest.erase(0, end + 1);
    }
    return lines + blanks + rest + "\n";
}

void print_wrapped(const std::string& words, std::size_t indent, std::FILE* out)
{
    std::fputs(wrapped(words, indent).c_str(), out);
}

}  // namespace bspfft::tools
