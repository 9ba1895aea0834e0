// The passes of the kernels as they are timed, on one process of several that all do the same.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "bsp_fft/kernel/cut_kernel.hpp"
#include "bsp_fft/kernel/local_fft.hpp"
#include "bsp_fft/measure/laboratory.hpp"

namespace bspfft {

inline constexpr double seconds_a_kernel_sample = 2e-3;

/// Seconds that a block of columns or rows takes. Sweeps are timed in pieces, since a process that loses its core
/// loses it in one of them; the middle of the pieces does not see it. A sweep's first piece may be slower than
/// the others, so that short sweeps, of which there are many, are each timed as one.
class PieceTimes {
public:
    explicit PieceTimes(Index block_size) : block_size_(block_size) {}
    void clear() { seconds_.clear(); }
    template <class Block>
    void time(Index blocks, Block block)
    {
        const Index pieces = blocks * block_size_ < long_sweep ? 1 : std::min(blocks, most_pieces);
        for (Index piece = 0; piece < pieces; ++piece) {
            const Index count = blocks * (piece + 1) / pieces - blocks * piece / pieces;
            const double start = Bench::now();
            for (Index i = 0; i < count; ++i) block();
            seconds_.push_back((Bench::now() - start) / static_cast<double>(count));
        }
    }
    /// Per complex number.
    double middle() const { return median(seconds_) / static_cast<double>(block_size_); }

private:
    static constexpr Index long_sweep = Index{1} << 16;  ///< complex numbers
    static constexpr Index most_pieces = 5;
    Index block_size_;
    Samples seconds_;
};

/// One shape of the fast algorithm: its columns, which leave as packets, and its rows, which come out of them.
///
/// The two run in turn, so that each finds the caches as the other leaves them. The largest arrays are swept in
/// part, from one place to the next. The others are allocated for each shape as a plan would: where their pages
/// lie decides which of their rows compete for a place in the cache.
template <class Real>
class CutRun {
public:
    CutRun(Bench& bench, const CutShape& shape)
        : bench_(bench),
          shape_(shape),
          kernel_(shape, 1, 1),
          in_columns_(shape.lanes * shape.n1),
          in_rows_(shape.lanes * shape.n2)
    {
        packed_ = Buffer<Real>(2 * shape.tiles_a_put * shape.tile());
        const bool large = shape.local_size() > bench.size() / largest_own;
        if (!large) {
            own_x_ = Buffer<Real>(2 * shape.local_size());
            own_middle_ = Buffer<Real>(2 * shape.middle_size());
        }
        x_ = large ? bench.x_as<Real>() : own_x_.data();
        middle_ = large ? bench.middle_as<Real>() : own_middle_.data();
        const Index parts = large ? std::max(Index{1}, shape.local_size() / part) : 1;
        columns_ = std::max(Index{1}, shape.column_blocks() / parts);
        rows_ = std::max(Index{1}, shape.row_blocks() / parts);
        repeats_ = bench.repeats_for(seconds_a_kernel_sample, [&] { sweep(); });
    }

    /// Seconds per complex number of the columns and of the rows; the slowest process counts.
    std::vector<double> sample()
    {
        // A transform after others finds the caches warm; the larger ones take two sweeps to settle.
        for (int i = 0; i < 2 && whole(); ++i) sweep();
        bench_.port().sync();
        in_columns_.clear();
        in_rows_.clear();
        for (Index i = 0; i < repeats_; ++i) sweep();
        return {largest_over_processes(bench_.port(), in_columns_.middle()),
                largest_over_processes(bench_.port(), in_rows_.middle())};
    }

    const CutShape& shape() const { return shape_; }

private:
    using Complex = std::complex<Real>;
    static constexpr Index largest_own = 8;        ///< up to an eighth of the bench they have their own arrays
    static constexpr Index part = Index{1} << 18;  ///< complex numbers of the larger ones, swept at a time

    bool whole() const { return columns_ == shape_.column_blocks(); }

    void sweep()
    {
        in_columns_.time(columns_, [&] {
            const Index block = next_column_++ % shape_.column_blocks();
            kernel_.transform_columns(block, Direction::forward, reinterpret_cast<Complex*>(x_));
            pack(block);
        });
        in_rows_.time(rows_, [&] {
            kernel_.transform_rows(next_row_++ % shape_.row_blocks(), Direction::forward, middle_,
                                   reinterpret_cast<Complex*>(x_));
        });
    }

    // As the plan does, but nothing is sent: packing is computation, the put is not.
    void pack(Index block)
    {
        for (Index t = 0; t < shape_.p; ++t) {
            if (t == shape_.s) {
                kernel_.pack(t, 0, shape_.row_blocks(), middle_ + 2 * shape_.packet_start(shape_.s, block));
                continue;
            }
            for (Index first = 0; first < shape_.row_blocks(); first += shape_.tiles_a_put) {
                kernel_.pack(t, first, std::min(shape_.tiles_a_put, shape_.row_blocks() - first),
                             packed_.data());
            }
        }
    }

    Bench& bench_;
    CutShape shape_;
    CutKernel<Real> kernel_;
    Buffer<Real> packed_;
    Buffer<Real> own_x_;
    Buffer<Real> own_middle_;
    Real* x_ = nullptr;
    Real* middle_ = nullptr;
    Index columns_ = 0;  ///< blocks of one sweep
    Index rows_ = 0;
    Index repeats_ = 1;
    Index next_column_ = 0;
    Index next_row_ = 0;
    PieceTimes in_columns_;
    PieceTimes in_rows_;
};

/// One computation of the textbook's algorithm, in place.
template <class Real>
class InPlaceRun {
public:
    InPlaceRun(Bench& bench, Kernel kernel, const LocalProblem& problem)
        : bench_(bench),
          problem_(problem),
          fft_(make_local_fft<Real>(kernel, problem, data(), data())),
          repeats_(bench.repeats_for(seconds_a_kernel_sample, [&] { apply(); }))
    {}

    /// Seconds per complex number; the slowest process counts.
    std::vector<double> sample()
    {
        apply();
        bench_.port().sync();
        const double seconds = Bench::middle_seconds_of(repeats_, [&] { apply(); });
        return {largest_over_processes(bench_.port(), seconds) / static_cast<double>(problem_.size)};
    }

private:
    std::complex<Real>* data() const { return reinterpret_cast<std::complex<Real>*>(bench_.x()); }
    void apply() { fft_->apply(Direction::forward, 1, data(), data()); }

    Bench& bench_;
    LocalProblem problem_;
    std::unique_ptr<LocalFft<Real>> fft_;
    Index repeats_;
};

}  // namespace bspfft
