#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "tests/command.hpp"

namespace {

std::string output_of(const char* program)
{
    const Outcome outcome = run({program});
    CHECK(outcome.status == 0);
    CHECK(outcome.errors == "");
    return outcome.output;
}

// Whether it prints this many errors, each in "at most ...", and all are this small.
bool errors_are_below(const char* program, long count, double bound)
{
    const std::string output = output_of(program), words = "the error is at most ";
    for (std::size_t at = 0; (at = output.find(words, at)) != output.npos; --count) {
        at += words.size();
        if (!(std::stod(output.substr(at)) < bound)) return false;
    }
    return count == 0;
}

// Two lines, whichever comes first.
std::string sorted_lines(std::string first)
{
    std::string second = first.substr(first.find('\n') + 1);
    first.erase(first.find('\n') + 1);
    return std::min(first, second) + std::max(first, second);
}

}  // namespace

TEST_CASE("the C++ example finds its wave") { CHECK(output_of(FFT_CPP) == "y[5] = 1024\n"); }

TEST_CASE("one call is enough, in C++ and in C")
{
    CHECK(output_of(ONE_CALL_CPP) == "y[5] = 524288\n");
    CHECK(output_of(ONE_CALL_C) == "y[0] = 1, x[3] = 1\n");
}

TEST_CASE("the C example finds the same") { CHECK(output_of(FFT_C) == "y[5] = 1024\n"); }

TEST_CASE("the example for BSPedupack's callers transforms forward and back")
{
    CHECK(output_of(FROM_BSPEDUPACK) == "y[0] = 1024\nx[0] = 1\n");
}

TEST_CASE("the example with blocks finds the same wave") { CHECK(output_of(NATURAL_ORDER) == "y[5] = 1024\n"); }

TEST_CASE("the example of interpolation finds the function on the finer grid")
{
    CHECK(output_of(INTERPOLATION) == "32 x 32 values have become 48 x 48\n");
}

TEST_CASE("the examples with a 3-D field find its wave, and come back")
{
    CHECK(output_of(FIELD_CPP) == "y[3][0][5] = 122880\nx[0][0][0] = 1\n");
    CHECK(output_of(FIELD_C) == "y[3][0][5] = 122880\nx[0][0][0] = 1\n");
}

TEST_CASE("the example with a batch finds the wave of its signal, and nothing moves")
{
    CHECK(output_of(BATCH_C) == "y[7][7] = 1000; words moved: 0\n");
}

TEST_CASE("the examples with real data find their waves, and come back")
{
    CHECK(output_of(REAL_CPP) == "y[3][7] = 1515\nx[0][0] = 1\n");
    CHECK(output_of(REAL_C) == "y[5] = 500\nx[0] = 1\n");
}

TEST_CASE("the example of cosines finds its own, and comes back")
{
    CHECK(output_of(COSINE) == "y[5] = 1000\nx[0] = 1\n");
}

TEST_CASE("the examples of operators find the known solutions")
{
    CHECK(errors_are_below(POISSON, 4, 1e-13));
    CHECK(errors_are_below(DERIVATIVE, 2, 1e-9));
    CHECK(sorted_lines(output_of(CONVOLUTION)) == "y[0] = 1997\ny[5] = 12\n");
}

TEST_CASE("on processes with uneven parts the examples find the same")
{
    CHECK(output_of(FFT_CPP_UNEVEN) == "y[5] = 1024\n");
    CHECK(output_of(FFT_C_UNEVEN) == "y[5] = 1024\n");
    CHECK(output_of(FROM_BSPEDUPACK_UNEVEN) == "y[0] = 1024\nx[0] = 1\n");
    CHECK(output_of(NATURAL_ORDER_UNEVEN) == "y[5] = 1024\n");
    CHECK(output_of(INTERPOLATION_UNEVEN) == "32 x 32 values have become 48 x 48\n");
    CHECK(output_of(FIELD_CPP_UNEVEN) == "y[3][0][5] = 122880\nx[0][0][0] = 1\n");
    CHECK(output_of(FIELD_C_UNEVEN) == "y[3][0][5] = 122880\nx[0][0][0] = 1\n");
    CHECK(output_of(BATCH_C_UNEVEN) == "y[7][7] = 1000; words moved: 0\n");
    CHECK(output_of(REAL_CPP_UNEVEN) == "y[3][7] = 1515\nx[0][0] = 1\n");
    CHECK(output_of(REAL_C_UNEVEN) == "y[5] = 500\nx[0] = 1\n");
    CHECK(output_of(COSINE_UNEVEN) == "y[5] = 1000\nx[0] = 1\n");
    CHECK(errors_are_below(POISSON_UNEVEN, 14, 1e-13));
    CHECK(errors_are_below(DERIVATIVE_UNEVEN, 7, 1e-9));
    CHECK(sorted_lines(output_of(CONVOLUTION_UNEVEN)) == "y[0] = 1997\ny[5] = 12\n");
    CHECK(output_of(LEDGER_C_UNEVEN).find(" words sent") != std::string::npos);
}

TEST_CASE("some of the threads, or of the processes of MPI, transform while others do something else")
{
    const std::string both = "y[0] = 1000\ny[0] = 2000\n";
    CHECK(sorted_lines(output_of(TEAMS)) == both);
#ifdef HALVES
    const Outcome outcome = run_mpi({MPIRUN, "-n", "4", HALVES});
    CHECK(outcome.status == 0);
    CHECK(sorted_lines(outcome.output) == both);
#endif
}

TEST_CASE("the example of the ledger in C names each superstep, with its counts")
{
    const std::string output = output_of(LEDGER_C);
    CHECK(output.find("columns of length ") == 0);
    CHECK(output.find("; columns to rows") != output.npos);
    CHECK(output.find("; 32768 words sent") != output.npos);
    CHECK(output.find("\nrows of length ") != output.npos);
    // whatever the cut, they add up to 5 n log2 n / p
    long long flops = 0;
    for (std::size_t end = 0; (end = output.find(" flops", end + 1)) != output.npos;)
        flops += std::stoll(output.substr(output.rfind(' ', end - 1)));
    CHECK(flops == 5 * 65536 * 16 / 2);
}
