// The price of vector code in the cache: the terms that tiles have, and the fit to tiles that were timed.
#include <doctest/doctest.h>

#include <numeric>

#include "bsp_fft/predict/tile_terms.hpp"
#include "tests/machine/example.hpp"

using namespace bspfft;

namespace {

const std::vector<Index> caches{64 << 10, 1 << 20};

double count_of(const char* name, const std::vector<Index>& axes, Index lanes)
{
    const std::vector<std::string> names = term_names(lanes);
    const std::vector<double> counts = term_counts(axes, lanes, 8, caches);
    REQUIRE(counts.size() == names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name) return counts[i];
    }
    FAIL("no term ", name);
    return 0;
}

}  // namespace

TEST_CASE("a tile has the terms of its passes")
{
    // 64 rows are one pass, 8 x 8, without twiddles
    CHECK(count_of("a tile", {64}, 8) == doctest::Approx(1.0 / 64));
    CHECK(count_of("a pass in L1", {64}, 8) == 1);
    CHECK(count_of("through a buffer", {64}, 8) == 1);
    CHECK(count_of("butterfly of 8", {64}, 8) == 2);
    CHECK(count_of("twiddles in L1", {64}, 8) == 0);
    // 4096 rows are two such, in 512 KiB; several axes need no twiddles
    CHECK(count_of("a pass in L1", {4096}, 8) == 0);
    CHECK(count_of("a pass in L2", {4096}, 8) == 2);
    CHECK(count_of("twiddles beyond", {4096}, 8) == 1);
    CHECK(count_of("twiddles beyond", {64, 64}, 8) == 0);
    CHECK(count_of("a pass beyond", {16384}, 8) == 3);
    // one column of them is in the nearest cache
    CHECK(count_of("a pass in L1", {4096}, 1) == 2);
    CHECK(count_of("a generic pass", {31}, 8) == 1);
    CHECK(count_of("for each row of it", {31}, 8) == 31);
    CHECK(count_of("a chirp", {1009}, 8) == 1);
    CHECK(count_of("a pass in L2", {1009}, 8) > 4);
}

TEST_CASE("a short vector has the terms of its stages")
{
    CHECK(count_of("a vector", {4096}, 0) == doctest::Approx(1.0 / 4096));
    CHECK(count_of("a stage in L1", {4096}, 0) == 4);
    CHECK(count_of("radix 8", {4096}, 0) == 4);
    CHECK(count_of("in few cache sets", {4096}, 0) == 4);
    CHECK(count_of("in few cache sets", {5000}, 0) == 0);
    CHECK(count_of("a stage in L2", {32768}, 0) == 5);
    CHECK(count_of("in four lanes", {20}, 0) == 2);
}

TEST_CASE("a fit finds the terms that times were made of, and none below zero")
{
    const std::vector<double> terms{2, 0, 3, 0.5};
    std::vector<std::vector<double>> rows;
    std::vector<double> wanted;
    for (int i = 0; i < 12; ++i) {
        rows.push_back({1, 1.0 * (i % 3), 1.0 * (i % 4), 1.0 * (i % 5)});
        wanted.push_back(std::inner_product(terms.begin(), terms.end(), rows.back().begin(), 0.0));
    }
    const std::vector<double> found = nonnegative_fit(rows, wanted);
    for (std::size_t i = 0; i < terms.size(); ++i) CHECK(found[i] == doctest::Approx(terms[i]).epsilon(1e-6));
    wanted[0] = 1e-3;  // a time that does not fit the others
    for (const double term : nonnegative_fit(rows, wanted)) CHECK(term >= 0);
}

TEST_CASE("terms that were fitted to some lengths tell what others take")
{
    const Machine machine = example_machine();
    const auto nanoseconds = [&](const std::vector<Index>& axes, Index lanes, Index bytes_per_real = 8) {
        return 1e9 * TileTerms(machine, lanes, bytes_per_real, 1).of(axes).value;
    };
    for (const Index lanes : {0, 4, 8}) {
        CHECK(nanoseconds({1024}, lanes) == doctest::Approx(10).epsilon(0.01));
        CHECK(nanoseconds({27}, lanes) == doctest::Approx(4.5 * std::log2(3)).epsilon(0.01));
    }
    // these were not measured
    CHECK(nanoseconds({243}, 8) == doctest::Approx(7.5 * std::log2(3)).epsilon(0.02));
    CHECK(nanoseconds({45}, 8) == doctest::Approx(3 * std::log2(3) + 2 * std::log2(5)).epsilon(0.02));
    CHECK(nanoseconds({32, 64}, 8) == doctest::Approx(11).epsilon(0.02));
    CHECK(nanoseconds({1024}, 1) == doctest::Approx(40).epsilon(0.01));
    CHECK(nanoseconds({1024}, 16, 4) == doctest::Approx(5).epsilon(0.01));
    CHECK_FALSE(TileTerms(machine, 32, 8, 1).known());
    // the most processes that were measured stand for more
    CHECK(TileTerms(machine, 8, 8, 64).of({1024}).value == doctest::Approx(1e-8).epsilon(0.01));
}
