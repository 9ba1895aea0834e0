// Tables for people: columns of fixed width, so that rows can be printed as they come.
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
    };
    using Cells = std::vector<std::string>;

    explicit Table(std::vector<Column> columns, int indent = 2)
        : columns_(std::move(columns)), indent_(indent)
    {
    }

    void print_head(std::FILE* out = stdout) const;
    /// Cells from the first column on; one that is left over is a remark behind the row. No line ends in blanks.
    void print_row(const Cells& cells, std::FILE* out = stdout) const;

private:
    std::vector<Column> columns_;
    int indent_;
};

/// Columns of names and of numbers.
Table::Column name_column(std::string title, int width);
Table::Column number_column(std::string title, int width);

/// A number as printf prints it.
std::string formatted(const char* format, double value);

}  // namespace bspfft::tools
