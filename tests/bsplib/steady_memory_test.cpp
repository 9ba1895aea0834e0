// A loop of equal supersteps allocates nothing once it has run a few times: every allocation of this program
// is counted.
#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <vector>

#include <dlfcn.h>

#include "tests/bsplib/spmd.hpp"

namespace {

std::atomic<long> allocations{0};
void* volatile seen = nullptr;  // a block whose address is stored here cannot be optimized away

template <class Function>
Function* next(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" void* malloc(std::size_t bytes)
{
    static auto* const real = next<void*(std::size_t)>("malloc");
    ++allocations;
    return real(bytes);
}

extern "C" void* realloc(void* old, std::size_t bytes)
{
    static auto* const real = next<void*(void*, std::size_t)>("realloc");
    ++allocations;
    return real(old, bytes);
}

namespace {

long before = 0;

void busy_supersteps()
{
    std::vector<double> x(1000), y(1000);
    bsp_push_reg(x.data(), x.size() * sizeof(double));
    bsp_size_t tag_size = sizeof(double);
    bsp_set_tagsize(&tag_size);
    bsp_sync();
    for (int round = 0; round < 50; ++round) {
        bsp_sync();
        if (round == 10 && bsp_pid() == 0) before = allocations;
        bsp_sync();
        double value = round;
        bsp_push_reg(y.data(), y.size() * sizeof(double));
        for (unsigned t = 0; t < bsp_nprocs(); ++t) {
            for (std::size_t i = 0; i < 100; ++i)
                bsp_put(t, &value, x.data(), i * sizeof(double), sizeof value);
            bsp_put(t, y.data(), x.data(), 400, 4000);
            bsp_get(t, x.data(), 0, y.data(), 2000);
            bsp_send(t, &value, y.data(), 500);
        }
        bsp_sync();
        bsp_pop_reg(y.data());
        for (unsigned t = 0; t < bsp_nprocs(); ++t) {
            bsp_get_tag(&tag_size, &value);
            bsp_move(y.data(), tag_size);
        }
        bsp_sync();
    }
    bsp_sync();
    if (bsp_pid() == 0) before = allocations - before;
    bsp_sync();
}

}  // namespace

TEST_CASE("the counter counts")
{
    const long start = allocations;
    std::vector<int> something(1000);
    seen = something.data();
    CHECK(allocations > start);
}

TEST_CASE("equal supersteps allocate nothing")
{
    for (const unsigned p : {1U, 2U, 4U, 7U}) {
        CAPTURE(p);
        CHECK(on(p, busy_supersteps) == "");
        CHECK(before == 0);
    }
}
