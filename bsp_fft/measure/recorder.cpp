#include "bsp_fft/measure/recorder.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

namespace {

constexpr Index Traffic::*traffic_counts[] = {&Traffic::puts, &Traffic::bytes, &Traffic::synchronisations};
constexpr double Traffic::*traffic_seconds[] = {&Traffic::put_seconds, &Traffic::wait_seconds,
                                                &Traffic::deliver_seconds, &Traffic::sync_seconds};

double seconds_of(const Traffic& traffic)
{
    double sum = 0;
    for (const auto part : traffic_seconds) sum += traffic.*part;
    return sum;
}

// Where puts are delivered at the sync, its seconds are waiting, communication and synchronisation in one. The
// process that arrives last does not wait: the minimum over the processes is the communication and an empty sync.
void settle_deliveries(LedgerRow& row, const std::vector<double>& deliver)
{
    const double least = *std::ranges::min_element(deliver);
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
    Traffic since = port_.traffic(), &sum = tallies_[static_cast<std::size_t>(superstep)].traffic;
    for (const auto part : traffic_counts) sum.*part += since.*part -= before_.*part;
    for (const auto part : traffic_seconds) sum.*part += since.*part -= before_.*part;
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

// All as doubles: counts up to 2^53 are exact. The bytes to each process come last, with accounting.
std::vector<double> Recorder::numbers() const
{
    std::vector<double> result{seconds_};
    for (const Tally& tally : tallies_) {
        for (const auto part : traffic_counts) result.push_back(static_cast<double>(tally.traffic.*part));
        for (const auto part : traffic_seconds) result.push_back(tally.traffic.*part);
        for (const double number :
             {static_cast<double>(tally.copies.bytes), tally.copies.seconds, tally.compute_seconds})
            result.push_back(number);
        for (const Index bytes : tally.bytes_to) result.push_back(static_cast<double>(bytes));
    }
    return result;
}

Recorder::Tally Recorder::tally_of(std::size_t s, std::size_t superstep, const std::vector<double>& all) const
{
    const std::size_t each = all.size() / static_cast<std::size_t>(schedule_.p()), destinations = bytes_to_.size();
    const double* at = &all[s * each + 1 + superstep * ((each - 1) / tallies_.size())];
    const auto count = [](double number) { return static_cast<Index>(number); };
    Tally tally;
    for (const auto part : traffic_counts) tally.traffic.*part = count(*at++);
    for (const auto part : traffic_seconds) tally.traffic.*part = *at++;
    tally.copies = {count(at[0]), at[1]};
    tally.compute_seconds = at[2];
    std::transform(at + 3, at + 3 + destinations, std::back_inserter(tally.bytes_to), count);
    return tally;
}

LedgerRow Recorder::row(std::size_t i, const std::vector<double>& all) const
{
    LedgerRow row{schedule_.supersteps()[i].name(), {}, {}};
    std::vector<double> deliver;
    for (std::size_t s = 0; s < static_cast<std::size_t>(schedule_.p()); ++s) {
        const Tally tally = tally_of(s, i, all);
        const Traffic& traffic = tally.traffic;
        LedgerEntry& entry = row.processes.emplace_back();
        for (const Step& step : schedule_.program().steps) {
            if (step.superstep != i || !step.compute()) continue;
            entry.flops += transforms_ * flops_of_process(*step.compute(), static_cast<Index>(s));
        }
        entry.puts = traffic.puts;
        entry.bytes = traffic.bytes;
        entry.words_sent = entry.bytes / bytes_per_real_;
        entry.synchronisations = traffic.synchronisations;
        entry.compute_seconds = tally.compute_seconds;
        entry.communicate_seconds = traffic.put_seconds;
        entry.wait_seconds = traffic.wait_seconds;
        entry.sync_seconds = traffic.sync_seconds;
        entry.pcie_seconds = tally.copies.seconds;
        entry.pcie_bytes = tally.copies.bytes;
        deliver.push_back(traffic.deliver_seconds);
        row.bytes_between.insert(row.bytes_between.end(), tally.bytes_to.begin(), tally.bytes_to.end());
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
    Ledger ledger{transforms_, timed_, 0, {}};
    agreement.on([&] {
        const auto p = static_cast<std::size_t>(schedule_.p());
        std::vector<std::vector<TimedPiece>> processes;
        for (std::size_t s = 0; s < p; ++s) {
            ledger.seconds = std::max(ledger.seconds, all[s * (all.size() / p)]);
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
