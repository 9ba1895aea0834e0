// FFTs that need MPI processes of their own: other programs, started with mpirun for every round.
#pragma once

#include <memory>
#include <string>

#include "tools/bench/contestant.hpp"

namespace bspfft::tools {

class MpiPeer {
public:
    /// Looks for mpirun and for the program, in these places beside this one's.
    MpiPeer(std::string title, const std::vector<std::string>& places);
    ~MpiPeer();
    MpiPeer(const MpiPeer&) = delete;
    MpiPeer& operator=(const MpiPeer&) = delete;

    /// The library's name.
    const std::string& title() const { return title_; }
    bool found() const { return trouble_.empty(); }
    /// Why it is not measured, or not any more.
    const std::string& trouble() const { return trouble_; }
    /// The MPI's name and version.
    const std::string& mpi() const { return mpi_; }

    /// One round, or nothing if the program failed, which is then not asked again.
    std::vector<Variant> measure(const Case& problem, double planning_limit);

private:
    void make_wisdom_folder();

    std::string title_;
    std::string program_;
    std::string mpi_;
    std::string trouble_;
    std::string wisdom_folder_;  ///< FFTW's plans, from the first round to the next
};

/// FFTW-MPI, and heFFTe, from blocks to blocks in natural order.
std::shared_ptr<MpiPeer> find_fftw_mpi();
std::shared_ptr<MpiPeer> find_heffte();

/// One of them on p processes.
std::unique_ptr<Contestant> make_mpi_contestant(const Case& problem, double planning_limit,
                                                const std::shared_ptr<MpiPeer>& peer);

}  // namespace bspfft::tools
