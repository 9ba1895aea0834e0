// What is inside a plan of cosine and sine transforms: stages, the moves between them, and the arrays.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/plans/trigonometric/stage.hpp"
#include "bspfft/redistribution.hpp"

namespace bspfft {

/// The arrays are one, unless the input is kept. Then one stage without moves goes from the one to the other; otherwise
/// stages work in a third array.
template <class Real>
class TrigonometricCore final : public PlanBody {
public:
    static Arguments arguments(std::span<const Index> shape, std::span<const Trigonometric> kinds,
                               const PlanOptions& options);
    /// To be made by planned().
    TrigonometricCore(Index processes_here, std::span<const Index> shape, std::span<const Trigonometric> kinds,
                      const PlanOptions& options);
    void build();
    void join();

    void* input() const override { return in_; }
    void* output() const override { return out_; }
    const Layout& layout_in() const override { return *layout_in_; }
    const Layout& layout_out() const override { return *layout_out_; }
    const std::vector<Index>& shape() const override { return shape_; }
    const std::vector<Trigonometric>& kinds() const { return kinds_; }
    const PlanOptions& options() const override { return options_; }
    Index transforms() const override { return std::ssize(stages_); }
    const Schedule& schedule(Direction direction, Index transform) const override
    {
        return stage(transform).schedule(direction);
    }
    Index moves_between() const override
    {
        return std::count_if(boundaries_.begin(), boundaries_.end(), [](const Boundary& one) { return one.is_move; });
    }

    void execute(Direction direction) override
    {
        const bool forward = direction == Direction::forward;
        execute_between(direction, forward ? in_ : out_, forward ? out_ : in_);
    }
    /// Without more copies where stages work in a third array.
    void execute_on(Direction direction, const void* from, void* to) override
    {
        if (!works_apart()) return PlanBody::execute_on(direction, from, to);
        execute_between(direction, static_cast<const Real*>(from), static_cast<Real*>(to));
    }
    Index element_bytes(bool) const override { return sizeof(Real); }
    void account(bool on) override
    {
        for (const auto& stage : stages_) stage->account(on);
    }
    Ledger ledger(Index transform) const override { return stage(transform).ledger(); }

    Index bytes() const override;
    PlanTraffic traffic() const override;

private:
    using Move = RealRedistribution<Real>;

    /// Before a stage of the forward transform, or after the last: the layouts on its two sides.
    struct Boundary {
        const Layout* before;
        const Layout* after;
        bool is_move = !(*before == *after);
        std::optional<Move> forward = {}, inverse = {};
    };

    const TrigonometricStage<Real>& stage(Index i) const { return *stages_.at(static_cast<std::size_t>(i)); }
    bool works_apart() const { return work_.data() != nullptr; }
    Index span() const;
    StageScratch scratch_of_stages() const;
    bool needs_work() const { return stages_.size() > 1 || moves_between() > 0; }
    void execute_between(Direction direction, const Real* from, Real* to);

    std::vector<Index> shape_;
    std::vector<Trigonometric> kinds_;
    PlanOptions options_;
    Exchange requested_exchange_ = options_.exchange;  ///< of moves
    std::vector<std::unique_ptr<TrigonometricStage<Real>>> stages_;
    std::vector<Boundary> boundaries_;
    std::optional<Layout> layout_in_, layout_out_;
    Index span_in_ = 0, span_out_ = 0;  ///< gaps included
    Real* in_ = nullptr;
    Real* out_ = nullptr;
    Buffer<Real> own_in_, own_out_, work_, reals_, complex_;
};

}  // namespace bspfft
