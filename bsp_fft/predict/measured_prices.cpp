#include "bsp_fft/predict/measured_prices.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
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
    std::vector<double> rest(terms), x(terms);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < terms; ++j) {
            const double scaled = rows[i][j] / wanted[i];
            rest[j] += scaled;
            for (std::size_t k = 0; k < terms; ++k) products[j][k] += scaled * rows[i][k] / wanted[i];
        }
    }
    // One unknown after the other, until none changes: the sum of squares is convex. With fewer rows than unknowns many
    // are its minimum; this one, which is begun from zeros and shared by unknowns that rows hold alike, predicts better
    // than one of fewest unknowns  [Lawson, Hanson 1974, 23].
    constexpr int most_sweeps = 20000;
    constexpr double little = 1e-5;  // of what the rows want; smaller ones changed no prediction
    double change = 1;
    for (int sweep = 0; sweep < most_sweeps && change > little; ++sweep) {
        change = 0;
        for (std::size_t j = 0; j < terms; ++j) {
            if (products[j][j] == 0) continue;
            const double next = std::max(0.0, x[j] + rest[j] / products[j][j]), more = next - x[j];
            if (more == 0) continue;
            const double* product = products[j].data();
            for (double& of_one : rest) of_one -= *product++ * more;
            change = std::max(change, std::abs(more) * std::sqrt(products[j][j]));
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

void fit_terms(const Machine& machine, Index lanes, Index active, double Estimate::*part, VectorPrices& prices)
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
        if (!std::isnan(wanted.back())) continue;
        prices.tiles[lanes].assign(rows.back().size(), wanted.back());  // no interval
        return;
    }
    std::vector<double>& terms = prices.tiles[lanes] = nonnegative_fit(rows, wanted);
    if (lanes > 0) fill_far_passes(terms);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double sum = std::inner_product(terms.begin(), terms.end(), rows[i].begin(), 0.0);
        prices.rests[lanes].push_back({rows[i], wanted[i] / sum});
    }
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

/// The arrays of one access: what each pass took more than its tiles in the cache.
class ArrayFit {
public:
    ArrayFit(const Machine& machine, Access access, Index active, double Estimate::*part, const VectorPrices& prices)
        : machine_(machine),
          access_(access),
          part_(part),
          prices_(prices),
          pricing_(prices),
          lanes_(line_bytes / prices.bytes_per_real)
    {
        nearest_ = nearest_processes(machine.kernels, active,
                                     [&](const KernelPoint& point) { return is_alike(point) ? point.active : 0; });
    }

    /// Complex numbers with one axis first, then what several axes, columns apart and real data add to that.
    VectorPrices::Array packets()
    {
        VectorPrices::Array array = of_one_axis(false, false);
        const auto is_apart = [](const PassKind& pass) { return pass.neighbours > 1 && !pass.half; };
        const auto is_alone = [](const PassKind& pass) { return pass.neighbours == 1 && !pass.half; };
        const auto is_real = [](const PassKind& pass) { return pass.axes.size() == 1 && pass.half; };
        const auto is_real_cube = [](const PassKind& pass) { return pass.axes.size() > 1 && pass.half; };
        const auto is_partial = [](const PassKind& pass) {
            return pass.axes.size() == 1 && pass.partial_tiles > 0 && pass.partial_tiles < many_tiles && !pass.half;
        };
        // of many tiles nearly none has fewer columns, and each begins within cache lines
        const auto is_odd = [](const PassKind& pass) {
            return pass.axes.size() == 1 && pass.partial_tiles >= many_tiles && !pass.half;
        };
        const auto tiles = [](const PassKind& pass) { return real(pass.partial_tiles); };
        const auto has_several = [](const PassKind& pass) {
            return pass.axes.size() > 1 && pass.neighbours == 0 && !pass.half;
        };
        const auto ends = [](const PassKind& pass) { return 1 / real(run_of(pass.axes)); };
        std::tie(array.several, array.run) = lines_of(points(array, has_several, ends));
        array.alone = lines_of(points(array, is_alone)).first;
        array.apart = lines_of(points(array, is_apart)).first;
        for (const auto& [size, all] : points(array, is_partial, tiles)) {
            double sum = 0;
            for (const auto& [tiles_of_each, more] : all) sum += tiles_of_each * more;
            array.partial.add(log2_of(size), sum / static_cast<double>(all.size()));
        }
        array.shared_lines = lines_of(points(array, is_odd)).first;
        array.of_reals = lines_of(points(array, is_real)).first;
        array.several_reals = lines_of(points(array, is_real_cube)).first;
        return array;
    }

