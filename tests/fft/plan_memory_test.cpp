// The memory of a plan of the fast algorithm, by counting its allocations, and the cost of planning, by the size of
// its tables. No clock.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <vector>

#include <dlfcn.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bspfft/bspfft.hpp"
#include "bspfft/fft.h"
#include "tests/bsplib/spmd.hpp"

namespace {

std::atomic<long long> asked{0};  // bytes, freed or not; of mapped ones those that were not given back
// Bytes that were not freed, as malloc has rounded them up; not the BSPlib's copies of puts, which realloc grows.
std::atomic<long long> kept{0};
void* volatile seen = nullptr;    // a block whose address is stored here cannot be optimized away

template <class Function>
Function* next(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void* counted(std::size_t bytes, void* block)
{
    asked += static_cast<long long>(bytes);
    kept += static_cast<long long>(malloc_usable_size(block));
    return block;
}

}  // namespace

extern "C" void* malloc(std::size_t bytes)
{
    static auto* const real = next<void*(std::size_t)>("malloc");
    return counted(bytes, real(bytes));
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes)
{
    static auto* const real = next<void*(std::size_t, std::size_t)>("aligned_alloc");
    return counted(bytes, real(alignment, bytes));
}

extern "C" void free(void* block)
{
    static auto* const real = next<void(void*)>("free");
    kept -= static_cast<long long>(malloc_usable_size(block));
    real(block);
}

extern "C" int posix_memalign(void** block, std::size_t alignment, std::size_t bytes)
{
    static auto* const real = next<int(void**, std::size_t, std::size_t)>("posix_memalign");
    const int error = real(block, alignment, bytes);
    if (error == 0) counted(bytes, *block);
    return error;
}

// Large arrays are mapped, with more than is needed, which is given back at once.
extern "C" void* mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept
{
    static auto* const real = next<void*(void*, std::size_t, int, int, int, off_t)>("mmap");
    asked += static_cast<long long>(bytes);
    kept += static_cast<long long>(bytes);
    return real(at, bytes, protection, flags, file, offset);
}

extern "C" int munmap(void* at, std::size_t bytes) noexcept
{
    static auto* const real = next<int(void*, std::size_t)>("munmap");
    asked -= static_cast<long long>(bytes);
    kept -= static_cast<long long>(bytes);
    return real(at, bytes);
}

namespace {

using namespace bspfft;

Index n = 0;

template <class Real>
void takes_little_more_than_two_arrays()
{
    bsp_sync();
    const long long before = asked;
    bsp_sync();
    const Plan<Real> plan(n);
    bsp_sync();
    const auto taken = static_cast<double>(asked - before);  // by all processes
    const auto data = static_cast<double>(n) * sizeof(std::complex<Real>);
    const auto told = static_cast<double>(plan.bytes()) * static_cast<double>(bsp_nprocs());
    EXPECT(taken <= 2.1 * data);
    // The reported bytes are the allocated ones, except for the growth of the tables.
    EXPECT(told <= taken);
    EXPECT(taken - told <= 256 * static_cast<double>(bsp_nprocs()) * std::sqrt(static_cast<double>(n)));
    bsp_sync();
}

std::vector<Index> shape;
PlanOptions options;
std::atomic<long long> told{0};

// The bytes of all processes are those that they keep, but for small objects: within 1% and 1 MiB for each.
template <class AnyKind>
void takes_what_it_tells()
{
    told = 0;
    bsp_sync();
    const long long before = kept;
    bsp_sync();
    const AnyKind plan(shape, options);
    told += plan.bytes();
    bsp_sync();
    const long long taken = kept - before;
    EXPECT(told <= taken);
    EXPECT(taken - told <= told / 100 + bsp_nprocs() * (1LL << 20));
    bsp_sync();
}

template <class AnyKind>
void check_bytes(std::vector<Index> of, Algorithm algorithm, Kernel kernel = Kernel::automatic)
{
    shape = std::move(of);
    options = {};
    options.algorithm = algorithm;
    options.kernel = kernel;
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        options.exchange = exchange;
        for (const unsigned p : {1U, 2U, 4U}) {
            CAPTURE(shape.front());
            CAPTURE(p);
            CHECK(on(p, takes_what_it_tells<AnyKind>) == "");
        }
    }
}

// All of a plan except x and the landing array, which are zeroed and not computed, has a size of O(sqrt(n)):
// computing that many twiddles, at some tens of nanoseconds each, takes less than a fifth of a transform. Two sweeps in
// place have no landing array, and tiles of an eighth of x.
template <class Real>
void fills_tables_of_sqrt_n()
{
    const Plan<Real> plan(n);
    EXPECT(plan.options().algorithm == Algorithm::fast);
    const auto data = plan.local_size() * static_cast<Index>(sizeof(std::complex<Real>));
    if (plan.layout_in().p() == 1 && data <= Index{8} << 20) {
        EXPECT(static_cast<double>(plan.bytes()) <= 1.4 * static_cast<double>(data));
        return;
    }
    const auto computed = static_cast<double>(plan.bytes() - 2 * data);
    EXPECT(computed > 0);
    EXPECT(computed <= 2048 * std::sqrt(static_cast<double>(n)));
}

// Our own kernels. FFTW allocates buffers of its own while it runs.
void allocates_nothing_while_it_transforms()
{
    for (const Algorithm algorithm : {Algorithm::textbook, Algorithm::fast}) {
        for (const Kernel kernel : {Kernel::simd, Kernel::radix2}) {
            if (algorithm == Algorithm::textbook && kernel == Kernel::simd) continue;
            for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
                PlanOptions options;
                options.algorithm = algorithm;
                options.kernel = kernel;
                options.exchange = exchange;
                Plan<double> plan(n, options);
                plan.account(true);
                // the BSPlib's own buffers grow in the first transforms
                for (int times = 0; times < 3; ++times) plan.forward();
                bsp_sync();
                const long long before = asked;
                bsp_sync();
                plan.forward();
                plan.inverse();
                bsp_sync();
                EXPECT(asked == before);
                bsp_sync();
            }
        }
    }
}

}  // namespace

