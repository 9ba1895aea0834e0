// Direct messages or Bruck's exchange: the costs are those of the alpha-beta model.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>

#include "bsp_fft/bsplib/mpi/all_to_all.hpp"
#include "tests/base/german.hpp"

using namespace bsplib::mpi;

namespace {

Network with(double alpha, double beta, Pattern requested = Pattern::automatic)
{
    Network network;
    network.alpha = alpha;
    network.beta = beta;
    network.requested = requested;
    return network;
}

}  // namespace

// Bad values in the environment end the program; errors_test tests them.
namespace bsplib {
[[noreturn]] void fail_for_variable(const char*, const char*, const char*, const char*) { std::abort(); }
}  // namespace bsplib

TEST_CASE("the bytes at which both cost the same are (alpha/beta) (P-1-log P)/(log P/2 - (1-1/P)), own block included")
{
    const std::map<unsigned, double> expected{{4, 4.0},     {8, 6.4},      {16, 10.353},  {32, 16.980},
                                              {64, 28.279}, {128, 47.850}, {256, 82.226}, {1024, 253.188}};
    for (const auto& [p, in_alphas] : expected) {
        const Crossover crossover(with(1e-6, 1e-9), p);
        const double s = crossover.equal_bytes() * p / (p - 1.0) / 1000;
        CHECK(s == doctest::Approx(in_alphas).epsilon(1e-4));
    }
}

TEST_CASE("below that Bruck's exchange is chosen, above it direct messages")
{
    for (const unsigned p : {4U, 5U, 8U, 13U, 64U, 1000U}) {
        const Crossover crossover(with(1e-6, 1e-9), p);
        const auto equal = static_cast<std::size_t>(crossover.equal_bytes());
        CHECK(crossover.choose(p - 1, equal - 1) == Pattern::bruck);
        CHECK(crossover.choose(p - 1, equal + 2) == Pattern::direct);
    }
}

TEST_CASE("between two processes messages are direct")
{
    for (const std::size_t bytes : {1U, 1000000U}) {
        CHECK(Crossover(with(1e-6, 1e-9), 2).choose(1, bytes) == Pattern::direct);
    }
}

TEST_CASE("one receiver is reached directly")
{
    CHECK(Crossover(with(1e-6, 1e-9), 64).choose(1, 8) == Pattern::direct);
}

TEST_CASE("the requested pattern is used")
{
    for (const std::size_t bytes : {1U, 1000000000U}) {
        CHECK(Crossover(with(1e-6, 1e-9, Pattern::bruck), 8).choose(7, bytes) == Pattern::bruck);
        CHECK(Crossover(with(1e-6, 1e-9, Pattern::direct), 8).choose(7, bytes) == Pattern::direct);
    }
}

TEST_CASE("Bruck's exchange has ceil(log P) rounds")
{
    for (const auto& [p, rounds] : std::map<unsigned, unsigned>{{1, 0}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}})
        CHECK(Crossover(Network(), p).rounds() == rounds);
}

TEST_CASE("seconds in the environment are read in the same way whatever the program's locale")
{
    const GermanLocale german;
    if (!german.is_there()) {
        MESSAGE(GermanLocale::missing);
        return;
    }
    ::setenv("BSPLIB_ALPHA", "1.5e-6", 1);
    ::setenv("BSPLIB_BETA", "0.25", 1);
    const Network network = Network::from_environment();
    ::unsetenv("BSPLIB_ALPHA");
    ::unsetenv("BSPLIB_BETA");
    CHECK(network.alpha == 1.5e-6);
    CHECK(network.beta == 0.25);
}