    VectorPrices::Array of_one_axis(bool half, bool lanes_apart)
    {
        VectorPrices::Array array{access_, half, lanes_apart};
        for (std::size_t reach = 0; reach < reaches; ++reach) {
            const auto is_wanted = [&](const PassKind& pass) {
                return pass.kernel == "simd" && pass.axes.size() == 1 && pass.partial_tiles == 0 && pass.half == half &&
                       pass.neighbours == (lanes_apart ? 1 : 0) &&
                       static_cast<std::size_t>(pricing_.reach(pass.axes, lanes_of(pass))) == reach;
            };
            array.seconds[reach] = lines_of(points({access_, half}, is_wanted)).first;
        }
        const auto is_in_two_rows = [&](const PassKind& pass) {
            return pass.kernel == "simd" && pass.neighbours > 1 && pass.half == half && !lanes_apart;
        };
        const auto share = [](const PassKind& pass) {
            return wrapped_share(line_bytes / pass.bytes_per_real, pass.neighbours);
        };
        for (const auto& [size, all] : points(array, is_in_two_rows, share)) {
            double sum = 0;
            for (const auto& [tiles, more] : all) sum += more / tiles;
            array.wrapped.add(log2_of(size), sum / static_cast<double>(all.size()));
        }
        return array;
    }

    /// What several short vectors take more than one.
    Curve short_vectors()
    {
        return short_ones(false);
    }
    /// What real vectors take more than short ones of half their length.
    Curve pairs() { return short_ones(true); }

private:
    static constexpr Index many_tiles = 16;

    Curve short_ones(bool half)
    {
        const auto is_one = [&](const PassKind& pass) { return pass.kernel == "short" && pass.half == half; };
        return lines_of(points({access_, half}, is_one)).first;
    }

    static double zero(const PassKind&) { return 0; }
    Index lanes_of(const PassKind& pass) const
    {
        return pass.kernel == "short" ? 0 : pass.lanes > 0 ? pass.lanes : lanes_;
    }

    bool is_alike(const KernelPoint& point) const
    {
        return (point.pass.kernel == "simd" || point.pass.kernel == "short") && point.pass.access == access_ &&
               point.pass.bytes_per_real == prices_.bytes_per_real;
    }

    // What passes took more than is known of their arrays.
    Points points(const VectorPrices::Array& known, const auto& is_wanted, double (*x)(const PassKind&) = zero)
    {
        const VectorPrices with_array{
            prices_.bytes_per_real, prices_.cache_bytes, prices_.tiles, {known}, prices_.rests};
        Pricing pricing(with_array);
        Points found;
        for (const KernelPoint& point : machine_.kernels) {
            const PassKind& pass = point.pass;
            if (!is_alike(point) || point.active != nearest_ || !is_wanted(pass)) continue;
            ArrayPass timed{access_, pass.axes, lanes_of(pass), pass.neighbours, pass.half};
            timed.partial_tiles = pass.partial_tiles;
            timed.shares_lines = pass.partial_tiles >= many_tiles;
            const PassSeconds seconds = pricing.of(timed, point.local_size);
            found[point.local_size].push_back({x(pass), point.seconds.*part_ - seconds.tile - seconds.array});
        }
        return found;
    }

    const Machine& machine_;
    Access access_;
    double Estimate::*part_;
    const VectorPrices& prices_;
    Pricing pricing_;
    Index lanes_;
    Index nearest_ = 0;
};

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
    std::set<Index> widths{lanes, line_bytes / bytes_per_real};
    if (knows_tiles(machine, 0, bytes_per_real)) widths.insert(0);
    for (const KernelPoint& point : machine.kernels) {
        if (point.pass.bytes_per_real == bytes_per_real && point.pass.lanes > 0) widths.insert(point.pass.lanes);
    }
    for (const Index width : widths) {
        if (!knows_tiles(machine, width, bytes_per_real))
            throw Error(Status::file_error,
                        text("the machine file says nothing of ", width == 0 ? "short vectors" : "tiles",
                             " with reals of ", bytes_per_real, " bytes; ", how_to_measure_again(machine.file)));
        fit_terms(machine, width, active, part, prices);
    }
    for (const Access access : {Access::to_packets, Access::from_packets, Access::between_packets})
        prices.arrays.push_back(ArrayFit(machine, access, active, part, prices).packets());
    ArrayFit in_place(machine, Access::in_place, active, part, prices);
    for (const bool half : {false, true}) {
        for (const bool apart : {false, true}) prices.arrays.push_back(in_place.of_one_axis(half, apart));
    }
    if (prices.tiles.contains(0)) {
        prices.short_vectors = in_place.short_vectors();
        prices.pairs = in_place.pairs();
    }
    std::erase_if(prices.arrays,
                  [](const VectorPrices::Array& array) { return std::ranges::all_of(array.seconds, &Curve::empty); });
    return prices;
}

}  // namespace bspfft
