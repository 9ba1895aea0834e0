// FFTW's plan functions: for axes of any strides, with lengths of 32 and of 64 bits, interleaved and split; and for
// arrays row by row, which are all its "many" functions with other words.
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

Call complex_call(Complex* in, Complex* out, int sign, unsigned flags)
{
    return {Data::complex, {parts(in), parts(out)}, flags, false, sign != FFTW_FORWARD};
}
Call to_complex_call(Real* in, Complex* out, unsigned flags)
{
    return {Data::to_complex, {parts(in), parts(out)}, flags};
}
Call to_real_call(Complex* in, Real* out, unsigned flags) { return {Data::to_real, {parts(in), parts(out)}, flags}; }
Call real_call(Real* in, Real* out, const FFTW(r2r_kind)* kinds, unsigned flags)
{
    return {Data::real, {parts(in), parts(out)}, flags, false, false, kinds};
}

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
struct Side {
    const int* embed;
    int stride, distance;
};

FFTW(plan) many(int rank, const int* n, int howmany, const Side& in, const Side& out, const Call& call)
{
    return planned(call, [&](Problem& problem) {
        if (rank < 0 || (rank > 0 && !n))
            throw NotCovered(text("the rank ", rank, " is negative, or it has no lengths"));
        // in place, a row of reals has room for its complex numbers
        const auto length_of = [&](int l, const Side& side, Data with_half) -> Index {
            if (side.embed) return side.embed[l];
            if (l < rank - 1 || !problem.is_halved()) return n[l];
            const Index half = n[l] / 2 + 1;
            return problem.data == with_half ? half : call.arrays.in_place() ? 2 * half : n[l];
        };
        Index from = in.stride, to = out.stride;
        problem.axes.resize(static_cast<std::size_t>(rank));
        for (int l = rank - 1; l >= 0; --l) {
            problem.axes[static_cast<std::size_t>(l)] = {n[l], from, to};
            from *= length_of(l, in, Data::to_real);
            to *= length_of(l, out, Data::to_complex);
        }
        problem.loops = {{howmany, in.distance, out.distance}};
    });
}

}  // namespace

FFTW(plan) FFTW(plan_guru_dft)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                               Complex* in, Complex* out, int sign, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, complex_call(in, out, sign, flags));
}
FFTW(plan) FFTW(plan_guru64_dft)(int rank, const FFTW(iodim64)* dims, int loops, const FFTW(iodim64)* loop_dims,
                                 Complex* in, Complex* out, int sign, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, complex_call(in, out, sign, flags));
}

FFTW(plan) FFTW(plan_guru_dft_r2c)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                                   Real* in, Complex* out, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, to_complex_call(in, out, flags));
}
FFTW(plan) FFTW(plan_guru64_dft_r2c)(int rank, const FFTW(iodim64)* dims, int loops, const FFTW(iodim64)* loop_dims,
                                     Real* in, Complex* out, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, to_complex_call(in, out, flags));
}

FFTW(plan) FFTW(plan_guru_dft_c2r)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                                   Complex* in, Real* out, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, to_real_call(in, out, flags));
}
FFTW(plan) FFTW(plan_guru64_dft_c2r)(int rank, const FFTW(iodim64)* dims, int loops, const FFTW(iodim64)* loop_dims,
                                     Complex* in, Real* out, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, to_real_call(in, out, flags));
}

FFTW(plan) FFTW(plan_guru_r2r)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims, Real* in,
                               Real* out, const FFTW(r2r_kind)* kind, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, real_call(in, out, kind, flags));
}
FFTW(plan) FFTW(plan_guru64_r2r)(int rank, const FFTW(iodim64)* dims, int loops, const FFTW(iodim64)* loop_dims,
                                 Real* in, Real* out, const FFTW(r2r_kind)* kind, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, real_call(in, out, kind, flags));
}

FFTW(plan) FFTW(plan_guru_split_dft)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                                     Real* ri, Real* ii, Real* ro, Real* io, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, {Data::complex, {{ri, ii}, {ro, io}}, flags, true});
}
FFTW(plan) FFTW(plan_guru64_split_dft)(int rank, const FFTW(iodim64)* dims, int loops, const FFTW(iodim64)* loop_dims,
                                       Real* ri, Real* ii, Real* ro, Real* io, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, {Data::complex, {{ri, ii}, {ro, io}}, flags, true});
}

FFTW(plan) FFTW(plan_guru_split_dft_r2c)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                                         Real* in, Real* ro, Real* io, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, {Data::to_complex, {parts(in), {ro, io}}, flags, true});
}
FFTW(plan) FFTW(plan_guru64_split_dft_r2c)(int rank, const FFTW(iodim64)* dims, int loops,
                                           const FFTW(iodim64)* loop_dims, Real* in, Real* ro, Real* io, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, {Data::to_complex, {parts(in), {ro, io}}, flags, true});
}

FFTW(plan) FFTW(plan_guru_split_dft_c2r)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                                         Real* ri, Real* ii, Real* out, unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, {Data::to_real, {{ri, ii}, parts(out)}, flags, true});
}
FFTW(plan) FFTW(plan_guru64_split_dft_c2r)(int rank, const FFTW(iodim64)* dims, int loops,
                                           const FFTW(iodim64)* loop_dims, Real* ri, Real* ii, Real* out,
                                           unsigned flags)
{
    return guru(rank, dims, loops, loop_dims, {Data::to_real, {{ri, ii}, parts(out)}, flags, true});
}

