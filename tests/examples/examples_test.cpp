#include <doctest/doctest.h>

#include <string>

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

TEST_CASE("the example with blocks finds the same wave") { CHECK(output_of(NATURAL_ORDER) == "y[5] = 1024\n"); }

TEST_CASE("the examples with a 3-D field find its wave, and come back")
{
    CHECK(output_of(FIELD_CPP) == "y[3][0][5] = 122880\nx[0][0][0] = 1\n");
    CHECK(output_of(FIELD_C) == "y[3][0][5] = 122880\nx[0][0][0] = 1\n");
}

TEST_CASE("the example with a batch finds the wave of its signal, and nothing moves")
{
    CHECK(output_of(BATCH_C) == "y[7][7] = 1000; words moved: 0\n");
}

TEST_CASE("the example of the ledger in C names each superstep, with its counts")
{
    const std::string output = output_of(LEDGER_C);
    CHECK(output.find("columns of length ") == 0);
    CHECK(output.find("\nmove, cyclic over 2 to cyclic over 2   0 flops") != output.npos);
    CHECK(output.find("; 32768 words sent") != output.npos);
    CHECK(output.find("\nrows of length ") != output.npos);
    // whatever the cut, they add up to 5 n log2 n / p
    long long flops = 0;
    for (std::size_t end = 0; (end = output.find(" flops", end + 1)) != output.npos;)
        flops += std::stoll(output.substr(output.rfind(' ', end - 1)));
    CHECK(flops == 5 * 65536 * 16 / 2);
}
