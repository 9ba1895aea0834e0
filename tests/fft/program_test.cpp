// Every builder's program: arrays are written before they are read, no packet reaches an array that another process may
// still read, and supersteps are what the steps add up to.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/building.hpp"

using namespace bspfft;

namespace {

using Place = std::pair<ArrayId, Index>;

/// A step in a row of transforms, and how many synchronisations were before it.
struct Placed {
    const Step* step;
    Index epoch;
    Index turn;  ///< the number of its transform
};

struct Case {
    std::string name;
    std::vector<Schedule> in_turn;  ///< transforms that share their arrays, one after the other
};

Place place(const Program& program, const Operand& operand, Index turn)
{
    const Array& array = program.array(operand.array);
    return {operand.array, array.in_turns ? turn % array.copies : operand.copy};
}

std::vector<Operand> reads_of(const Step& step)
{
    if (const Compute* const compute = step.compute()) {
        const auto* const separate = compute->find<SeparateStep>();
        if (separate && separate->p > 2) return {compute->from, compute->landing};
        return {compute->from};
    }
    if (const Move* const move = step.move()) return {move->from};
    if (const auto* const copy = std::get_if<Copy>(&step.is)) return {copy->from};
    return {};
}

std::vector<Operand> writes_of(const Step& step)
{
    if (const Compute* const compute = step.compute()) {
        // sweeps fill the input for the plan around it
        if (compute->find<SweepStep>()) return {};
        return {compute->to};
    }
    if (const Move* const move = step.move()) return {move->landing, move->to};
    if (const auto* const copy = std::get_if<Copy>(&step.is)) return {copy->to};
    return {};
}

void check_written_before_read(const Schedule& schedule)
{
    const Program& program = schedule.program();
    std::set<Place> written{{ArrayId::input, 0}};
    for (const Step& step : program.steps) {
        for (const Operand& operand : reads_of(step)) REQUIRE(written.contains(place(program, operand, 0)));
        for (const Operand& operand : writes_of(step)) {
            const Place to = place(program, operand, 0);
            REQUIRE(to.first != ArrayId::input);
            REQUIRE(to.second < program.array(to.first).copies);
            written.insert(to);
        }
    }
    CHECK(written.contains({ArrayId::output, 0}));
}

// Processes are anywhere between two synchronisations. By hpput a packet may arrive there at any time; by put it does
// with the synchronisation.
bool packets_reach_a_reader(const std::vector<const Program*>& transforms)
{
    if (transforms.front()->p() == 1 || transforms.front()->options.exchange == Exchange::put) return false;
    std::vector<Placed> all;
    Index epoch = 0, turn = 0;
    for (int repeat = 0; repeat < 3; ++repeat) {
        for (const Program* program : transforms) {
            if (program->options.shared) ++epoch;  // processes begin a transform of shared arrays together
            for (const Step& step : program->steps) {
                all.push_back({&step, epoch, turn});
                if (step.is_sync() || (step.move() && step.move()->synchronises)) ++epoch;
            }
            ++turn;
        }
    }
    const auto program_of = [&](const Placed& placed) -> const Program& {
        return *transforms[static_cast<std::size_t>(placed.turn) % transforms.size()];
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Move* const move = all[i].step->move();
        if (!move || !move->synchronises) continue;
        const Place landing = place(program_of(all[i]), move->landing, all[i].turn);
        for (std::size_t j = 0; j < all.size(); ++j) {
            const bool sends_it = j == i || (j + 1 == i && move->sent_by_computation);
            if (sends_it || all[j].epoch != all[i].epoch) continue;
            for (const auto& operands : {reads_of(*all[j].step), writes_of(*all[j].step)}) {
                for (const Operand& operand : operands) {
                    if (place(program_of(all[j]), operand, all[j].turn) == landing) return true;
                }
            }
        }
    }
    return false;
}

void check_supersteps(const Schedule& schedule)
{
    Index flops = 0, words = 0, syncs = 0;
    std::size_t last = 0;
    for (const Step& step : schedule.program().steps) {
        REQUIRE(step.superstep >= last);
        last = step.superstep;
        if (step.compute()) flops += step.compute()->flops;
        if (step.move()) words += step.move()->h();
        if (step.is_sync() || (step.move() && step.move()->synchronises)) ++syncs;
    }
    CHECK(last + 1 == schedule.supersteps().size());
    CHECK(flops == schedule.flops());
    CHECK(words == schedule.words());
    CHECK(syncs == schedule.synchronisations());
    for (std::size_t i = 0; i < schedule.supersteps().size(); ++i) {
        const Superstep& superstep = schedule.supersteps()[i];
        CHECK(superstep.number == i);
        CHECK_FALSE(superstep.name().empty());
        // all end with a synchronisation but the last
        if (i + 1 < schedule.supersteps().size()) CHECK(superstep.synchronisations > 0);
    }
}

// What a move or a computation has in an array fits there on every process.
void check_lengths(const Schedule& schedule)
{
    const Program& program = schedule.program();
    for (Index s = 0; s < schedule.p(); ++s) {
        CHECK(program.array(ArrayId::input).reals(s) >= schedule.input().local_size(s));
        CHECK(program.array(ArrayId::output).reals(s) >= schedule.output().local_size(s));
    }
    for (const Move* move : program.moves()) {
        if (!move->plain() || move->landing.array != ArrayId::landing) continue;
        CHECK(2 * program.array(ArrayId::landing).landing_length >=
              move->plain()->words_per_element * move->after.largest_local_size());
    }
}

Problem real(Problem problem, Data data)
{
    problem.data = data;
    return problem;
}

// Every algorithm and kind of data, between its own layouts and others.
std::vector<Case> all_cases(Index p, Exchange exchange)
{
    std::vector<Case> cases;
    ScheduleOptions options;
    options.exchange = exchange;
    const auto any = [](const std::vector<Index>& shape) {
        return Problem{shape, std::vector<bool>(shape.size(), true)};
    };
    const auto add = [&](const std::string& name, const auto& build) { cases.push_back({name, {build(options)}}); };
    const auto between_blocks = [&](Index n) {
        ScheduleOptions blocks = options;
        blocks.input = blocks.output = Layout::block(n, p);
        return blocks;
    };
    for (const Index n : {Index{64 * 81}, Index{1} << 20}) {
        if (!has_free_cut(n, p)) continue;
        add(text("fast ", n), [&](const auto& with) { return free_cut_schedule(n, p, with); });
        add(text("fast between blocks ", n),
            [&](const auto&) { return free_cut_schedule(any({n}), p, between_blocks(n)); });
        const Problem there = real(any({n}), Data::real), back = real(any({n}), Data::half_spectrum);
        if (!has_free_cut(there, p)) continue;
        const Schedule forward = free_cut_schedule(there, p, options);
        ScheduleOptions turned = options;
        turned.input = forward.output();
        turned.output = forward.input();
        const Schedule inverse = free_cut_schedule(back, p, turned);
        cases.push_back({text("real ", n), {forward, inverse}});
        using Pattern = SweepStep::Pattern;
        const Layout &reals = forward.input(), &spectrum = forward.output();
        cases.push_back({text("swept ", n),
                         {with_sweeps(forward, sweep({Pattern::fold}, reals, reals),
                                      sweep({Pattern::take_apart, false, 1, true}, spectrum, reals)),
                          with_sweeps(inverse, sweep({Pattern::put_together}, reals, spectrum),
                                      sweep({Pattern::unfold, false, 1, true}, reals, reals))}});
        if (p > 1) {
            const Layout blocks = Layout::block(n, p);
            cases.push_back({"move",
                             {move_schedule(reals, blocks, exchange, 8), move_schedule(blocks, reals, exchange, 8)}});
        }
        if (has_fused_operator(there, p)) {
            add(text("operator ", n), [&](const auto& with) { return spectral_operator_schedule(any({n}), p, with); });
            add(text("real operator ", n),
                [&](const auto& with) { return spectral_operator_schedule(there, p, with); });
        }
    }
    add("batch", [&](const auto& with) { return free_cut_schedule(Problem{{40, 36}, {false, true}}, p, with); });
    for (const auto& [shape, strides] : {std::pair<std::vector<Index>, std::vector<Index>>{{Index{1} << 20}, {1}},
                                         {{1024}, {3}},
                                         {{96, 80}, {80, 1}},
                                         {{96, 80}, {1, 96}}}) {
        ScheduleOptions shared = options;
        shared.shared = SharedArrays{strides, strides};
        for (const Data data : {Data::complex, Data::real, Data::half_spectrum}) {
            const Problem problem = real(any(shape), data);
            if (has_free_cut(problem, p)) cases.push_back({"shared arrays", {free_cut_schedule(problem, p, shared)}});
        }
    }
    if (p == 1) {
        ScheduleOptions window = options;
        window.kernel = Kernel::cuda;
        window.device_window = Index{16} << 20;
        cases.push_back({"window", {window_schedule(any({Index{1} << 20}), window)}});
    }
    add("bluestein", [&](const auto& with) { return bluestein_schedule(any({1009}), p, with); });
    add("bluestein between blocks",
        [&](const auto&) { return bluestein_schedule(any({1009}), p, between_blocks(1009)); });
    add("real bluestein", [&](const auto& with) { return bluestein_schedule(real(any({1009}), Data::real), p, with); });
    for (const bool transposed : {false, true}) {
        ScheduleOptions pencils = options;
        pencils.transposed_out = transposed;
        for (const Data data : {Data::complex, Data::real, Data::half_spectrum})
            cases.push_back({"pencils", {pencils_schedule(real(any({12, 20, 14}), data), p, pencils)}});
    }
    for (Index n = 16; n <= 4096 && (p & (p - 1)) == 0; n *= 4) {
        if (p > n / 4) continue;
        add(text("textbook ", n), [&](const auto& with) { return textbook_schedule(n, p, with); });
        add(text("textbook between blocks ", n),
            [&](const auto&) { return textbook_schedule(n, p, between_blocks(n)); });
        cases.push_back({text("real textbook ", n),
                         {real_textbook_schedule(real(any({n}), Data::real), p, options),
                          real_textbook_schedule(real(any({n}), Data::half_spectrum), p, options)}});
        ScheduleOptions natural = options;
        natural.kernel = Kernel::fftw;
        if (has_free_cut(n, p)) cases.push_back({text("matrix ", n), {free_cut_schedule(n, p, natural)}});
    }
    return cases;
}

}  // namespace

