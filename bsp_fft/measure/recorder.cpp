#include "bsp_fft/measure/recorder.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

namespace {

double seconds_of(const Traffic& traffic)
{
    return traffic.put_seconds + traffic.wait_seconds + traffic.deliver_seconds + traffic.sync_seconds +
           traffic.empty_seconds;
}

// Where puts are delivered at the sync, what it takes longer than an empty one is waiting and communication in one. The
// process that arrives last does not wait: the minimum over the processes is the communication.
void settle_deliveries(LedgerRow& row, const std::vector<double>& deliver)
{
    const double moving = *std::ranges::min_element(deliver);
    for (std::size_t s = 0; s < deliver.size(); ++s) {
        row.processes[s].communicate_seconds += moving;
        row.processes[s].wait_seconds += deliver[s] - moving;
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
    copied_bytes_ = 0;
    copied_seconds_ = 0;
    const std::size_t destinations = on ? static_cast<std::size_t>(schedule_.p()) : 0;
    tallies_.assign(schedule_.supersteps().size(), Tally{{}, std::vector<Index>(destinations)});
    bytes_to_.assign(destinations, 0);
    steps_.assign(on ? schedule_.program().steps.size() : 0, 0.0);
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

double Recorder::count(Index superstep)
{
    const Traffic now = port_.traffic(), then = std::exchange(before_, now);
    Sums& sums = tallies_[static_cast<std::size_t>(superstep)].sums;
    sums.entry.puts += now.puts - then.puts;
    sums.entry.bytes += now.bytes - then.bytes;
    sums.entry.synchronisations += now.synchronisations - then.synchronisations;
    sums.entry.communicate_seconds += now.put_seconds - then.put_seconds;
    sums.entry.wait_seconds += now.wait_seconds - then.wait_seconds;
    sums.entry.sync_seconds += now.sync_seconds - then.sync_seconds;
    sums.entry.ledger_seconds += now.empty_seconds - then.empty_seconds;
    sums.deliver_seconds += now.deliver_seconds - then.deliver_seconds;
    return seconds_of(now) - seconds_of(then);
}

double Recorder::count_copies(Index superstep)
{
    LedgerEntry& entry = tallies_[static_cast<std::size_t>(superstep)].sums.entry;
    const double seconds = std::exchange(copied_seconds_, 0);
    entry.pcie_bytes += std::exchange(copied_bytes_, 0);
    entry.pcie_seconds += seconds;
    return seconds;
}

void Recorder::done_timed(Index superstep, std::size_t step)
{
    const double now = port_.now();
    const double copying = count_copies(superstep);
    stamps_.done(superstep, now, port_.traffic().put_seconds, copying);
    Tally& tally = tallies_[static_cast<std::size_t>(superstep)];
    const double computing = now - at_ - count(superstep) - copying;
    tally.sums.entry.compute_seconds += computing;
    steps_[step] += computing;
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

// The sums as they are in memory; with accounting each has the bytes to each process, and the steps come last.
std::vector<double> Recorder::numbers() const
{
    std::vector<double> result{seconds_};
    for (const Tally& tally : tallies_) {
        const auto sums = std::bit_cast<SumsAsDoubles>(tally.sums);
        result.insert(result.end(), sums.begin(), sums.end());
        result.insert(result.end(), tally.bytes_to.begin(), tally.bytes_to.end());
    }
    result.insert(result.end(), steps_.begin(), steps_.end());
    return result;
}

LedgerRow Recorder::row(std::size_t i, const std::vector<double>& all) const
{
    LedgerRow row{schedule_.supersteps()[i].name(), {}, {}};
    std::vector<double> deliver;
    const auto p = static_cast<std::size_t>(schedule_.p()), each = all.size() / p;
    const std::size_t length = (each - 1 - steps_.size()) / tallies_.size();
    for (std::size_t s = 0; s < p; ++s) {
        const double* const at = &all[s * each + 1 + i * length];
        SumsAsDoubles numbers;
        std::copy_n(at, numbers.size(), numbers.begin());
        const auto sums = std::bit_cast<Sums>(numbers);
        LedgerEntry& entry = row.processes.emplace_back(sums.entry);
        for (const Step& step : schedule_.program().steps) {
            if (step.superstep != i || !step.compute()) continue;
            entry.flops += transforms_ * flops_of_process(*step.compute(), static_cast<Index>(s));
        }
        entry.words_sent = entry.bytes / bytes_per_real_;
        deliver.push_back(sums.deliver_seconds);
        std::transform(at + numbers.size(), at + length, std::back_inserter(row.bytes_between),
                       [](double bytes) { return static_cast<Index>(bytes); });
    }
    settle_deliveries(row, deliver);
    for (std::size_t s = 0; s < row.processes.size(); ++s) row.processes[s].words_received = received(row, i, s);
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
    Ledger ledger{transforms_, timed_, 0, {}, has_spans ? clock_seconds() : 0};
    agreement.on([&] {
        ledger.steps.resize(steps_.size());
        const auto p = static_cast<std::size_t>(schedule_.p());
        std::vector<std::vector<TimedPiece>> processes;
        for (std::size_t s = 0, each = all.size() / p; s < p; ++s) {
            ledger.seconds = std::max(ledger.seconds, all[s * each]);
            for (std::size_t i = 0; i < steps_.size(); ++i)
                ledger.steps[i] = std::max(ledger.steps[i], all[(s + 1) * each - steps_.size() + i]);
            if (has_spans) processes.push_back(pieces_from(&stamps[s * (stamps.size() / p)]));
        }
        for (std::size_t i = 0; i < tallies_.size(); ++i) ledger.supersteps.push_back(row(i, all));
        if (has_spans) add_spans(ledger, std::move(processes), one_machine);
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

}  // namespace bspfft
