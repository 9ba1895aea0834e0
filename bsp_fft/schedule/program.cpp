#include "bsp_fft/schedule/program.hpp"

#include <algorithm>

#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

namespace {

constexpr Operand input{ArrayId::input}, output{ArrayId::output}, scratch{ArrayId::scratch};

bool sends_packets(const Superstep& step)
{
    return step.access == Access::to_packets || step.access == Access::between_packets;
}

bool is_half_in_place(const Superstep& step)
{
    return step.computes() && step.access == Access::in_place && half_axis_of(step.cut);
}

bool opens_with_sync(const Superstep& step) { return std::holds_alternative<SyncStep>(step.steps.front()); }

/// Goes through the supersteps in order, and knows where the data is.
class Resolution {
public:
    explicit Resolution(const Schedule& schedule)
        : schedule_(schedule),
          supersteps_(schedule.supersteps()),
          by_hpput_(schedule.exchange() == Exchange::hpput),
          bluestein_(schedule.algorithm() == Algorithm::bluestein)
    {
        program_.arrays = {{"input", Array::Role::input},
                           {"output", Array::Role::output},
                           {"landing", Array::Role::landing},
                           {"scratch", Array::Role::scratch}};
        if (bluestein_) program_.convolution = schedule.cut().front().n;
        program_.round_trip = std::any_of(supersteps_.begin(), supersteps_.end(), [](const Superstep& step) {
            return step.computes() && step.access == Access::between_packets;
        });
        const auto half = std::find_if(supersteps_.begin(), supersteps_.end(), is_half_in_place);
        if (half != supersteps_.end()) half_ = static_cast<std::size_t>(half - supersteps_.begin());
        choose_landing_copies();
    }

    Program program()
    {
        for (i_ = 0; i_ < supersteps_.size(); ++i_) {
            const Superstep& step = supersteps_[i_];
            if (opens_with_sync(step)) add(Sync{});
            if (step.find<MirrorStep>()) {
                add_mirror();
            } else if (const auto* const separate = step.find<SeparateStep>()) {
                add_separate(*separate);
            } else if (step.computes()) {
                add_computation(step);
            } else if (is_alone(i_)) {
                add_move(step);
            }
        }
        return std::move(program_);
    }

private:
    Array& array(const Operand& operand) { return program_.arrays[static_cast<std::size_t>(operand.array)]; }
    Array& landing() { return array({ArrayId::landing}); }

    template <class Any>
    void add(Any step, std::size_t later = 0)
    {
        program_.steps.push_back({std::move(step), i_ + later});
    }

    void hold(const Operand& operand, const Layout& layout, Index reals = 2)
    {
        array(operand).contents.push_back({layout, reals});
    }

    // A move at either end of a schedule, or between passes on plain arrays, stands alone.
    bool is_alone(std::size_t i) const
    {
        if (supersteps_[i].computes() || !supersteps_[i].find<MoveStep>()) return false;
        const bool between = i > 0 && i + 1 < supersteps_.size();
        const bool sent = between && supersteps_[i - 1].computes() &&
                          (supersteps_[i - 1].cut.empty() || sends_packets(supersteps_[i - 1]));
        return !sent;
    }

    // By hpput the next move's packets could reach an array that is still being read; so do those that a process keeps,
    // if they are made of such.
    void choose_landing_copies()
    {
        Index alone = 0, tiles = 0, passes = 0, copies = 1;
        bool mirrors = false;
        for (std::size_t i = 0; i < supersteps_.size(); ++i) {
            const Superstep& step = supersteps_[i];
            if (const auto* const move = step.find<TileMoveStep>()) {
                ++tiles;
                copies = std::max(copies, move->packets.arrays);
            } else if (is_alone(i)) {
                ++alone;
            } else if (step.find<MoveStep>()) {
                ++passes;
            }
            mirrors = mirrors || step.find<MirrorStep>();
        }
        landing().copies = copies;
        landing().in_turns = tiles == 1 && alone == 0 && copies > 1;
        if (landing().in_turns) return;
        const bool moves_meet = alone > 0 && alone + tiles + passes > 1;
        const bool several = program_.round_trip || (by_hpput_ && moves_meet);
        landing().copies = several ? 2 : 1;
        moves_alternate_ = several && passes == 0;
        copy_of_moves_alone_ = several && passes > 0 ? 1 : 0;
        // the mirrored exchange has a copy that has no other use
        const bool others_land = alone > 0 || (passes > 0 && by_hpput_);
        if (mirrors && others_land) mirrored_.copy = landing().copies++;
    }

