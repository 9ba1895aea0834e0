#include "bsp_fft/measure/recorder.hpp"

#include <algorithm>
#include <utility>

#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/schedule/flop_counts.hpp"

namespace bspfft {

namespace {

Traffic operator-(Traffic a, const Traffic& b)
{
    return {a.puts - b.puts,
            a.bytes - b.bytes,
            a.synchronisations - b.synchronisations,
            a.put_seconds - b.put_seconds,
            a.wait_seconds - b.wait_seconds,
            a.deliver_seconds - b.deliver_seconds,
            a.sync_seconds - b.sync_seconds};
}

void operator+=(Traffic& a, const Traffic& b)
{
    a.puts += b.puts;
    a.bytes += b.bytes;
    a.synchronisations += b.synchronisations;
    a.put_seconds += b.put_seconds;
    a.wait_seconds += b.wait_seconds;
    a.deliver_seconds += b.deliver_seconds;
    a.sync_seconds += b.sync_seconds;
}

double seconds_of(const Traffic& t)
{
    return t.put_seconds + t.wait_seconds + t.deliver_seconds + t.sync_seconds;
}

/// What a process sends the others about one superstep, all as doubles: counts up to 2^53 are exact. The bytes
/// to each process follow, with accounting.
struct Totals {
    double puts, bytes, synchronisations, copied, put, wait, deliver, sync, compute, copy;
};
constexpr std::size_t numbers_in_totals = sizeof(Totals) / sizeof(double);

Totals read_totals(const double* at)
{
    return {at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], at[9]};
}

LedgerEntry entry_of(const Totals& totals, Index flops, Index bytes_per_real)
{
    LedgerEntry entry;
    entry.flops = flops;
    entry.puts = static_cast<Index>(totals.puts);
    entry.bytes = static_cast<Index>(totals.bytes);
    entry.words_sent = entry.bytes / bytes_per_real;
    entry.synchronisations = static_cast<Index>(totals.synchronisations);
    entry.compute_seconds = totals.compute;
    entry.communicate_seconds = totals.put;
    entry.wait_seconds = totals.wait;
    entry.sync_seconds = totals.sync;
    entry.pcie_seconds = totals.copy;
    entry.pcie_bytes = static_cast<Index>(totals.copied);
    return entry;
}

// Where puts are delivered at the sync, its seconds are waiting, communication and synchronisation in one. The
// process that arrives last does not wait: the minimum over the processes is the communication and an empty sync.
void settle_deliveries(LedgerRow& row, const std::vector<double>& deliver)
{
    const double least = *std::min_element(deliver.begin(), deliver.end());
    for (std::size_t s = 0; s < deliver.size(); ++s) {
        LedgerEntry& entry = row.processes[s];
        const double moving = std::max(0.0, least - entry.sync_seconds);
        entry.communicate_seconds += moving;
        entry.wait_seconds += deliver[s] - moving;
    }
}

}  // namespace

Recorder::Recorder(Port& port, const Schedule& schedule, Index bytes_per_real)
    : port_(port), schedule_(schedule), bytes_per_real_(bytes_per_real)
{
    account(false);
}

void Recorder::account(bool on)
{
    timed_ = on;
    counts_ = on || schedule_.synchronisations() > 0;
    transforms_ = 0;
    seconds_ = 0;
    copied_ = {};
    const std::size_t destinations = on ? static_cast<std::size_t>(schedule_.p()) : 0;
    tallies_.assign(schedule_.supersteps().size(), Tally{{}, 0, {}, std::vector<Index>(destinations)});
    bytes_to_.assign(destinations, 0);
    stamps_ = on ? TimeStamps(schedule_) : TimeStamps();
}

void Recorder::begin_timed()
{
    port_.time(true);
    port_.count_into(bytes_to_.data());
    port_.stamp_into(stamps_.syncs());
    began_ = at_ = port_.now();
    stamps_.begin(began_, port_.traffic().put_seconds);
}

Traffic Recorder::count(Index superstep)
{
    const Traffic since = port_.traffic() - before_;
    tallies_[static_cast<std::size_t>(superstep)].traffic += since;
    before_ = port_.traffic();
    return since;
}

double Recorder::count_copies(Index superstep)
{
    const Copies since = std::exchange(copied_, {});
    Copies& copies = tallies_[static_cast<std::size_t>(superstep)].copies;
    copies.bytes += since.bytes;
    copies.seconds += since.seconds;
    return since.seconds;
}

void Recorder::done_timed(Index superstep)
{
    const double now = port_.now();
    const double copying = count_copies(superstep);
    stamps_.done(superstep, now, port_.traffic().put_seconds, copying);
    const Traffic since = count(superstep);
    Tally& tally = tallies_[static_cast<std::size_t>(superstep)];
    tally.compute_seconds += now - at_ - seconds_of(since) - copying;
    for (std::size_t t = 0; t < bytes_to_.size(); ++t) tally.bytes_to[t] += std::exchange(bytes_to_[t], 0);
    at_ = now;
}

