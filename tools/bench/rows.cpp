#include "tools/bench/rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bspfft::tools {

namespace {

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::optional<double> seconds_of(const Row* row)
{
    if (!row) return std::nullopt;
    return row->seconds();
}

Json json_of(const Row& row, const std::vector<Row>& all, const Json& conditions)
{
    Json json{{"shape", row.problem.what.name()},
              {"n", row.problem.what.n()},
              {"batch", row.problem.what.batch},
              {"task", row.problem.what.task.name()},
              {"p", row.problem.p},
              {"precision", name_of(precisions, row.problem.precision)},
              {"name", row.name},
              {"way", row.variant.name},
              {"seconds",
               {{"min", row.seconds()},
                {"median", median(row.variant.seconds)},
                {"max", maximum(row.variant.seconds)},
                {"repeats", row.variant.seconds.size()}}},
              {"gflops", row.rate()},
              {"planning", {{"seconds", json_of(row.variant.planning)}, {"zeroing", json_of(row.variant.zeroing)}}},
              {"error", json_of(row.variant.error)},
              {"fftw_over_this", json_of(time_ratio(find(all, row.problem, contestant::fftw), &row))},
              {"this_over_floor", json_of(time_ratio(&row, find(all, row.problem, contestant::floor)))},
              {"memory_floor_seconds", json_of(seconds_of(find(all, row.problem, contestant::floor)))},
              {"percent_of_floor", json_of(percent_of_floor(all, &row))},
              {"huge_page_share", json_of(row.variant.huge)}};
    if (find(all, row.problem, contestant::cufft)) json["error_over_cufft"] = json_of(error_over_cufft(all, row));
    for (const auto& [name, value] : conditions.items()) json[name] = value;
    return json;
}

}  // namespace

void Variant::add(const Variant& round)
{
    seconds.insert(seconds.end(), round.seconds.begin(), round.seconds.end());
    const auto keep_least = [](std::optional<double>& kept, const std::optional<double>& found) {
        if (found) kept = kept ? std::min(*kept, *found) : found;
    };
    keep_least(planning, round.planning);
    keep_least(zeroing, round.zeroing);
    keep_least(huge, round.huge);
    if (round.error) error = error ? std::max(*error, *round.error) : round.error;
}

void Contestant::add(const std::vector<Variant>& found)
{
    for (const Variant& variant : found) {
        const auto known = std::find_if(variants_.begin(), variants_.end(),
                                        [&](const Variant& old) { return old.name == variant.name; });
        known == variants_.end() ? variants_.push_back(variant) : known->add(variant);
    }
}

bool Row::right() const
{
    const double epsilon = problem.precision == Precision::single_ ? std::numeric_limits<float>::epsilon()
                                                                   : std::numeric_limits<double>::epsilon();
    return !variant.error || *variant.error <= 4 * epsilon * (1 + std::log2(problem.what.n()));
}

int width_of_names(const std::vector<Workload>& workloads)
{
    std::size_t width = 5;
    for (const Workload& what : workloads) width = std::max(width, what.name().size());
    return static_cast<int>(width);
}

std::optional<Row> best_row(const Case& problem, const std::string& name,
                            const std::vector<const Contestant*>& contestants)
{
    const Variant* best = nullptr;
    for (const Contestant* const one : contestants) {
        for (const Variant& variant : one->variants()) {
            if (!best || minimum(variant.seconds) < minimum(best->seconds)) best = &variant;
        }
    }
    if (!best) return std::nullopt;
    return Row{problem, name, *best};
}

const Row* find(const std::vector<Row>& rows, const Case& problem, const std::string& name)
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

std::optional<double> percent_of_floor(const std::vector<Row>& rows, const Row* row)
{
    const std::optional<double> share = time_ratio(row ? find(rows, row->problem, contestant::floor) : nullptr, row);
    if (!share) return std::nullopt;
    return 100 * *share;
}

std::optional<double> error_over_cufft(const std::vector<Row>& rows, const Row& row)
{
    const Row* const cufft = find(rows, row.problem, contestant::cufft);
    if (!cufft || !cufft->variant.error || !row.variant.error || !(*cufft->variant.error > 0)) return std::nullopt;
    return *row.variant.error / *cufft->variant.error;
}

Json json_of(const std::vector<Row>& rows, const Json& conditions)
{
    Json list = Json::array();
    for (const Row& row : rows) list.push_back(json_of(row, rows, conditions));
    return list;
}

}  // namespace bspfft::tools
