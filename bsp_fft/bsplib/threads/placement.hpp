// The cores that this program may use, and the pinning of processes to them. Without hwloc cores are counted, and
// nothing is pinned.
#pragma once

#include <memory>

#include <pthread.h>

struct hwloc_bitmap_s;

namespace bsplib::threads {

/// How many processes can run at once.
unsigned available_cores();

/// The core the calling thread is on now, as a `first` for bind_to_core. Sections of programs that run side by side
/// start where the system put them, and not all on core 0.
unsigned current_core();

/// Binds the thread of process s of a section that was started on the core `first`: neighbours get different cores
/// before any core gets a second thread. Does nothing if pinning is off (BSPLIB_PIN=0).
void bind_to_core(pthread_t thread, unsigned s, unsigned first);

struct FreeBitmap {
    void operator()(hwloc_bitmap_s* bitmap) const;
};
using Bitmap = std::unique_ptr<hwloc_bitmap_s, FreeBitmap>;

/// Saves the calling thread's affinity and restores it when destroyed.
class AffinityGuard {
public:
    AffinityGuard();
    ~AffinityGuard();

private:
    Bitmap before_;  ///< null: not known
};

}  // namespace bsplib::threads
