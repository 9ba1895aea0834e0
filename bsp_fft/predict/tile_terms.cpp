#include "bsp_fft/predict/tile_terms.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/papers/domain.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

// The terms of tiles, in this order.
enum TileTerm { row, tile, pass, halves = pass + 3, twiddles, far_twiddles, generic, generic_rows, chirp, butterfly };
constexpr std::array<Index, 7> butterflies{2, 3, 4, 5, 7, 8, 9};
constexpr std::size_t tile_terms = butterfly + butterflies.size();

// The terms of short vectors.
enum ShortTerm { vector, stage, one_lane = stage + 3, two_lanes, four_lanes, conflicts, stage_radix };
constexpr std::size_t short_terms = stage_radix + longest_radix - 1;

// 0 for the nearest cache, 1 for the next, 2 for what is farther away.
std::size_t level_of(double bytes, const std::vector<Index>& cache_bytes)
{
    // A little more than the nearest cache is as good; of the next, other arrays take some.
    constexpr double shares[] = {1.05, 0.6};
    std::size_t level = 0;
    while (level < 2 && level < cache_bytes.size() && bytes > shares[level] * real(cache_bytes[level])) ++level;
    return level;
}

void add_butterfly(Index radix, double times, std::vector<double>& counts)
{
    const auto found = std::ranges::find(butterflies, radix);
    if (found != butterflies.end()) counts[butterfly + static_cast<std::size_t>(found - butterflies.begin())] += times;
}

void add_tile(const std::vector<Index>& axes, Index lanes, Index bytes_per_real, const std::vector<Index>& cache_bytes,
              double times, std::vector<double>& counts)
{
    const Index rows = product_of(axes);
    const std::size_t level = level_of(real(rows) * real(2 * lanes * bytes_per_real), cache_bytes);
    for (const AxisPass& each : passes_over(axes)) {
        const Radix& radix = each.radix;
        if (radix.kind == SmallKind::chirp) {
            // two transforms of a longer tile, for each row of this one
            const Index smooth = smooth_length(2 * radix.length - 1);
            counts[chirp] += times;
            add_tile({smooth}, lanes, bytes_per_real, cache_bytes, times * 2 * real(smooth) / real(radix.length),
                     counts);
            continue;
        }
        counts[pass + level] += times;
        if (each.rest > 1) counts[level == 0 ? twiddles : far_twiddles] += times;
        if (radix.kind == SmallKind::generic) {
            counts[generic] += times;
            counts[generic_rows] += times * real(radix.length);
            continue;
        }
        if (radix.kind == SmallKind::two) {
            counts[halves] += times;
            add_butterfly(radix.first, times, counts);
        }
        add_butterfly(radix.kind == SmallKind::two ? radix.second : radix.length, times, counts);
    }
}

std::vector<double> short_counts(Index n, Index bytes_per_real, const std::vector<Index>& cache_bytes)
{
    std::vector<double> counts(short_terms);
    const std::vector<Index> radices = short_radices(n);
    const std::size_t level = level_of(real(n) * real(2 * bytes_per_real), cache_bytes);
    counts[vector] = 1 / real(n);
    const Index lanes = radices.size() > 1 ? short_lanes(radices.front(), n) : 1;
    for (const Index radix : radices) {
        counts[stage + level] += 1;
        if (radix > 1) counts[stage_radix + static_cast<std::size_t>(radix) - 2] += 1;
        if (lanes < most_short_lanes) counts[lanes == 1 ? one_lane : lanes == 2 ? two_lanes : four_lanes] += 1;
        if (n * 2 * bytes_per_real % (Index{1} << 16) == 0) counts[conflicts] += 1;
    }
    return counts;
}

}  // namespace

std::vector<double> term_counts(const std::vector<Index>& axes, Index lanes, Index bytes_per_real,
                                const std::vector<Index>& cache_bytes)
{
    if (lanes == 0) return short_counts(product_of(axes), bytes_per_real, cache_bytes);
    std::vector<double> counts(tile_terms);
    counts[row] = 1;
    counts[tile] = 1 / real(product_of(axes));
    add_tile(axes, lanes, bytes_per_real, cache_bytes, 1, counts);
    return counts;
}

std::vector<std::string> term_names(Index lanes)
{
    std::vector<std::string> names;
    if (lanes == 0) {
        names = {"a vector", "a stage in L1", "a stage in L2", "a stage beyond", "in one lane", "in two lanes",
                 "in four lanes", "in few cache sets"};
        for (Index radix = 2; radix <= longest_radix; ++radix) names.push_back(text("radix ", radix));
        return names;
    }
    names = {"a row", "a tile", "a pass in L1", "a pass in L2", "a pass beyond", "through a buffer", "twiddles in L1",
             "twiddles beyond", "a generic pass", "for each row of it", "a chirp"};
    for (const Index radix : butterflies) names.push_back(text("butterfly of ", radix));
    return names;
}

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
    constexpr int most_sweeps = 3000;
    constexpr double little = 1e-9;  // of what the rows want
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

TileTerms::TileTerms(const Machine& machine, Index lanes, Index bytes_per_real, Index active)
    : lanes_(lanes), bytes_per_real_(bytes_per_real)
{
    // half of each cache was measured
    for (const StreamPoint& stream : machine.streams) {
        if (stream.level != "memory" && stream.active == machine.streams.front().active)
            cache_bytes_.push_back(2 * stream.bytes);
    }
    const auto counts_here = [&](const TilePoint& point) {
        return point.lanes == lanes && point.bytes_per_real == bytes_per_real;
    };
    const Index nearest = nearest_processes(
        machine.tiles, active, [&](const TilePoint& point) { return counts_here(point) ? point.active : 0; });
    std::vector<TilePoint> points;
    for (const TilePoint& point : machine.tiles) {
        if (counts_here(point) && point.active == nearest) points.push_back(point);
    }
    known_ = !points.empty();
    for (const TilePoint& point : points) has_interval_ = has_interval_ && !std::isnan(point.seconds.low);
    value_ = fitted(points, &Estimate::value);
    low_ = has_interval_ ? fitted(points, &Estimate::low) : value_;
    high_ = has_interval_ ? fitted(points, &Estimate::high) : value_;
}

std::vector<double> TileTerms::fitted(const std::vector<TilePoint>& points, double Estimate::*part) const
{
    std::vector<std::vector<double>> rows;
    std::vector<double> wanted;
    for (const TilePoint& point : points) {
        rows.push_back(term_counts(point.axes, lanes_, bytes_per_real_, cache_bytes_));
        wanted.push_back(point.seconds.*part * real(std::max(Index{1}, lanes_)));
    }
    return nonnegative_fit(rows, wanted);
}

Estimate TileTerms::of(const std::vector<Index>& axes) const
{
    const std::vector<double> counts = term_counts(axes, lanes_, bytes_per_real_, cache_bytes_);
    const auto sum = [&](const std::vector<double>& terms) {
        double total = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) total += counts[i] * terms[i];
        return total / real(std::max(Index{1}, lanes_));
    };
    const double value = sum(value_);
    if (!has_interval_) return without_interval(value);
    return {value, std::min(value, sum(low_)), std::max(value, sum(high_))};
}

}  // namespace bspfft
