#include <doctest/doctest.h>

#include "tests/command.hpp"

namespace {

std::string output_of(const char* program)
{
    const Outcome outcome = run({program}, std::chrono::seconds(20));
    CHECK(outcome.status == 0);
    CHECK(outcome.errors == "");
    return outcome.output;
}

}  // namespace

TEST_CASE("the C++ example finds its wave") { CHECK(output_of(FFT_CPP) == "y[5] = 1024\n"); }

TEST_CASE("the C example finds the same") { CHECK(output_of(FFT_C) == "y[5] = 1024\n"); }

TEST_CASE("the example for BSPedupack's callers goes there and back")
{
    CHECK(output_of(FROM_BSPEDUPACK) == "y[0] = 1024\nx[0] = 1\n");
}
