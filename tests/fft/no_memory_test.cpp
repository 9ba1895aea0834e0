// Every allocation of a plan fails once, on one process: all throw the same, and can plan again.
//
// What the BSPlib allocates inside its own functions is not meant: it ends the program, as all its errors do.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <new>
#include <string>

#include <dlfcn.h>
#include <sys/mman.h>

#include "bspfft/bspfft.hpp"
#include "bspfft/fft.h"
#include "tests/bsplib/spmd.hpp"
#include "tests/fft/cube.hpp"

namespace {

constexpr int nobody = -2, outside = -1;  // who is not a process

std::atomic<int> victim{nobody};
std::atomic<long> remaining{0};  // allocations of the victim until one fails
thread_local constinit int inside_bsplib = 0;

int who() { return bsplib_inside_section() != 0 ? static_cast<int>(bsp_pid()) : outside; }

bool fails_now()
{
    if (victim.load(std::memory_order_relaxed) == nobody || inside_bsplib > 0) return false;
    return who() == victim.load() && remaining.fetch_sub(1) == 1;
}

template <class Function>
Function* next(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

struct InsideBsplib {
    InsideBsplib() { ++inside_bsplib; }
    ~InsideBsplib() { --inside_bsplib; }
};

}  // namespace

extern "C" {

void* malloc(std::size_t bytes)
{
    static auto* const real = next<void*(std::size_t)>("malloc");
    if (!fails_now()) return real(bytes);
    errno = ENOMEM;
    return nullptr;
}

int posix_memalign(void** block, std::size_t alignment, std::size_t bytes)
{
    static auto* const real = next<int(void**, std::size_t, std::size_t)>("posix_memalign");
    return fails_now() ? ENOMEM : real(block, alignment, bytes);
}

void* mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept
{
    static auto* const real = next<void*(void*, std::size_t, int, int, int, off_t)>("mmap");
    if (!fails_now()) return real(at, bytes, protection, flags, file, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}

void bsp_sync(void)
{
    static auto* const real = next<void()>("bsp_sync");
    const InsideBsplib inside;
    real();
}
void bsp_push_reg(const void* address, bsp_size_t bytes)
{
    static auto* const real = next<void(const void*, bsp_size_t)>("bsp_push_reg");
    const InsideBsplib inside;
    real(address, bytes);
}
void bsp_pop_reg(const void* address)
{
    static auto* const real = next<void(const void*)>("bsp_pop_reg");
    const InsideBsplib inside;
    real(address);
}
void bsp_put(bsp_pid_t pid, const void* source, const void* to, bsp_size_t offset, bsp_size_t bytes)
{
    static auto* const real = next<void(bsp_pid_t, const void*, const void*, bsp_size_t, bsp_size_t)>("bsp_put");
    const InsideBsplib inside;
    real(pid, source, to, offset, bytes);
}
void bsp_hpput(bsp_pid_t pid, const void* source, const void* to, bsp_size_t offset, bsp_size_t bytes)
{
    static auto* const real = next<void(bsp_pid_t, const void*, const void*, bsp_size_t, bsp_size_t)>("bsp_hpput");
    const InsideBsplib inside;
    real(pid, source, to, offset, bytes);
}

}  // extern "C"

namespace {

using namespace bspfft;

struct Outcome {
    int status = 0;
    char message[200] = "";
};
std::array<Outcome, 4> outcomes;

Outcome failed(int status, const char* message)
{
    Outcome outcome{status, ""};
    std::strncpy(outcome.message, message, sizeof outcome.message - 1);
    return outcome;
}

Outcome outcome_of(void (*subject)())
{
    try {
        subject();
        return {};
    } catch (const Error& e) {
        return failed(static_cast<int>(e.status()), e.what());
    } catch (const std::exception& e) {
        return failed(99, e.what());
    }
}

// One try; false when the victim needs no more allocations than this.
bool try_once(void (*subject)(), int process, long count)
{
    const bool mine = static_cast<int>(bsp_pid()) == process;
    bsp_sync();
    if (mine) {
        remaining = count;
        victim = process;
    }
    bsp_sync();
    outcomes[bsp_pid()] = outcome_of(subject);
    if (mine) victim = nobody;
    bsp_sync();
    const bool fired = remaining <= 0;
    for (unsigned s = 0; s < bsp_nprocs(); ++s) {
        const Outcome& one = outcomes[s];
        const bool fits = one.status == 0 || (fired && one.status == static_cast<int>(Status::out_of_memory));
        const bool alike = one.status == outcomes[0].status && std::strcmp(one.message, outcomes[0].message) == 0;
        if (!fits || !alike)
            complain(__FILE__, __LINE__, (std::to_string(count) + ": " + one.message + " beside " +
                                          outcomes[0].message).c_str());
    }
    bsp_sync();
    return fired;
}

std::atomic<long> tries{0};

// Every allocation, or one in a number of them.
void try_all(void (*subject)(), unsigned process, long step = 1)
{
    subject();  // the BSPlib's buffers and what is made once
    for (long count = 1; try_once(subject, static_cast<int>(process), count); count += step) {
        if (bsp_pid() == 0) ++tries;
    }
}

// What the caller makes.
std::vector<Index> shape_of(std::initializer_list<Index> lengths)
{
    const InsideBsplib not_counted;
    return lengths;
}

// What a plan does in its life.
template <class TypedPlan>
void live(TypedPlan plan)
{
    plan.account(true);
    plan.forward();
    plan.inverse();
    if (plan.ledger().transforms < 1) throw Error(Status::internal_error, "a transform was forgotten");
}

void complex_plan() { live(Plan<double>(144)); }

void long_prime()
{
    PlanOptions options;
    options.algorithm = Algorithm::bluestein;
    Plan<float> plan(13, options);
    plan.forward();
}

void textbook()
{
    PlanOptions options;
    options.algorithm = Algorithm::textbook;
    options.kernel = Kernel::radix2;
    options.exchange = Exchange::put;
    Plan<double> plan(32, options);
    plan.forward();
}

void real_plan() { live(RealPlan<double>(72)); }

void cosines()
{
    TrigonometricPlan<double> plan(shape_of({6, 8}), Trigonometric::dct2);
    plan.forward();
}

void operators()
{
    for (const Algorithm algorithm : {Algorithm::fast, Algorithm::bluestein}) {
        PlanOptions options;
        options.algorithm = algorithm;
        options.keep_input = true;
        SpectralOperator<double> filter(shape_of({36}), options);
        filter.set_kernel();
        filter.execute();
    }
}

// In C, whose arguments need no memory.
void in_c()
{
    const auto done = [](int status) {
        if (status != BSPFFT_OK) throw Error(static_cast<Status>(status), bspfft_message());
    };
    bspfft_shape shape{};
    shape.size = sizeof shape;
    shape.data = BSPFFT_REAL;
    shape.dimensions = 2;
    shape.length[0] = 6;
    shape.length[1] = 12;
    shape.layout_in = BSPFFT_LAYOUT_BLOCK;
    bspfft_plan* plan = nullptr;
    done(bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr));
    int status = bspfft_execute(plan, BSPFFT_FORWARD);
    int64_t count = 0;
    if (status == BSPFFT_OK) status = bspfft_ledger(plan, -1, nullptr, 0, &count);
    bspfft_plan_destroy(plan);
    done(status);
}

void most_plans()
{
    try_all(complex_plan, 1, STEP);
    try_all(in_c, 2, STEP);
}

void all_plans()
{
    try_all(complex_plan, 0);
    try_all(complex_plan, 1);
    for (void (*const subject)() : {in_c, long_prime, textbook, real_plan, cosines, operators})
        try_all(subject, 1, STEP);
}

int one_call(int64_t n)
{
    static std::array<double, 2 << 15> x{};
    bspfft_release();
    return bspfft_fft(n, x.data(), x.data());
}

}  // namespace

TEST_CASE("a plan whose allocation fails on one process fails on all, and can be made again")
{
    CHECK(on(2, all_plans) == "");
    CHECK(tries > 500);
    CHECK(on(3, most_plans) == "");
}

TEST_CASE("a call whose allocation fails, on the thread that calls or on another, says so and can be made again")
{
    REQUIRE(bspfft_set_threads(2) == BSPFFT_OK);
    const int64_t n = 1 << 15;
    REQUIRE(one_call(n) == BSPFFT_OK);
    for (const int process : {outside, 0, 1}) {
        for (long count = 1;; count += process == outside ? 1 : STEP) {
            remaining = count;
            victim = process;
            const int status = one_call(n);
            victim = nobody;
            CAPTURE(process);
            CAPTURE(count);
            REQUIRE((status == BSPFFT_OK || (remaining <= 0 && status == BSPFFT_OUT_OF_MEMORY)));
            if (remaining > 0) break;
        }
        REQUIRE(one_call(n) == BSPFFT_OK);
    }
}
