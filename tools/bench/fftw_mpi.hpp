// FFTW-MPI, which needs processes of its own: another program of ours, started with mpirun for every round.
#pragma once

#include <memory>
#include <string>

#include "tools/bench/contestant.hpp"

namespace bspfft::tools {

class MpiPeer {
public:
    /// Looks for mpirun and for the program.
    MpiPeer();
    ~MpiPeer();
    MpiPeer(const MpiPeer&) = delete;
    MpiPeer& operator=(const MpiPeer&) = delete;

    bool found() const { return trouble_.empty(); }
    /// Why it is not measured, or not any more.
    const std::string& trouble() const { return trouble_; }
    /// The MPI's name and version.
    const std::string& mpi() const { return mpi_; }

    /// One round, or nothing if the program failed, which is then not asked again.
    std::vector<Way> measure(const Problem& problem, double planning_limit);

private:
    std::string program_;
    std::string mpi_;
    std::string trouble_;
    std::string wisdom_folder_;  ///< FFTW's plans, from the first round to the next
};

/// FFTW-MPI on p processes, from blocks to blocks in natural order, in place and out of place.
std::unique_ptr<Contestant> make_fftw_mpi(const Problem& problem, double planning_limit,
                                          const std::shared_ptr<MpiPeer>& peer);

}  // namespace bspfft::tools