    Operand next_landing() { return {ArrayId::landing, moves_alternate_ ? moves_++ % landing().copies : 0}; }

    void land(const Operand& at, Index length)
    {
        Array& array_there = array(at);
        Index& least = at.array == ArrayId::landing ? array_there.landing_length : array_there.registered;
        if (at.array != ArrayId::landing && schedule_.p() == 1) return;
        least = std::max(least, length);
    }

    /// The plain array that this superstep's results belong in.
    Operand plain() const { return bluestein_ || i_ < half_ ? scratch : output; }

    void add_computation(const Superstep& step)
    {
        if (step.cut.empty()) return add_pass_in_place(step);
        const auto* const by = step.find<MultiplyStep>();
        const bool at_end = by && std::holds_alternative<MultiplyStep>(step.steps.back());
        // factors of an operator's spectrum are the kernel's own
        const bool multiplies = by && by->by != MultiplyStep::By::factors;
        if (multiplies && !at_end) {
            hold(at_, Layout::cyclic(schedule_.problem().input_shape().front(), schedule_.p()), reals_of_input());
            multiply(Multiply::By::chirp_first, at_, scratch);
        }
        add_tiles(step);
        if (!multiplies || !at_end) return;
        if (by->by == MultiplyStep::By::spectrum) return multiply(Multiply::By::spectrum, scratch, scratch);
        hold(output, Layout::cyclic(schedule_.problem().output_shape().front(), schedule_.p()),
             schedule_.problem().data == Data::half_spectrum ? 1 : 2);
        multiply(Multiply::By::chirp_last, scratch, output);
    }

    void multiply(Multiply::By by, const Operand& from, const Operand& to)
    {
        add(Multiply{by, from, to});
        at_ = to;
    }

    void add_tiles(const Superstep& step)
    {
        const bool receives = step.access == Access::from_packets || step.access == Access::between_packets;
        Compute compute{step, receives ? landed_ : at_, plain()};
        if (receives) compute.landed = last_packets_;
        if (!receives) hold(compute.from, step.before, reals_before(step));
        if (!sends_packets(step)) {
            hold(compute.to, step.after, reals_after(step));
            compute.needs_two_arrays = is_half_in_place(step);
            at_ = compute.to;
            return add(std::move(compute));
        }
        compute.sends = true;
        compute.to = landed_ = next_landing();
        const bool own = step.find<TileMoveStep>();
        const Superstep& move = own ? step : supersteps_[i_ + 1];
        last_packets_ = move.find<TileMoveStep>()->packets;
        land(landed_, TileLanding(last_packets_, 0).length());
        const Operand from = compute.from;
        at_ = plain();
        add(std::move(compute));
        add(Move{move.before, move.after, last_packets_, from, landed_, landed_, true, !own}, own ? 0 : 1);
    }

