// All crews of this program, of which a call gets one; and the settings of calls.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "bsp_fft/calls/crew.hpp"

namespace bspfft::calls {

/// Threads of calls: 0 for the default. Throws Error(invalid_argument) for more than most_threads().
void set_threads(int threads);
/// As many as were set, or as the environment variable BSPFFT_THREADS requests, or as there are cores. Throws
/// Error(invalid_argument) if the variable is invalid.
Index threads();

/// Bytes that the kept transforms of all crews may hold together: 0 for the default, which is what the environment
/// variable BSPFFT_KEPT_LIMIT says, or a sixteenth of the memory that is available at the first use.
void set_kept_limit(Index bytes);
Index kept_limit();

/// The number of processes of a call, for a normalised request whose number of threads is resolved. Quick: results are
/// kept.
Index processes_of_call(const CallKey& call);

/// A crew for one call; its mutex is held until the loan ends. There is one crew for each number of processes from 2
/// on, and calls take turns. Each call on one process has a crew of its own while it runs.
class Loan {
public:
    explicit Loan(Index p);
    ~Loan();
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    /// The transform of this call, which is kept from now on. To make room, those that were not used for longest go,
    /// on crews that no call is using; this one stays, however large it is.
    Transform& transform(const CallKey& call);

private:
    std::shared_ptr<KeptCrew> crew_;
    std::unique_lock<std::mutex> lock_;
};

/// The crew of p processes, to be shared; or a new one, if it is one process.
std::shared_ptr<KeptCrew> crew_of(Index p);

/// Counts the forks above this program: crews of the parent have no threads here.
unsigned generation();

/// Forgets all crews, and returns their memory to the system; those that are in use end with their users.
void release();

}  // namespace bspfft::calls
