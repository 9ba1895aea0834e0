// Tiles of real columns, and rows that are mirrored, against the definition in long double.
#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/kernel/half_transform.hpp"
#include "bspfft/error.hpp"
#include "tests/fft/oracle.hpp"
#include "tests/fft/tile_checks.hpp"

using namespace bspfft;

namespace {

/// Real columns and their transforms: some different ones, the others are these with another sign. Their sizes are
/// alike: rounding errors of one column of a lane get into the other.
class RealColumns {
public:
    RealColumns(const Axes& axes, std::size_t half_axis) : axes_(axes), half_axis_(half_axis), rows_(product_of(axes))
    {
        const std::vector<LongComplex> x = random_vector(at(different * rows_));
        for (Index i = 0; i < different; ++i) {
            std::vector<LongComplex> column;
            for (Index row = 0; row < rows_; ++row) column.push_back(x[at(i * rows_ + row)].real());
            in_.push_back(column);
            out_.push_back(transformed(column));
        }
        for (Index k = 0; k < rows_; ++k) {
            if (digit(k, half_axis) <= axes[half_axis] / 2) half_rows_.push_back(k);
        }
    }

    const Axes& axes() const { return axes_; }
    std::size_t half_axis() const { return half_axis_; }
    Index rows() const { return rows_; }
    Index half_rows() const { return std::ssize(half_rows_); }
    Index row_of(Index half_row) const { return half_rows_[at(half_row)]; }
    long double in(Index row, Index column) const
    {
        return factor(column) * in_[at(column % different)][at(row)].real();
    }
    LongComplex out(Index k, Index column) const { return factor(column) * out_[at(column % different)][at(k)]; }
    /// A half row of the transform; where -k is a half row too, with something added that is not Hermitian.
    LongComplex disturbed(Index half_row, Index column) const
    {
        const Index k = row_of(half_row), mirror = mirrored(k), half = digit(k, half_axis_);
        const LongComplex x = out(k, column);
        if (half != 0 && 2 * half != axes_[half_axis_]) return x;
        const auto noise = [&](Index row) { return LongComplex(0.25L * static_cast<long double>(row % 5), 0.5L); };
        return x + factor(column) * (noise(k) - std::conj(noise(mirror)));
    }
    Index digit(Index row, std::size_t axis) const
    {
        Index inner = 1;
        for (std::size_t l = axis + 1; l < axes_.size(); ++l) inner *= axes_[l];
        return row / inner % axes_[axis];
    }
    Index mirrored(Index row) const
    {
        Index result = 0;
        for (std::size_t l = 0; l < axes_.size(); ++l)
            result = result * axes_[l] + (axes_[l] - digit(row, l)) % axes_[l];
        return result;
    }

private:
    static constexpr Index different = 11;
    static long double factor(Index column) { return column / different % 2 == 0 ? 1 : -1; }

    std::vector<LongComplex> transformed(std::vector<LongComplex> x) const
    {
        Index inner = rows_;
        for (const Index n : axes_) {
            inner /= n;
            std::vector<LongComplex> w, y(x.size());
            for (Index e = 0; e < n; ++e) w.push_back(root(e, n));
            for (Index row = 0; row < rows_; ++row) {
                const Index k = row / inner % n, first = row - k * inner;
                for (Index j = 0; j < n; ++j) y[at(row)] += w[at(j * k % n)] * x[at(first + j * inner)];
            }
            x = y;
        }
        return x;
    }

    Axes axes_;
    std::size_t half_axis_;
    Index rows_;
    std::vector<Index> half_rows_;
    std::vector<std::vector<LongComplex>> in_;
    std::vector<std::vector<LongComplex>> out_;
};

/// An array of rows and columns; a column is one real number wide, or two.
template <class Real>
struct Array {
    Array(Index reals, Index row_count, Index columns, Index row_distance, Index column_distance, Real value)
        : rows(steps(row_count, row_distance)),
          lanes(steps(columns, column_distance ? column_distance : reals)),
          table(column_distance ? lanes.data() : nullptr),
          numbers(at(rows.back() + lanes.back() + reals), value)
    {}
    Real* at_place(Index row, Index column) { return numbers.data() + rows[at(row)] + lanes[at(column)]; }

