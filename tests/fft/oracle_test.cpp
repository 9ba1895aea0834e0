#include "tests/fft/oracle.hpp"

#include <doctest/doctest.h>

#include <limits>

TEST_CASE("the oracle equals the definition")
{
    for (std::size_t n = 1; n <= 256; n *= 2) {
        const auto x = random_vector(n);
        const auto fast = long_double_dft(x);
        const auto slow = dft_by_definition(x);
        for (std::size_t k = 0; k < n; ++k) {
            CHECK(std::abs(fast[k] - slow[k]) <=
                  100 * std::numeric_limits<long double>::epsilon() * static_cast<long double>(n));
        }
    }
}
