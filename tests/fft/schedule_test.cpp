#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bspfft/error.hpp"
#include "tests/csv.hpp"

using namespace bspfft;

namespace {

std::vector<Index> numbers(const std::string& field)
{
    std::vector<Index> result;
    std::stringstream stream(field);
    for (Index value; stream >> value;) result.push_back(value);
    return result;
}

template <class Steps, class Value>
std::vector<Index> of(const Steps& steps, Value value)
{
    std::vector<Index> result;
    for (const auto* step : steps) result.push_back(value(*step));
    return result;
}

const Move& only_move(const Schedule& schedule) { return *schedule.program().moves().at(0); }

// "1-2 3-3": the least and the most over all processes, for each redistribution
std::vector<std::pair<Index, Index>> ranges(const std::string& field)
{
    std::vector<std::pair<Index, Index>> result;
    for (const std::string& part : split(field, ' ')) {
        const auto ends = split(part, '-');
        result.emplace_back(std::stoll(ends.at(0)), std::stoll(ends.at(1)));
    }
    return result;
}

ScheduleOptions with_cut(Index cut)
{
    ScheduleOptions options;
    options.cut = {cut};
    return options;
}

// All that a schedule of n over p can be: every builder, exchange, precision and order of blocks.
std::vector<Schedule> all_schedules(Index n, Index p)
{
    std::vector<Schedule> result;
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        for (const auto& [kernel, order] : {std::pair{Kernel::simd, BlockOrder::tiles},
                                            {Kernel::radix2, BlockOrder::bit_reversed},
                                            {Kernel::fftw, BlockOrder::natural}}) {
            for (const Index bytes : {4, 8}) {
                ScheduleOptions options;
                options.exchange = exchange;
                options.bytes_per_real = bytes;
                options.kernel = kernel;
                options.order = order;
                if (order != BlockOrder::tiles) result.push_back(textbook_schedule(n, p, options));
                if (has_free_cut(n, p)) result.push_back(free_cut_schedule(n, p, options));
            }
        }
    }
    return result;
}

// Before and after the move of a free cut: along an axis that is transformed, the number k stands for k1 + a j2, which
// goes from coordinate j2 mod p to k1 mod p.
std::pair<Index, Index> owners_in_cut(const std::vector<AxisCut>& axes, Index k)
{
    Index before = 0, after = 0;
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
        const Index here = k % axis->n, length = (axis->n + axis->p - 1) / axis->p;
        k /= axis->n;
        const Index stays = axis->in_blocks ? here / length : here % axis->p;
        before += (axis->transformed ? here / axis->a % axis->p : stays) * axis->process_weight;
        after += (axis->transformed ? here % axis->a % axis->p : stays) * axis->process_weight;
    }
    return {before, after};
}

// The words and messages of every process, counted element by element.
void check_move(const Schedule& schedule, const Move& step)
{
    std::vector<std::vector<Index>> elements(static_cast<std::size_t>(schedule.p()),
                                             std::vector<Index>(static_cast<std::size_t>(schedule.p())));
    const auto owners = [&](Index k) {
        return step.tiles() ? owners_in_cut(step.tiles()->axes, k)
                            : std::pair{step.before.owner(k), step.after.owner(k)};
    };
    for (Index k = 0; k < schedule.n(); ++k) {
        const std::pair<Index, Index> owner = owners(k);
        ++elements[static_cast<std::size_t>(owner.first)][static_cast<std::size_t>(owner.second)];
    }
    Index h = 0;
    for (std::size_t s = 0; s < elements.size(); ++s) {
        Index sent = 0, received = 0;
        for (std::size_t t = 0; t < elements.size(); ++t) {
            if (t == s) continue;
            sent += 2 * elements[s][t];
            received += 2 * elements[t][s];
        }
        const MoveCounts counts = step.counts(static_cast<Index>(s));
        REQUIRE(counts.words_sent == sent);
        REQUIRE(counts.words_received == received);
        h = std::max({h, sent, received});
    }
    REQUIRE(step.h() == h);
}

