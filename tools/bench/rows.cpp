#include "tools/bench/rows.hpp"

#include <algorithm>
#include <limits>

#include "bsp_fft/base/powers.hpp"

namespace bspfft::tools {

namespace {

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json json_of(const Row& row, const std::vector<Row>& all, const Conditions& conditions)
{
    Json json{{"n", row.problem.n},
              {"p", row.problem.p},
              {"precision", name_of(precisions, row.problem.precision)},
              {"name", row.name},
              {"way", row.way.name},
              {"seconds",
               {{"min", row.seconds()},
                {"median", median(row.way.seconds)},
                {"max", maximum(row.way.seconds)},
                {"repeats", row.way.seconds.size()}}},
              {"gflops", row.rate()},
              {"planning", {{"seconds", json_of(row.way.planning)}, {"zeroing", json_of(row.way.zeroing)}}},
              {"error", json_of(row.way.error)},
              {"fftw_over_this", json_of(time_ratio(find(all, row.problem, contestant::fftw), &row))},
              {"this_over_floor", json_of(time_ratio(&row, find(all, row.problem, contestant::floor)))}};
    for (const auto& [name, value] : conditions) json[name] = value;
    return json;
}

// Text in quotes, nothing for null  [RFC 4180].
std::string cell(const Json& value)
{
    if (value.is_null()) return "";
    if (!value.is_string()) return value.dump();
    std::string quoted(1, '"');
    for (const char c : value.get<std::string>()) quoted.append(c == '"' ? 2 : 1, c);
    quoted.push_back('"');
    return quoted;
}

/// The values of a row with the names of their columns: {"seconds": {"min": 1}} is "seconds_min".
std::vector<std::pair<std::string, Json>> columns_of(const Json& row)
{
    std::vector<std::pair<std::string, Json>> columns;
    for (const auto& [key, value] : row.items()) {
        if (!value.is_object()) {
            columns.emplace_back(key, value);
            continue;
        }
        for (const auto& [inner, content] : columns_of(value)) columns.emplace_back(key + "_" + inner, content);
    }
    return columns;
}

template <class Cell>
std::string line(const Json& row, Cell cell_of)
{
    std::string cells;
    for (const auto& [name, content] : columns_of(row)) {
        if (!cells.empty()) cells.push_back(',');
        cells += cell_of(name, content);
    }
    cells.push_back('\n');
    return cells;
}

}  // namespace

bool Row::right() const
{
    const double epsilon = problem.precision == Precision::single_ ? std::numeric_limits<float>::epsilon()
                                                                   : std::numeric_limits<double>::epsilon();
    return !way.error || *way.error <= 4 * epsilon * (1 + log2_exact(problem.n));
}

std::optional<Row> best_row(const Problem& problem, const std::string& name,
                            const std::vector<const Contestant*>& contestants)
{
    const Way* best = nullptr;
    for (const Contestant* const one : contestants) {
        for (const Way& way : one->ways()) {
            if (!best || minimum(way.seconds) < minimum(best->seconds)) best = &way;
        }
    }
    if (!best) return std::nullopt;
    return Row{problem, name, *best};
}

const Row* find(const std::vector<Row>& rows, const Problem& problem, const std::string& name)
{
    for (const Row& row : rows) {
        if (row.problem == problem && row.name == name) return &row;
    }
    return nullptr;
}

std::optional<double> time_ratio(const Row* above, const Row* below)
{
    if (!above || !below) return std::nullopt;
    return above->seconds() / below->seconds();
}

Json json_of(const std::vector<Row>& rows, const Conditions& conditions)
{
    Json list = Json::array();
    for (const Row& row : rows) list.push_back(json_of(row, rows, conditions));
    return list;
}

std::string csv_of(const Json& rows)
{
    std::string lines;
    for (const Json& row : rows) {
        if (lines.empty()) lines = line(row, [](const std::string& name, const Json&) { return name; });
        lines += line(row, [](const std::string&, const Json& content) { return cell(content); });
    }
    return lines;
}

}  // namespace bspfft::tools
