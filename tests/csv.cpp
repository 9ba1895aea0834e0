#include "tests/csv.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

std::vector<std::string> split(const std::string& line, char separator)
{
    std::vector<std::string> parts;
    std::stringstream stream(line);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    return parts;
}

Csv::Csv(const std::string& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    columns_ = split(line, ',');
    while (std::getline(file, line)) {
        rows_.push_back(split(line, ','));
        rows_.back().resize(columns_.size());  // the last may be empty
    }
    if (rows_.empty()) throw std::runtime_error("no rows in " + path);
}

const std::string& Csv::text(std::size_t row, const std::string& column) const
{
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    if (found == columns_.end()) throw std::runtime_error("no column " + column);
    return rows_.at(row).at(static_cast<std::size_t>(found - columns_.begin()));
}

double Csv::number(std::size_t row, const std::string& column) const { return std::stod(text(row, column)); }
