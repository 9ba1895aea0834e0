// Rows of tiles that are real, mirrored or times factors, against the definition in long double.
#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <limits>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/kernel/lanes/lane_transform.hpp"
#include "tests/fft/oracle.hpp"
#include "tests/fft/real_columns.hpp"
#include "tests/fft/tile_checks.hpp"

using namespace bspfft;

namespace {

// Complex columns: two real ones.
LongComplex lane_in(const RealColumns& columns, Index row, Index lane, Index lanes)
{
    return {columns.in(row, lane), columns.in(row, lanes + lane)};
}

LongComplex lane_out(const RealColumns& columns, Index k, Index lane, Index lanes)
{
    return columns.out(k, lane) + LongComplex(0, 1) * columns.out(k, lanes + lane);
}

/// Real columns to real columns: a complex transform.
template <class Real>
void check_real_to_real(const LaneTransform<Real>& transform, const RealColumns& columns, const Distances& from,
                        const Distances& to, Index width, bool swap)
{
    CAPTURE(from.name);
    CAPTURE(to.name);
    CAPTURE(swap);
    const Index lanes = transform.lanes(), rows = columns.rows();
    const ColumnArray<Real> in = stored<Real>(columns, from, lanes, width);
    ColumnArray<Real> out(1, rows, 2 * lanes, to.row, to.column, static_cast<Real>(untouched));
    TileSource<Real> source{in.numbers.data(), in.rows.data(), in.table, width, false, swap};
    TileTarget<Real> target{out.numbers.data(), out.rows.data(), out.table, width, false, swap, Real(0.25)};
    source.real = target.real = true;
    transform.run(source, target);
    Error2 error;
    for (Index row = 0; row < rows; ++row) {
        const Index k = swap ? columns.mirrored(row) : row;
        for (Index column = 0; column < width; ++column) {
            Real* const found = out.at_place(row, column);
            LongComplex x = columns.out(k, column % lanes);
            if (column % lanes + lanes < width) x = lane_out(columns, k, column % lanes, lanes);
            error.add(*found, 0.25L * (column < lanes ? x.real() : x.imag()));
            *found = static_cast<Real>(untouched);
        }
    }
    error.check<Real>(columns.axes());
    check_untouched(out.numbers);
}

/// Where the rows of a complex array are, some of them mirrored.
struct MirroredPlaces {
    MirroredPlaces(Index row_count, Index lanes, Index from, Index row_distance, Index lane_distance, bool tables)
        : mirrored_from(from), plain(steps(lanes, lane_distance)), mirrored(steps(lanes, -lane_distance))
    {
        for (Index row = 0; row < row_count; ++row)
            rows.push_back(row * row_distance + (row < from ? 0 : (lanes - 1) * lane_distance));
        reals = row_count * row_distance + lanes * lane_distance;
        if (!tables) return;
        lane_table = plain.data();
        mirrored_table = mirrored.data();
    }
    template <class Tile>
    void set(Tile& tile) const
    {
        tile.rows = rows.data();
        tile.lanes = lane_table;
        tile.mirrored_from = mirrored_from;
        tile.mirrored_lanes = mirrored_table;
    }
    std::size_t place(Index row, Index lane) const
    {
        return at(rows[at(row)] + (row < mirrored_from ? plain : mirrored)[at(lane)]);
    }

