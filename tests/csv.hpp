// Tables of expected values.
#pragma once

#include <string>
#include <vector>

std::vector<std::string> split(const std::string& line, char separator);

/// A file of values in named columns. Throws if it has no row, so that a test of all rows cannot be empty.
class Csv {
public:
    explicit Csv(const std::string& path);

    std::size_t size() const { return rows_.size(); }
    const std::string& text(std::size_t row, const std::string& column) const;
    double number(std::size_t row, const std::string& column) const;

private:
    std::vector<std::string> columns_;
    std::vector<std::vector<std::string>> rows_;
};
