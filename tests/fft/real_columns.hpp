// Real columns of tiles, and arrays that they are in.
#pragma once

#include <algorithm>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "bsp_fft/base/integers.hpp"
#include "tests/fft/oracle.hpp"
#include "tests/fft/tile_checks.hpp"

namespace bspfft {

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
    std::size_t half_axis_;
    Index rows_;
    std::vector<Index> half_rows_;
    std::vector<std::vector<LongComplex>> in_;
    std::vector<std::vector<LongComplex>> out_;
};

/// An array of rows and columns; a column is one real number wide, or two.
template <class Real>
struct ColumnArray {
    ColumnArray(Index reals, Index row_count, Index columns, Index row_distance, Index column_distance, Real value)
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

inline std::vector<Distances> real_arrays(Index rows, Index lanes)
{
    return {{"near", 2 * lanes, 0},
            {"far", 4096 + 2 * lanes, 0},
            {"column by column", 1, rows},
            {"apart", 2, 2 * rows + 3}};
}

template <class Real>
ColumnArray<Real> stored(const RealColumns& columns, const Distances& distances, Index lanes, Index width)
{
    ColumnArray<Real> array(1, columns.rows(), 2 * lanes, distances.row, distances.column,
                      std::numeric_limits<Real>::quiet_NaN());
    for (Index row = 0; row < columns.rows(); ++row) {
        for (Index column = 0; column < width; ++column)
            *array.at_place(row, column) = static_cast<Real>(columns.in(row, column));
    }
    return array;
}

template <class Real>
void check_untouched(const std::vector<Real>& numbers)
{
    CHECK(std::all_of(numbers.begin(), numbers.end(),
                      [](Real value) { return value == static_cast<Real>(untouched); }));
}

}  // namespace bspfft
