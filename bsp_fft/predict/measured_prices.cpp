#include "bsp_fft/predict/measured_prices.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/machine_json.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"

namespace bspfft {

std::vector<double> nonnegative_fit(const std::vector<std::vector<double>>& rows, const std::vector<double>& wanted)
{
    const std::size_t terms = rows.empty() ? 0 : rows.front().size();
    std::vector<std::vector<double>> products(terms, std::vector<double>(terms));
    std::vector<double> right(terms), x(terms);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < terms; ++j) {
            const double scaled = rows[i][j] / wanted[i];
            right[j] += scaled;
            for (std::size_t k = 0; k < terms; ++k) products[j][k] += scaled * rows[i][k] / wanted[i];
        }
    }
    // One unknown after the other, until none changes: the sum of squares is convex.
    constexpr int most_sweeps = 20000;
    constexpr double little = 1e-11;  // of what the rows want
    double change = 1;
    for (int sweep = 0; sweep < most_sweeps && change > little; ++sweep) {
        change = 0;
        for (std::size_t j = 0; j < terms; ++j) {
            if (products[j][j] == 0) continue;
            double rest = right[j];
            for (std::size_t k = 0; k < terms; ++k) rest -= k == j ? 0 : products[j][k] * x[k];
            const double next = std::max(0.0, rest / products[j][j]);
            change = std::max(change, std::abs(next - x[j]) * std::sqrt(products[j][j]));
            x[j] = next;
        }
    }
    return x;
}

namespace {

bool is_tile(const TilePoint& point, Index lanes, Index bytes_per_real)
{
    return point.lanes == lanes && point.bytes_per_real == bytes_per_real;
}

std::vector<double> fitted_terms(const Machine& machine, Index lanes, Index active, double Estimate::*part,
                                 const VectorPrices& prices)
{
    const Index nearest = nearest_processes(machine.tiles, active, [&](const TilePoint& point) {
        return is_tile(point, lanes, prices.bytes_per_real) ? point.active : 0;
    });
    std::vector<std::vector<double>> rows;
    std::vector<double> wanted;
    for (const TilePoint& point : machine.tiles) {
        if (!is_tile(point, lanes, prices.bytes_per_real) || point.active != nearest) continue;
        rows.push_back(term_counts(point.axes, lanes, prices.bytes_per_real, prices.cache_bytes));
        wanted.push_back(point.seconds.*part * real(std::max(Index{1}, lanes)));
        if (std::isnan(wanted.back())) return std::vector<double>(rows.back().size(), wanted.back());  // no interval
    }
    std::vector<double> terms = nonnegative_fit(rows, wanted);
    if (lanes > 0) fill_far_passes(terms);
    return terms;
}

/// What was measured at each size: x and y.
using Points = std::map<Index, std::vector<std::pair<double, double>>>;

// The lines of least squares, which do not fall: where they begin, and their slopes.
std::pair<Curve, Curve> lines_of(const Points& points)
{
    Curve begin, slopes;
    for (const auto& [size, all] : points) {
        double x_sum = 0, y_sum = 0, squares = 0, products = 0;
        for (const auto& [x, y] : all) {
            x_sum += x;
            y_sum += y;
            squares += x * x;
            products += x * y;
        }
        const auto count = static_cast<double>(all.size());
        const double spread = count * squares - x_sum * x_sum;
        const double slope = spread > 1e-9 ? std::max(0.0, (count * products - x_sum * y_sum) / spread) : 0;
        begin.add(log2_of(size), (y_sum - slope * x_sum) / count);
        slopes.add(log2_of(size), slope);
    }
    return {begin, slopes};
}

// Arrays that were accessed like this: with one axis first, then what several and columns apart add to that.
VectorPrices::Array array_prices(const Machine& machine, Access access, bool half, Index active, double Estimate::*part,
                                 const VectorPrices& prices)
{
    const auto is_alike = [&](const PassKind& pass) {
        return pass.kernel == "simd" && pass.access == access && pass.half == half &&
               pass.bytes_per_real == prices.bytes_per_real;
    };
    const Index nearest = nearest_processes(
        machine.kernels, active, [&](const KernelPoint& point) { return is_alike(point.pass) ? point.active : 0; });
    const Index lanes = line_bytes / prices.bytes_per_real;
    VectorPrices::Array result{access, half};
    Pricing pricing(prices);
    std::array<Points, reaches> plain;
    Points several, apart;
    const auto is_plain = [](const PassKind& pass) { return pass.axes.size() == 1 && !pass.lanes_apart; };
    const bool only_apart = std::ranges::none_of(
        machine.kernels, [&](const KernelPoint& point) { return is_alike(point.pass) && is_plain(point.pass); });
    const auto visit = [&](bool all_plain, const auto& take) {
        for (const KernelPoint& point : machine.kernels) {
            if (!is_alike(point.pass) || point.active != nearest) continue;
            if ((is_plain(point.pass) || only_apart) != all_plain) continue;
            take(point, point.seconds.*part - pricing.tile_seconds(point.pass.axes, lanes));
        }
    };
    visit(true, [&](const KernelPoint& point, double more) {
        plain[static_cast<std::size_t>(pricing.reach(point.pass.axes, lanes))][point.local_size].push_back({0, more});
    });
    for (std::size_t reach = 0; reach < plain.size(); ++reach) result.seconds[reach] = lines_of(plain[reach]).first;
    const auto more_than_known = [&](const KernelPoint& point, double more) {
        const VectorPrices known{prices.bytes_per_real, prices.cache_bytes, prices.tiles, {result}};
        const Index neighbours = point.pass.lanes_apart ? 1 : 0;
        return more - Pricing(known).of({access, point.pass.axes, lanes, neighbours, half}, point.local_size).array;
    };
    visit(false, [&](const KernelPoint& point, double more) {
        if (point.pass.lanes_apart) return;
        const double ends = 1 / real(run_of(point.pass.axes));
        several[point.local_size].push_back({ends, more_than_known(point, more)});
    });
    std::tie(result.several, result.run) = lines_of(several);
    visit(false, [&](const KernelPoint& point, double more) {
        if (point.pass.lanes_apart) apart[point.local_size].push_back({0, more_than_known(point, more)});
    });
    result.apart = lines_of(apart).first;
    return result;
}

}  // namespace