// Follows each element, digit by digit, from its place in the input to its place in the output.
void check_layouts(const Schedule& schedule)
{
    Index transformed = 1;
    const Layout* last = nullptr;
    for (const Step& step : schedule.program().steps) {
        if (const Compute* const compute = step.compute()) {
            REQUIRE(compute->first_stage() == 2 * transformed);
            transformed = compute->last_stage();
            for (Index k = 0; k < schedule.n(); ++k) REQUIRE(compute->before.owner(k) == compute->after.owner(k));
        }
        if (step.move() && step.move()->redistributes()) check_move(schedule, *step.move());
        if (!step.compute() && !step.move()) continue;
        // the layout after a step is the one before the next; on one process the first reorders the data
        const Layout& before = step.compute() ? step.compute()->before : step.move()->before;
        REQUIRE(before.p() == schedule.p());
        if (last && schedule.p() > 1) REQUIRE(before == *last);
        last = step.compute() ? &step.compute()->after : &step.move()->after;
    }
    REQUIRE(*last == schedule.output());
    REQUIRE(transformed == schedule.n());
}

// The messages of every process, receiver by receiver.
void check_messages(const TilePackets& packets, Index p)
{
    for (Index s = 0; s < p; ++s) {
        Index puts = 0;
        for (const TilePacket& packet : tile_packets_of(packets, s)) {
            if (packet.receiver != s) puts += (packet.rows + packets.put_rows - 1) / packets.put_rows;
        }
        const Index tiles = tiles_of(part_of(packets.axes, s).column_count(), packets.lanes);
        REQUIRE(tile_counts(packets, s).messages == tiles * puts);
    }
}

// Cyclic as it is, and as if in blocks.
void check_messages(const Schedule& schedule)
{
    TilePackets packets = *only_move(schedule).tiles();
    REQUIRE(only_move(schedule).partners == static_cast<Index>(tile_packets_of(packets, 0).size()));
    check_messages(packets, schedule.p());
    for (AxisCut& axis : packets.axes) axis.in_blocks = true;
    check_messages(packets, schedule.p());
}

void check_row(const std::vector<std::string>& row)
{
    const Index n = std::stoll(row.at(0));
    const Index p = std::stoll(row.at(1));
    CAPTURE(n);
    CAPTURE(p);
    const Schedule schedule = textbook_schedule(n, p);
    const std::vector<const Compute*> computations = schedule.program().computations();
    const std::vector<const Move*> moves = schedule.program().moves();
    CHECK(schedule.redistributions() == std::stoll(row.at(2)));
    CHECK(of(computations, [](const Compute& step) { return step.after.cycle(); }) == numbers(row.at(3)));
    const auto stages = [](const Compute& step) { return static_cast<Index>(std::log2(step.radix)); };
    CHECK(of(computations, stages) == numbers(row.at(4)));
    CHECK(of(moves, [](const Move& step) { return step.h(); }) == numbers(row.at(5)));
    // the paper counts computations and communications apart
    CHECK(static_cast<Index>(computations.size() + moves.size()) == std::stoll(row.at(7)));
    CHECK(schedule.supersteps().size() == computations.size());
    CHECK(schedule.flops() == std::stoll(row.at(8)));

    const auto partners = ranges(row.at(9));
    std::size_t i = 0;
    for (const Move* step : moves) {
        Index least = p, most = 0, most_words = 0;
        for (Index s = 0; s < p; ++s) {
            const MoveCounts counts = step->counts(s);
            least = std::min(least, counts.messages);
            most = std::max(most, counts.messages);
            most_words = std::max(most_words, counts.words_sent);
        }
        CHECK(std::pair(least, most) == partners.at(i++));
        CHECK(most == step->messages);
        CHECK(most_words == step->words_sent);
    }
}

}  // namespace