    Index mirrored_from;
    std::vector<Index> rows;
    std::vector<Index> plain;
    std::vector<Index> mirrored;
    Index reals;
    const Index* lane_table = nullptr;
    const Index* mirrored_table = nullptr;
};

template <class Real>
void check_mirrored(const LaneTransform<Real>& transform, const RealColumns& columns, const MirroredPlaces& from,
                    const MirroredPlaces& to, Index width, bool swap)
{
    const Index lanes = transform.lanes(), rows = columns.rows();
    std::vector<Real> in(at(from.reals), std::numeric_limits<Real>::quiet_NaN());
    for (Index row = 0; row < rows; ++row) {
        for (Index lane = 0; lane < width; ++lane) {
            const LongComplex x = lane_in(columns, row, lane, lanes);
            in[from.place(row, lane)] = static_cast<Real>(x.real());
            in[from.place(row, lane) + 1] = static_cast<Real>(row < from.mirrored_from ? x.imag() : -x.imag());
        }
    }
    std::vector<Real> out(at(to.reals), static_cast<Real>(untouched));
    TileSource<Real> source{in.data(), nullptr, nullptr, width, false, swap};
    TileTarget<Real> target{out.data(), nullptr, nullptr, width, false, swap};
    from.set(source);
    to.set(target);
    transform.run(source, target);
    Error2 error;
    for (Index k = 0; k < rows; ++k) {
        for (Index lane = 0; lane < width; ++lane) {
            const LongComplex x = lane_out(columns, swap ? columns.mirrored(k) : k, lane, lanes);
            Real* const found = out.data() + to.place(k, lane);
            error.add({found[0], found[1]}, k < to.mirrored_from ? x : std::conj(x));
            found[0] = found[1] = static_cast<Real>(untouched);
        }
    }
    error.check<Real>(columns.axes());
    check_untouched(out);
}

template <class Real>
void check_complex_tiles(const RealColumns& columns)
{
    constexpr Index widest = LaneTransform<Real>::widest;
    const Index rows = columns.rows();
    for (const Index lanes : {widest, Index{4}, Index{1}}) {
        CAPTURE(lanes);
        Arena arena;
        const LaneTransform<Real> transform(columns.axes(), lanes, arena);
        const std::vector<Distances> real = real_arrays(rows, lanes);
        for (const Index width : {2 * lanes, 2 * lanes - 1, lanes}) {
            CAPTURE(width);
            for (std::size_t i = 0; i < real.size(); ++i) {
                check_real_to_real(transform, columns, real[i], real[i], width, false);
                check_real_to_real(transform, columns, real[i], real[i ^ 2], width, true);
            }
        }
        for (const Index mirrored : {rows / 2, (rows + 1) / 2, rows - 1}) {
            CAPTURE(mirrored);
            const auto places = [&](Index from, Index row, Index lane, bool tables) {
                return MirroredPlaces(rows, lanes, from, row, lane, tables);
            };
            const MirroredPlaces near = places(mirrored, 2 * lanes, 2, false), far = places(mirrored, 4096, 2, false),
                                 apart = places(mirrored, 2, 2 * rows, true),
                                 plain = places(no_rows, 2 * lanes, 2, false);
            for (Index width = lanes; width >= 1; width = width > 2 ? width - 2 : width - 1) {
                CAPTURE(width);
                check_mirrored(transform, columns, near, plain, width, false);
                check_mirrored(transform, columns, plain, near, width, false);
                check_mirrored(transform, columns, far, near, width, true);
                check_mirrored(transform, columns, near, apart, width, true);
                check_mirrored(transform, columns, apart, far, width, false);
                check_mirrored(transform, columns, apart, apart, width, true);
            }
        }
    }
}

/// Neighbouring lanes that are in two rows of memory, between numbers that are neither read nor written.
template <class Real>
void check_wrapped(const LaneTransform<Real>& transform, const RealColumns& columns, Index width, Index wraps_at,
                   Index wraps_by, bool swap)
{
    CAPTURE(wraps_at);
    CAPTURE(wraps_by);
    const Index lanes = transform.lanes(), rows = columns.rows(), row_step = 2 * lanes + 6;
    const auto place = [&](Index row, Index lane) {
        return at(std::max(Index{0}, -wraps_by) + row * row_step + 2 * lane + (lane < wraps_at ? 0 : wraps_by));
    };
    const std::vector<Index> row_places = steps(rows, row_step);
    const std::size_t reals = at(std::abs(wraps_by) + rows * row_step);
    std::vector<Real> in(reals, std::numeric_limits<Real>::quiet_NaN()), out(reals, static_cast<Real>(untouched));
    for (Index row = 0; row < rows; ++row) {
        for (Index lane = 0; lane < width; ++lane) {
            const LongComplex x = lane_in(columns, row, lane, lanes);
            in[place(row, lane)] = static_cast<Real>(x.real());
            in[place(row, lane) + 1] = static_cast<Real>(x.imag());
        }
    }
    TileSource<Real> source{in.data() + place(0, 0), row_places.data(), nullptr, width, false, swap};
    TileTarget<Real> target{out.data() + place(0, 0), row_places.data(), nullptr, width, false, swap};
    source.wraps_at = target.wraps_at = wraps_at;
    source.wraps_by = target.wraps_by = wraps_by;
    transform.run(source, target);
    Error2 error;
    for (Index k = 0; k < rows; ++k) {
        for (Index lane = 0; lane < width; ++lane) {
            Real* const found = out.data() + place(k, lane);
            error.add({found[0], found[1]}, lane_out(columns, swap ? columns.mirrored(k) : k, lane, lanes));
            found[0] = found[1] = static_cast<Real>(untouched);
        }
    }
    error.check<Real>(columns.axes());
    check_untouched(out);
}

template <class Real>
void check_wrapped_tiles(const RealColumns& columns)
{
    constexpr Index widest = LaneTransform<Real>::widest;
    for (const Index lanes : {widest, Index{4}}) {
        CAPTURE(lanes);
        Arena arena;
        const LaneTransform<Real> transform(columns.axes(), lanes, arena);
        const Index behind = (2 * lanes + 6) * columns.rows();
        for (Index width = 2; width <= lanes; width += width < lanes - 1 ? 2 : 1) {
            CAPTURE(width);
            for (Index wraps_at = 1; wraps_at < width; ++wraps_at) {
                check_wrapped(transform, columns, width, wraps_at, wraps_at % 2 == 0 ? behind : -behind,
                              wraps_at % 3 == 0);
            }
        }
    }
}

/// Forward, times factors, and back from the cache buffer of one transform by another.
template <class Real>
void check_factors(const RealColumns& columns, Index lanes, Index width)
{
    CAPTURE(width);
    const Axes& axes = columns.axes();
    const Index rows = columns.rows();
    Arena arena;
    const LaneTransform<Real> transform(axes, lanes, arena), second(axes, lanes, arena, transform.cache_reals());
    ColumnArray<Real> array(2, rows, lanes, 2 * lanes, 0, Real(0));
    std::vector<Real> factors(at(2 * rows * lanes));
    const auto factor = [](Index k, Index lane) {
        return LongComplex(0.5L + 0.125L * static_cast<long double>(k % 3), static_cast<long double>(lane % 2) / 2);
    };
    for (Index row = 0; row < rows; ++row) {
        for (Index lane = 0; lane < lanes; ++lane) {
            const LongComplex x = lane_in(columns, row, lane, lanes), w = factor(row, lane);
            array.at_place(row, lane)[0] = static_cast<Real>(x.real());
            array.at_place(row, lane)[1] = static_cast<Real>(x.imag());
            Real* const factor_row = factors.data() + transform.factor_row(row) * 2 * lanes;
            factor_row[lane] = static_cast<Real>(w.real());
            factor_row[lanes + lane] = static_cast<Real>(w.imag());
        }
    }
    transform.run(TileSource<Real>{array.numbers.data(), array.rows.data(), nullptr, width}, factors.data());
    Error2 error;
    for (Index k = 0; k < rows; ++k) {
        const Real* const found = transform.row(k);
        for (Index lane = 0; lane < width; ++lane)
            error.add({found[lanes + lane], found[lane]}, factor(k, lane) * lane_out(columns, k, lane, lanes));
    }
    error.check<Real>(axes);

    // factors undone, and back
    std::vector<Index> places;
    for (Index k = 0; k < rows; ++k) {
        places.push_back(transform.row(k) - transform.cache());
        for (Index lane = 0; lane < width; ++lane) {
            Real* const re = transform.row(k) + lane;
            const LongComplex x = LongComplex(re[lanes], re[0]) / factor(k, lane);
            re[0] = static_cast<Real>(x.real());
            re[lanes] = static_cast<Real>(x.imag());
        }
    }
    const Real scale = 1 / static_cast<Real>(rows);
    second.run(TileSource<Real>{transform.cache(), places.data(), nullptr, lanes, true, true},
               TileTarget<Real>{array.numbers.data(), array.rows.data(), nullptr, width, false, true, scale});
    Error2 back;
    for (Index row = 0; row < rows; ++row) {
        for (Index lane = 0; lane < width; ++lane) {
            const Real* const found = array.at_place(row, lane);
            back.add({found[0], found[1]}, lane_in(columns, row, lane, lanes));
        }
    }
    Axes twice = axes;
    twice.insert(twice.end(), axes.begin(), axes.end());
    back.check<Real>(twice);
}

}  // namespace

