#include "tests/command.hpp"

#include <chrono>
#include <cstdio>
#include <sstream>
#include <stdexcept>

#include "tools/processes/program.hpp"

namespace {

// In a build for another architecture a program is started as Meson starts the tests themselves.
std::vector<std::string> as_started_here(const std::vector<std::string>& command)
{
    std::vector<std::string> words;
    std::istringstream emulator(EMULATOR);
    for (std::string word; emulator >> word;) words.push_back(word);
    words.insert(words.end(), command.begin(), command.end());
    return words;
}

}  // namespace

Outcome run(const std::vector<std::string>& command)
{
    const bspfft::tools::Outcome outcome =
        bspfft::tools::run_program(as_started_here(command), std::chrono::minutes(5));
    if (outcome.status == -1) throw std::runtime_error(outcome.errors);
    return {outcome.status, outcome.signal, outcome.timed_out, outcome.output, outcome.errors};
}

namespace {

// A signal ended the launcher, or Open MPI's trace of a program shows its finalisation or its progress thread.
bool crashed_at_mpis_end(const Outcome& outcome)
{
    if (outcome.timed_out || outcome.status <= 128) return false;
    if (outcome.signal != 0) return true;
    const auto wrote = [&](const char* words) { return outcome.errors.find(words) != std::string::npos; };
    return wrote("*** Process received signal ***") && (wrote("MPI_Finalize") || wrote("libpmix"));
}

}  // namespace

Outcome run_mpi(const std::vector<std::string>& command)
{
    const Outcome outcome = run(command);
    if (outcome.status > 128)
        std::fprintf(stderr, "mpirun ended with %d; it wrote:\n%s\n", outcome.status, outcome.errors.c_str());
    if (!crashed_at_mpis_end(outcome)) return outcome;
    std::fprintf(stderr, "that was the end of MPI itself: once more\n");
    return run(command);
}
