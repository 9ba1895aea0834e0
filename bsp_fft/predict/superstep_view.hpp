// What the models ask of a schedule and its supersteps.
#pragma once

#include <vector>

#include "bspfft/access.hpp"
#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

struct SuperstepView {
    bool is_computation = false;

    // of a computation
    Index radix = 0;  ///< length of its transforms
    Index flops = 0;
    Kernel kernel = Kernel::automatic;
    Access access = Access::in_place;

    // of a move
    Index words_sent = 0;
    Index words_received = 0;
    Index messages = 0;
    Index partners = 0;           ///< processes that a process sends to or keeps a packet for
    bool packs_in_cache = false;  ///< packets leave from cache during the computation before

    Index sweeps = 0;  ///< over a process's part of the array, if that is larger than the caches

    bool computes() const { return is_computation; }
    Index h() const { return words_sent > words_received ? words_sent : words_received; }
};

class ScheduleView {
public:
    ScheduleView(const Schedule& schedule, Exchange exchange, Index bytes_per_real,
                 Kernel kernel = Kernel::automatic);

    Index n() const { return n_; }
    Index p() const { return p_; }
    Exchange exchange() const { return exchange_; }
    Index bytes_per_real() const { return bytes_per_real_; }
    bool opens_with_sync() const { return opens_with_sync_; }
    const std::vector<SuperstepView>& supersteps() const { return supersteps_; }

private:
    Index n_;
    Index p_;
    Exchange exchange_;
    Index bytes_per_real_;
    bool opens_with_sync_;
    std::vector<SuperstepView> supersteps_;
};

/// For people to read.
const char* algorithm_of(const Schedule& schedule);
Index cut_of(const Schedule& schedule);

}  // namespace bspfft
