// Tiles against the definition in long double: all lengths, several axes, tails, and every way in and out.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/kernel/lanes/lane_transform.hpp"
#include "bsp_fft/schedule/radices.hpp"
#include "bspfft/error.hpp"
#include "tests/fft/oracle.hpp"
#include "tests/fft/tile_checks.hpp"

using namespace bspfft;

namespace {

/// Columns and their transforms. There are a few different ones, because long double is slow; the others are these
/// times powers of two, which rounds nothing.
class Columns {
public:
    static constexpr Index different = 3;
    static constexpr Index most = 16;

    explicit Columns(const Axes& axes) : axes_(axes), rows_(product_of(axes))
    {
        const std::vector<LongComplex> x = random_vector(at(different * rows_));
        for (Index i = 0; i < different; ++i) {
            in_.emplace_back(x.begin() + i * rows_, x.begin() + (i + 1) * rows_);
            out_.push_back(transformed(in_.back()));
        }
        for (Index lane = different; lane < most; ++lane) {
            in_.push_back(doubled(in_[at(lane - different)]));
            out_.push_back(doubled(out_[at(lane - different)]));
        }
    }

    const Axes& axes() const { return axes_; }
    Index rows() const { return rows_; }
    LongComplex in(Index row, Index lane) const { return in_[at(lane)][at(row)]; }
    LongComplex out(Index k, Index lane) const { return out_[at(lane)][at(k)]; }
    /// The digit of a row for an axis.
    Index digit(Index row, std::size_t axis) const
    {
        Index inner = 1;
        for (std::size_t l = axis + 1; l < axes_.size(); ++l) inner *= axes_[l];
        return row / inner % axes_[axis];
    }
    /// The row with all digits negated: the inverse transform has its results there.
    Index mirrored(Index row) const
    {
        Index result = 0;
        for (std::size_t l = 0; l < axes_.size(); ++l)
            result = result * axes_[l] + (axes_[l] - digit(row, l)) % axes_[l];
        return result;
    }

private:
    static std::vector<LongComplex> doubled(std::vector<LongComplex> x)
    {
        for (LongComplex& value : x) value *= 2.0L;
        return x;
    }

    std::vector<LongComplex> transformed(std::vector<LongComplex> x) const
    {
        Index inner = rows_;
        for (const Index n : axes_) {
            inner /= n;
            const std::vector<LongComplex>& w = long_roots(at(n));
            std::vector<LongComplex> y(x.size());
            for (Index row = 0; row < rows_; ++row) {
                const Index k = row / inner % n, first = row - k * inner;
                for (Index j = 0; j < n; ++j) y[at(row)] += w[at(j * k % n)] * x[at(first + j * inner)];
            }
            x = y;
        }
        return x;
    }

