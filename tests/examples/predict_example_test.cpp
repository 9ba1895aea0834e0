#include <doctest/doctest.h>

#include "tests/command.hpp"

TEST_CASE("the example that predicts says what was predicted and what was measured")
{
    const Outcome outcome = run({PREDICT_EXAMPLE});
    CHECK(outcome.status == 0);
    CHECK(outcome.errors == "");
    CHECK(outcome.output.find("predicted for 2 processes: ") == 0);
    CHECK(outcome.output.find("\nand for 64 such: ") != std::string::npos);
    CHECK(outcome.output.find("\nmeasured on 2: ") != std::string::npos);
}
