// FFTW's plan functions for arrays row by row, which are all its "many" functions with other words.
#include <array>
#include <span>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/fftw3/names.hpp"

using namespace bspfft::fftw3;
using bspfft::Index;

namespace {

/// The arguments that all of them have.
struct Many {
    int rank;
    const int* n;
    int howmany;
};

/// One side of the array: what it is a part of, or null, and its strides; row: elements of a row if it is no part.
struct Rows {
    const int* embed;
    int stride, distance;
    Index row;
};

// The planner must not throw, and these are called outside of its try.
bool is_sane(const Many& many)
{
    if (many.rank >= 0 && (many.rank == 0 || many.n)) return true;
    say_why(bspfft::text("the rank ", many.rank, " is negative, or it has no lengths"));
    return false;
}

Index last_of(const Many& many) { return many.rank > 0 ? many.n[many.rank - 1] : 1; }
Index half_of(const Many& many) { return last_of(many) / 2 + 1; }

std::vector<Axis> row_major(const Many& many, const Rows& in, const Rows& out)
{
    std::vector<Axis> axes(static_cast<std::size_t>(many.rank));
    Index from = in.stride, to = out.stride;
    for (int l = many.rank - 1; l >= 0; --l) {
        axes[static_cast<std::size_t>(l)] = {many.n[l], from, to};
        from *= in.embed ? in.embed[l] : l == many.rank - 1 ? in.row : many.n[l];
        to *= out.embed ? out.embed[l] : l == many.rank - 1 ? out.row : many.n[l];
    }
    return axes;
}

FFTW(plan) plan(Data data, const Many& many, const Rows& in, const Rows& out, const Arrays<Real>& arrays,
                unsigned flags, bool is_inverse = false, const FFTW(r2r_kind)* kinds = nullptr) noexcept
{
    if (!is_sane(many)) return nullptr;
    try {
        Problem problem{};
        problem.data = data;
        problem.precision = precision;
        problem.is_inverse = is_inverse;
        problem.axes = row_major(many, in, out);
        problem.loops = {{many.howmany, in.distance, out.distance}};
        if (kinds) problem.kinds.assign(kinds, kinds + many.rank);
        problem.threads = planner_threads(Real{});
        return planned(problem, arrays, flags);
    } catch (const std::exception& error) {
        say_why(error.what());
        return nullptr;
    }
}

}  // namespace

FFTW(plan) FFTW(plan_many_dft)(int rank, const int* n, int howmany, Complex* in, const int* inembed, int istride,
                               int idist, Complex* out, const int* onembed, int ostride, int odist, int sign,
                               unsigned flags)
{
    const Many many{rank, n, howmany};
    if (!is_sane(many)) return nullptr;
    const Index row = last_of(many);
    return plan(Data::complex, many, {inembed, istride, idist, row}, {onembed, ostride, odist, row},
                {{real_part(in), imaginary_part(in)}, {real_part(out), imaginary_part(out)}}, flags,
                sign != FFTW_FORWARD);
}

FFTW(plan) FFTW(plan_many_dft_r2c)(int rank, const int* n, int howmany, Real* in, const int* inembed, int istride,
                                   int idist, Complex* out, const int* onembed, int ostride, int odist, unsigned flags)
{
    const Many many{rank, n, howmany};
    if (!is_sane(many)) return nullptr;
    const Index half = half_of(many), row = in == real_part(out) ? 2 * half : last_of(many);
    return plan(Data::to_complex, many, {inembed, istride, idist, row}, {onembed, ostride, odist, half},
                {{in, nullptr}, {real_part(out), imaginary_part(out)}}, flags);
}

FFTW(plan) FFTW(plan_many_dft_c2r)(int rank, const int* n, int howmany, Complex* in, const int* inembed, int istride,
                                   int idist, Real* out, const int* onembed, int ostride, int odist, unsigned flags)
{
    const Many many{rank, n, howmany};
    if (!is_sane(many)) return nullptr;
    const Index half = half_of(many), row = real_part(in) == out ? 2 * half : last_of(many);
    return plan(Data::to_real, many, {inembed, istride, idist, half}, {onembed, ostride, odist, row},
                {{real_part(in), imaginary_part(in)}, {out, nullptr}}, flags);
}

FFTW(plan) FFTW(plan_many_r2r)(int rank, const int* n, int howmany, Real* in, const int* inembed, int istride,
                               int idist, Real* out, const int* onembed, int ostride, int odist,
                               const FFTW(r2r_kind)* kind, unsigned flags)
{
    const Many many{rank, n, howmany};
    if (!is_sane(many)) return nullptr;
    const Index row = last_of(many);
    return plan(Data::real, many, {inembed, istride, idist, row}, {onembed, ostride, odist, row},
                {{in, nullptr}, {out, nullptr}}, flags, false, kind);
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
