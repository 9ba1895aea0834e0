// The ledger: exact counts on every process, and seconds that add up.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "bsp_fft/measure/recorder.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"

using namespace bspfft;

namespace {

Index n;  // of the section under test; written outside of it

std::vector<PlanOptions> choices()
{
    std::vector<PlanOptions> result;
    const auto p = static_cast<Index>(bsp_nprocs());
    for (const Algorithm algorithm : {Algorithm::textbook, Algorithm::fast}) {
        if (algorithm == Algorithm::fast && !has_free_cut(n, p)) continue;
        for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
            PlanOptions options;
            options.algorithm = algorithm;
            options.exchange = exchange;
            options.kernel = algorithm == Algorithm::fast ? Kernel::simd : Kernel::radix2;
            result.push_back(options);
        }
    }
    return result;
}

// What process s sends and receives in a superstep.
MoveCounts counts_of(const Schedule& schedule, const Superstep& superstep, Index s)
{
    MoveCounts all{0, 0, 0};
    for (const Step& step : schedule.program().steps) {
        if (step.superstep != superstep.number || !step.move()) continue;
        const MoveCounts counts = step.move()->counts(s);
        all = {all.words_sent + counts.words_sent, all.words_received + counts.words_received,
               all.messages + counts.messages};
    }
    return all;
}

void check_row(const LedgerRow& row, const Superstep& step, const Schedule& schedule, Index transforms)
{
    EXPECT(row.name == step.name());
    EXPECT(static_cast<Index>(row.processes.size()) == schedule.p());
    EXPECT(row.largest().h() == transforms * step.communication.h());
    EXPECT(row.largest().puts == transforms * step.communication.messages);
    EXPECT(row.largest().flops == transforms * step.computation.flops);
    EXPECT(row.largest().synchronisations == transforms * step.synchronisations);
    Index s = 0;
    for (const LedgerEntry& entry : row.processes) {
        const MoveCounts counts = counts_of(schedule, step, s++);
        EXPECT(entry.words_sent == transforms * counts.words_sent);
        EXPECT(entry.words_received == transforms * counts.words_received);
        EXPECT(entry.puts == transforms * counts.messages);
    }
}

template <class Real>
void check_counts(const std::vector<Index>& shape, const PlanOptions& options, bool timed)
{
    Plan<Real> plan(shape, options);
    plan.account(timed);
    const bool has_one_ledger = plan.layout_in() == plan.layout_out();  // else the inverse has its own ledger
    for (Index transforms = 1; transforms <= 2; ++transforms) {
        plan.execute(transforms == 2 && has_one_ledger ? Direction::inverse : Direction::forward);
        const Ledger ledger = plan.ledger();
        EXPECT(ledger.transforms == transforms);
        EXPECT(ledger.timed == timed);
        EXPECT(ledger.supersteps.size() == plan.schedule().supersteps().size());
        for (std::size_t i = 0; i < ledger.supersteps.size(); ++i)
            check_row(ledger.supersteps[i], plan.schedule().supersteps()[i], plan.schedule(), transforms);
        const LedgerEntry total = ledger.total();
        EXPECT(total.flops == transforms * plan.schedule().flops());
        Index sent = 0;
        for (const Superstep& step : plan.schedule().supersteps()) sent += step.communication.words_sent;
        EXPECT(total.bytes == transforms * sent * static_cast<Index>(sizeof(Real)));
        EXPECT(total.synchronisations == transforms * plan.synchronisations());
        // The ledger's own supersteps and the extra syncs are not counted.
        EXPECT(plan.traffic().synchronisations == transforms * plan.synchronisations());
    }
}

void counts_are_as_promised()
{
    for (const PlanOptions& options : choices()) {
        for (const bool timed : {false, true}) {
            check_counts<double>({n}, options, timed);
            check_counts<float>({n}, options, timed);
        }
    }
}

/// A problem of any shape; written outside of the section.
struct Shape {
    std::vector<Index> shape;
    unsigned p;
    PlanOptions options;
    std::vector<std::string> computations;  ///< their names
};
Shape any_shape;

void any_counts_are_as_promised()
{
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        for (const bool timed : {false, true}) {
            PlanOptions options = any_shape.options;
            options.exchange = exchange;
            check_counts<double>(any_shape.shape, options, timed);
        }
    }
    Plan<double> plan(any_shape.shape, any_shape.options);
    plan.forward();
    const Ledger ledger = plan.ledger();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < ledger.supersteps.size(); ++i) {
        const Superstep& step = plan.schedule().supersteps()[i];
        if (!step.computation.name.empty()) names.push_back(step.computation.name);
        Index sent = 0, received = 0;
        for (const LedgerEntry& entry : ledger.supersteps[i].processes) {
            sent += entry.words_sent;
            received += entry.words_received;
        }
        EXPECT(sent == received);
    }
    EXPECT(names == any_shape.computations);
}