TEST_CASE("the counter counts")
{
    const long long before = asked;
    void* const block = std::malloc(1000);
    seen = block;
    void* aligned = nullptr;
    CHECK(posix_memalign(&aligned, 64, 6400) == 0);
    seen = aligned;
    CHECK(asked >= before + 7400);
    std::free(block);
    std::free(aligned);
}

TEST_CASE("a plan of the fast algorithm takes at most 2.1 times the memory of its data, which it includes")
{
    for (n = Index{1} << 20; n <= Index{1} << 24; n *= 2) {
        for (const unsigned p : {1U, 2U}) {
            CAPTURE(n);
            CAPTURE(p);
            CHECK(on(p, takes_little_more_than_two_arrays<double>) == "");
            CHECK(on(p, takes_little_more_than_two_arrays<float>) == "");
        }
    }
}

TEST_CASE("a plan of any kind takes the bytes that it tells")
{
    check_bytes<Plan<double>>({1 << 21}, Algorithm::textbook, Kernel::radix2);
    check_bytes<Plan<float>>({1 << 21}, Algorithm::fast);
    check_bytes<Plan<double>>({64, 128, 256}, Algorithm::pencils);
    check_bytes<Plan<double>>({1000, 2000}, Algorithm::fast);
    check_bytes<Plan<double>>({1000003}, Algorithm::bluestein);
    check_bytes<RealPlan<double>>({1 << 21}, Algorithm::fast);
    check_bytes<RealPlan<double>>({1 << 21}, Algorithm::textbook, Kernel::radix2);
    check_bytes<SpectralOperator<std::complex<double>>>({1024, 1024}, Algorithm::automatic);
}

