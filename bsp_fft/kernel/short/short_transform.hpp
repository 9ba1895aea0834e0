// Transforms of one short vector: contiguous, in the cache, without tiles.
#pragma once

#include <vector>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/kernel/short/short_tasks.hpp"

namespace bspfft {

/// Forward transforms of n complex numbers, interleaved, in natural order. Tables are made by the constructor; nothing
/// is allocated later.
template <class Real>
class ShortTransform {
public:
    /// Others may use the arena's workspace between two runs.
    ShortTransform(Index n, Arena& arena);

    /// In and out may be the same, otherwise they do not overlap. With `swap` real and imaginary parts are exchanged
    /// before and after: the inverse.
    void run(const Real* in, Real* out, bool swap, Real scale);

private:
    struct Stage {
        ShortStage<Real> run;
        ShortTask<Real> task;
    };

    void add_stage(ShortKind kind, Index radix, Index lanes, Index width);
    void fill_first(Index radix, Index lanes);
    void fill_middle(Index radix, Index groups);

    Index n_;
    std::vector<Stage> stages_;
    Buffer<Real> twiddles_;
    Real* next_twiddle_ = nullptr;  ///< while they are filled
};

extern template class ShortTransform<float>;
extern template class ShortTransform<double>;

}  // namespace bspfft
