// Programs on MPI, started by this one.
#pragma once

#include <optional>

#include "tools/processes/program.hpp"

namespace bspfft::tools {

/// The command that starts mpirun with these words, wherever this program runs: be it as root in a container
/// or on fewer cores than processes, of which Open MPI asks to be told.
std::vector<std::string> mpirun(const std::vector<std::string>& words);

/// What mpirun says of itself; nothing if it is not there.
std::optional<std::string> mpi_version();

}  // namespace bspfft::tools
