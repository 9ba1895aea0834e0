#include "bsp_fft/papers/hidden_communication.hpp"

#include <doctest/doctest.h>

#include <set>
#include <span>

#include "bsp_fft/base/send_order.hpp"
#include "bspfft/error.hpp"

using namespace bspfft;

namespace {

using Order = std::vector<Index>;

// Whether the values are those of first .. first + size - 1, and at every node of the full binary tree over them all
// leaves of one subtree come before all leaves of the other  [Definition 4.1].
bool is_binary(std::span<const Index> values, Index first = 0)
{
    if (values.size() == 1) return values[0] == first;
    const std::size_t half = values.size() / 2;
    const Index middle = first + static_cast<Index>(half);
    const bool right_first = values[0] >= middle;
    return is_binary(values.first(half), right_first ? middle : first) &&
           is_binary(values.last(half), right_first ? first : middle);
}

}  // namespace

TEST_CASE("the paper's examples: (4 5 6 7 3 2 0 1) is binary, (4 5 6 7 3 0 2 1) is not")
{
    CHECK(is_binary(Order{4, 5, 6, 7, 3, 2, 0, 1}));
    CHECK_FALSE(is_binary(Order{4, 5, 6, 7, 3, 0, 2, 1}));
}

TEST_CASE(
    "Figure 2: processor 2 of 4 serves (1 0 3 2) and makes its eight outputs in the order (2 3 0 1 6 7 4 5)")
{
    for (Index j = 0; j < 4; ++j) CHECK(destination_in_order(2, j, 4) == Order{1, 0, 3, 2}[j]);
    CHECK(output_order(HidingProblem(32, 4), 2) == Order{2, 3, 0, 1, 6, 7, 4, 5});
}

TEST_CASE("output orders are binary; at every place each processor is served by one, itself at the last")
{
    for (const Index P : {1, 2, 3, 6, 8, 32}) {
        for (Index j = 0; j < P; ++j) {
            std::set<Index> served;
            for (Index i = 0; i < P; ++i) served.insert(destination_in_order(i, j, P));
            CHECK(std::ssize(served) == P);
        }
        for (Index i = 0; i < P; ++i) {
            CHECK(destination_in_order(i, P - 1, P) == i);
            if (is_power_of_two(P)) CHECK(is_binary(output_order(HidingProblem(4 * P * P, P), i)));
        }
    }
}

TEST_CASE("a processor that is not there is refused")
{
    CHECK_THROWS_WITH_AS(output_order(HidingProblem(32, 4), 4), doctest::Contains("they are 0 to 3"), Error);
}
