// Tables and sentences for people. Columns have a fixed width, so that rows can be printed as they come.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace bspfft::tools {

class Table {
public:
    struct Column {
        std::string title;
        int width;  ///< at least; a longer cell is not cut
        bool to_the_left = false;
        int gap = 1;  ///< blanks before it
        bool only_wide = false;
        int most = 0;  ///< of a name: what is longer goes on lines before its row; 0: any width
    };
    using Cells = std::vector<std::string>;

    /// One that is not wide leaves columns out.
    explicit Table(std::vector<Column> columns, int indent = 2, bool wide = true)
        : columns_(std::move(columns)), indent_(indent), wide_(wide)
    {}

    void print_head(std::FILE* out = stdout) const;
    /// Cells from the first column on; one that is left over is a remark behind the row. No line ends in blanks.
    void print_row(const Cells& cells, std::FILE* out = stdout) const;

private:
    void print_line(const Cells& cells, std::FILE* out) const;

    std::vector<Column> columns_;
    int indent_;
    bool wide_;
};

/// Columns of names and of numbers.
Table::Column name_column(std::string title, int width);
/// One that a table has only if it is wide.
Table::Column wide_column(Table::Column column);
/// One with names, the first of its table, that are broken where they are longer.
Table::Column broken_column(std::string title, int width, int most);
Table::Column number_column(std::string title, int width);

/// A number as printf prints it.
std::string formatted(const char* format, double value);

constexpr std::size_t terminal_columns = 80;

/// The last blank at or before this place where words may be broken: not beside the x of 2 x 3, nor the = of p = 2.
/// npos if there is none.
std::size_t break_before(const std::string& words, std::size_t place);

/// Lines broken at blanks, each indented and with a line feed after it. What cannot be broken is longer.
std::string wrapped(const std::string& words, std::size_t indent, std::size_t columns = terminal_columns);
void print_wrapped(const std::string& words, std::size_t indent, std::FILE* out = stdout);

}  // namespace bspfft::tools