    Axes axes_;
    Index rows_;
    std::vector<std::vector<LongComplex>> in_;
    std::vector<std::vector<LongComplex>> out_;
};

/// Where the elements of a tile are in an array.
struct Places {
    Index row_step;
    Index lane_step;  ///< 0: neighbours
    bool split = false;
    Index reals(Index rows, Index lanes) const { return row_step * rows + lane_step * lanes + 2 * lanes; }
};

struct Way {
    std::string name;
    Places in;
    Places out;
    bool swap_in = false;
    bool swap_out = false;
    double scale = 1;
    bool past_caches = false;  ///< if rows are whole cache lines
};

std::vector<Way> ways(Index rows, Index lanes, Index width)
{
    const Places near{2 * lanes, 0}, far{2048 + 2 * lanes, 0}, packed{2 * width, 0, true};
    const Places lane_by_lane{2, 2 * rows}, apart{4, 4 * rows + 2};
    return {{"near", near, near},
            {"near, inverse", near, near, true, true},
            {"far", far, far, false, false, 0.25},
            {"far, inverse", far, far, true, true},
            {"packed to near", packed, near, false, false, 0.5},
            {"packed to far, inverse", packed, far, true, true},
            {"lane by lane", lane_by_lane, lane_by_lane, false, false, 0.25},
            {"lane by lane, inverse", lane_by_lane, lane_by_lane, true, true},
            {"scattered to near", apart, near},
            {"near to scattered, inverse", near, apart, true, true},
            {"packed to far, past the caches", packed, far, false, false, 0.5, true},
            {"near, past the caches, inverse", near, near, true, true, 1, true}};
}

template <class Real>
struct Tile {
    Tile(const Axes& axes, Index lanes)
        : transform(axes, lanes, arena)
    {}
    Arena arena;
    LaneTransform<Real> transform;
};

/// Reals to the real part, and from there to the imaginary part.
std::size_t place_of(const Places& places, Index row, Index lane)
{
    return at(row * places.row_step + lane * (places.lane_step ? places.lane_step : places.split ? 1 : 2));
}

template <class Real>
std::vector<Real> stored(const Columns& columns, const Places& places, Index lanes, Index width, bool swap)
{
    std::vector<Real> array(at(places.reals(columns.rows(), lanes)), std::numeric_limits<Real>::quiet_NaN());
    for (Index row = 0; row < columns.rows(); ++row) {
        for (Index lane = 0; lane < width; ++lane) {
            const LongComplex x = columns.in(row, lane);
            const std::size_t place = place_of(places, row, lane);
            array[place] = static_cast<Real>(swap ? x.imag() : x.real());
            array[place + (places.split ? at(width) : 1)] = static_cast<Real>(swap ? x.real() : x.imag());
        }
    }
    return array;
}

// With both swaps the data are as they are, and the transform is the inverse.
template <class Real>
void check_way(const Tile<Real>& tile, const Columns& columns, const Way& way, Index width)
{
    CAPTURE(way.name);
    const Index lanes = tile.transform.lanes(), rows = columns.rows();
    const std::vector<Real> in = stored<Real>(columns, way.in, lanes, width, false);
    Buffer<Real> out(way.out.reals(rows, lanes));
    std::ranges::fill(out, static_cast<Real>(untouched));
    const std::vector<Index> in_rows = steps(rows, way.in.row_step), out_rows = steps(rows, way.out.row_step);
    const std::vector<Index> in_lanes = steps(lanes, way.in.lane_step), out_lanes = steps(lanes, way.out.lane_step);
    TileTarget<Real> target{out.data(), out_rows.data(), way.out.lane_step ? out_lanes.data() : nullptr, width, false,
                            way.swap_out, static_cast<Real>(way.scale)};
    const auto row_bytes = static_cast<std::size_t>(2 * lanes) * sizeof(Real);
    target.streams = way.past_caches && width == lanes && row_bytes % cache_line == 0;
    tile.transform.run({in.data(), in_rows.data(), way.in.lane_step ? in_lanes.data() : nullptr, width, way.in.split,
                        way.swap_in},
                       target);
    Error2 error;
    for (Index k = 0; k < rows; ++k) {
        for (Index lane = 0; lane < width; ++lane) {
            Real* const found = out.data() + place_of(way.out, k, lane);
            error.add({found[0], found[1]}, static_cast<long double>(way.scale) *
                                                columns.out(way.swap_in ? columns.mirrored(k) : k, lane));
            found[0] = found[1] = static_cast<Real>(untouched);
        }
    }
    error.check<Real>(columns.axes());
    bool others_untouched = true;
    for (const Real value : out) others_untouched = others_untouched && value == static_cast<Real>(untouched);
    CHECK(others_untouched);
}

/// Packs all rows in a strange order, and reads them back.
template <class Real>
std::vector<LongComplex> packed(const LaneTransform<Real>& transform, Index width)
{
    const Index rows = transform.rows(), lanes = transform.lanes();
    std::vector<Index> order, positions;
    for (Index k = rows; k-- > 0;) order.push_back(k);
    for (const Index k : order) positions.push_back(transform.position(k));
    std::vector<Real> packet(at(2 * rows * width));
    transform.pack(positions.data(), rows, width, packet.data());
    std::vector<LongComplex> result(at(rows * width));
    for (Index i = 0; i < rows; ++i) {
        const Index begin = i / lanes * lanes, group = std::min(lanes, rows - begin);
        for (Index lane = 0; lane < width; ++lane) {
            const Index real = 2 * begin * width + 2 * lane * group + i - begin;
            result[at(order[at(i)] * width + lane)] = {packet[at(real)], packet[at(real + group)]};
        }
    }
    return result;
}

template <class Real>
void check_packing(const Tile<Real>& tile, const Columns& columns, Index width, bool with_twiddles)
{
    CAPTURE(with_twiddles);
    const Index lanes = tile.transform.lanes(), rows = columns.rows();
    const Axes& axes = columns.axes();
    const Places near{2 * lanes, 0};
    const std::vector<Real> in = stored<Real>(columns, near, lanes, width, false);
    const std::vector<Index> in_rows = steps(rows, near.row_step);
    Axes orders;
    for (std::size_t l = 0; l < axes.size(); ++l) orders.push_back(l == 1 ? 1 : 1000 + 77 * axes[l]);
    const auto factor = [&](Index tile_number, std::size_t l, Index lane) {
        return (tile_number * 31 + 5 * lane * lane + static_cast<Index>(l)) % orders[l];
    };
    // few tiles are kept, many are not
    for (const Index tiles : {Index{3}, Index{100000}}) {
        Arena arena;
        LaneTwiddles<Real> twiddles(tile.transform, orders, tiles, [&](Index number, Index* factors) {
            for (std::size_t l = 0; l < axes.size(); ++l) {
                for (Index lane = 0; lane < lanes; ++lane) factors[at(lane) + l * at(lanes)] = factor(number, l, lane);
            }
        }, arena);
        const Index number = 2;
        tile.transform.run({in.data(), in_rows.data(), nullptr, width},
                           with_twiddles ? &twiddles.of_tile(number) : nullptr);
        const std::vector<LongComplex> found = packed(tile.transform, width);
        Error2 error;
        for (Index k = 0; k < rows; ++k) {
            for (Index lane = 0; lane < width; ++lane) {
                LongComplex w = 1;
                for (std::size_t l = 0; with_twiddles && l < axes.size(); ++l)
                    w *= root(columns.digit(k, l) * factor(number, l, lane), orders[l]);
                error.add(found[at(k * width + lane)], w * columns.out(k, lane));
            }
        }
        error.check<Real>(axes);
        if (!with_twiddles) return;
    }
}

template <class Real>
void check_tiles(const Columns& columns, bool all_widths)
{
    constexpr Index widest = LaneTransform<Real>::widest;
    for (const Index lanes : {widest, Index{4}, Index{1}}) {
        CAPTURE(lanes);
        const Tile<Real> tile(columns.axes(), lanes);
        REQUIRE(tile.transform.rows() == columns.rows());
        for (Index width = lanes; width >= 1; width = all_widths ? width - 1 : width / 2) {
            CAPTURE(width);
            for (const Way& way : ways(columns.rows(), lanes, width)) check_way(tile, columns, way, width);
        }
        check_packing(tile, columns, lanes, false);
        check_packing(tile, columns, std::max<Index>(1, lanes - 1), columns.rows() < 20 || all_widths);
    }
}

void check_axes(const Axes& axes, bool all_widths = false)
{
    std::string name;
    for (const Index n : axes) name += (name.empty() ? "" : " x ") + std::to_string(n);
    CAPTURE(name);
    const Columns columns(axes);
    check_tiles<double>(columns, all_widths);
    check_tiles<float>(columns, all_widths);
}

}  // namespace

