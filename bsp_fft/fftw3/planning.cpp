// FFTW's plan functions: for axes of any strides, with lengths of 32 and of 64 bits, interleaved and split; and for
// arrays row by row, one or many. Each states its problem in plan_calls-inl.hpp.
#include <array>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/fftw3/names.hpp"

using namespace bspfft::fftw3;
using bspfft::Index;
using bspfft::text;

namespace {

/// What a plan function is given besides axes.
struct Call {
    Data data;
    Arrays<Real> arrays;
    unsigned flags;
    bool is_split = false;
    bool is_inverse = false;
    const FFTW(r2r_kind)* kinds = nullptr;
};

/// Null where there is no plan; the reason is printed if BSPFFT_FFTW_VERBOSE requests it. `add_axes` gives the problem
/// its axes and loops, and may throw.
template <class AddAxes>
FFTW(plan) planned(const Call& call, AddAxes add_axes) noexcept
{
    try {
        Problem problem{};
        problem.data = call.data;
        problem.precision = sizeof(Real) == sizeof(double) ? BSPFFT_DOUBLE : BSPFFT_FLOAT;
        problem.is_inverse = call.is_inverse;
        problem.is_split = call.is_split;
        problem.threads = planner_threads(Real{});
        problem.spares_memory = (call.flags & FFTW_CONSERVE_MEMORY) != 0;
        add_axes(problem);
        if (call.kinds) problem.kinds.assign(call.kinds, call.kinds + problem.axes.size());
        const Digest digest = digest_of(problem, call.arrays.in_place());
        if ((call.flags & FFTW_WISDOM_ONLY) != 0 && !is_in_wisdom(digest, Real{}))
            throw NotCovered("there is no wisdom of the problem, and FFTW_WISDOM_ONLY asks for it");
        auto plan = std::make_unique<FFTW(plan_s)>(problem, call.arrays, planner_time_limit(Real{}));
        add_to_wisdom(digest, Real{});
        return plan.release();
    } catch (const std::bad_alloc&) {
        say("no plan: there is not enough memory");
    } catch (const std::exception& error) {
        say(text("no plan: ", error.what()));
    }
    return nullptr;
}

template <class Dimension>
std::vector<Axis> axes_of(int count, const Dimension* dims)
{
    if (count < 0) throw NotCovered(text("the rank ", count, " is negative"));
    std::vector<Axis> axes;
    for (int l = 0; l < count; ++l) axes.push_back({dims[l].n, dims[l].is, dims[l].os});
    return axes;
}

template <class Dimension>
FFTW(plan) guru(int rank, const Dimension* dims, int loops, const Dimension* loop_dims, const Call& call)
{
    return planned(call, [&](Problem& problem) {
        problem.axes = axes_of(rank, dims);
        problem.loops = axes_of(loops, loop_dims);
    });
}

/// One side of an array row by row: what it is a part of, or null, and its strides.
struct Rows {
    const int* embed;
    int stride, distance;
};

FFTW(plan) many(int rank, const int* n, int howmany, const Rows& in, const Rows& out, const Call& call)
{
    return planned(call, [&](Problem& problem) {
        if (rank < 0 || (rank > 0 && !n))
            throw NotCovered(text("the rank ", rank, " is negative, or it has no lengths"));
        // in place, a row of reals has room for its complex numbers
        const auto length_of = [&](int l, const Rows& rows, Side side) -> Index {
            if (rows.embed) return rows.embed[l];
            const auto axis = static_cast<std::size_t>(l);
            return call.arrays.in_place() ? problem.room(axis, side) : problem.length(axis, side);
        };
        Index from = in.stride, to = out.stride;
        problem.axes.resize(static_cast<std::size_t>(rank));
        for (int l = rank - 1; l >= 0; --l) {
            problem.axes[static_cast<std::size_t>(l)] = {n[l], from, to};
            from *= length_of(l, in, Side::in);
            to *= length_of(l, out, Side::out);
        }
        problem.loops = {{howmany, in.distance, out.distance}};
    });
}

FFTW(plan) rows(int rank, const int* n, const Call& call)
{
    return many(rank, n, 1, {nullptr, 1, 0}, {nullptr, 1, 0}, call);
}

}  // namespace

#include "plan_calls-inl.hpp"
