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

Index processes_on(const std::vector<Index>& grid)
{
    return std::accumulate(grid.begin(), grid.end(), Index{1}, std::multiplies<>());
}

void model_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (const ModelCase& model : model_cases) {
        if (processes_on(model.grid) != p) continue;
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

// Sweeps in place, block by block where all processes have equal parts of what is in a block. Tiles may begin in one
// block and end in the next, and processes may have different numbers of blocks.
struct BlockCase {
    std::vector<Index> shape, axes, grid;
    bool by_blocks;
};

const BlockCase block_cases[] = {
    {{1, 64, 128}, {1, 2}, {1, 1, 1}, false},
    {{5, 64, 128}, {1, 2}, {2, 1, 1}, true},
    {{4, 64, 128}, {1, 2}, {3, 1, 1}, true},
    {{3, 40, 64, 16}, {1, 2}, {1, 1, 1, 2}, true},
    {{3, 8, 24, 128}, {1, 2, 3}, {1, 1, 1, 1}, true},
    {{5, 36, 81}, {1, 2}, {1, 1, 1}, true},
    {{3, 9, 24, 81}, {1, 2, 3}, {1, 1, 1, 1}, true},
    {{3, 36, 80, 15}, {1, 2}, {1, 1, 1, 4}, false},
    {{8, 36, 81, 15}, {1, 2}, {1, 1, 1, 2}, false},
};

bool goes_by_blocks(const Schedule& schedule)
{
    const std::vector<const Compute*> computations = schedule.program().computations();
    return std::ranges::any_of(computations, [](const Compute* compute) { return compute->by_blocks; });
}

void problems_in_blocks()
{
    for (const BlockCase& one : block_cases) {
        if (processes_on(one.grid) != static_cast<Index>(bsp_nprocs())) continue;
        Case now{one.shape, {}};
        now.options.axes = one.axes;
        now.options.grid = one.grid;
        check_complex<double>(now);
        check_complex<float>(now);
        EXPECT(goes_by_blocks(Plan<double>(now.shape, now.options).schedule()) == one.by_blocks);
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

TEST_CASE("sweeps in place go block by block where all processes have equal parts of a block")
{
    for (const unsigned p : {1U, 2U, 3U, 4U}) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, problems_in_blocks) == "");
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
