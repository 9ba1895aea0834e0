// A part that is sweeps over arrays that all processes see, each a share of its tiles, with a sync after every sweep.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/calls/part.hpp"

namespace bspfft::calls {

class Sweeps : public Part {
public:
    void account(bool on) override;
    Ledger ledger() const override;
    c::Counts counts() const override;

protected:
    /// By name: the flops of all processes.
    Sweeps(const Request& request, const std::vector<std::pair<std::string, Index>>& sweeps);

    Index p() const { return p_; }
    Index s() const { return s_; }
    /// From the first on, up to but not including the last.
    struct Share {
        Index first;
        Index last;
    };
    /// This process's share of `count`.
    Share share(Index count) const { return {s_ * count / p_, (s_ + 1) * count / p_}; }

    /// The sweeps of a transform follow one another, beginning with number 0.
    template <class Work>
    void sweep(std::size_t number, Work work)
    {
        if (number == 0) ++transforms_;
        const double begin = timed_ ? steady_seconds() : 0;
        work();
        if (timed_) sweeps_[number].compute += steady_seconds() - begin;
        if (p_ == 1) return;
        const double computed = timed_ ? steady_seconds() : 0;
        port_.sync();
        if (timed_) sweeps_[number].wait += steady_seconds() - computed;
    }

    const Index in_, out_;  ///< strides of the one axis, in elements
    const bool inverse_;
    Arena arena_;

private:
    struct Sweep {
        std::string name;
        Index flops = 0;
        double compute = 0;  ///< seconds
        double wait = 0;
    };

    mutable Port port_;
    Index p_, s_;
    std::vector<Sweep> sweeps_;
    bool timed_ = false;
    Index transforms_ = 0;
};

}  // namespace bspfft::calls
