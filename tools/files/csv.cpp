#include "tools/files/csv.hpp"

#include <utility>
#include <vector>

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

template <class Content>
std::string line(const std::vector<Column>& columns, Content content)
{
    std::string cells;
    for (const Column& column : columns) {
        if (!cells.empty()) cells.push_back(',');
        cells += content(column);
    }
    return cells + "\n";
}

}  // namespace

std::string csv_of(const Json& rows)
{
    std::string lines;
    for (const Json& row : rows) {
        const std::vector<Column> columns = columns_of(row);
        if (lines.empty()) lines = line(columns, [](const Column& column) { return column.first; });
        lines += line(columns, [](const Column& column) { return cell(column.second); });
    }
    return lines;
}

}  // namespace bspfft::tools