TEST_CASE("the counts are those of the paper's algorithm, to the integer")
{
    std::ifstream file(PSC_VECTORS);
    std::string line;
    std::getline(file, line);
    int rows = 0;
    for (; std::getline(file, line); ++rows) check_row(split(line, ','));
    CHECK(rows == 69);
}

TEST_CASE("for 1 < p <= sqrt(n) the data moves once, with h = 2 (n/p)(1 - 1/p)")
{
    for (Index n = 4; n <= Index{1} << 40; n *= 2) {
        for (Index p = 2; p * p <= n; p *= 2) {
            const Schedule schedule = textbook_schedule(n, p);
            REQUIRE(schedule.redistributions() == 1);
            REQUIRE(schedule.words() == 2 * (n / p - n / p / p));
        }
    }
}

TEST_CASE("every stage is done once, by a distribution that makes it local")
{
    for (Index n = 2; n <= Index{1} << 20; n *= 2) {
        for (Index p = 1; p <= n / 2; p *= 2) {
            const Schedule schedule = textbook_schedule(n, p);
            Index stage = 2;
            for (const Compute* step : schedule.program().computations()) {
                const Index cycle = step->after.cycle();
                REQUIRE(step->first_stage() == stage);
                REQUIRE(step->last_stage() <= n / p * cycle);
                // butterflies (j, j + k/2) are local if the cycle divides k/2, or is 1
                REQUIRE((cycle == 1 || step->first_stage() / 2 % cycle == 0));
                stage = 2 * step->last_stage();
            }
            REQUIRE(stage == 2 * n);
        }
    }
}

TEST_CASE(
    "the fast algorithm has the textbook's flops and words, wherever it is cut, and sweeps memory twice")
{
    for (Index n = 4; n <= Index{1} << 30; n *= 4) {
        for (Index p = 1; p <= n / p; p *= 2) {
            const Schedule textbook = textbook_schedule(n, p);
            for (Index cut = p; cut <= n / p; cut *= 2) {
                const Schedule fast = free_cut_schedule(n, p, with_cut(cut));
                REQUIRE(fast.flops() == textbook.flops());
                REQUIRE(fast.words() == textbook.words());
                REQUIRE(fast.redistributions() == (p > 1 ? 1 : 0));
                REQUIRE(fast.sweeps() == 2);
            }
        }
    }
    CHECK(free_cut_schedule(Index{1} << 24, 2).radices() == std::vector<Index>{4096, 4096});
}

TEST_CASE("every schedule's layouts lead from one step to the next, and its counts are those of its layouts")
{
    int tried = 0;
    for (Index n = 2; n <= 512; n *= 2) {
        for (Index p = 1; p <= n / 2; p *= 2) {
            for (const Schedule& schedule : all_schedules(n, p)) {
                CAPTURE(n);
                CAPTURE(p);
                check_layouts(schedule);
                ++tried;
            }
        }
    }
    CHECK(tried > 400);
}

TEST_CASE("a free cut's layouts are those of its index map, even and uneven")
{
    // x_j with j = j1 b + j2 is on process j2 mod p, y_k with k = k1 + a k2 on k1 mod p
    struct Cut {
        Index n, p, a;
    };
    for (const Cut& cut : {Cut{256, 4, 8}, {72, 6, 12}, {72, 4, 9}, {1001, 3, 77}, {35, 5, 5}}) {
        const Index n = cut.n, p = cut.p, a = cut.a;
        const Schedule schedule = free_cut_schedule(n, p, with_cut(a));
        for (Index j = 0; j < n; ++j) {
            REQUIRE(schedule.input().owner(j) == j % (n / a) % p);
            REQUIRE(schedule.output().owner(j) == j % a % p);
        }
        check_move(schedule, only_move(schedule));
    }
}