void Recorder::end_timed()
{
    // since the last superstep was done there was only bookkeeping
    seconds_ += at_ - began_;
    stamps_.end();
    port_.stamp_into(nullptr);
    port_.count_into(nullptr);
    port_.time(false);
}

std::vector<double> Recorder::numbers() const
{
    std::vector<double> result{seconds_};
    for (const Tally& tally : tallies_) {
        const Traffic& t = tally.traffic;
        for (const Index count : {t.puts, t.bytes, t.synchronisations, tally.copies.bytes})
            result.push_back(static_cast<double>(count));
        for (const double seconds :
             {t.put_seconds, t.wait_seconds, t.deliver_seconds, t.sync_seconds, tally.compute_seconds,
              tally.copies.seconds})
            result.push_back(seconds);
        for (const Index bytes : tally.bytes_to) result.push_back(static_cast<double>(bytes));
    }
    return result;
}

LedgerRow Recorder::row(std::size_t i, const std::vector<double>& all) const
{
    const auto p = static_cast<std::size_t>(schedule_.p());
    const std::size_t destinations = bytes_to_.size();
    LedgerRow row{schedule_.supersteps()[i].name(), {}, std::vector<Index>(p * destinations)};
    std::vector<double> deliver;
    for (std::size_t s = 0; s < p; ++s) {
        const double* const at = &all[s * (all.size() / p) + 1 + i * (numbers_in_totals + destinations)];
        const Totals totals = read_totals(at);
        Index flops = 0;
        for (const Step& step : schedule_.program().steps) {
            if (step.superstep != i || !step.compute()) continue;
            flops += flops_of_process(*step.compute(), static_cast<Index>(s));
        }
        row.processes.push_back(entry_of(totals, transforms_ * flops, bytes_per_real_));
        deliver.push_back(totals.deliver);
        std::transform(at + numbers_in_totals, at + numbers_in_totals + destinations,
                       row.bytes_between.begin() + static_cast<std::ptrdiff_t>(s * destinations),
                       [](double bytes) { return static_cast<Index>(bytes); });
    }
    settle_deliveries(row, deliver);
    for (std::size_t s = 0; s < p; ++s) row.processes[s].words_received = received(row, i, s);
    return row;
}

// Every put is counted by its sender. Without accounting its receiver is not recorded, and the words received are
// those of the schedule.
Index Recorder::received(const LedgerRow& row, std::size_t i, std::size_t s) const
{
    if (!timed_) {
        Index words = 0;
        for (const Step& step : schedule_.program().steps) {
            if (step.superstep == i && step.move()) words += step.move()->counts(static_cast<Index>(s)).words_received;
        }
        return transforms_ * words;
    }
    Index bytes = 0;
    const std::size_t p = row.processes.size();
    for (std::size_t from = 0; from < p; ++from) bytes += row.bytes_between[from * p + s];
    return bytes / bytes_per_real_;
}

Ledger Recorder::ledger() const
{
    Port apart;  // so that the ledger's own communication is not counted
    Agreement agreement(apart);
    const std::vector<double> all = gather(apart, agreement, [&] { return numbers(); });
    const bool has_spans = timed_ && transforms_ > 0;
    std::vector<double> stamps;
    if (has_spans) stamps = gather(apart, agreement, [&] { return stamps_.numbers(); });
    const bool one_machine = has_spans && Port::on_this_machine() == apart.p();
    Ledger ledger{transforms_, timed_, 0, {}};
    agreement.on([&] {
        const std::size_t each = all.size() / static_cast<std::size_t>(schedule_.p());
        for (std::size_t at = 0; at < all.size(); at += each) ledger.seconds = std::max(ledger.seconds, all[at]);
        for (std::size_t i = 0; i < tallies_.size(); ++i) ledger.supersteps.push_back(row(i, all));
        if (has_spans) add_spans_to(ledger, stamps, one_machine);
    });
    return ledger;
}

void require_equal_transforms(const char* plan, Index forward, Index inverse)
{
    Port apart;
    Agreement(apart).compare(Arguments(plan)
                                 .add("the number of forward transforms", forward)
                                 .add("the number of inverse transforms", inverse));
}

void Recorder::add_spans_to(Ledger& ledger, const std::vector<double>& all, bool one_machine) const
{
    const std::size_t each = all.size() / static_cast<std::size_t>(schedule_.p());
    std::vector<std::vector<TimedPiece>> processes;
    for (std::size_t at = 0; at < all.size(); at += each) processes.push_back(pieces_from(&all[at]));
    add_spans(ledger, std::move(processes), one_machine);
}

}  // namespace bspfft
