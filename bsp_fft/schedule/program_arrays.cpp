// Which array every step reads and writes, where packets land, and in which copy: said here, once.
#include <algorithm>

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

namespace {

constexpr Operand input{ArrayId::input}, output{ArrayId::output}, scratch{ArrayId::scratch};

/// Goes through the steps in order, and knows where the data is.
class Naming {
public:
    explicit Naming(Program& program)
        : program_(program),
          by_hpput_(program.options.exchange == Exchange::hpput),
          bluestein_(program.algorithm == Algorithm::bluestein)
    {
        program_.arrays = {{"input", Array::Role::input},
                           {"output", Array::Role::output},
                           {"landing", Array::Role::landing},
                           {"scratch", Array::Role::scratch}};
        if (bluestein_) program_.convolution = program_.cut().front().n;
        for (const Compute* compute : program_.computations()) {
            if (compute->access == Access::between_packets) program_.round_trip = true;
        }
        const auto half = std::find_if(program_.steps.begin(), program_.steps.end(), [](const Step& step) {
            return step.compute() && step.compute()->needs_two_arrays();
        });
        if (half != program_.steps.end()) half_ = static_cast<std::size_t>(half - program_.steps.begin());
        choose_landing_copies();
    }

    void name_all()
    {
        if (works_in_place_first()) add_copy();
        for (i_ = 0; i_ < program_.steps.size(); ++i_) {
            auto& step = program_.steps[i_].is;
            if (auto* const compute = std::get_if<Compute>(&step)) name(*compute);
            if (auto* const move = std::get_if<Move>(&step)) name(*move);
        }
    }

private:
    Array& array(const Operand& operand) { return program_.arrays[static_cast<std::size_t>(operand.array)]; }
    Array& landing() { return array({ArrayId::landing}); }
    Index p() const { return program_.p(); }

    void hold(const Operand& operand, const Layout& layout, Index reals = 2)
    {
        array(operand).contents.push_back({layout, reals});
    }

    // By hpput the next move's packets could reach an array that is still being read; so do those that a process keeps,
    // if they are made of such.
    void choose_landing_copies()
    {
        Index alone = 0, tiles = 0, passes = 0;
        Move* mirror = nullptr;
        for (Step& step : program_.steps) {
            auto* const move = std::get_if<Move>(&step.is);
            if (!move) continue;
            if (move->mirror()) mirror = move;
            if (move->tiles()) landing().copies = std::max(landing().copies, move->tiles()->arrays);
            if (move->tiles()) ++tiles;
            if (move->plain()) ++(move->sent_by_computation ? passes : alone);
        }
        landing().in_turns = tiles == 1 && alone == 0 && landing().copies > 1;
        if (landing().in_turns) return;
        const bool moves_meet = alone > 0 && alone + tiles + passes > 1;
        const bool several = program_.round_trip || (by_hpput_ && moves_meet);
        landing().copies = several ? 2 : 1;
        moves_alternate_ = several && passes == 0;
        alone_.copy = several && passes > 0 ? 1 : 0;
        // the mirrored exchange has a copy that has no other use
        const bool others_land = alone > 0 || (passes > 0 && by_hpput_);
        if (mirror && others_land) mirrored_.copy = landing().copies++;
    }

    Operand next_landing() { return {ArrayId::landing, moves_alternate_ ? moves_++ % landing().copies : 0}; }

    void land(const Operand& at, Index length)
    {
        const bool in_landing = at.array == ArrayId::landing;
        if (!in_landing && p() == 1) return;
        Index& least = in_landing ? landing().landing_length : array(at).registered;
        least = std::max(least, length);
    }

    Index reals_of_input() const { return program_.problem.data == Data::real ? 1 : 2; }

    // Whether the first step is a computation that has its results where its data is.
    bool works_in_place_first() const
    {
        const Step& first = program_.steps[program_.opens_with_sync() ? 1 : 0];
        return first.compute() && first.compute()->cut.empty() && first.compute()->find<TransformStep>();
    }

    void add_copy()
    {
        const Index reals = reals_of_input();
        for (const Operand& side : {input, output}) hold(side, program_.input, reals);
        program_.steps.insert(program_.steps.begin() + (program_.opens_with_sync() ? 1 : 0),
                              Step{Copy{program_.input, reals, input, output}});
        at_ = output;
    }

