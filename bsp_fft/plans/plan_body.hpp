// What is behind the public plans, of any kind of data and either precision.
#pragma once

#include <vector>

#include "bsp_fft/bsp/port.hpp"
#include "bspfft/plan.hpp"

namespace bspfft {

/// One process's part of a plan. Its functions are those of AnyPlan, and so are their contracts.
class PlanBody {
public:
    PlanBody() = default;
    PlanBody(const PlanBody&) = delete;
    PlanBody& operator=(const PlanBody&) = delete;
    virtual ~PlanBody() = default;

    virtual void execute(Direction direction) = 0;
    virtual void execute_on(Direction direction, const void* from, void* to) { execute_by_copies(direction, from, to); }
    /// Through the plan's arrays.
    void execute_by_copies(Direction direction, const void* from, void* to);
    virtual void account(bool on) = 0;
    virtual Ledger ledger(Index transform) const = 0;

    virtual const Schedule& schedule(Direction direction, Index transform) const = 0;
    virtual Index transforms() const { return 1; }
    virtual Index moves_between() const { return 0; }
    virtual const Layout& layout_in() const { return schedule(Direction::forward, 0).input(); }
    virtual const Layout& layout_out() const { return schedule(Direction::forward, 0).output(); }

    virtual void* input() const = 0;
    virtual void* output() const = 0;
    /// Bytes of an element of the input, or of the output.
    virtual Index element_bytes(bool output) const = 0;
    virtual const std::vector<Index>& shape() const = 0;
    virtual const PlanOptions& options() const = 0;
    virtual Index bytes() const = 0;
    virtual PlanTraffic traffic() const = 0;

    /// The process that it belongs to.
    Index s() const { return s_; }

private:
    Index s_ = Port().s();
};

/// A plan's first and only transform is number 0; throws Error(invalid_argument) for others.
void require_first(Index transform);

}  // namespace bspfft