// The flops of all processes together are those of all elements, however uneven their parts are.
void flops_of_all_processes()
{
    Plan<double> plan(any_shape.shape, any_shape.options);
    plan.forward();
    const Ledger ledger = plan.ledger();
    const bool chirps = any_shape.options.algorithm == Algorithm::bluestein;
    const auto elements = static_cast<double>(chirps ? plan.schedule().program().convolution : plan.schedule().n());
    for (std::size_t i = 0; i < ledger.supersteps.size(); ++i) {
        double sum = 0, expected = 0;
        for (const Index radix : plan.schedule().supersteps()[i].computation.radices)
            expected += 5 * elements * std::log2(static_cast<double>(radix));
        for (const LedgerEntry& entry : ledger.supersteps[i].processes) sum += static_cast<double>(entry.flops);
        for (const Step& step : plan.schedule().program().steps) {
            const auto* const multiply = step.compute() ? step.compute()->find<MultiplyStep>() : nullptr;
            if (!multiply || step.superstep != i) continue;
            const bool spectrum = multiply->by == MultiplyStep::By::spectrum;
            expected += 6 * (spectrum ? elements : static_cast<double>(plan.schedule().n()));
        }
        EXPECT(std::abs(sum - expected) < static_cast<double>(bsp_nprocs()));
    }
}

void seconds_add_up()
{
    for (const PlanOptions& options : choices()) {
        Plan<double> plan(n, options);
        plan.forward();
        EXPECT(plan.ledger().total().compute_seconds == 0);
        EXPECT(plan.ledger().seconds == 0);
        plan.account(true);
        for (int i = 0; i < 3; ++i) plan.forward();
        const Ledger ledger = plan.ledger();
        EXPECT(ledger.transforms == 3);
        double most = 0;
        for (std::size_t s = 0; s < bsp_nprocs(); ++s) {
            double sum = 0;
            for (const LedgerRow& row : ledger.supersteps) {
                const LedgerEntry& e = row.processes[s];
                for (const double seconds :
                     {e.compute_seconds, e.communicate_seconds, e.wait_seconds, e.sync_seconds, e.ledger_seconds}) {
                    EXPECT(seconds >= 0);
                    sum += seconds;
                }
                EXPECT(row.imbalance() >= 0);
            }
            most = std::max(most, sum);
        }
        EXPECT(most > 0);
        EXPECT(most <= ledger.seconds * 1.0001);
        EXPECT(most >= ledger.seconds * 0.9);
        EXPECT(ledger.total().sync_seconds <= ledger.total().ledger_seconds);
        const bool alone = bsp_nprocs() == 1;
        EXPECT((ledger.total().communicate_seconds == 0) == alone);
        EXPECT((ledger.total().sync_seconds == 0) == alone);
        plan.account(false);
        EXPECT(plan.ledger().transforms == 0);
    }
}

constexpr double no_time = 1e-9;  // seconds

/// The spans of a process in all supersteps, in the order of time.
std::vector<LedgerSpan> spans_of(const Ledger& ledger, Index s)
{
    std::vector<LedgerSpan> spans;
    for (const LedgerRow& row : ledger.supersteps) {
        std::copy_if(row.spans.begin(), row.spans.end(), std::back_inserter(spans),
                     [&](const LedgerSpan& span) { return span.process == s; });
    }
    std::sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    return spans;
}

double seconds_in(const LedgerRow& row, Index s, Activity activity)
{
    double sum = 0;
    for (const LedgerSpan& span : row.spans) {
        if (span.process == s && span.activity == activity) sum += span.end - span.begin;
    }
    return sum;
}

