// Programs on MPI, started by this one.
#pragma once

#include <optional>

#include "tools/processes/program.hpp"

namespace bspfft::tools {

/// The command that starts mpirun with these words. Its environment allows what Open MPI would refuse: to run as
/// root, as in a container, and more processes than cores.
std::vector<std::string> mpirun(const std::vector<std::string>& words);

/// The version that mpirun prints; nothing if there is no mpirun.
std::optional<std::string> mpi_version();

}  // namespace bspfft::tools