FFTW(plan) FFTW(plan_many_dft)(int rank, const int* n, int howmany, Complex* in, const int* inembed, int istride,
                               int idist, Complex* out, const int* onembed, int ostride, int odist, int sign,
                               unsigned flags)
{
    return many(rank, n, howmany, {inembed, istride, idist}, {onembed, ostride, odist},
                complex_call(in, out, sign, flags));
}
FFTW(plan) FFTW(plan_many_dft_r2c)(int rank, const int* n, int howmany, Real* in, const int* inembed, int istride,
                                   int idist, Complex* out, const int* onembed, int ostride, int odist, unsigned flags)
{
    return many(rank, n, howmany, {inembed, istride, idist}, {onembed, ostride, odist},
                to_complex_call(in, out, flags));
}
FFTW(plan) FFTW(plan_many_dft_c2r)(int rank, const int* n, int howmany, Complex* in, const int* inembed, int istride,
                                   int idist, Real* out, const int* onembed, int ostride, int odist, unsigned flags)
{
    return many(rank, n, howmany, {inembed, istride, idist}, {onembed, ostride, odist},
                to_real_call(in, out, flags));
}
FFTW(plan) FFTW(plan_many_r2r)(int rank, const int* n, int howmany, Real* in, const int* inembed, int istride,
                               int idist, Real* out, const int* onembed, int ostride, int odist,
                               const FFTW(r2r_kind)* kind, unsigned flags)
{
    return many(rank, n, howmany, {inembed, istride, idist}, {onembed, ostride, odist},
                real_call(in, out, kind, flags));
}

FFTW(plan) FFTW(plan_dft)(int rank, const int* n, Complex* in, Complex* out, int sign, unsigned flags)
{
    return FFTW(plan_many_dft)(rank, n, 1, in, nullptr, 1, 0, out, nullptr, 1, 0, sign, flags);
}
FFTW(plan) FFTW(plan_dft_1d)(int n, Complex* in, Complex* out, int sign, unsigned flags)
{
    return FFTW(plan_dft)(1, &n, in, out, sign, flags);
}
FFTW(plan) FFTW(plan_dft_2d)(int n0, int n1, Complex* in, Complex* out, int sign, unsigned flags)
{
    return FFTW(plan_dft)(2, std::array{n0, n1}.data(), in, out, sign, flags);
}
FFTW(plan) FFTW(plan_dft_3d)(int n0, int n1, int n2, Complex* in, Complex* out, int sign, unsigned flags)
{
    return FFTW(plan_dft)(3, std::array{n0, n1, n2}.data(), in, out, sign, flags);
}

FFTW(plan) FFTW(plan_dft_r2c)(int rank, const int* n, Real* in, Complex* out, unsigned flags)
{
    return FFTW(plan_many_dft_r2c)(rank, n, 1, in, nullptr, 1, 0, out, nullptr, 1, 0, flags);
}
FFTW(plan) FFTW(plan_dft_r2c_1d)(int n, Real* in, Complex* out, unsigned flags)
{
    return FFTW(plan_dft_r2c)(1, &n, in, out, flags);
}
FFTW(plan) FFTW(plan_dft_r2c_2d)(int n0, int n1, Real* in, Complex* out, unsigned flags)
{
    return FFTW(plan_dft_r2c)(2, std::array{n0, n1}.data(), in, out, flags);
}
FFTW(plan) FFTW(plan_dft_r2c_3d)(int n0, int n1, int n2, Real* in, Complex* out, unsigned flags)
{
    return FFTW(plan_dft_r2c)(3, std::array{n0, n1, n2}.data(), in, out, flags);
}

FFTW(plan) FFTW(plan_dft_c2r)(int rank, const int* n, Complex* in, Real* out, unsigned flags)
{
    return FFTW(plan_many_dft_c2r)(rank, n, 1, in, nullptr, 1, 0, out, nullptr, 1, 0, flags);
}
FFTW(plan) FFTW(plan_dft_c2r_1d)(int n, Complex* in, Real* out, unsigned flags)
{
    return FFTW(plan_dft_c2r)(1, &n, in, out, flags);
}
FFTW(plan) FFTW(plan_dft_c2r_2d)(int n0, int n1, Complex* in, Real* out, unsigned flags)
{
    return FFTW(plan_dft_c2r)(2, std::array{n0, n1}.data(), in, out, flags);
}
FFTW(plan) FFTW(plan_dft_c2r_3d)(int n0, int n1, int n2, Complex* in, Real* out, unsigned flags)
{
    return FFTW(plan_dft_c2r)(3, std::array{n0, n1, n2}.data(), in, out, flags);
}

FFTW(plan) FFTW(plan_r2r)(int rank, const int* n, Real* in, Real* out, const FFTW(r2r_kind)* kind, unsigned flags)
{
    return FFTW(plan_many_r2r)(rank, n, 1, in, nullptr, 1, 0, out, nullptr, 1, 0, kind, flags);
}
FFTW(plan) FFTW(plan_r2r_1d)(int n, Real* in, Real* out, FFTW(r2r_kind) kind, unsigned flags)
{
    return FFTW(plan_r2r)(1, &n, in, out, &kind, flags);
}
FFTW(plan) FFTW(plan_r2r_2d)(int n0, int n1, Real* in, Real* out, FFTW(r2r_kind) kind0, FFTW(r2r_kind) kind1,
                             unsigned flags)
{
    return FFTW(plan_r2r)(2, std::array{n0, n1}.data(), in, out, std::array{kind0, kind1}.data(), flags);
}
FFTW(plan) FFTW(plan_r2r_3d)(int n0, int n1, int n2, Real* in, Real* out, FFTW(r2r_kind) kind0, FFTW(r2r_kind) kind1,
                             FFTW(r2r_kind) kind2, unsigned flags)
{
    return FFTW(plan_r2r)(3, std::array{n0, n1, n2}.data(), in, out, std::array{kind0, kind1, kind2}.data(), flags);
}
