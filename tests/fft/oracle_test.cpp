#include "tests/fft/oracle.hpp"

#include <doctest/doctest.h>

#include <limits>

TEST_CASE("in double the oracle is as right as double can be")
{
    for (const std::size_t n : {1, 2, 7, 60, 101}) {
        const std::vector<LongComplex> x = random_vector(n), exact = dft_by_definition(x);
        const std::vector<std::complex<double>> found = dft_in_double({x.begin(), x.end()});
        for (std::size_t k = 0; k < n; ++k) CHECK(std::abs(LongComplex(found[k]) - exact[k]) < 1e-14L * n);
    }
}

TEST_CASE("the oracle equals the definition")
{
    for (const std::size_t n : {1, 2, 3, 4, 8, 15, 32, 64, 98, 128, 180, 256}) {
        const auto x = random_vector(n);
        const auto fast = long_double_dft(x);
        const auto slow = dft_by_definition(x);
        for (std::size_t k = 0; k < n; ++k) {
            CHECK(std::abs(fast[k] - slow[k]) <=
                  100 * std::numeric_limits<long double>::epsilon() * static_cast<long double>(n));
        }
    }
}
