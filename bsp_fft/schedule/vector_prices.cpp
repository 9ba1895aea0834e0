#include "bsp_fft/schedule/vector_prices.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

// The terms of tiles, in this order.
enum TileTerm { row, tile, pass, halves = pass + 4, twiddles, far_twiddles, generic, generic_rows, chirp, butterfly };
constexpr std::array<Index, 7> butterflies{2, 3, 4, 5, 7, 8, 9};
constexpr std::size_t tile_terms = butterfly + butterflies.size();

// The terms of short vectors.
enum ShortTerm { vector, stage, one_lane = stage + 3, two_lanes, four_lanes, conflicts, stage_radix };
enum SweepTerm { two_sweeps = stage_radix + longest_radix - 1, doublings, sweep_passes, short_terms };

// 0 in the nearest cache, and a little more than that is as good; 1 in the next, where other arrays have room as well;
// 2 where they have not; 3 beyond.
std::size_t level_of(double bytes, const std::vector<Index>& cache_bytes)
{
    if (cache_bytes.empty() || bytes <= 1.05 * real(cache_bytes[0])) return 0;
    if (cache_bytes.size() < 2) return 3;
    const double share = bytes / real(cache_bytes[1]);
    return share <= 0.3 ? 1 : share <= 0.6 ? 2 : 3;
}

// A pass over a tile that is more than twice as large as the cache takes longer with every doubling; by how much was
// seen at all cuts of 2^20 on a Neoverse-N1.
double far_sweeps(double bytes, const std::vector<Index>& cache_bytes)
{
    const double share = bytes / real(cache_bytes[std::min(cache_bytes.size() - 1, std::size_t{1})]);
    return 1 + 0.35 * std::max(0.0, std::log2(share) - 1);
}

void add_butterfly(Index radix, double times, std::vector<double>& counts)
{
    const auto found = std::ranges::find(butterflies, radix);
    if (found != butterflies.end()) counts[butterfly + static_cast<std::size_t>(found - butterflies.begin())] += times;
}