bool knows_tiles(const Machine& machine, Index lanes, Index bytes_per_real)
{
    return std::ranges::any_of(machine.tiles,
                               [&](const TilePoint& point) { return is_tile(point, lanes, bytes_per_real); });
}

VectorPrices measured_prices(const Machine& machine, Index lanes, Index bytes_per_real, Index active,
                             double Estimate::*part)
{
    VectorPrices prices{bytes_per_real, {}, {}, {}};
    // half of each cache was measured
    for (const StreamPoint& stream : machine.streams) {
        if (stream.level != "memory" && stream.active == machine.streams.front().active)
            prices.cache_bytes.push_back(2 * stream.bytes);
    }
    for (const Index width : {lanes, line_bytes / bytes_per_real}) {
        if (!knows_tiles(machine, width, bytes_per_real))
            throw Error(Status::file_error,
                        text("the machine file says nothing of ", width == 0 ? "short vectors" : "tiles",
                             " with reals of ", bytes_per_real, " bytes; ", how_to_measure_again(machine.file)));
        if (!prices.tiles.contains(width)) prices.tiles[width] = fitted_terms(machine, width, active, part, prices);
    }
    for (const Access access : {Access::to_packets, Access::from_packets, Access::in_place}) {
        for (const bool half : {false, true}) {
            VectorPrices::Array array = array_prices(machine, access, half, active, part, prices);
            if (std::ranges::all_of(array.seconds, &Curve::empty)) continue;
            // several axes and columns apart were measured with complex numbers
            if (half && !prices.arrays.empty() && prices.arrays.back().access == access) {
                const VectorPrices::Array& complex = prices.arrays.back();
                array.several = complex.several;
                array.run = complex.run;
                if (array.apart.empty() && access != Access::in_place) array.apart = complex.apart;
            }
            prices.arrays.push_back(std::move(array));
        }
    }
    return prices;
}

}  // namespace bspfft