TEST_CASE("a free cut of several axes moves once, and its counts are exact: batches, uneven parts, grids")
{
    struct Case {
        Problem problem;
        std::vector<Index> grid;
    };
    const Case cases[] = {{{{16, 12, 10}, {true, true, true}}, {2, 2, 1}},
                          {{{16, 36, 25}, {true, true, true}}, {4, 3, 5}},
                          {{{7, 16, 9}, {false, true, true}}, {3, 2, 3}},
                          {{{5, 64}, {false, true}}, {1, 8}},
                          {{{10, 15}, {true, true}}, {2, 3}},
                          {{{8, 8, 5}, {true, true, false}}, {2, 1, 3}}};
    for (const Case& now : cases) {
        ScheduleOptions options;
        options.grid = now.grid;
        const Index p = std::accumulate(now.grid.begin(), now.grid.end(), Index{1}, std::multiplies<>());
        const Schedule schedule = free_cut_schedule(now.problem, p, options);
        REQUIRE(schedule.redistributions() == 1);
        REQUIRE(schedule.supersteps().size() == 2);
        check_move(schedule, only_move(schedule));
        const bool even = schedule.input().is_even() && schedule.output().is_even();
        if (even && now.problem.transform() == now.problem.n())
            REQUIRE(schedule.words() == 2 * (schedule.n() / p - schedule.n() / p / p));
    }
}

TEST_CASE("messages are counted as if each receiver were asked: uneven parts, half spectra, blocks")
{
    const Index shapes[][3] = {{16, 12, 10}, {17, 36, 25}, {7, 16, 9}, {30, 31, 29}, {64, 5, 4}};
    int moves = 0;
    for (const auto& lengths : shapes) {
        for (const Index p : {2, 3, 4, 6, 7, 12}) {
            for (const Data data : {Data::complex, Data::real, Data::half_spectrum}) {
                CAPTURE(lengths[0]);
                CAPTURE(p);
                Problem problem{{lengths[0], lengths[1], lengths[2]}, {true, true, true}};
                problem.data = data;
                if (!has_free_cut(problem, p)) continue;
                check_messages(free_cut_schedule(problem, p));
                ++moves;
            }
        }
    }
    CHECK(moves > 50);
}

TEST_CASE("by hpput a schedule opens with a sync where a landing array could still be read; the sync is a step")
{
    const auto syncs = [](const Schedule& schedule) { return schedule.synchronisations(); };
    ScheduleOptions by_put;
    by_put.exchange = Exchange::put;
    CHECK(syncs(textbook_schedule(1024, 4)) == 2);          // one move, in an array that the last computation reads
    CHECK(syncs(textbook_schedule(1024, 4, by_put)) == 1);  // the BSPlib keeps packets until the sync
    CHECK(syncs(textbook_schedule(64, 16)) == 2);           // two moves, and back in the first array
    CHECK(syncs(free_cut_schedule(1024, 4)) == 1);          // small: two landing arrays alternate
    CHECK(syncs(free_cut_schedule(Index{1} << 20, 4)) == 2);
    CHECK(syncs(free_cut_schedule(Index{1} << 20, 4, by_put)) == 1);
    CHECK(syncs(free_cut_schedule(Index{1} << 20, 1)) == 0);
    CHECK(textbook_schedule(1024, 4).opens_with_sync());
    CHECK_FALSE(free_cut_schedule(1024, 4).opens_with_sync());
}

TEST_CASE("a cut that is not possible is refused")
{
    using doctest::Contains;
    CHECK_THROWS_WITH_AS(free_cut_schedule(1024, 64), Contains("needs n = a b with a >= p and b >= p"), Error);
    CHECK_THROWS_WITH_AS(free_cut_schedule(1024, 4, with_cut(3)), Contains("from p = 4 to n/p = 256"), Error);
    CHECK_THROWS_WITH_AS(free_cut_schedule(1024, 4, with_cut(512)), Contains("from p = 4 to n/p = 256"), Error);
}