TEST_CASE("planning fills tables of the size of sqrt(n)")
{
    for (n = Index{1} << 20; n <= Index{1} << 24; n *= 4) {
        for (const unsigned p : {1U, 2U, 4U}) {
            CAPTURE(n);
            CAPTURE(p);
            CHECK(on(p, fills_tables_of_sqrt_n<double>) == "");
            CHECK(on(p, fills_tables_of_sqrt_n<float>) == "");
        }
    }
}

// What a call holds after it was planned, as a share of its data, which is not less than it tells.
double held(const std::vector<Index>& shape, int threads, bool in_place, bool sparing = false)
{
    bspfft_request request{};
    request.size = sizeof request;
    request.dimensions = static_cast<std::int32_t>(shape.size());
    std::copy(shape.begin(), shape.end(), request.length);
    request.threads = threads;
    request.sparing = sparing ? 1 : 0;
    bspfft_plan* plan = nullptr;
    const long long before = asked;
    REQUIRE(bspfft_plan_request(&plan, &request, in_place) == BSPFFT_OK);
    const auto taken = static_cast<double>(asked - before);
    CHECK(static_cast<double>(bspfft_bytes(plan)) <= taken);
    bspfft_plan_destroy(plan);
    double elements = 1;
    for (const Index length : shape) elements *= static_cast<double>(length);
    return taken / (elements * sizeof(std::complex<double>));
}

TEST_CASE("a call of a long prime length holds at most 4.5 times the memory of its data, where 9 would be copies")
{
    const Index prime = 1048573;
    held({prime}, 1, false);  // the threads that wait for calls
    for (const int threads : {1, 2}) {
        for (const bool in_place : {false, true}) {
            CAPTURE(threads);
            CAPTURE(in_place);
            CHECK(held({prime}, threads, in_place) <= 4.5);
        }
    }
}

TEST_CASE("a call of a long vector holds an array as large as its data, or if it is to spare memory a tenth of it")
{
    held({1 << 10}, 1, false);
    held({1 << 14}, 2, false);
    for (const Index length : {Index{1} << 22, Index{1} << 23, Index{3} << 20, Index{1000000}}) {
        for (const int threads : {1, 2}) {
            for (const bool in_place : {false, true}) {
                CAPTURE(length);
                CAPTURE(threads);
                CAPTURE(in_place);
                CHECK(held({length}, threads, in_place) <= 1.2);
                CHECK(held({length}, threads, in_place, true) <= 0.1);
            }
        }
    }
}

TEST_CASE("a call of an array of several axes on one thread holds a tenth of its data, if it is to spare memory")
{
    for (const std::vector<Index>& shape : {std::vector<Index>{128, 128, 128}, {1000, 2000}, {4, 300, 1000}}) {
        for (const bool in_place : {false, true}) {
            CHECK(held(shape, 1, in_place) <= 1.25);
            CHECK(held(shape, 1, in_place, true) <= 0.1);
        }
    }
}

TEST_CASE("where there is no memory for an array of its own, a long vector is transformed in its places")
{
    const Index length = Index{1} << 23;
    held({length}, 1, false);
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
    long long pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t room = static_cast<rlim_t>(length) * sizeof(std::complex<double>) / 2;
    const rlim_t used = static_cast<rlim_t>(pages) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
    const rlimit little{used + room, before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_AS, &little) == 0);
    const double share = held({length}, 1, false);
    REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
    CHECK(share <= 0.1);
}

TEST_CASE("transforms by our own kernels allocate nothing, with any algorithm and exchange, also with a ledger")
{
    for (n = 256; n <= Index{1} << 16; n *= 16) {
        for (const unsigned p : {1U, 2U, 4U}) {
            CAPTURE(n);
            CAPTURE(p);
            CHECK(on(p, allocates_nothing_while_it_transforms) == "");
        }
    }
}