TEST_CASE("in every program arrays are written before they are read, and no packet reaches a reader")
{
    int tried = 0;
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        for (const Index p : {1, 2, 3, 4, 8}) {
            for (const Case& now : all_cases(p, exchange)) {
                CAPTURE(now.name);
                CAPTURE(p);
                CAPTURE((exchange == Exchange::put));
                for (const Schedule& schedule : now.in_turn) {
                    check_written_before_read(schedule);
                    check_supersteps(schedule);
                    check_lengths(schedule);
                    ++tried;
                }
                std::vector<const Program*> programs;
                for (const Schedule& schedule : now.in_turn) programs.push_back(&schedule.program());
                CHECK_FALSE(packets_reach_a_reader(programs));
            }
        }
    }
    CHECK(tried > 200);
}

TEST_CASE("no synchronisation of a program is superfluous, nor a second landing array")
{
    for (const Schedule& schedule : {free_cut_schedule(Index{1} << 20, 2), textbook_schedule(1024, 4),
                                     bluestein_schedule(Problem{{1009}, {true}}, 2)}) {
        Program program = schedule.program();
        CHECK_FALSE(packets_reach_a_reader({&program}));
        std::erase_if(program.steps, [](const Step& step) { return step.is_sync(); });
        CHECK(packets_reach_a_reader({&program}));
    }
    Program in_turns = free_cut_schedule(1024, 4).program();
    CHECK_FALSE(packets_reach_a_reader({&in_turns}));
    in_turns.arrays[static_cast<std::size_t>(ArrayId::landing)].in_turns = false;
    CHECK(packets_reach_a_reader({&in_turns}));
}

TEST_CASE("supersteps are numbered as the book has them")
{
    ScheduleOptions options;
    const Schedule fast = free_cut_schedule(Index{1} << 20, 2, options);
    REQUIRE(fast.supersteps().size() == 2);
    CHECK(fast.supersteps()[0].communication.name == "columns to rows");
    CHECK(fast.supersteps()[0].synchronisations == 2);
    CHECK(fast.supersteps()[1].communication.name.empty());
    CHECK(fast.supersteps()[1].synchronisations == 0);
    CHECK(free_cut_schedule(Index{1} << 20, 1, options).supersteps().size() == 1);
    // two moves: three supersteps
    CHECK(textbook_schedule(64, 16, options).supersteps().size() == 3);
    options.exchange = Exchange::put;
    CHECK(bluestein_schedule(Problem{{1009}, {true}}, 2, options).supersteps().size() == 3);
}
