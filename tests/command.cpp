#include "tests/command.hpp"

#include <cstdio>
#include <stdexcept>

#include "tools/program.hpp"

Outcome run(const std::vector<std::string>& command, std::chrono::milliseconds patience)
{
    const bspfft::Outcome outcome = bspfft::run_program(command, patience);
    if (outcome.status == -1) throw std::runtime_error(outcome.errors);
    return {outcome.status, outcome.signal, outcome.timed_out, outcome.output, outcome.errors};
}

Outcome run_mpi(const std::vector<std::string>& command, std::chrono::milliseconds patience)
{
    const Outcome outcome = run(command, patience);
    const bool launcher_crashed = outcome.signal != 0 && !outcome.timed_out;
    if (outcome.status > 128) {
        std::fprintf(stderr, "%s by signal %d; it wrote:\n%s\n",
                     launcher_crashed ? "mpirun itself was ended" : "mpirun tells of an end", outcome.status - 128,
                     outcome.errors.c_str());
    }
    return launcher_crashed ? run(command, patience) : outcome;
}
