#include "tools/files/csv.hpp"

#include <utility>
#include <vector>

#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

using Column = std::pair<std::string, Json>;

std::vector<Column> columns_of(const Json& row)
{
    std::vector<Column> columns;
    for (const auto& [key, value] : row.items()) {
        if (!value.is_object()) {
            columns.emplace_back(key, value);
            continue;
        }
        for (const auto& [inner, content] : columns_of(value)) columns.emplace_back(key + "_" + inner, content);
    }
    return columns;
}

std::string cell(const Json& value)
{
    if (value.is_null()) return "";
    if (!value.is_string()) return value.dump();
    std::string quoted(1, '"');
    for (const char c : value.get<std::string>()) quoted.append(c == '"' ? 2 : 1, c);
    quoted.push_back('"');
    return quoted;
}

}  // namespace

std::string csv_of(const Json& rows)
{
    std::string lines;
    for (const Json& row : rows) {
        std::vector<std::string> names, cells;
        for (const auto& [name, value] : columns_of(row)) {
            names.push_back(name);
            cells.push_back(cell(value));
        }
        if (lines.empty()) lines = joined(names, ",") + "\n";
        lines += joined(cells, ",") + "\n";
    }
    return lines;
}

}  // namespace bspfft::tools