// One after the other without a gap, of one transform; a process leaves the first sync when all have come to it.
void check_spans(const Ledger& ledger)
{
    double earliest = 1e9, last_arrival = 0, first_leaves = 1e9;
    for (Index s = 0; s < static_cast<Index>(bsp_nprocs()); ++s) {
        const std::vector<LedgerSpan> spans = spans_of(ledger, s);
        EXPECT(!spans.empty());
        earliest = std::min(earliest, spans.front().begin);
        for (std::size_t i = 1; i < spans.size(); ++i)
            EXPECT(std::abs(spans[i].begin - spans[i - 1].end) < no_time);
        EXPECT(spans.back().end - spans.front().begin <= ledger.seconds * 1.0001);
        const auto sync = std::find_if(spans.begin(), spans.end(),
                                       [](const auto& span) { return span.activity == Activity::sync; });
        if (bsp_nprocs() == 1) continue;
        EXPECT(sync != spans.end());
        first_leaves = std::min(first_leaves, sync->end);
        const auto came = std::find_if(spans.begin(), sync,
                                       [](const auto& span) { return span.activity == Activity::wait; });
        if (came != sync) last_arrival = std::max(last_arrival, came->begin);
        for (const LedgerRow& row : ledger.supersteps) {
            const LedgerEntry& entry = row.processes[static_cast<std::size_t>(s)];
            EXPECT(std::abs(seconds_in(row, s, Activity::compute) - entry.compute_seconds) < no_time);
            EXPECT(std::abs(seconds_in(row, s, Activity::sync) - entry.sync_seconds) < no_time);
            EXPECT(std::abs(seconds_in(row, s, Activity::ledger) - entry.ledger_seconds) < no_time);
        }
    }
    EXPECT(earliest == 0);
    EXPECT(last_arrival <= first_leaves);
}

void spans_are_a_record()
{
    for (const PlanOptions& options : choices()) {
        Plan<double> plan(n, options);
        plan.forward();
        for (const LedgerRow& row : plan.ledger().supersteps) EXPECT(row.spans.empty());
        plan.account(true);
        plan.forward();
        const Ledger ledger = plan.ledger();
        check_spans(ledger);
        plan.forward();
        // the next transform's take the place of the first's
        const auto count = [](const Ledger& of) { return spans_of(of, 0).size(); };
        EXPECT(count(plan.ledger()) <= count(ledger) + 4);
    }
}

/// One redistribution, as the book's algorithm has it: puts of the busiest process, and h in complex numbers.
struct KnownMove {
    Index puts;
    Index h;
};
std::vector<KnownMove> expected_moves;

void moves_are_as_in_the_book()
{
    for (const PlanOptions& options : choices()) {
        if (options.algorithm != Algorithm::textbook) continue;
        Plan<double> plan(n, options);
        plan.account(true);
        plan.forward();
        std::size_t moves = 0;
        for (const LedgerRow& row : plan.ledger().supersteps) {
            const LedgerEntry most = row.largest();
            if (most.puts == 0) continue;
            EXPECT(moves < expected_moves.size());
            EXPECT(most.puts == expected_moves[moves].puts);
            EXPECT(most.h() == 2 * expected_moves[moves].h);
            ++moves;
        }
        EXPECT(moves == expected_moves.size());
        const auto t = static_cast<Index>(moves);
        EXPECT(plan.ledger().total().synchronisations == (options.exchange == Exchange::put ? t : t + t % 2));
    }
}

void who_sends_to_whom()
{
    Plan<double> plan(n);
    plan.account(true);
    plan.forward();
    const Ledger ledger = plan.ledger();
    const auto p = static_cast<Index>(bsp_nprocs());
    const std::vector<Index>& bytes = ledger.supersteps[0].bytes_between;
    EXPECT(static_cast<Index>(bytes.size()) == p * p);
    for (Index s = 0; s < p; ++s) {
        for (Index t = 0; t < p; ++t)
            EXPECT(bytes[static_cast<std::size_t>(s * p + t)] == (s == t ? 0 : 16 * n / p / p));
    }
}

// Two milliseconds, of which half are said to be copies; and copies without seconds.
void copies_are_told_apart()
{
    Port port;
    const Schedule schedule = free_cut_schedule(n, port.p());
    const auto last = static_cast<Index>(schedule.supersteps().size()) - 1;
    Recorder recorder(port, schedule, 8);
    for (const bool timed : {true, false}) {
        recorder.account(timed);
        EXPECT(recorder.timed() == timed);
        recorder.begin();
        const double start = bsp_time();
        while (bsp_time() - start < 2e-3) {}
        recorder.copied(700, timed ? 0.4e-3 : 0);
        recorder.copied(300, timed ? 0.6e-3 : 0);
        recorder.done(0, 0);
        recorder.copied(500, 0);
        recorder.done(last, schedule.program().steps.size() - 1);
        recorder.end();
        const Ledger ledger = recorder.ledger();
        EXPECT(ledger.has_pcie());
        EXPECT(ledger.total().pcie_bytes == 1500);
        EXPECT(ledger.steps.size() == (timed ? schedule.program().steps.size() : 0));
        if (timed) EXPECT(ledger.steps.front() >= 0.9e-3);
        for (Index s = 0; s < port.p(); ++s) {
            const LedgerEntry& first = ledger.supersteps.front().processes[static_cast<std::size_t>(s)];
            EXPECT(first.pcie_bytes == 1000);
            EXPECT(std::abs(first.pcie_seconds - (timed ? 1e-3 : 0)) < no_time);
            EXPECT((first.compute_seconds >= 0.9e-3) == timed);
            EXPECT(std::abs(seconds_in(ledger.supersteps.front(), s, Activity::pcie) - first.pcie_seconds) < no_time);
            EXPECT(std::abs(seconds_in(ledger.supersteps.front(), s, Activity::compute) - first.compute_seconds) <
                   no_time);
        }
    }
}

