// Real data to half a spectrum and back: random problems against the definition, the port's counts against the
// schedule's, and what is half of the complex transform's.
#include <doctest/doctest.h>

#include "bsp_fft/schedule/builders.hpp"
#include "tests/fft/real_problems.hpp"

using namespace bspfft;

namespace {

constexpr unsigned problems = PROBLEMS;

void random_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (unsigned i = 0; i < problems; ++i) {
        const Case now = random_case(5000 + 1000 * static_cast<unsigned>(p) + i, p, Data::real);
        try {
            i % 3 == 0 ? check_real<float>(now) : check_real<double>(now);
            if (i % 4 == 0) check_callers_arrays<double>(now);
        } catch (const std::exception& e) {
            complain(__FILE__, __LINE__, (words(now) + ": " + e.what()).c_str());
        }
    }
}

// The cases that an executable model of the algorithm was verified with.
struct ModelCase {
    Index n, p, a;
};

const ModelCase model_cases[] = {{64, 2, 8},    {64, 4, 8},    {256, 4, 16}, {2048, 4, 64},
                                 {1024, 8, 32}, {1080, 3, 36}, {48, 1, 8}};

void model_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (const ModelCase& model : model_cases) {
        if (model.p != p || (PROBLEMS <= 8 && model.n > 400)) continue;
        Case now{{model.n}, {}};
        now.options.cut = {model.a};
        check_real<double>(now);
        check_real<float>(now);
    }
    for (const Index n : {1, 2, 3, 4, 30, 64, 97, 101, 343, 1000, 4096, 10000}) {
        // every process computes the definition, which takes long for these
        if (n > (PROBLEMS > 8 ? 1000 : 400) && (PROBLEMS <= 8 || p > 2)) continue;
        check_real<double>({{n}, {}});
        PlanOptions bluestein;
        bluestein.algorithm = Algorithm::bluestein;
        check_real<double>({{n}, bluestein});
    }
}

// Sweeps in place: the complex ones have odd numbers of columns, so that tiles begin in one block and end in the next.
void problems_in_sweeps()
{
    for (const std::vector<Index>& shape : {std::vector<Index>{3, 64, 64}, {5, 36, 80}, {2, 9, 24, 96}, {4, 64, 130}}) {
        Case now{shape, {}};
        now.options.axes = {1, 2};
        if (shape.size() > 3) now.options.axes.push_back(3);
        check_real<double>(now);
        check_real<float>(now);
        EXPECT(RealPlan<double>(shape, now.options).schedule().program().moves().empty());
    }
}

const unsigned numbers_of_tested_processes[] = {1, 2, 3, 4, 5, 6, 7, 8, 12};

}  // namespace

TEST_CASE("the model's cases, and any n on any p")
{
    for (const unsigned p : numbers_of_tested_processes) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, model_problems) == "");
    }
}

TEST_CASE("real numbers and half a spectrum in sweeps in place")
{
    CHECK(on(1, problems_in_sweeps) == "");
    CHECK(on(2, problems_in_sweeps) == "");
}

TEST_CASE("random problems equal the definition, and what is sent is what the schedule counts")
{
    for (const unsigned p : numbers_of_tested_processes) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, random_problems) == "");
    }
}

TEST_CASE("half of the words of the complex transform and one line, and half of its flops")
{
    for (const Index p : {2, 4, 8}) {
        for (const Index n : {4096, 65536, 1048576}) {
            ScheduleOptions options;
            const Schedule real = free_cut_schedule(Problem{{n}, {true}, Data::real}, p, options);
            options.cut = {real.program().cut().front().a};
            const Schedule complex = free_cut_schedule(Problem{{n}, {true}}, p, options);
            const Index b = n / options.cut.front();
            CAPTURE(n);
            CAPTURE(p);
            CHECK(real.redistributions() == 1);
            // row a/2 goes to process 0, which receives the others' columns of it
            CHECK(real.words() <= complex.words() / 2 + 2 * b * (p - 1) / p);
            CHECK(real.words() >= complex.words() / 2);
            const Index line = 5 * b * static_cast<Index>(std::log2(static_cast<double>(b)));
            CHECK(real.flops() == complex.flops() / 2 + line);
        }
    }
}
