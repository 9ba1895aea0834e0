// The processes that mpirun started, and how process 0 calls them to a section.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>

#include "bsp_fft/bsplib/mpi/all_to_all.hpp"

namespace bsplib::mpi {

/// The SPMD function, by a name for the other processes, which may have loaded its code at another address.
struct FunctionName {
    std::uint64_t offset = 0;  ///< in its library; 0 for null
    char library[504] = "";    ///< empty: the program itself

    /// The function in this process; fails if its library is not loaded here.
    void (*here() const)();
};

/// Two modes:
/// - host: this runtime has initialised MPI. Process 0 runs the program; the others wait for the sections
///   that it begins, and end when it ends.
/// - guest: the program has initialised MPI, or has given a communicator. All its processes call bsp_begin
///   and continue after bsp_end, and MPI is not finalised.
class World {
public:
    /// Made on first use.
    static World& here();
    /// Whether MPI has been initialised, and not finalised yet.
    static bool mpi_runs();
    /// From now on the processes are those of this communicator, which is copied.
    static void use(MPI_Comm comm);

    bool is_guest() const { return guest_; }
    unsigned rank() const { return rank_; }
    unsigned size() const { return size_; }
    /// Whether MPI moves the memory of a device, on all processes.
    bool moves_device_memory() const { return moves_device_memory_; }

    /// Process 0 of a host: calls the others to a section of p processes that run this function (null: main).
    /// Returns the settings for it.
    Network call(unsigned p, void (*spmd)());

    /// What the other processes of a host receive.
    struct Call {
        std::uint32_t p = 0;  ///< 0: the program ends
        std::uint32_t unused = 0;
        FunctionName spmd;
        Network network;
    };
    Call wait_for_call();

    struct First {
        MPI_Comm comm;
        unsigned here;  ///< how many of them are on this machine
    };
    /// The first p processes; collective among them.
    const First& first(unsigned p);

private:
    World(MPI_Comm comm, bool guest);
    static void finish();

    MPI_Comm comm_;
    bool guest_;
    unsigned rank_;
    unsigned size_;
    bool moves_device_memory_;
    std::map<unsigned, First> firsts_;
    static World* here_;
};

}  // namespace bsplib::mpi
