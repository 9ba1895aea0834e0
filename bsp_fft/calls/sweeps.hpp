// A part that is sweeps over arrays that all processes see, each a share of its tiles, with a sync after every sweep.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/calls/part.hpp"

namespace bspfft::calls {

class Sweeps : public Part {
public:
    void account(bool on) override
    {
        timed_ = on;
        transforms_ = 0;
        for (Sweep& sweep : sweeps_) sweep.compute = sweep.wait = 0;
    }
    Ledger ledger() const override
    {
        std::vector<double> mine;
        for (const Sweep& sweep : sweeps_) mine.insert(mine.end(), {sweep.compute, sweep.wait});
        const std::vector<double> all = gather(port_, mine);
        Ledger ledger;
        ledger.transforms = transforms_;
        ledger.timed = timed_;
        for (std::size_t i = 0; i < sweeps_.size(); ++i) {
            LedgerRow row{sweeps_[i].name, {}, {}, {}};
            for (std::size_t from = 2 * i; from < all.size(); from += mine.size()) {
                LedgerEntry entry;
                entry.flops = transforms_ * sweeps_[i].flops;
                entry.synchronisations = p_ > 1 ? transforms_ : 0;
                entry.compute_seconds = all[from];
                entry.wait_seconds = all[from + 1];
                row.processes.push_back(entry);
            }
            ledger.supersteps.push_back(std::move(row));
        }
        for (std::size_t from = 0; from < all.size(); from += mine.size()) {
            double seconds = 0;
            for (std::size_t i = 0; i < mine.size(); ++i) seconds += all[from + i];
            ledger.seconds = std::max(ledger.seconds, seconds);
        }
        return ledger;
    }
    c::Counts counts() const override
    {
        c::Counts sum{p_};
        for (const Sweep& sweep : sweeps_) sum.flops += sweep.flops;
        sum.synchronisations = p_ > 1 ? std::ssize(sweeps_) : 0;
        sum.bytes = arena_.bytes();
        return sum;
    }

protected:
    /// By name: the flops of all processes.
    Sweeps(const Request& request, const std::vector<std::pair<std::string, Index>>& sweeps)
        : in_(request.axes.front().in),
          out_(request.axes.front().out),
          inverse_(request.direction == Direction::inverse),
          p_(port_.p()),
          s_(port_.s())
    {
        for (const auto& [name, flops] : sweeps) sweeps_.push_back({name, (flops + p_ - 1) / p_});
    }

    Index p() const { return p_; }
    Index s() const { return s_; }
    /// From the first on, up to but not including the last.
    struct Share {
        Index first;
        Index last;
    };
    /// This process's share of `count`.
    Share share(Index count) const { return {s_ * count / p_, (s_ + 1) * count / p_}; }
    /// Calls work(i) for this process's share of 0 .. count-1.
    template <class Work>
    void for_my(Index count, Work work) const
    {
        const auto [first, last] = share(count);
        for (Index i = first; i < last; ++i) work(i);
    }

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
