// Transforms of tiles of real columns, and back, against the definition in long double.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/kernel/half/half_transform.hpp"
#include "bspfft/error.hpp"
#include "tests/fft/oracle.hpp"
#include "tests/fft/real_columns.hpp"
#include "tests/fft/tile_checks.hpp"

using namespace bspfft;

namespace {

std::vector<Distances> complex_arrays(Index rows, Index lanes)
{
    return {{"near", 2 * lanes, 0},
            {"far", 4096 + 2 * lanes, 0},
            {"lane by lane", 2, 2 * rows},
            {"apart", 4, 4 * rows + 2}};
}

template <class Real>
struct HalfTile {
    HalfTile(const RealColumns& columns, Index lanes)
        : transform(columns.axes(), columns.half_axis(), lanes, arena)
    {}
    Arena arena;
    HalfTransform<Real> transform;
};

template <class Real>
void run(const HalfTile<Real>& tile, const RealColumns& columns, const Distances& distances, Index width)
{
    const ColumnArray<Real> in = stored<Real>(columns, distances, tile.transform.transform().lanes(), width);
    TileSource<Real> source{in.numbers.data(), in.rows.data(), in.table, width};
    source.real = true;
    tile.transform.run(source);
}

/// How many columns are in a part.
Index width_of(Index part, Index lanes, Index width) { return std::clamp<Index>(width - part * lanes, 0, lanes); }

template <class Real>
void check_written(const HalfTile<Real>& tile, const RealColumns& columns, const Distances& distances, Index width,
                   bool swap)
{
    CAPTURE(distances.name);
    const Index lanes = tile.transform.transform().lanes(), rows = columns.half_rows();
    for (Index part = 0; part < 2; ++part) {
        const Index some = width_of(part, lanes, width);
        if (some == 0) continue;
        CAPTURE(part);
        ColumnArray<Real> out(2, rows, lanes, distances.row, distances.column, static_cast<Real>(untouched));
        tile.transform.write(part, {out.numbers.data(), out.rows.data(), out.table, some, false, swap, Real(0.25)});
        Error2 error;
        for (Index half_row = 0; half_row < rows; ++half_row) {
            for (Index lane = 0; lane < some; ++lane) {
                Real* const found = out.at_place(half_row, lane);
                error.add({found[swap ? 1 : 0], found[swap ? 0 : 1]},
                          0.25L * columns.out(columns.row_of(half_row), part * lanes + lane));
                found[0] = found[1] = static_cast<Real>(untouched);
            }
        }
        error.check<Real>(columns.axes());
        check_untouched(out.numbers);
    }
}

// All half rows, the last first, times twiddles.
template <class Real>
void check_packed(const HalfTile<Real>& tile, const RealColumns& columns, Index width)
{
    const Index lanes = tile.transform.transform().lanes(), rows = columns.half_rows();
    const Axes& axes = columns.axes();
    Axes orders;
    for (std::size_t l = 0; l < axes.size(); ++l) orders.push_back(l == 1 ? 1 : 1000 + 77 * axes[l]);
    const auto factor = [&](Index part, std::size_t l, Index lane) {
        return (part * 31 + 5 * lane * lane + static_cast<Index>(l)) % orders[l];
    };
    Arena arena;
    LaneTwiddles<Real> twiddles(
        tile.transform.transform(), orders, 2,
        [&](Index part, Index* factors) {
            for (std::size_t l = 0; l < axes.size(); ++l) {
                for (Index lane = 0; lane < lanes; ++lane) factors[at(lane) + l * at(lanes)] = factor(part, l, lane);
            }
        },
        arena, 0.5);
    std::vector<Index> order = steps(rows, 1);
    std::reverse(order.begin(), order.end());
    for (Index part = 0; part < 2; ++part) {
        const Index some = width_of(part, lanes, width);
        if (some == 0) continue;
        std::vector<Real> packet(at(2 * rows * some));
        tile.transform.pack(part, order.data(), rows, some, twiddles.of_tile(part), packet.data());
        Error2 error;
        for (Index i = 0; i < rows; ++i) {
            const Index begin = i / lanes * lanes, group = std::min(lanes, rows - begin);
            const Index k = columns.row_of(order[at(i)]);
            for (Index lane = 0; lane < some; ++lane) {
                const Index real = 2 * begin * some + 2 * lane * group + i - begin;
                LongComplex w = 1;
                for (std::size_t l = 0; l < axes.size(); ++l)
                    w *= root(columns.digit(k, l) * factor(part, l, lane), orders[l]);
                error.add({packet[at(real)], packet[at(real + group)]}, w * columns.out(k, part * lanes + lane));
            }
        }
        error.check<Real>(axes);
    }
}

/// The half rows of a part: split rows, or interleaved.
template <class Real>
struct HalfSource {
    HalfSource(const RealColumns& columns, const Distances& distances, Index lanes, Index part, Index width, bool split)
        : array(2, columns.half_rows(), lanes, split ? 2 * width : distances.row, split ? 0 : distances.column,
                std::numeric_limits<Real>::quiet_NaN()),
          source{array.numbers.data(), array.rows.data(), array.table, width, split, !split}
    {
        for (Index half_row = 0; half_row < columns.half_rows(); ++half_row) {
            for (Index lane = 0; lane < width; ++lane) {
                const LongComplex x = columns.disturbed(half_row, part * lanes + lane);
                Real* const row = array.numbers.data() + array.rows[at(half_row)];
                Real* const to = split ? row + lane : array.at_place(half_row, lane);
                to[0] = static_cast<Real>(split ? x.imag() : x.real());
                to[split ? width : 1] = static_cast<Real>(split ? x.real() : x.imag());
            }
        }
    }
    ColumnArray<Real> array;
    TileSource<Real> source;
};

template <class Real>
void check_back(const HalfTile<Real>& tile, const RealColumns& columns, const Distances& from, const Distances& to,
                Index width, bool split)
{
    CAPTURE(from.name);
    CAPTURE(to.name);
    CAPTURE(split);
    const Index lanes = tile.transform.transform().lanes(), some = width_of(1, lanes, width);
    const HalfSource<Real> first(columns, from, lanes, 0, width_of(0, lanes, width), split);
    const HalfSource<Real> second(columns, from, lanes, 1, std::max<Index>(some, 1), split);
    ColumnArray<Real> out(1, columns.rows(), 2 * lanes, to.row, to.column, static_cast<Real>(untouched));
    TileTarget<Real> target{out.numbers.data(), out.rows.data(), out.table, width, false, true, Real(0.5)};
    target.real = true;
    tile.transform.run_back(first.source, some > 0 ? &second.source : nullptr, target);
    Error2 error;
    for (Index row = 0; row < columns.rows(); ++row) {
        for (Index column = 0; column < width; ++column) {
            Real* const found = out.at_place(row, column);
            error.add(*found, 0.5L * static_cast<long double>(columns.rows()) * columns.in(row, column));
            *found = static_cast<Real>(untouched);
        }
    }
    // joining the two parts is like one more axis
    Axes axes = columns.axes();
    axes.push_back(2);
    error.check<Real>(axes);
    check_untouched(out.numbers);
}

template <class Real>
void check_half_tiles(const RealColumns& columns, bool all_widths)
{
    constexpr Index widest = LaneTransform<Real>::widest;
    for (const Index lanes : {widest, Index{4}, Index{1}}) {
        CAPTURE(lanes);
        const HalfTile<Real> tile(columns, lanes);
        REQUIRE(tile.transform.half_rows() == columns.half_rows());
        REQUIRE(tile.transform.rows() == columns.rows());
        const std::vector<Distances> real = real_arrays(columns.rows(), lanes);
        const std::vector<Distances> complex = complex_arrays(columns.half_rows(), lanes);
        for (Index width = 2 * lanes; width >= 1; width = all_widths || width == 2 * lanes ? width - 1 : width / 2) {
            CAPTURE(width);
            for (std::size_t i = 0; i < real.size(); ++i) {
                CAPTURE(real[i].name);
                run(tile, columns, real[i], width);
                check_written(tile, columns, complex[i], width, i % 2 == 1);
                if (i == 0) check_packed(tile, columns, width);
                check_back(tile, columns, complex[i], real[real.size() - 1 - i], width, false);
                check_back(tile, columns, complex[i], real[i], width, true);
            }
        }
    }
}

void check_half(const Axes& axes, std::size_t half_axis, bool all_widths = false)
{
    std::string name;
    for (const Index n : axes) name += (name.empty() ? "" : " x ") + std::to_string(n);
    CAPTURE(name);
    CAPTURE(half_axis);
    const RealColumns columns(axes, half_axis);
    check_half_tiles<double>(columns, all_widths);
    check_half_tiles<float>(columns, all_widths);
}

}  // namespace

TEST_CASE("real columns of every short length, with every instruction set")
{
    with_every_instruction_set([] {
        for (Index n = 1; n <= 40; n += slow && n >= 6 ? 11 : 1) check_half({n}, 0);
        for (const Index n : {64, 97, 101, 127, 128, 256, 360}) {
            if (!slow || n < 100) check_half({n}, 0);
        }
    });
}

TEST_CASE("real columns of several axes, of every width")
{
    with_every_instruction_set([] {
        for (const Axes& axes : std::vector<Axes>{{1, 1}, {1, 6}, {6, 1}, {4, 8}, {5, 3, 4}, {2, 3, 2, 5}, {16, 1, 9},
                                                  {17, 6}, {3, 101}, {1, 23, 1}}) {
            // emulated and sanitized, the last axis is enough
            for (std::size_t half_axis = slow ? axes.size() - 1 : 0; half_axis < axes.size(); ++half_axis)
                check_half(axes, half_axis, !slow);
        }
    });
}

TEST_CASE("a half axis that does not exist is refused")
{
    Arena arena;
    CHECK_THROWS_WITH_AS((HalfTransform<double>({4, 6}, 2, 8, arena)), doctest::Contains("half axis is 2"), Error);
}
