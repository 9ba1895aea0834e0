// What FFTW's programs do with a plan: execute it on its own arrays or on others, look at it, destroy it.
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "bsp_fft/fftw3/names.hpp"

namespace bspfft::fftw3 {

FFTW(plan) planned(const Problem& problem, const Arrays<Real>& arrays) noexcept
{
    try {
        return new FFTW(plan_s)(problem, arrays);
    } catch (const std::bad_alloc&) {
        say_why("there is not enough memory");
    } catch (const std::exception& error) {
        say_why(error.what());
    }
    return nullptr;
}

}  // namespace bspfft::fftw3

using namespace bspfft::fftw3;

namespace {

void execute(FFTW(plan) plan, const Arrays<Real>& arrays) noexcept
{
    try {
        plan->execute(arrays);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "libbspfft-fftw3: a plan cannot be executed: %s\n", error.what());
        std::abort();
    }
}

}  // namespace

void FFTW(execute)(const FFTW(plan) plan) { plan->execute(); }

void FFTW(execute_dft)(const FFTW(plan) plan, Complex* in, Complex* out)
{
    execute(plan, {{real_part(in), imaginary_part(in)}, {real_part(out), imaginary_part(out)}});
}
void FFTW(execute_dft_r2c)(const FFTW(plan) plan, Real* in, Complex* out)
{
    execute(plan, {{in, nullptr}, {real_part(out), imaginary_part(out)}});
}
void FFTW(execute_dft_c2r)(const FFTW(plan) plan, Complex* in, Real* out)
{
    execute(plan, {{real_part(in), imaginary_part(in)}, {out, nullptr}});
}
void FFTW(execute_r2r)(const FFTW(plan) plan, Real* in, Real* out) { execute(plan, {{in, nullptr}, {out, nullptr}}); }
void FFTW(execute_split_dft)(const FFTW(plan) plan, Real* ri, Real* ii, Real* ro, Real* io)
{
    execute(plan, {{ri, ii}, {ro, io}});
}
void FFTW(execute_split_dft_r2c)(const FFTW(plan) plan, Real* in, Real* ro, Real* io)
{
    execute(plan, {{in, nullptr}, {ro, io}});
}
void FFTW(execute_split_dft_c2r)(const FFTW(plan) plan, Real* ri, Real* ii, Real* out)
{
    execute(plan, {{ri, ii}, {out, nullptr}});
}

void FFTW(destroy_plan)(FFTW(plan) plan) { delete plan; }

// BSP counts flops of all kinds together.
void FFTW(flops)(const FFTW(plan) plan, double* additions, double* multiplications, double* fused)
{
    *additions = plan->flops();
    *multiplications = *fused = 0;
}
double FFTW(cost)(const FFTW(plan) plan) { return plan->flops(); }
double FFTW(estimate_cost)(const FFTW(plan) plan) { return plan->flops(); }

void FFTW(fprint_plan)(const FFTW(plan) plan, FILE* file)
{
    char* const words = FFTW(sprint_plan)(plan);
    if (words) std::fputs(words, file);
    std::free(words);
}
void FFTW(print_plan)(const FFTW(plan) plan) { FFTW(fprint_plan)(plan, stdout); }
char* FFTW(sprint_plan)(const FFTW(plan) plan)
{
    try {
        return strdup(plan->description().c_str());
    } catch (const std::exception&) {
        return nullptr;
    }
}
