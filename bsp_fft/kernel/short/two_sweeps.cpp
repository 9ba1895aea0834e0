#include "bsp_fft/kernel/short/two_sweeps.hpp"

#include <algorithm>

namespace bspfft {

namespace {

// Rows that are a power of two apart are in the same cache sets: lines that were read were evicted before they are
// written.
template <class Real>
void prefetch_rows(Real* first, Index step, Index count, Index reals)
{
    constexpr Index line = 64 / static_cast<Index>(sizeof(Real));
    for (Real* const end = first + count * step; first != end; first += step) {
        for (Index at = 0; at < reals; at += line) __builtin_prefetch(first + at, 1);
    }
}

}  // namespace

template <class Real>
TwoSweeps<Real>::TwoSweeps(Index n, Index a, Arena& arena)
    : a_(a),
      columns_length_(n / a),
      columns_({columns_length_}, lanes, arena),
      rows_({a}, lanes, arena),
      twiddles_(columns_, {n}, a / lanes,
                [](Index tile, Index* factors) {
                    for (Index lane = 0; lane < lanes; ++lane) factors[lane] = tile * lanes + lane;
                },
                arena),
      columns_in_(arena.table<Index>(columns_length_,
                                     [&](Index* rows) {
                                         for (Index j = 0; j < columns_length_; ++j) rows[j] = 2 * a * j;
                                     })),
      rows_in_(arena.table<Index>(a,
                                  [&](Index* rows) {
                                      for (Index j = 0; j < a; ++j)
                                          rows[j] = 2 * (j % lanes * a + j / lanes * lanes);
                                  })),
      rows_out_(arena.table<Index>(a,
                                   [&](Index* rows) {
                                       for (Index k = 0; k < a; ++k) rows[k] = 2 * columns_length_ * k;
                                   })),
      square_(arena.workspace<Real>(2 * a * a, rows_.cache_reals()))
{}

template <class Real>
void TwoSweeps<Real>::run(const Real* in, Real* out, bool swap, Real scale)
{
    for (Index tile = 0; tile < a_ / lanes; ++tile) transform_tile(tile, in, out, swap);
    for (Index square = 0; square < squares(); ++square) transform_square(square, out, swap, scale);
}

template <class Real>
void TwoSweeps<Real>::transform_tile(Index tile, const Real* in, Real* out, bool swap)
{
    const Index step = 2 * columns_length_, begin = 2 * tile * lanes;
    TileSource<Real> from{in + begin, columns_in_.data(), nullptr, lanes};
    from.swap = swap;
    from.row_step = 2 * a_;
    columns_.run(from, &twiddles_.of_tile(tile));
    const Index* next = columns_.passes()->position().data();
    for (Index square = 0; square < squares(); ++square) {
        Real* to = out + 2 * square * a_ + begin;
        for (Index group = 0; group < a_; group += lanes, next += lanes, to += lanes * step) {
            if (group + lanes < a_) prefetch_rows(to + lanes * step, step, lanes, 2 * lanes);
            columns_.pack(next, lanes, lanes, to, step);
        }
    }
}

template <class Real>
void TwoSweeps<Real>::transform_square(Index square, Real* out, bool swap, Real scale)
{
    Real* const first = out + 2 * square * a_;
    for (Index row = 0; row < a_; ++row)
        std::copy_n(first + 2 * row * columns_length_, 2 * a_, square_ + 2 * row * a_);
    for (Index group = 0; group < a_; group += lanes) {
        TileSource<Real> from{square_ + 2 * group * a_, rows_in_.data(), nullptr, lanes};
        from.split = true;
        TileTarget<Real> to{first + 2 * group, rows_out_.data(), nullptr, lanes};
        to.swap = swap;
        to.scale = scale;
        to.row_step = 2 * columns_length_;
        rows_.run(from, to);
    }
}

template class TwoSweeps<float>;
template class TwoSweeps<double>;

}  // namespace bspfft