    // By put, plain packets may land in the array that they come from: the BSPlib keeps them until all are packed.
    void add_pass_in_place(const Superstep& step)
    {
        if (at_.array == ArrayId::input) {
            add(Copy{schedule_.input(), reals_of_input(), input, output});
            for (const Operand& side : {input, output}) hold(side, schedule_.input(), reals_of_input());
            at_ = output;
        }
        Compute compute{step, at_, output};
        hold(output, step.after);
        const bool own = step.find<MoveStep>();
        const std::size_t next = i_ + 1;
        compute.sends = own || (next < supersteps_.size() && !supersteps_[next].computes() &&
                                supersteps_[next].find<MoveStep>() && !is_alone(next));
        if (!compute.sends) {
            at_ = output;
            return add(std::move(compute));
        }
        compute.to = at_;
        const MoveStep& to = *(own ? step : supersteps_[next]).find<MoveStep>();
        const bool in_place = !by_hpput_ && !to.landing.spreads && schedule_.p() > 1;
        const Operand other = at_ == output ? Operand{ArrayId::landing} : output;
        Move move{step.after, to.to, to, at_, in_place ? at_ : other, at_, true, !own};
        if (!to.landing.spreads) move.to = move.landing;
        land(move.landing, step.after.largest_local_size());
        at_ = move.to;
        add(std::move(compute));
        add(std::move(move), own ? 0 : 1);
    }

    void add_move(const Superstep& step)
    {
        const MoveStep& to = *step.find<MoveStep>();
        const Operand landing = moves_alternate_ ? next_landing() : Operand{ArrayId::landing, copy_of_moves_alone_};
        Move move{step.before, step.after, to, at_, landing, i_ < half_ ? scratch : output, false, schedule_.p() > 1};
        land(landing, (to.words_per_element * step.after.largest_local_size() + 1) / 2);
        hold(move.from, step.before, to.words_per_element);
        hold(move.to, step.after, to.words_per_element);
        at_ = move.to;
        add(std::move(move));
    }

    Index pairs() const { return schedule_.n() / 2 / schedule_.p(); }

    void add_mirror()
    {
        land(mirrored_, pairs());
        add(Mirror{schedule_.p(), pairs(), at_, mirrored_});
    }

    void add_separate(const SeparateStep& step)
    {
        hold(at_, supersteps_[i_].before);
        hold(output, supersteps_[i_].after);
        add(Separate{step, schedule_.n(), schedule_.p(), at_, mirrored_, output});
        at_ = output;
    }

    Index reals_of_input() const { return schedule_.problem().data == Data::real ? 1 : 2; }

    // The reals of an element: real numbers become half a spectrum, or come from one.
    static Index reals_before(const Superstep& step)
    {
        const AxisCut* const half = half_axis_of(step.cut);
        return half && half->half == AxisCut::Half::rows ? 1 : 2;
    }
    static Index reals_after(const Superstep& step)
    {
        const AxisCut* const half = half_axis_of(step.cut);
        return half && half->half == AxisCut::Half::columns ? 1 : 2;
    }

    const Schedule& schedule_;
    const std::vector<Superstep>& supersteps_;
    bool by_hpput_;
    bool bluestein_;
    std::size_t half_ = 0;  ///< real data becomes half a spectrum, or comes back, here; what is before has scratch
    bool moves_alternate_ = false;
    Index copy_of_moves_alone_ = 0;
    Operand mirrored_{ArrayId::landing};
    Program program_;
    std::size_t i_ = 0;
    Operand at_ = input;  ///< where the data is
    Operand landed_{ArrayId::landing};
    TilePackets last_packets_;
    Index moves_ = 0;
};

}  // namespace

Index Array::reals(Index s) const
{
    Index most = 2 * landing_length;
    for (const Content& content : contents)
        most = std::max(most, content.reals_per_element * content.layout.local_span(s));
    return most;
}

bool Program::needs_two_arrays() const
{
    return std::any_of(steps.begin(), steps.end(), [](const ProgramStep& step) {
        const auto* const compute = std::get_if<Compute>(&step.is);
        return compute && compute->needs_two_arrays;
    });
}

Index Program::landing_size() const
{
    const Array& landing = array(ArrayId::landing);
    return landing.copies * landing.landing_length;
}

Program program_of(const Schedule& schedule) { return Resolution(schedule).program(); }

}  // namespace bspfft