TEST_CASE("a schedule for a million processes is made on a laptop")
{
    const Schedule schedule = textbook_schedule(Index{1} << 50, Index{1} << 20);
    CHECK(schedule.redistributions() == 1);
    CHECK(schedule.flops() == 5 * (Index{1} << 30) * 50);
    // one that listed all receivers, and sorted them, would take ten times as long
    const Index p = 43046721;
    const std::clock_t start = std::clock();
    const Schedule cut = free_cut_schedule(p * p, p);
    CHECK(std::clock() - start < 2 * CLOCKS_PER_SEC);
    CHECK(cut.redistributions() == 1);
    CHECK(cut.supersteps()[0].communication.messages == p - 1);
}

TEST_CASE("invalid lengths and numbers of processes are refused, with the nearest valid ones")
{
    using doctest::Contains;
    CHECK_THROWS_WITH_AS(textbook_schedule(1000, 2),
                         Contains("n = 1000 is not a power of two; the nearest are 512 and 1024"), Error);
    CHECK_THROWS_WITH_AS(textbook_schedule(1024, 3),
                         Contains("p = 3 is not a power of two; the nearest are 2 and 4"), Error);
    CHECK_THROWS_WITH_AS(textbook_schedule(16, 16), Contains("p = 16 is more than n/2 = 8"), Error);
    CHECK_THROWS_WITH_AS(textbook_schedule(1, 1), Contains("smallest length is 2"), Error);
    CHECK_THROWS_WITH_AS(textbook_schedule(16, 0), Contains("at least 1"), Error);
    CHECK_THROWS_WITH_AS(textbook_schedule(Index{1} << 60, 1),
                         Contains("the most elements are 2^52, the nearest is 4503599627370496"), Error);
    CHECK(textbook_schedule(longest_transform, 1).flops() > 0);
    CHECK_THROWS_WITH_AS(textbook_schedule(-8, 1), Contains("n = -8"), Error);
}

TEST_CASE("by pencils half a spectrum moves as often as real data does, and never on one process")
{
    const std::vector<bool> all(3, true);
    for (const Index p : {1, 2, 3, 4, 6}) {
        CAPTURE(p);
        const Schedule forward = pencils_schedule(Problem{{12, 20, 14}, all, Data::real}, p);
        const Schedule inverse = pencils_schedule(Problem{{12, 20, 14}, all, Data::half_spectrum}, p);
        CHECK(inverse.program().moves().size() == forward.program().moves().size());
        CHECK(inverse.program().moves().empty() == (p == 1));
    }
}

TEST_CASE("axes that no process shares are transformed in sweeps in place where that promises less time than a cut")
{
    const auto lengths = [](const Problem& problem, Index p, const ScheduleOptions& options = {}) {
        std::vector<Index> found;
        const Schedule schedule = free_cut_schedule(problem, p, options);
        for (const Compute* compute : schedule.program().computations()) found.push_back(compute->radix);
        CHECK(schedule.program().is_whole() == schedule.program().moves().empty());
        return found;
    };
    const std::vector<bool> all{true, true, true}, planes{false, true, true};
    CHECK(lengths({{64, 32, 16}, all}, 1) == std::vector<Index>{32 * 16, 64});
    CHECK(lengths({{8, 64, 16}, planes}, 2) == std::vector<Index>{16, 64});
    CHECK(lengths({{8, 32}, {false, true}}, 1) == std::vector<Index>{32});
    CHECK(lengths({{128, 128, 128}, all}, 1) == std::vector<Index>{128, 128, 128});
    CHECK(lengths({{128, 128, 128}, {true, true, false}}, 1) == std::vector<Index>{128, 128});
    const auto by_blocks = [](const Problem& problem, Index p) {
        std::vector<bool> found;
        const Schedule schedule = free_cut_schedule(problem, p, {});
        for (const Compute* compute : schedule.program().computations()) found.push_back(compute->by_blocks);
        return found;
    };
    CHECK(by_blocks({{8, 64, 16}, planes}, 2) == std::vector<bool>{false, true});
    CHECK(by_blocks({{128, 128, 128}, all}, 1) == std::vector<bool>{false, true, false});
    CHECK(by_blocks({{4096, 4096}, {true, true}}, 1) == std::vector<bool>{false, false});
    // too few lanes for the others' tiles, a distributed axis
    CHECK(lengths({{64, 64, 8}, planes}, 1) == std::vector<Index>{64 * 8});
    CHECK(lengths({{128, 128, 128}, all}, 2).front() != 128);
    // an array that all processes see is distributed along another axis before the distributed one is transformed
    ScheduleOptions shared;
    shared.shared = SharedArrays{{128 * 128, 128, 1}, {128 * 128, 128, 1}};
    CHECK(lengths({{128, 128, 128}, all}, 2, shared) == std::vector<Index>{128, 128, 128});
    CHECK(free_cut_schedule({{128, 128, 128}, all}, 2, shared).synchronisations() == 1);
    // unless the output has its axes in another order
    shared.shared->out = {1, 128, 128 * 128};
    CHECK(lengths({{128, 128, 128}, all}, 2, shared).front() != 128);
    ScheduleOptions options;
    options.cut = {1, 8, 8};
    CHECK(lengths({{64, 64, 64}, all}, 1, options) == std::vector<Index>{64, 64 * 64});
    options.cut.clear();
    options.reproducible = true;
    CHECK(lengths({{64, 64, 64}, all}, 1, options).front() != 64);
}