TEST_CASE("tiles of every short length, with every instruction set")
{
    with_every_instruction_set([] {
        for (Index n = 1; n <= 130; n += slow && n >= 20 ? 13 : 1) check_axes({n});
    });
}

TEST_CASE("tiles of longer lengths: smooth ones, and those with large primes")
{
    for (const Index n :
         {144, 192, 243, 256, 360, 384, 500, 512, 625, 675, 729, 945, 1001, 257, 1009, 2 * 211, 9 * 101}) {
        if (!slow || n < 300) check_axes({n});
    }
}

TEST_CASE("tiles of several axes, of every width")
{
    with_every_instruction_set([] {
        for (const Axes& axes : std::vector<Axes>{{1, 1}, {1, 6}, {6, 1}, {4, 8}, {5, 7, 3}, {2, 3, 4, 5}, {16, 1, 9},
                                                  {64, 8}, {8, 72}, {17, 6}, {3, 101}, {103, 2}, {1, 23, 1}})
            check_axes(axes, !slow);
    });
}

TEST_CASE("radices make up every length")
{
    for (Index n = 1; n <= 5000; ++n) {
        Index product = 1;
        for (const Radix& radix : radices_of(n)) {
            product *= radix.length;
            REQUIRE((radix.kind != SmallKind::two || radix.first * radix.second == radix.length));
        }
        REQUIRE(product == n);
    }
    for (Index n = 1; n <= 2000; n += 7) CHECK(smooth_length(n) >= n);
}

TEST_CASE("tiles of powers of two take as few passes as possible")
{
    for (int bits = 1; bits <= 18; ++bits) {
        const auto radices = radices_of(Index{1} << bits);
        CHECK(std::ssize(radices) == (bits + 5) / 6);
    }
}

TEST_CASE("the built-in costs choose these passes, on every machine")
{
    const auto lengths = [](Index n) {
        std::vector<Index> result;
        for (const Radix& radix : radices_of(n)) result.push_back(radix.length);
        return result;
    };
    using Lengths = std::vector<Index>;
    CHECK(lengths(1) == Lengths{1});
    CHECK(lengths(13) == Lengths{13});
    CHECK(lengths(1 << 10) == Lengths{32, 32});
    CHECK(lengths(1 << 11) == Lengths{32, 64});
    CHECK(lengths(2187) == Lengths{27, 81});
    CHECK(lengths(3125) == Lengths{5, 25, 25});
    CHECK(lengths(1000) == Lengths{25, 40});
    CHECK(lengths(2401) == Lengths{49, 49});
    CHECK(lengths(1331) == Lengths{11, 11, 11});
    CHECK(lengths(961) == Lengths{31, 31});
    CHECK(lengths(1009) == Lengths{1009});
}

TEST_CASE("a tile of other lanes, or of no axes, is refused")
{
    Arena arena;
    CHECK_THROWS_WITH_AS((LaneTransform<double>({8}, 3, arena)), doctest::Contains("tiles of 3 lanes"), Error);
    CHECK_THROWS_WITH_AS((LaneTransform<double>({}, 8, arena)), doctest::Contains("at least one axis"), Error);
    CHECK_THROWS_WITH_AS((LaneTransform<double>({4, 0}, 8, arena)), doctest::Contains("length 0"), Error);
}
