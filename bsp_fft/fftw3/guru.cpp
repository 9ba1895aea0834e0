// FFTW's plan functions for axes of any strides, with lengths of 32 and of 64 bits, interleaved and split.
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/fftw3/names.hpp"

using namespace bspfft::fftw3;

namespace {

template <class Dimension>
struct Guru {
    int rank;
    const Dimension* dims;
    int loops;
    const Dimension* loop_dims;
};
// Clang 14 does not find it by itself.
template <class Dimension>
Guru(int, const Dimension*, int, const Dimension*) -> Guru<Dimension>;

template <class Dimension>
std::vector<Axis> axes_of(int count, const Dimension* dims)
{
    if (count < 0) throw NotCovered(bspfft::text("the rank ", count, " is negative"));
    std::vector<Axis> axes;
    for (int l = 0; l < count; ++l) axes.push_back({dims[l].n, dims[l].is, dims[l].os});
    return axes;
}

template <class Dimension>
FFTW(plan) plan(Data data, const Guru<Dimension>& guru, const Arrays<Real>& arrays, unsigned flags,
                bool is_split, bool is_inverse = false, const FFTW(r2r_kind)* kinds = nullptr) noexcept
{
    try {
        Problem problem{};
        problem.data = data;
        problem.precision = precision;
        problem.is_inverse = is_inverse;
        problem.axes = axes_of(guru.rank, guru.dims);
        problem.loops = axes_of(guru.loops, guru.loop_dims);
        if (kinds) problem.kinds.assign(kinds, kinds + guru.rank);
        problem.is_split = is_split;
        problem.threads = planner_threads(Real{});
        return planned(problem, arrays, flags);
    } catch (const std::exception& error) {
        say_why(error.what());
        return nullptr;
    }
}

template <class D>
FFTW(plan) complex_plan(const Guru<D>& guru, Complex* in, Complex* out, int sign, unsigned flags)
{
    return plan(Data::complex, guru, {{real_part(in), imaginary_part(in)}, {real_part(out), imaginary_part(out)}},
                flags, false, sign != FFTW_FORWARD);
}
template <class D>
FFTW(plan) to_complex_plan(const Guru<D>& guru, Real* in, Complex* out, unsigned flags)
{
    return plan(Data::to_complex, guru, {{in, nullptr}, {real_part(out), imaginary_part(out)}}, flags, false);
}
template <class D>
FFTW(plan) to_real_plan(const Guru<D>& guru, Complex* in, Real* out, unsigned flags)
{
    return plan(Data::to_real, guru, {{real_part(in), imaginary_part(in)}, {out, nullptr}}, flags, false);
}
template <class D>
FFTW(plan) real_plan(const Guru<D>& guru, Real* in, Real* out, const FFTW(r2r_kind)* kind, unsigned flags)
{
    return plan(Data::real, guru, {{in, nullptr}, {out, nullptr}}, flags, false, false, kind);
}

}  // namespace

FFTW(plan) FFTW(plan_guru_dft)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                               Complex* in, Complex* out, int sign, unsigned flags)
{
    return complex_plan(Guru{rank, dims, loops, loop_dims}, in, out, sign, flags);
}
FFTW(plan) FFTW(plan_guru64_dft)(int rank, const FFTW(iodim64)* dims, int loops, const FFTW(iodim64)* loop_dims,
                                 Complex* in, Complex* out, int sign, unsigned flags)
{
    return complex_plan(Guru{rank, dims, loops, loop_dims}, in, out, sign, flags);
}

FFTW(plan) FFTW(plan_guru_dft_r2c)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                                   Real* in, Complex* out, unsigned flags)
{
    return to_complex_plan(Guru{rank, dims, loops, loop_dims}, in, out, flags);
}
FFTW(plan) FFTW(plan_guru64_dft_r2c)(int rank, const FFTW(iodim64)* dims, int loops, const FFTW(iodim64)* loop_dims,
                                     Real* in, Complex* out, unsigned flags)
{
    return to_complex_plan(Guru{rank, dims, loops, loop_dims}, in, out, flags);
}

FFTW(plan) FFTW(plan_guru_dft_c2r)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                                   Complex* in, Real* out, unsigned flags)
{
    return to_real_plan(Guru{rank, dims, loops, loop_dims}, in, out, flags);
}
FFTW(plan) FFTW(plan_guru64_dft_c2r)(int rank, const FFTW(iodim64)* dims, int loops, const FFTW(iodim64)* loop_dims,
                                     Complex* in, Real* out, unsigned flags)
{
    return to_real_plan(Guru{rank, dims, loops, loop_dims}, in, out, flags);
}

FFTW(plan) FFTW(plan_guru_r2r)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims, Real* in,
                               Real* out, const FFTW(r2r_kind)* kind, unsigned flags)
{
    return real_plan(Guru{rank, dims, loops, loop_dims}, in, out, kind, flags);
}
FFTW(plan) FFTW(plan_guru64_r2r)(int rank, const FFTW(iodim64)* dims, int loops, const FFTW(iodim64)* loop_dims,
                                 Real* in, Real* out, const FFTW(r2r_kind)* kind, unsigned flags)
{
    return real_plan(Guru{rank, dims, loops, loop_dims}, in, out, kind, flags);
}

FFTW(plan) FFTW(plan_guru_split_dft)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                                     Real* ri, Real* ii, Real* ro, Real* io, unsigned flags)
{
    return plan(Data::complex, Guru{rank, dims, loops, loop_dims}, {{ri, ii}, {ro, io}}, flags, true);
}
FFTW(plan) FFTW(plan_guru64_split_dft)(int rank, const FFTW(iodim64)* dims, int loops, const FFTW(iodim64)* loop_dims,
                                       Real* ri, Real* ii, Real* ro, Real* io, unsigned flags)
{
    return plan(Data::complex, Guru{rank, dims, loops, loop_dims}, {{ri, ii}, {ro, io}}, flags, true);
}

FFTW(plan) FFTW(plan_guru_split_dft_r2c)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                                         Real* in, Real* ro, Real* io, unsigned flags)
{
    return plan(Data::to_complex, Guru{rank, dims, loops, loop_dims}, {{in, nullptr}, {ro, io}}, flags, true);
}
FFTW(plan) FFTW(plan_guru64_split_dft_r2c)(int rank, const FFTW(iodim64)* dims, int loops,
                                           const FFTW(iodim64)* loop_dims, Real* in, Real* ro, Real* io, unsigned flags)
{
    return plan(Data::to_complex, Guru{rank, dims, loops, loop_dims}, {{in, nullptr}, {ro, io}}, flags, true);
}

FFTW(plan) FFTW(plan_guru_split_dft_c2r)(int rank, const FFTW(iodim)* dims, int loops, const FFTW(iodim)* loop_dims,
                                         Real* ri, Real* ii, Real* out, unsigned flags)
{
    return plan(Data::to_real, Guru{rank, dims, loops, loop_dims}, {{ri, ii}, {out, nullptr}}, flags, true);
}
FFTW(plan) FFTW(plan_guru64_split_dft_c2r)(int rank, const FFTW(iodim64)* dims, int loops,
                                           const FFTW(iodim64)* loop_dims, Real* ri, Real* ii, Real* out,
                                           unsigned flags)
{
    return plan(Data::to_real, Guru{rank, dims, loops, loop_dims}, {{ri, ii}, {out, nullptr}}, flags, true);
}