TEST_CASE("real data becomes half a spectrum in the first sweep in place, and comes back in the last")
{
    using Sweeps = std::vector<std::pair<Index, bool>>;  // length, and whether it goes along with the one before
    const auto sweeps = [](const Problem& problem, Index p, const ScheduleOptions& options = {}) {
        Sweeps found;
        const Schedule schedule = free_cut_schedule(problem, p, options);
        for (const Compute* compute : schedule.program().computations())
            found.emplace_back(compute->radix, compute->by_blocks);
        return found;
    };
    const std::vector<bool> all{true, true, true}, planes{false, true, true};
    for (const Data data : {Data::real, Data::half_spectrum}) {
        CAPTURE(static_cast<int>(data));
        const bool back = data == Data::half_spectrum;
        const auto in_order = [&](Sweeps there, const Sweeps& and_back) { return back ? and_back : there; };
        CHECK(sweeps({{256, 64, 128}, all, data}, 1) ==
              in_order({{128, false}, {64, true}, {256, false}}, {{256, false}, {64, false}, {128, true}}));
        CHECK(sweeps({{8, 64, 256}, planes, data}, 2) ==
              in_order({{256, false}, {64, true}}, {{64, false}, {256, true}}));
        // neighbours are one complex number: one vector, or each of several
        for (const Index n : {Index{16}, Index{1000}, Index{1} << 17, Index{1} << 20})
            CHECK(sweeps({{n}, {true}, data}, 1) == Sweeps{{n, false}});
        CHECK(sweeps({{2, 16}, {false, true}, data}, 1) == Sweeps{{16, false}});
        CHECK(sweeps({{1 << 22}, {true}, data}, 1).size() == 2);
        // a distributed axis
        CHECK(sweeps({{256, 64, 128}, all, data}, 2).size() == 2);
        // arrays that all processes see; half a spectrum goes through another one, which they do not see
        ScheduleOptions shared;
        shared.shared = SharedArrays{{64 * 128, 128, 1}, {64 * 65, 65, 1}};
        if (back) std::swap(shared.shared->in, shared.shared->out);
        CHECK(sweeps({{256, 64, 128}, all, data}, 1, shared).size() == 3);
        CHECK(sweeps({{256, 64, 128}, all, data}, 2, shared).size() == (back ? 2 : 3));
    }
    // an odd number of neighbours has no pairs, and a prime factor no short vectors
    for (const Index n : {15, 34, 999}) {
        const Schedule rows = free_cut_schedule({{8, n}, {false, true}, Data::real}, 1);
        CHECK(rows.program().computations().front()->lanes > 1);
    }
}
