// An SPMD section: its processes and what they share.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include <pthread.h>

#include "bsp_fft/bsplib/guards.hpp"
#include "bsp_fft/bsplib/threads/barrier.hpp"
#include "bsp_fft/bsplib/threads/placement.hpp"
#include "bsp_fft/bsplib/threads/process.hpp"

namespace bsplib::threads {

/// Made by the thread that calls bsp_begin, which becomes process 0; the other processes are threads of their
/// own.
struct Section {
    explicit Section(unsigned p);
    ~Section();
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

    const unsigned p;
    const bool oversubscribed;  ///< more processes than cores
    const unsigned first_core;  ///< of process 0
    void (*const spmd)();       ///< null: main is the SPMD function
    Barrier barrier;
    Registrations registrations;
    std::vector<std::unique_ptr<Process>> processes;
    std::vector<pthread_t> threads;
    std::chrono::steady_clock::time_point start;

private:
    Placement::Guard placement_before_;
    SectionGuard guard_;
};

}  // namespace bsplib::threads
