// Transforms of one short vector: contiguous, in stages through the cache, or in two sweeps.
#pragma once

#include <optional>
#include <vector>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/kernel/short/short_tasks.hpp"
#include "bsp_fft/kernel/short/two_sweeps.hpp"

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
    void run(const Real* in, Real* out, bool swap, Real scale)
    {
        if (sweeps_) return sweeps_->run(in, out, swap, scale);
        run(in, out, swap, scale, workspace_);
    }
    /// In stages, with a workspace of the caller's, of workspace_size(n) reals, so that threads may share the tables.
    void run(const Real* in, Real* out, bool swap, Real scale, Real* workspace) const
    {
        const Stage& first = stages_.front();
        if (!workspace_) return first.run(first.task, in, out, swap, scale);
        run_stages({in, out, swap, scale}, workspace);
    }
    static constexpr Index workspace_size(Index n) { return 2 * array_size(n); }

private:
    static constexpr Index line = 64 / static_cast<Index>(sizeof(Real));

    static constexpr Index rounded_up(Index count) { return (count + line - 1) / line * line; }
    /// The reals of one array between stages.
    static constexpr Index array_size(Index n) { return rounded_up(2 * n) + (longest_radix + 1) * line; }

    struct Stage {
        ShortStage<Real> run;
        ShortTask<Real> task;
    };

    void add_stage(ShortKind kind, Index radix, Index lanes, Index width);
    void fill_first(Index radix, Index lanes);
    void fill_middle(Index radix, Index groups);

    void run_stages(ShortRun<Real> run, Real* workspace) const;

    Index n_;
    std::optional<TwoSweeps<Real>> sweeps_;  ///< instead of stages
    Real* workspace_ = nullptr;              ///< null where there is one stage
    std::vector<Stage> stages_;
    Buffer<Real> twiddles_;
    Real* next_twiddle_ = nullptr;  ///< while they are filled
};

extern template class ShortTransform<float>;
extern template class ShortTransform<double>;

}  // namespace bspfft
