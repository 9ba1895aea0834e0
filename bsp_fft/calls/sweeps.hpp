// A part that is sweeps over arrays that all processes see, each a share of its tiles, with a sync after every sweep.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/calls/part.hpp"
#include "bsp_fft/measure/recorder.hpp"

namespace bspfft::calls {

class Sweeps : public Part {
public:
    void account(bool on) override { recorder_.account(on); }
    Ledger ledger() const override { return recorder_.ledger(); }
    c::Counts counts() const override
    {
        return {p_, schedule_.flops(), schedule_.words(), schedule_.synchronisations(), arena_.bytes()};
    }

protected:
    /// By name: the flops of all processes.
    Sweeps(const Request& request, const std::vector<std::pair<std::string, Index>>& sweeps)
        : in_(request.axes.front().in),
          out_(request.axes.front().out),
          inverse_(request.direction == Direction::inverse),
          p_(port_.p()),
          s_(port_.s()),
          schedule_(schedule_of(request, sweeps)),
          recorder_(port_, schedule_, request.bytes_per_real())
    {}

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
        if (number == 0) recorder_.begin();
        work();
        if (p_ > 1) port_.sync();
        recorder_.done(static_cast<Index>(number), number);
        if (number + 1 == schedule_.supersteps().size()) recorder_.end();
    }

    const Index in_, out_;  ///< strides of the one axis, in elements
    const bool inverse_;
    Arena arena_;

private:
    // A superstep each, on one process too.
    Schedule schedule_of(const Request& request, const std::vector<std::pair<std::string, Index>>& sweeps) const
    {
        const Layout layout = Layout::block(request.elements(), p_);
        Program program{Algorithm::automatic, request.problem(), layout, layout, {}, {}};
        for (const auto& [name, flops] : sweeps) {
            Superstep superstep;
            superstep.number = program.supersteps.size();
            superstep.computation.name = name;
            superstep.computation.flops = (flops + p_ - 1) / p_;
            superstep.synchronisations = p_ > 1 ? 1 : 0;
            Compute compute{name, layout, layout, {TransformStep{}}};
            compute.flops = superstep.computation.flops;
            program.steps.push_back({std::move(compute), superstep.number});
            program.supersteps.push_back(std::move(superstep));
        }
        return Schedule(std::make_shared<const Program>(std::move(program)));
    }

    Port port_;
    Index p_, s_;
    Schedule schedule_;
    Recorder recorder_;
};

}  // namespace bspfft::calls
