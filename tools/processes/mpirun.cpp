#include "tools/processes/mpirun.hpp"

#include <unistd.h>

namespace bspfft::tools {

std::vector<std::string> mpirun(const std::vector<std::string>& words)
{
    std::vector<std::string> command{"env", "OMPI_MCA_rmaps_base_oversubscribe=1",
                                     "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe"};
    if (::geteuid() == 0)
        command.insert(command.end(), {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"});
    command.push_back("mpirun");
    command.insert(command.end(), words.begin(), words.end());
    return command;
}

std::optional<std::string> mpi_version()
{
    const Outcome version = run_program(mpirun({"--version"}), std::chrono::seconds(30));
    if (version.status != 0) return {};
    return first_line(version.output);
}

}  // namespace bspfft::tools
