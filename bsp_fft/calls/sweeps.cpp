#include "bsp_fft/calls/sweeps.hpp"

#include <algorithm>

#include "bsp_fft/bsp/gather.hpp"

namespace bspfft::calls {

Sweeps::Sweeps(const Request& request, const std::vector<std::pair<std::string, Index>>& sweeps)
    : in_(request.axes.front().in),
      out_(request.axes.front().out),
      inverse_(request.direction == Direction::inverse),
      p_(port_.p()),
      s_(port_.s())
{
    for (const auto& [name, flops] : sweeps) sweeps_.push_back({name, (flops + p_ - 1) / p_});
}

void Sweeps::account(bool on)
{
    timed_ = on;
    transforms_ = 0;
    for (Sweep& sweep : sweeps_) sweep.compute = sweep.wait = 0;
}

c::Counts Sweeps::counts() const
{
    c::Counts sum{p_};
    for (const Sweep& sweep : sweeps_) sum.flops += sweep.flops;
    sum.synchronisations = p_ > 1 ? std::ssize(sweeps_) : 0;
    sum.bytes = arena_.bytes();
    return sum;
}

Ledger Sweeps::ledger() const
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

}  // namespace bspfft::calls
