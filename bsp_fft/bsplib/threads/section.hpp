// Sections: their processes and what they share.
#pragma once

#include <memory>
#include <vector>

#include <pthread.h>

#include "bsp_fft/bsplib/guards.hpp"
#include "bsp_fft/bsplib/threads/barrier.hpp"
#include "bsp_fft/bsplib/threads/placement.hpp"
#include "bsp_fft/bsplib/threads/process.hpp"

namespace bsplib::threads {

/// What the processes of a section share, in an SPMD section and in a team.
struct Section {
    explicit Section(unsigned p, bool ends_with_bsp_end = false);
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

    const unsigned p;
    const bool oversubscribed;  ///< more processes than cores
    Barrier barrier;
    Registrations registrations;
    std::vector<std::unique_ptr<Process>> processes;
    double start;  ///< in seconds of the clock
    const bool ends_with_bsp_end;
};

/// From bsp_begin to bsp_end. Made by the thread that calls bsp_begin, which becomes process 0; each of the other
/// processes is a new thread.
struct SpmdSection : Section {
    explicit SpmdSection(unsigned p);
    ~SpmdSection();

    const unsigned first_core;  ///< of process 0
    void (*const spmd)();       ///< null: main is the SPMD function
    std::vector<pthread_t> threads;

private:
    Placement::Guard placement_before_;
    SectionGuard guard_;
};

}  // namespace bsplib::threads
