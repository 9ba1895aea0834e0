// Every shape: random problems of one to four axes, any lengths, grids, cuts, batches, layouts, algorithms and
// directions, against the definition in higher precision; and the port's counts against the schedule's.
#include <doctest/doctest.h>

#include "tests/fft/plan_checks.hpp"

using namespace bspfft;

namespace {

constexpr unsigned problems = PROBLEMS;

void random_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (unsigned i = 0; i < problems; ++i) {
        const Case now = random_case(1000 * static_cast<unsigned>(p) + i, p);
        try {
            i % 3 == 0 ? check_complex<float>(now) : check_complex<double>(now);
        } catch (const std::exception& e) {
            complain(__FILE__, __LINE__, (words(now) + ": " + e.what()).c_str());
        }
    }
}

// The cases that an executable model of these algorithms was verified with: grids and cuts are given.
struct ModelCase {
    std::vector<Index> shape, grid, cut, axes;
};

const ModelCase model_cases[] = {
    {{64}, {4}, {8}, {}},
    {{72}, {6}, {6}, {}},
    {{72}, {6}, {12}, {}},
    {{16, 12, 10}, {2, 2, 1}, {4, 2, 10}, {}},
    {{16, 12, 10}, {2, 2, 1}, {8, 6, 1}, {}},
    {{8, 8, 8}, {2, 1, 1}, {2, 8, 2}, {}},
    {{5, 64}, {1, 8}, {0, 8}, {1}},
    {{7, 16, 9}, {3, 2, 1}, {0, 2, 3}, {1, 2}},
    {{72}, {4}, {9}, {}},
    {{1000}, {7}, {25}, {}},
    {{1001}, {3}, {77}, {}},
    {{35}, {5}, {5}, {}},
};

// Any n on any p: n = 1, n < p, primes, numbers that p does not divide.
const Index lengths_on_any_p[] = {1, 2, 3, 30, 64, 97, 101, 343, 1000};

void model_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (const ModelCase& model : model_cases) {
        if (std::accumulate(model.grid.begin(), model.grid.end(), Index{1}, std::multiplies<>()) != p) continue;
        Case now{model.shape, {}};
        now.options.grid = model.grid;
        now.options.cut = model.cut;
        now.options.axes = model.axes;
        check_complex<double>(now);
        check_complex<float>(now);
    }
    for (const Index n : lengths_on_any_p) {
        check_complex<double>({{n}, {}});
        PlanOptions bluestein;
        bluestein.algorithm = Algorithm::bluestein;
        check_complex<double>({{n}, bluestein});
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

TEST_CASE("random problems equal the definition, and what is sent is what the schedule counts")
{
    for (const unsigned p : numbers_of_tested_processes) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, random_problems) == "");
    }
}
