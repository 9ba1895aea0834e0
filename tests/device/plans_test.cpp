// Plans of the kernel cuda: every shape, arrays on the host and on the device. Run with the stand-in device, and on a
// machine with a GPU with that.
#include <doctest/doctest.h>

#include "tests/device/device_problems.hpp"

using namespace bspfft;

namespace {

constexpr unsigned problems = PROBLEMS;

template <class Check>
void guarded(const Case& now, const Check& check)
{
    try {
        check();
    } catch (const std::exception& e) {
        complain(__FILE__, __LINE__, (words(now) + ": " + e.what()).c_str());
    }
}

void both_memories(const Case& now)
{
    for (const Memory memory : {Memory::host, Memory::device}) {
        guarded(now, [&] { check_on_device<double>(now, memory); });
        guarded(now, [&] { check_on_device<float>(now, memory); });
    }
}

void both_memories_of_reals(const Case& now)
{
    for (const Memory memory : {Memory::host, Memory::device}) {
        guarded(now, [&] { check_real_on_device<double>(now, memory); });
        guarded(now, [&] { check_real_on_device<float>(now, memory); });
    }
}

Case batched(std::vector<Index> shape, Index batch)
{
    Case now{std::move(shape), {}};
    now.options.batch = batch;
    return now;
}

void known_problems()
{
    for (const Index n : {1, 2, 64, 97, 360, 1024}) both_memories({{n}, {}});
    for (const auto& shape : {std::vector<Index>{8, 36}, {12, 12, 12}, {4, 6, 5, 8}}) both_memories({shape, {}});
    both_memories(batched({48}, 5));
    Case bluestein{{343}, {}};
    bluestein.options.algorithm = Algorithm::bluestein;
    both_memories(bluestein);
    Case pencils{{10, 12, 14}, {}};
    pencils.options.algorithm = Algorithm::pencils;
    both_memories(pencils);
}

void known_problems_of_reals()
{
    for (const Index n : {2, 64, 100, 360}) both_memories_of_reals({{n}, {}});
    for (const auto& shape : {std::vector<Index>{8, 36}, {12, 12, 12}}) both_memories_of_reals({shape, {}});
    both_memories_of_reals(batched({48}, 5));
}

void random_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (unsigned i = 0; i < problems; ++i) {
        const Case now = random_case(1000 * static_cast<unsigned>(p) + i, p);
        const Memory memory = i % 2 == 0 ? Memory::host : Memory::device;
        guarded(now, [&] { i % 3 == 0 ? check_on_device<float>(now, memory) : check_on_device<double>(now, memory); });
    }
}

void random_problems_of_reals()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (unsigned i = 0; i < problems; ++i) {
        const Case now = random_case(1000 * static_cast<unsigned>(p) + i, p, Data::real);
        const Memory memory = i % 2 == 0 ? Memory::host : Memory::device;
        guarded(now, [&] {
            i % 3 == 0 ? check_real_on_device<float>(now, memory) : check_real_on_device<double>(now, memory);
        });
    }
}

// Frequencies that do not exist, and elements that are zeros.
void partial_problems()
{
    for (const Memory memory : {Memory::host, Memory::device}) {
        PlanOptions options;
        options.kernel = Kernel::cuda;
        options.memory = memory;
        options.modes = {32};
        options.extent = {48};
        PlanOptions plain = options;
        plain.kernel = Kernel::simd;
        plain.memory = Memory::host;
        Plan<double> plan(64, options), expected(64, plain);
        const std::vector<LongComplex> x = random_vector(64);
        HostView<std::complex<double>> input(plan.input(), plan.span(), memory);
        HostView<std::complex<double>> output(plan.output(), plan.span(), memory);
        input.write(plan.layout_in(), x);
        fill(expected.input(), expected.layout_in(), x);
        plan.forward();
        expected.forward();
        const auto s = static_cast<Index>(bsp_pid());
        EXPECT(plan.layout_out() == expected.layout_out());
        for (Index i = 0; i < plan.layout_out().local_span(s); ++i)
            EXPECT(std::abs(output.read()[i] - expected.output()[i]) < 1e-13);
    }
}

const unsigned numbers_of_tested_processes[] = {1, 2, 3, 4, 6};

template <class Body>
void on_all(Body body)
{
    for (const unsigned p : numbers_of_tested_processes) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, body) == "");
    }
}

}  // namespace

TEST_CASE("lengths, cubes, batches, pencils and Bluestein's equal the definition")
{
    on_all(known_problems);
}

TEST_CASE("real data become half a spectrum, and come back")
{
    on_all(known_problems_of_reals);
}

TEST_CASE("random problems equal the definition, and what is sent is what the schedule counts")
{
    on_all(random_problems);
}

TEST_CASE("random problems of real data equal the definition")
{
    on_all(random_problems_of_reals);
}

TEST_CASE("elements that do not exist are left out as the kernel simd leaves them out")
{
    on_all(partial_problems);
}