TEST_CASE("real columns to real columns, and mirrored rows")
{
    with_every_instruction_set([] {
        for (const Axes& axes : std::vector<Axes>{{1}, {2}, {3}, {12}, {17}, {64}, {101}, {128}, {4, 8}, {5, 7, 3}}) {
            CAPTURE(axes.front());
            const RealColumns columns(axes, 0);
            check_complex_tiles<double>(columns);
            check_complex_tiles<float>(columns);
        }
    });
}

TEST_CASE("lanes in two rows of memory")
{
    with_every_instruction_set([] {
        for (const Axes& axes : std::vector<Axes>{{1}, {2}, {12}, {17}, {64}, {101}, {4, 8}, {5, 7, 3}}) {
            CAPTURE(axes.front());
            const RealColumns columns(axes, 0);
            check_wrapped_tiles<double>(columns);
            check_wrapped_tiles<float>(columns);
        }
    });
}

TEST_CASE("results times factors, read by another transform")
{
    with_every_instruction_set([] {
        for (const Axes& axes : std::vector<Axes>{{1}, {5}, {16}, {17}, {101}, {320}, {4, 8}, {5, 7, 3}, {64, 1}}) {
            CAPTURE(axes.front());
            const RealColumns columns(axes, 0);
            for (const Index lanes : {Index{16}, Index{4}, Index{1}}) {
                check_factors<float>(columns, lanes, lanes);
                check_factors<double>(columns, std::min<Index>(lanes, 8), std::min<Index>(lanes, 8));
            }
            check_factors<double>(columns, 8, 5);
        }
    });
}
