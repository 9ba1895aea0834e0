// What FFTW's programs do with a plan: execute it on its own arrays or on others, look at it, destroy it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "bsp_fft/fftw3/names.hpp"

using namespace bspfft::fftw3;

namespace {

/// Runs work with a plan of ours.
template <class Work>
auto with(FFTW(plan) plan, Work work) noexcept
{
    try {
        return work(*plan);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "libbspfft-fftw3: a plan cannot be executed: %s\n", error.what());
        std::abort();
    }
}

void execute(FFTW(plan) plan, const Arrays<Real>& arrays) noexcept
{
    with(plan, [&](auto& ours) { ours.execute(arrays); });
}

double flops(FFTW(plan) plan) noexcept
{
    return with(plan, [](auto& ours) { return ours.flops(); });
}

}  // namespace

// If two libraries are in one program, each executes its own plans: FFTW-MPI's come from FFTW.
void FFTW(execute)(const FFTW(plan) plan)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, execute)(plan);
    with(plan, [](auto& ours) { ours.execute(); });
}

void FFTW(execute_dft)(const FFTW(plan) plan, Complex* in, Complex* out)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, execute_dft)(plan, in, out);
    execute(plan, {parts(in), parts(out)});
}
void FFTW(execute_dft_r2c)(const FFTW(plan) plan, Real* in, Complex* out)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, execute_dft_r2c)(plan, in, out);
    execute(plan, {parts(in), parts(out)});
}
void FFTW(execute_dft_c2r)(const FFTW(plan) plan, Complex* in, Real* out)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, execute_dft_c2r)(plan, in, out);
    execute(plan, {parts(in), parts(out)});
}
void FFTW(execute_r2r)(const FFTW(plan) plan, Real* in, Real* out)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, execute_r2r)(plan, in, out);
    execute(plan, {parts(in), parts(out)});
}
void FFTW(execute_split_dft)(const FFTW(plan) plan, Real* ri, Real* ii, Real* ro, Real* io)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, execute_split_dft)(plan, ri, ii, ro, io);
    execute(plan, {{ri, ii}, {ro, io}});
}
void FFTW(execute_split_dft_r2c)(const FFTW(plan) plan, Real* in, Real* ro, Real* io)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, execute_split_dft_r2c)(plan, in, ro, io);
    execute(plan, {parts(in), {ro, io}});
}
void FFTW(execute_split_dft_c2r)(const FFTW(plan) plan, Real* ri, Real* ii, Real* out)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, execute_split_dft_c2r)(plan, ri, ii, out);
    execute(plan, {{ri, ii}, parts(out)});
}

void FFTW(destroy_plan)(FFTW(plan) plan)
{
    if (plan && !is_ours(plan)) return NEXT_FOR(plan, destroy_plan)(plan);
    delete plan;
}

// BSP counts flops of all kinds together.
void FFTW(flops)(const FFTW(plan) plan, double* additions, double* multiplications, double* fused)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, flops)(plan, additions, multiplications, fused);
    *additions = flops(plan);
    *multiplications = *fused = 0;
}
double FFTW(cost)(const FFTW(plan) plan) { return is_ours(plan) ? flops(plan) : NEXT_FOR(plan, cost)(plan); }
double FFTW(estimate_cost)(const FFTW(plan) plan)
{
    return is_ours(plan) ? flops(plan) : NEXT_FOR(plan, estimate_cost)(plan);
}

void FFTW(fprint_plan)(const FFTW(plan) plan, FILE* file)
{
    char* const words = FFTW(sprint_plan)(plan);
    if (words) std::fputs(words, file);
    std::free(words);
}
void FFTW(print_plan)(const FFTW(plan) plan) { FFTW(fprint_plan)(plan, stdout); }
char* FFTW(sprint_plan)(const FFTW(plan) plan)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, sprint_plan)(plan);
    try {
        return strdup(plan->description().c_str());
    } catch (const std::exception&) {
        return nullptr;
    }
}
