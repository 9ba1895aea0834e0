// The cores that this program may use, and the pinning of processes to them. Without hwloc cores are counted, and
// nothing is pinned.
#pragma once

#include <array>

#include <pthread.h>
#include <sched.h>

namespace bsplib::threads {

/// How many processes can run at once.
unsigned available_cores();

/// The core the calling thread is on now, as a `first` for bind_to_core. Sections of programs that run side by side
/// start where the system put them, and not all on core 0.
unsigned current_core();

/// Binds the thread of process s of a section that was started on the core `first`: neighbours get different cores
/// before any core gets a second thread. Does nothing if pinning is off (BSPLIB_PIN=0).
void bind_to_core(pthread_t thread, unsigned s, unsigned first);

/// Hardware threads by the system's numbers; Linux has at most 8192.
using Units = std::array<cpu_set_t, 8>;

/// Saves the calling thread's affinity and restores it when destroyed.
class AffinityGuard {
public:
    AffinityGuard() : is_known_(pthread_getaffinity_np(pthread_self(), sizeof before_, before_.data()) == 0) {}
    ~AffinityGuard()
    {
        if (is_known_) pthread_setaffinity_np(pthread_self(), sizeof before_, before_.data());
    }

private:
    Units before_{};
    bool is_known_;
};

}  // namespace bsplib::threads
