// FFTW's calls besides those that plan and those of wisdom: what programs do with a plan, namely execute it on its own
// arrays or on others, look at it, destroy it; threads, memory, and the library itself.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "bsp_fft/base/text.hpp"
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

// FFTW has one thread unless a program asks for more; this lets programs that never ask have more. 0: all cores.
int default_threads()
{
    const char* const words = std::getenv("BSPFFT_FFTW_THREADS");
    if (!words) return 1;
    char* end = nullptr;
    const long threads = std::strtol(words, &end, 10);
    if (end != words && *end == '\0' && threads >= 0 && threads <= std::numeric_limits<int>::max())
        return static_cast<int>(threads);
    say(bspfft::text("BSPFFT_FFTW_THREADS=", words, " is no number of threads; there will be one"));
    return 1;
}

constexpr int as_default = -1;
std::atomic<int> requested_threads = as_default;
std::atomic<double> time_limit = FFTW_NO_TIMELIMIT;

template <class Number>
Number* allocated(std::size_t n)
{
    if (n > std::numeric_limits<std::size_t>::max() / sizeof(Number)) return nullptr;
    return static_cast<Number*>(allocate(n * sizeof(Number)));
}

}  // namespace

// If two libraries are in one program, each executes its own plans: FFTW-MPI's come from FFTW.
void FFTW(execute)(const FFTW(plan) plan)
{
    if (!is_ours(plan)) return NEXT_FOR(plan, execute)(plan);
    with(plan, [](auto& ours) { ours.execute(); });
}

#include "execute_calls-inl.hpp"

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

int bspfft::fftw3::planner_threads(Real)
{
    const int requested = requested_threads;
    // FFTW's call cannot fail, and gets as many as there may be
    return std::min(requested == as_default ? default_threads() : requested, bspfft_most_threads());
}

double bspfft::fftw3::planner_time_limit(Real) { return time_limit; }

// Plans that FFTW makes in the same program, such as those of FFTW-MPI, are as the program has set it: FFTW is told.
#define TELL_NEXT(name, ...) \
    if (const auto tell = NEXT(name)) tell(__VA_ARGS__)

int FFTW(init_threads)()
{
    TELL_NEXT(init_threads);
    return 1;
}
void FFTW(plan_with_nthreads)(int threads)
{
    requested_threads = threads > 0 ? threads : 1;
    TELL_NEXT(plan_with_nthreads, threads);
}
int FFTW(planner_nthreads)() { return planner_threads(Real{}); }
// Ours is safe always.
void FFTW(make_planner_thread_safe)() { TELL_NEXT(make_planner_thread_safe); }
// Our threads are those of the library.
void FFTW(threads_set_callback)(void (*loop)(void* (*)(char*), char*, size_t, int, void*), void* data)
{
    TELL_NEXT(threads_set_callback, loop, data);
}

void FFTW(cleanup)()
{
    FFTW(forget_wisdom)();
    bspfft_release();
    TELL_NEXT(cleanup);
}
void FFTW(cleanup_threads)()
{
    requested_threads = as_default;
    FFTW(cleanup)();
    TELL_NEXT(cleanup_threads);
}

void* FFTW(malloc)(size_t bytes) { return allocate(bytes); }
Real* FFTW(alloc_real)(size_t n) { return allocated<Real>(n); }
Complex* FFTW(alloc_complex)(size_t n) { return allocated<Complex>(n); }
void FFTW(free)(void* array) { std::free(array); }
// All arrays are alike to us.
int FFTW(alignment_of)(Real*) { return 0; }

void FFTW(set_timelimit)(double seconds)
{
    time_limit = seconds;
    TELL_NEXT(set_timelimit, seconds);
}

// Not longer than FFTW's own on x86-64, of which programs have a copy.
const char FFTW(version)[] = "fftw-3.3.10-bspfft";
const char FFTW(cc)[] = __VERSION__;
const char FFTW(codelet_optim)[] = "";
