// The cores of the machine, and the pinning of processes to them.
#pragma once

#include <memory>

#include <pthread.h>

namespace bsplib::threads {

/// The cores this program may use. Without hwloc it counts them, but pins nothing.
class Placement {
public:
    /// The machine's; made once, on first use.
    static const Placement& here();

    /// How many processes can run at once.
    unsigned cores() const;

    /// Binds the calling thread, process s of a section that was started on the core `first`: neighbours get
    /// different cores before any core gets a second thread. Does nothing if pinning is off (BSPLIB_PIN=0).
    void bind(unsigned s, unsigned first) const;
    /// The same for another thread.
    void bind(pthread_t thread, unsigned s, unsigned first) const;

    /// The core the calling thread is on now, as a `first` for bind. Sections of programs that run side by
    /// side start where the system put them, and not all on core 0.
    unsigned current() const;

    /// Saves the calling thread's affinity and restores it when destroyed.
    class Guard {
    public:
        Guard();
        ~Guard();
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

    private:
        struct State;
        std::unique_ptr<State> state_;
    };

private:
    Placement();
    ~Placement();
    struct Topology;
    std::unique_ptr<Topology> topology_;
};

}  // namespace bsplib::threads