void in_c()
{
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_create(&plan, n, nullptr, nullptr) == BSPFFT_OK);
    EXPECT(bspfft_account(plan, 1) == BSPFFT_OK);
    EXPECT(bspfft_execute(plan, BSPFFT_FORWARD) == BSPFFT_OK);
    EXPECT(bspfft_execute(plan, BSPFFT_INVERSE) == BSPFFT_OK);
    bspfft_superstep rows[2];
    rows[0].size = sizeof rows[0];
    int64_t count = 0;
    EXPECT(bspfft_ledger(plan, -1, rows, 1, &count) == BSPFFT_OK);
    EXPECT(count == 2);
    for (const int64_t process : {-1, 0, 1}) {
        EXPECT(bspfft_ledger(plan, process, rows, 2, &count) == BSPFFT_OK);
        EXPECT(std::string(rows[0].name) == "columns of length 32; columns to rows");
        EXPECT(rows[0].flops + rows[1].flops == 2 * bspfft_flops(plan));
        EXPECT(rows[0].words_sent == 2 * bspfft_words(plan));
        EXPECT(rows[0].words_received == rows[0].words_sent);
        EXPECT(rows[0].bytes == 8 * rows[0].words_sent);
        EXPECT(rows[0].puts > 0);
        EXPECT(rows[0].synchronisations == 2 * bspfft_synchronisations(plan));
        EXPECT(rows[0].compute_seconds > 0);
        EXPECT(rows[0].communicate_seconds > 0);
        EXPECT(rows[0].sync_seconds > 0);
        EXPECT(rows[0].pcie_seconds == 0);
        EXPECT(rows[0].pcie_bytes == 0);
    }
    // a caller with shorter rows, as of an earlier version, gets what fits
    char short_rows[2][offsetof(bspfft_superstep, bytes)];
    auto* const first = reinterpret_cast<bspfft_superstep*>(short_rows);
    first->size = sizeof short_rows[0];
    EXPECT(bspfft_ledger(plan, -1, first, 2, &count) == BSPFFT_OK);
    EXPECT(std::string(short_rows[1] + offsetof(bspfft_superstep, name)) == "rows of length 32");
    rows[0].size = 0;
    EXPECT(bspfft_ledger(plan, -1, rows, 2, &count) == BSPFFT_INVALID_ARGUMENT);
    EXPECT(std::string(bspfft_message()).find("rows[0].size is 0") != std::string::npos);
    EXPECT(bspfft_ledger(plan, 2, rows, 2, &count) == BSPFFT_INVALID_ARGUMENT);
    EXPECT(std::string(bspfft_message()).find("process is 2; it must be 0 to 1") != std::string::npos);
    bspfft_plan_destroy(plan);
}

// A put that is pending, and a message that was not read, when a transform begins.
void pending_communication()
{
    const auto p = bsp_nprocs(), s = bsp_pid(), next = (s + 1) % p;
    Plan<double> plan(64);
    int given = static_cast<int>(s), taken = -1;
    bsp_push_reg(&taken, sizeof taken);
    bsp_sync();
    bsp_send(next, nullptr, &given, sizeof given);
    bsp_sync();
    bsp_put(next, &given, &taken, 0, sizeof given);
    plan.forward();
    decltype(bsp_nprocs()) messages = 0;
    bsp_qsize(&messages, nullptr);
    EXPECT((plan.synchronisations() > 0) == (p > 1));
    EXPECT(taken == (p == 1 ? -1 : static_cast<int>((s + p - 1) % p)));
    EXPECT(static_cast<int>(messages) == (p == 1 ? 1 : 0));
    bsp_pop_reg(&taken);
    bsp_sync();
}

}  // namespace

TEST_CASE("h, puts and synchronisations are the schedule's on every process, with seconds and without")
{
    for (n = 2; n <= (SLOW ? 128 : 1024); n *= 2) {
        for (Index p = 1; p <= std::min<Index>(n / 2, SLOW ? 8 : 32); p *= 2) {
            CAPTURE(n);
            CAPTURE(p);
            CHECK(on(static_cast<unsigned>(p), counts_are_as_promised) == "");
        }
    }
}

