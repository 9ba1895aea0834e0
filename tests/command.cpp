#include "tests/command.hpp"

#include <stdexcept>

#include "tools/program.hpp"

Outcome run(const std::vector<std::string>& command, std::chrono::milliseconds patience)
{
    const bspfft::Outcome outcome = bspfft::run_program(command, patience);
    if (outcome.status == -1) throw std::runtime_error(outcome.errors);
    return {outcome.status, outcome.timed_out, outcome.output, outcome.errors};
}