    /// The plain array that this step's results belong in; the convolution has scratch.
    Operand plain() const { return i_ < half_ ? scratch : output; }
    Operand plain_of_passes() const { return bluestein_ ? scratch : plain(); }

    void name(Compute& compute)
    {
        if (const auto* const by = compute.find<MultiplyStep>(); by && by->by != MultiplyStep::By::factors)
            return name_products(compute, by->by);
        if (compute.find<SeparateStep>()) return name_pairs(compute);
        compute.cut.empty() ? name_in_place(compute) : name_tiles(compute);
    }

    void name_products(Compute& compute, MultiplyStep::By by)
    {
        compute.from = by == MultiplyStep::By::chirp_first ? at_ : scratch;
        compute.to = by == MultiplyStep::By::chirp_last ? output : scratch;
        const Problem& problem = program_.problem;
        if (by == MultiplyStep::By::chirp_first)
            hold(at_, Layout::cyclic(problem.input_shape().front(), p()), reals_of_input());
        if (by == MultiplyStep::By::chirp_last)
            hold(output, Layout::cyclic(problem.output_shape().front(), p()),
                 problem.data == Data::half_spectrum ? 1 : 2);
        at_ = compute.to;
    }

    void name_pairs(Compute& compute)
    {
        hold(at_, compute.before);
        hold(output, compute.after);
        compute.from = at_;
        compute.landing = mirrored_;
        compute.to = at_ = output;
    }

    void name_tiles(Compute& compute)
    {
        const AxisCut* const half = half_axis_of(compute.cut);
        const auto reals = [&](AxisCut::Half of_reals) { return half && half->half == of_reals ? 1 : 2; };
        compute.from = compute.receives_packets() ? landed_ : at_;
        if (compute.receives_packets()) {
            compute.landed = packets_;
        } else {
            hold(at_, compute.before, reals(AxisCut::Half::rows));
        }
        compute.to = compute.sends ? next_landing() : plain_of_passes();
        if (compute.sends) {
            landed_ = compute.to;
        } else {
            hold(compute.to, compute.after, reals(AxisCut::Half::columns));
        }
        at_ = plain_of_passes();
    }

    void name_in_place(Compute& compute)
    {
        compute.from = at_;
        compute.to = compute.sends ? at_ : output;
        hold(compute.to, compute.after);
        at_ = compute.to;
    }

    void name(Move& move)
    {
        if (const auto* const mirror = move.mirror()) {
            move.from = at_;
            move.landing = move.to = mirrored_;
            land(mirrored_, mirror->pairs);
        } else if (move.tiles()) {
            packets_ = *move.tiles();
            move.from = program_.steps[i_ - 1].compute()->from;
            move.landing = move.to = landed_;
            land(landed_, TileLanding(packets_, 0).length());
        } else {
            move.sent_by_computation ? name_sent(move) : name_alone(move);
            at_ = move.to;
        }
    }

    // By put, plain packets may land in the array that they come from: the BSPlib keeps them until all are packed.
    void name_sent(Move& move)
    {
        const bool spreads = move.plain()->landing.spreads, in_place = !by_hpput_ && !spreads && p() > 1;
        const Operand other = at_ == output ? Operand{ArrayId::landing} : output;
        move.from = at_;
        move.landing = in_place ? at_ : other;
        move.to = spreads ? at_ : move.landing;
        land(move.landing, move.before.largest_local_size());
    }

    void name_alone(Move& move)
    {
        const Index reals = move.plain()->words_per_element;
        move.from = at_;
        move.landing = moves_alternate_ ? next_landing() : alone_;
        move.to = plain();
        land(move.landing, (reals * move.after.largest_local_size() + 1) / 2);
        hold(move.from, move.before, reals);
        hold(move.to, move.after, reals);
    }

    Program& program_;
    bool by_hpput_;
    bool bluestein_;
    std::size_t half_ = 0;  ///< real data becomes half a spectrum, or comes back, here; what is before has scratch
    bool moves_alternate_ = false;
    Operand alone_{ArrayId::landing};     ///< for moves that no computation sends
    Operand mirrored_{ArrayId::landing};  ///< for the mirrored exchange
    std::size_t i_ = 0;
    Operand at_ = input;  ///< where the data is
    Operand landed_{ArrayId::landing};
    TilePackets packets_;  ///< that have landed there
    Index moves_ = 0;
};

}  // namespace

void name_arrays(Program& program) { Naming(program).name_all(); }

}  // namespace bspfft