    std::vector<Index> rows;
    std::vector<Index> lanes;
    const Index* table;  ///< of lanes, null for neighbours
    std::vector<Real> numbers;
};

/// Distances in an array; 0 between columns: neighbours.
struct Distances {
    std::string name;
    Index row;
    Index column;
};

std::vector<Distances> real_arrays(Index rows, Index lanes)
{
    return {{"near", 2 * lanes, 0},
            {"far", 4096 + 2 * lanes, 0},
            {"column by column", 1, rows},
            {"apart", 2, 2 * rows + 3}};
}

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
        : workspace(HalfTransform<Real>::workspace(columns.axes(), lanes)),
          transform(columns.axes(), columns.half_axis(), lanes, workspace.data())
    {}
    Buffer<Real> workspace;
    HalfTransform<Real> transform;
};

template <class Real>
Array<Real> stored(const RealColumns& columns, const Distances& distances, Index lanes, Index width)
{
    Array<Real> array(1, columns.rows(), 2 * lanes, distances.row, distances.column,
                      std::numeric_limits<Real>::quiet_NaN());
    for (Index row = 0; row < columns.rows(); ++row) {
        for (Index column = 0; column < width; ++column)
            *array.at_place(row, column) = static_cast<Real>(columns.in(row, column));
    }
    return array;
}

template <class Real>
void run(const HalfTile<Real>& tile, const RealColumns& columns, const Distances& distances, Index width)
{
    const Array<Real> in = stored<Real>(columns, distances, tile.transform.transform().lanes(), width);
    TileSource<Real> source{in.numbers.data(), in.rows.data(), in.table, width};
    source.real = true;
    tile.transform.run(source);
}

template <class Real>
void check_untouched(const std::vector<Real>& numbers)
{
    CHECK(std::all_of(numbers.begin(), numbers.end(),
                      [](Real value) { return value == static_cast<Real>(untouched); }));
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
        Array<Real> out(2, rows, lanes, distances.row, distances.column, static_cast<Real>(untouched));
        tile.transform.write(part, {out.numbers.data(), out.rows.data(), out.table, some, swap, Real(0.25)});
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
    LaneTwiddles<Real> twiddles(
        tile.transform.transform(), orders, 2,
        [&](Index part, Index* factors) {
            for (std::size_t l = 0; l < axes.size(); ++l) {
                for (Index lane = 0; lane < lanes; ++lane) factors[at(lane) + l * at(lanes)] = factor(part, l, lane);
            }
        },
        0.5);
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
    Array<Real> array;
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
    Array<Real> out(1, columns.rows(), 2 * lanes, to.row, to.column, static_cast<Real>(untouched));
    TileTarget<Real> target{out.numbers.data(), out.rows.data(), out.table, width, true, Real(0.5)};
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
    const Array<Real> in = stored<Real>(columns, from, lanes, width);
    Array<Real> out(1, rows, 2 * lanes, to.row, to.column, static_cast<Real>(untouched));
    TileSource<Real> source{in.numbers.data(), in.rows.data(), in.table, width, false, swap};
    TileTarget<Real> target{out.numbers.data(), out.rows.data(), out.table, width, swap, Real(0.25)};
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
    TileTarget<Real> target{out.data(), nullptr, nullptr, width, swap};
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
        Buffer<Real> workspace(LaneTransform<Real>::workspace(columns.axes(), lanes));
        const LaneTransform<Real> transform(columns.axes(), lanes, workspace.data());
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
        for (Index n = 1; n <= 40; n += slow && n >= 10 ? 7 : 1) check_half({n}, 0);
        for (const Index n : {64, 97, 101, 127, 128, 256, 360}) {
            if (!slow || n < 128) check_half({n}, 0);
        }
    });
}

TEST_CASE("real columns of several axes, of every width")
{
    with_every_instruction_set([] {
        for (const Axes& axes : std::vector<Axes>{{1, 1}, {1, 6}, {6, 1}, {4, 8}, {5, 3, 4}, {2, 3, 2, 5}, {16, 1, 9},
                                                  {17, 6}, {3, 101}, {1, 23, 1}}) {
            for (std::size_t half_axis = 0; half_axis < axes.size(); ++half_axis) check_half(axes, half_axis, !slow);
        }
    });
}

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

TEST_CASE("a half axis that does not exist is refused")
{
    CHECK_THROWS_WITH_AS((HalfTransform<double>({4, 6}, 2, 8, nullptr)), doctest::Contains("half axis is 2"), Error);
}