void add_tile(const std::vector<AxisPass>& passes, Index rows, Index lanes, Index bytes_per_real,
              const std::vector<Index>& cache_bytes, double times, std::vector<double>& counts)
{
    const double bytes = real(rows) * real(2 * lanes * bytes_per_real);
    const std::size_t level = level_of(bytes, cache_bytes);
    for (const AxisPass& each : passes) {
        const Radix& radix = each.radix;
        if (radix.kind == SmallKind::chirp) {
            // two transforms of a longer tile, for each row of this one
            const Index smooth = smooth_length(2 * radix.length - 1);
            counts[chirp] += times;
            add_tile(passes_over({smooth}), smooth, lanes, bytes_per_real, cache_bytes,
                     times * 2 * real(smooth) / real(radix.length), counts);
            continue;
        }
        counts[pass + level] += level < 3 ? times : times * far_sweeps(bytes, cache_bytes);
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

std::vector<double> tile_counts(const std::vector<AxisPass>& passes, Index rows, Index lanes, Index bytes_per_real,
                                const std::vector<Index>& cache_bytes)
{
    std::vector<double> counts(tile_terms);
    counts[row] = 1;
    counts[tile] = 1 / real(rows);
    add_tile(passes, rows, lanes, bytes_per_real, cache_bytes, 1, counts);
    return counts;
}

std::vector<double> short_counts(Index n, Index bytes_per_real, const std::vector<Index>& cache_bytes)
{
    std::vector<double> counts(short_terms);
    if (const Index a = square_side(n, bytes_per_real); a > 0) {
        counts[two_sweeps] = 1;
        counts[doublings] = log2_of(n * 2 * bytes_per_real) - log2_of(longest_stages_bytes);
        counts[sweep_passes] = static_cast<double>(passes_over({n / a}).size() + passes_over({a}).size());
        return counts;
    }
    const std::vector<Index> radices = short_radices(n);
    // a vector has its two arrays to itself
    const std::size_t level = std::array{0, 1, 1, 2}[level_of(real(n) * real(2 * bytes_per_real), cache_bytes)];
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

// Rests of tiles by how much of the two times is spent otherwise; from a fifth on a tile says little of another.
double rest_of(const std::vector<double>& counts, const std::vector<double>& terms,
               const std::vector<VectorPrices::Rest>& rests)
{
    constexpr double far = 0.2, same = 0.01;
    double weights = 1 / (far * far), sum = 0;
    for (const VectorPrices::Rest& rest : rests) {
        double differ = 0, all = 0;
        for (std::size_t i = 0; i < terms.size(); ++i) {
            differ += terms[i] * std::abs(counts[i] - rest.counts[i]);
            all += terms[i] * std::max(counts[i], rest.counts[i]);
        }
        const double distance = differ / all + same, weight = 1 / (distance * distance);
        weights += weight;
        sum += weight * std::log(rest.ratio);
    }
    return std::exp(sum / weights);
}

}  // namespace

std::vector<double> term_counts(const std::vector<Index>& axes, Index lanes, Index bytes_per_real,
                                const std::vector<Index>& cache_bytes)
{
    if (lanes == 0) return short_counts(product_of(axes), bytes_per_real, cache_bytes);
    return tile_counts(passes_over(axes), product_of(axes), lanes, bytes_per_real, cache_bytes);
}

std::vector<std::string> term_names(Index lanes)
{
    std::vector<std::string> names;
    if (lanes == 0) {
        names = {"a vector",    "a stage in L1", "a stage in L2", "a stage beyond",
                 "in one lane", "in two lanes",  "in four lanes", "in few cache sets"};
        for (Index radix = 2; radix <= longest_radix; ++radix) names.push_back(text("radix ", radix));
        names.insert(names.end(), {"two sweeps", "for each doubling above 1 MiB", "a pass in a sweep"});
        return names;
    }
    names = {"a row",
             "a tile",
             "a pass in L1",
             "a pass in L2",
             "a pass in all of L2",
             "a pass beyond",
             "through a buffer",
             "twiddles in L1",
             "twiddles beyond",
             "a generic pass",
             "for each row of it",
             "a chirp"};
    for (const Index radix : butterflies) names.push_back(text("butterfly of ", radix));
    return names;
}

void fill_far_passes(std::vector<double>& terms)
{
    for (std::size_t i = pass + 1; i < halves; ++i) terms[i] = std::max(terms[i], terms[i - 1]);
}

Index run_of(const std::vector<Index>& axes)
{
    return axes.back() > 1 ? axes.back() : 4;
}

ArrayPass pass_of(const std::vector<AxisCut>& cut, Access access, Index lanes)
{
    ArrayPass pass{access, {}, lanes};
    for (const AxisCut& axis : cut) {
        if (!axis.transformed) continue;
        pass.lengths.push_back(access == Access::to_packets ? axis.a : access == Access::in_place ? axis.n : axis.b);
    }
    pass.half = half_axis_of(cut) != nullptr;
    if (lanes == 0) pass.lengths = {short_length(cut.back())};
    const CutPart part = part_of(cut, 0);
    const bool columns = access == Access::to_packets || access == Access::in_place;
    const Index count = std::max(Index{1}, columns ? part.column_count() : part.row_count());
    // two real columns are one lane
    const Index width = std::max(Index{1}, columns && pass.half ? 2 * lanes : lanes);
    pass.lanes_per_column = real(tiles_of(count, width) * width) / real(count);
    if (access == Access::in_place) {
        // the last axis in memory is the one whose elements are neighbours
        const auto last = std::find_if(cut.rbegin(), cut.rend(), [](const AxisCut& axis) { return axis.n > 1; });
        if (last != cut.rend() && last->transformed) pass.neighbours = 1;
        Index run = 1;
        for (auto axis = cut.rbegin(); axis != cut.rend() && !axis->transformed; ++axis) run *= axis->columns(0);
        if (pass.neighbours == 0 && run < count) pass.wrapped = wrapped_share(width, run);
        return pass;
    }
    const Index neighbours = columns ? part.columns.back() : part.rows.back();
    // Columns of a tile on several lines; pieces of a line that is no multiple of cache lines are as bad.
    const bool are_split = neighbours < width || (columns && neighbours % width != 0);
    const bool whole_lines = neighbours > 1 || cut.back().n % lanes == 0;
    if (are_split && count > neighbours) pass.neighbours = whole_lines ? neighbours : 2;
    if (count % width != 0) pass.partial_tiles = tiles_of(count, width);
    // half a spectrum is read by pairs of rows, each from its beginning
    const bool has_lines = lanes > 1 && (columns || !pass.half) && pass.neighbours == 0;
    pass.shares_lines = has_lines && neighbours % (width / 2) != 0;
    // the lanes of rows are k1 of axes that are transformed
    pass.splits_lines = access == Access::from_packets && !cut.back().transformed && cut.back().columns(0) > 1;
    return pass;
}

ArrayPass pass_of(const Program& program, const Compute& step, Access access)
{
    if (step.cut.empty()) return {access, {step.radix}, step.lanes};
    const ScheduleOptions& options = program.options;
    const bool is_short = access == Access::in_place && step.lanes == 1 && !options.reproducible &&
                          has_short_columns(step.cut, options.bytes_per_real);
    return pass_of(step.cut, access, is_short ? 0 : step.lanes);
}

const Pricing::Tile& Pricing::tile_of(const std::vector<Index>& axes, Index lanes)
{
    const auto [found, is_new] = known_.try_emplace({axes, lanes});
    if (!is_new) return found->second;
    const std::vector<double>& terms = prices_.tiles.at(lanes);
    const std::vector<AxisPass> passes = passes_over(axes);
    const Index rows = product_of(axes), width = std::max(Index{1}, lanes), bytes_per_real = prices_.bytes_per_real;
    const std::vector<double> counts = lanes == 0
                                           ? short_counts(rows, bytes_per_real, prices_.cache_bytes)
                                           : tile_counts(passes, rows, lanes, bytes_per_real, prices_.cache_bytes);
    double seconds = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) seconds += counts[i] * terms[i];
    if (const auto rests = prices_.rests.find(lanes); rests != prices_.rests.end())
        seconds *= rest_of(counts, terms, rests->second);
    const double bytes = real(rows * 2 * width * bytes_per_real);
    const bool in_one_pass = passes.size() == 1;
    constexpr Reach by_level[] = {Reach::nearest_cache, Reach::next_cache, Reach::all_of_next, Reach::beyond};
    return found->second = {seconds / real(width),
                            in_one_pass ? Reach::one_pass : by_level[level_of(bytes, prices_.cache_bytes)],
                            std::max(0.0, log2_of(passes.front().radix.length) - 3)};
}

PassSeconds Pricing::of(const ArrayPass& pass, Index local_size)
{
    const auto is_known = [&](const VectorPrices::Array& array) { return array.access == pass.access; };
    if (pass.access == Access::between_packets && std::ranges::none_of(prices_.arrays, is_known)) {
        // read as by rows, and written as by columns
        ArrayPass read = pass, written = pass;
        read.access = Access::from_packets;
        written.access = Access::to_packets;
        const PassSeconds rows = of(read, local_size), columns = of(written, local_size);
        return {2 * rows.tile, 0.5 * (rows.array + columns.array)};
    }
    const Tile& tile = tile_of(pass.lengths, pass.lanes);
    const double transforms = pass.access == Access::between_packets ? 2 : 1;
    const double in_cache = transforms * pass.lanes_per_column * tile.seconds;
    const double size = log2_of(local_size);
    const auto at = [&](const Curve& curve) { return curve.empty() ? 0 : curve.at(size); };
    if (pass.lanes == 0) {
        const bool are_several = local_size > product_of(pass.lengths);
        return {in_cache, pass.half ? at(prices_.pairs) : are_several ? at(prices_.short_vectors) : 0};
    }
    // the array that is most like this one: better of complex numbers than accessed otherwise
    const VectorPrices::Array* found = nullptr;
    int most_alike = -1;
    for (const VectorPrices::Array& array : prices_.arrays) {
        if (array.access != pass.access || (array.half && !pass.half)) continue;
        const int alike = (array.half == pass.half ? 1 : 0) + (array.lanes_apart == (pass.neighbours > 0) ? 2 : 0);
        if (alike <= most_alike) continue;
        most_alike = alike;
        found = &array;
    }
    if (!found) return {in_cache, 0};
    // where tiles of this reach were not measured, those of the nearest
    const auto wanted = static_cast<std::size_t>(tile.reach);
    std::size_t nearest = wanted;
    for (std::size_t i = 0; i < 2 * reaches && found->seconds[nearest].empty(); ++i) {
        const std::size_t step = i / 2 + 1;
        nearest = i % 2 == 0 ? (step > wanted ? 0 : wanted - step) : std::min(reaches - 1, wanted + step);
    }
    double array = at(found->seconds[nearest]);
    const bool several = pass.lengths.size() > 1;
    if (several) array += at(found->several) + tile.streams * at(found->streams);
    if (pass.half && !found->half)
        array += at(several && !found->several_reals.empty() ? found->several_reals : found->of_reals);
    if (pass.shares_lines) array += at(found->shared_lines);
    if (pass.partial_tiles > 0) array += at(found->partial) / real(pass.partial_tiles);
    if (pass.neighbours > 0) array += at(pass.neighbours == 1 && !found->alone.empty() ? found->alone : found->apart);
    if (several && (pass.neighbours == 0 || pass.neighbours > pass.lanes))
        array += at(found->run) / real(run_of(pass.lengths));
    array += pass.wrapped * at(found->wrapped);
    if (pass.splits_lines) array *= real(line_bytes / (2 * prices_.bytes_per_real));
    return {in_cache, pass.lanes_per_column * array};
}

}  // namespace bspfft