TEST_CASE("longer transforms keep the same promise, with the opening sync of large arrays")
{
    for (n = Index{1} << 12; n <= Index{1} << (SLOW ? 14 : 16); n *= 4) {
        for (const unsigned p : {1U, 2U, 4U}) CHECK(on(p, counts_are_as_promised) == "");
    }
}

TEST_CASE("every algorithm and shape keeps the promise, with each process's own flops where parts are uneven")
{
    const auto options = [](Algorithm algorithm, std::vector<Index> cut = {}, std::vector<Index> axes = {}) {
        PlanOptions result;
        result.algorithm = algorithm;
        result.cut = std::move(cut);
        result.axes = std::move(axes);
        return result;
    };
    PlanOptions blocks = options(Algorithm::fast, {8});
    blocks.input = Layout::block(64, 2);
    PlanOptions batch = options(Algorithm::fast);
    batch.batch = 50;
    for (const Shape& shape : {
             Shape{{7 * 11}, 3, options(Algorithm::fast, {7}), {"columns of length 7", "rows of length 11"}},
             Shape{{12, 8, 18}, 6, options(Algorithm::fast, {4, 2, 6}),
                   {"columns of length 4 x 2 x 6", "rows of length 3 x 4 x 3"}},
             Shape{{64}, 2, blocks, {"columns of length 8", "rows of length 8"}},
             Shape{{12}, 3, batch, {"transforms of length 12"}},
             Shape{{10, 9, 5}, 3, options(Algorithm::fast, {0, 3, 0}, {1}), {}},
             Shape{{10, 9, 7}, 4, options(Algorithm::pencils),
                   {"transforms of length 7 along axis 2, transforms of length 9 along axis 1",
                    "transforms of length 10 along axis 0"}},
             Shape{{37}, 3, options(Algorithm::bluestein), {}},
             Shape{{2}, 5, options(Algorithm::bluestein), {}}}) {
        any_shape = shape;
        CAPTURE(shape.shape.front());
        CAPTURE(shape.p);
        if (!shape.computations.empty()) CHECK(on(shape.p, any_counts_are_as_promised) == "");
        CHECK(on(shape.p, flops_of_all_processes) == "");
    }
}

TEST_CASE("the seconds of a process add up to its time inside the transforms")
{
    for (n = Index{1} << 10; n <= Index{1} << 16; n *= 8) {
        for (const unsigned p : {1U, 2U, 4U}) CHECK(on(p, seconds_add_up) == "");
    }
}

TEST_CASE("the spans of a process are the time of the last transform, piece by piece")
{
    for (n = Index{1} << 10; n <= Index{1} << 16; n *= 8) {
        for (const unsigned p : {1U, 2U, 4U}) CHECK(on(p, spans_are_a_record) == "");
    }
}

TEST_CASE("copies between host and device have seconds and bytes of their own, which are not computing")
{
    n = Index{1} << 16;
    for (const unsigned p : {2U, 3U}) CHECK(on(p, copies_are_told_apart) == "");
}

TEST_CASE("the book's redistributions have these puts and this h, whatever the machine")
{
    struct Known {
        Index n;
        unsigned p;
        std::vector<KnownMove> moves;
    };
    for (const Known& known :
         {Known{65536, 1, {}}, Known{65536, 2, {{1, 16384}}}, Known{65536, 4, {{3, 12288}}},
          Known{65536, 16, {{15, 3840}}}, Known{1024, 32, {{31, 31}}}, Known{1024, 64, {{16, 16}, {3, 12}}},
          Known{256, 64, {{4, 4}, {3, 3}, {3, 3}}},
          Known{64, 32, {{2, 2}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}}}) {
        n = known.n;
        expected_moves = known.moves;
        CAPTURE(n);
        CAPTURE(known.p);
        CHECK(on(known.p, moves_are_as_in_the_book) == "");
    }
}

TEST_CASE("the ledger knows who sends how much to whom")
{
    n = 4096;
    for (const unsigned p : {2U, 4U, 16U}) CHECK(on(p, who_sends_to_whom) == "");
}

TEST_CASE("C programs read the same ledger")
{
    n = 1024;
    CHECK(on(2, in_c) == "");
}

TEST_CASE("pending puts arrive in a transform and unread messages are lost, but on one process, which has no sync")
{
    for (const unsigned p : {1, 2, 3}) CHECK(on(p, pending_communication) == "");
}
