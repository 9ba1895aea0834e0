// The cost of communication and synchronisation: puts of many sizes into arrays of many sizes, reading what was put,
// empty supersteps, and copies at every level of the memory.
#include <algorithm>
#include <memory>

#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/laboratory.hpp"

namespace bspfft {

namespace {

constexpr double seconds_a_sample = 5e-4;
constexpr Index most_bytes = Index{2} << 20;  // that one superstep puts
constexpr Index most_puts = 512;

Index bytes_of(const Bench& bench) { return 2 * bench.size() * static_cast<Index>(sizeof(double)); }

/// Supersteps in which every process puts packets of one size to the others in turn. The receiver reads them
/// afterwards, as a transform would, outside of the timed part.
class PutRun {
public:
    PutRun(Bench& bench, Exchange exchange, Index bytes, Index working_set)
        : bench_(bench),
          exchange_(exchange),
          bytes_(bytes),
          working_set_(working_set),
          puts_(std::clamp(std::min(working_set, most_bytes) / bytes, Index{1}, most_puts)),
          source_(bytes / static_cast<Index>(sizeof(double))),
          repeats_(std::min(Index{200}, bench.repeats_for(seconds_a_sample, [&] { superstep(); })))
    {}

    /// Seconds per put; the slowest process counts.
    double sample()
    {
        const double seconds = Bench::median_seconds(repeats_, [&](Index count) {
            double sum = 0;
            for (Index i = 0; i < count; ++i) sum += superstep();
            return sum;
        });
        return largest_over_processes(bench_.port(), seconds) / static_cast<double>(puts_);
    }

    PutPoint point(const Estimate& seconds) const
    {
        return {exchange_, bytes_, working_set_, bench_.port().p(), seconds};
    }

private:
    // Where puts are delivered at the sync, its time beyond that of an empty one counts too.
    double superstep()
    {
        Port& port = bench_.port();
        read();
        port.sync();
        const double start = steady_seconds();
        for (Index i = 0; i < puts_; ++i) put(i);
        const double sent = steady_seconds();
        port.sync();
        const double delivered = steady_seconds();
        port.sync();
        const double empty = steady_seconds() - delivered;
        at_ = (at_ + puts_ * bytes_) % working_set_;
        const bool deferred = exchange_ == Exchange::put || !Port::completes_at_call();
        return sent - start + (deferred ? std::max(0.0, delivered - sent - empty) : 0);
    }

    void put(Index i)
    {
        Port& port = bench_.port();
        const Index t = (port.s() + 1 + i % (port.p() - 1)) % port.p();
        const Index offset = (at_ + i * bytes_) % working_set_;
        exchange_ == Exchange::put ? port.put(t, source_.data(), bench_.landing(), offset, bytes_)
                                   : port.hpput(t, source_.data(), bench_.landing(), offset, bytes_);
    }

    void read()
    {
        constexpr Index line = 8;  // doubles
        const Index first = at_ / static_cast<Index>(sizeof(double));
        const Index end = std::min(first + puts_ * bytes_ / static_cast<Index>(sizeof(double)), 2 * bench_.size());
        volatile double sink = 0;
        for (Index i = first; i < end; i += line) sink = sink + bench_.landing()[i];
    }

    Bench& bench_;
    Exchange exchange_;
    Index bytes_;
    Index working_set_;
    Index puts_;
    Buffer<double> source_;
    Index at_ = 0;
    Index repeats_;
};

/// Supersteps after which every process reads what the others have put, and reads it again.
class ArrivalRun {
public:
    ArrivalRun(Bench& bench, Index bytes)
        : bench_(bench),
          bytes_(bytes),
          packet_(std::min(bytes, Index{4096})),
          source_(packet_ / static_cast<Index>(sizeof(double))),
          repeats_(std::min(Index{200}, bench.repeats_for(seconds_a_sample, [&] { superstep(); })))
    {}

    double sample()
    {
        constexpr double least = 1e-12;
        const double seconds = Bench::median_seconds(repeats_, [&](Index count) {
            double sum = 0;
            for (Index i = 0; i < count; ++i) sum += superstep();
            return sum;
        });
        return largest_over_processes(bench_.port(), std::max(seconds, least * static_cast<double>(bytes_)));
    }

private:
    double superstep()
    {
        Port& port = bench_.port();
        const Index others = port.p() - 1;
        for (Index i = 0; i < bytes_ / packet_; ++i)
            port.hpput((port.s() + 1 + i % others) % port.p(), source_.data(), bench_.landing(), i * packet_, packet_);
        port.sync();
        const double arrived = read(), again = read();
        port.sync();
        return arrived - again;
    }

    double read()
    {
        constexpr Index line = 8;  // doubles
        double sums[2] = {};
        const double seconds = seconds_of(1, [&] {
            const double* const landing = bench_.landing();
            for (Index i = 0; i < bytes_ / static_cast<Index>(sizeof(double)); i += 2 * line) {
                sums[0] += landing[i];
                sums[1] += landing[i + line];
            }
        });
        sink_ = sums[0] + sums[1];
        return seconds;
    }

    Bench& bench_;
    Index bytes_;
    Index packet_;
    Buffer<double> source_;
    volatile double sink_ = 0;
    Index repeats_;
};

}  // namespace

void Probe::add_arrivals()
{
    if (p() == 1) return;
    for (const Index bytes : {Index{1} << 10, Index{1} << 14, Index{1} << 18, most_bytes}) {
        if (bytes > bytes_of(bench)) continue;
        const auto run = std::make_shared<ArrivalRun>(bench, bytes);
        experiments.push_back(time_experiment([run] { return run->sample(); },
                                              [this, bytes](const Estimate& seconds) {
                                                  machine.arrivals.push_back({p(), bytes, seconds});
                                              }));
    }
}

void Probe::add_puts()
{
    if (p() == 1) return;
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        for (Index working_set = Index{1} << 10; working_set <= bytes_of(bench); working_set *= 4) {
            for (const Index bytes : {16, 128, 1024, 4096, 16384, 1 << 20}) {
                if (bytes > working_set) continue;
                const auto run = std::make_shared<PutRun>(bench, exchange, bytes, working_set);
                const std::string curve = text(exchange == Exchange::put ? "put" : "hpput", " ", working_set);
                experiments.push_back(time_experiment(
                    [run] { return run->sample(); },
                    [run, this](const Estimate& seconds) { machine.puts.push_back(run->point(seconds)); },
                    {{curve, log2_of(bytes)}}));
            }
        }
    }
}

// l as the ledger sees it, in the state that work leaves the caches in: each process copies as much as that, and then
// synchronises; the process that waits least counts.
void Probe::add_sync()
{
    for (const Index bytes : {Index{1} << 10, Index{1} << 16, Index{1} << 20, Index{1} << 24}) {
        if (bytes > bytes_of(bench)) continue;
        const auto sample = [this, bytes] {
            const double clock = clock_seconds();
            const Index doubles = bytes / 2 / static_cast<Index>(sizeof(double));
            const Index repeats = std::max(Index{5}, (Index{1} << 21) / (bytes + (Index{1} << 12)));
            const double seconds = Bench::median_seconds(repeats, [&](Index count) {
                double sum = 0;
                for (Index i = 0; i < count; ++i) {
                    std::copy_n(bench.x(), doubles, bench.landing());
                    sum += seconds_of(1, [this] { bench.port().sync(); }) - clock;
                }
                return sum;
            });
            constexpr double least = 1e-9;
            return std::max(least, -largest_over_processes(bench.port(), -seconds));
        };
        experiments.push_back(time_experiment(sample,
                                              [this, bytes](const Estimate& seconds) {
                                                  machine.syncs.push_back({p(), bytes, seconds});
                                              },
                                              {{"sync", log2_of(bytes)}}));
    }
}

void Probe::add_streams()
{
    std::vector<CacheLevel> levels = cache_levels();
    for (CacheLevel& level : levels) level.bytes /= 2;
    if (levels.size() > 2) levels.back().bytes /= p();  // the last is shared
    levels.push_back({"memory", 2 * bytes_of(bench)});
    for (const CacheLevel& level : levels) {
        const Index bytes = std::min(level.bytes, 2 * bytes_of(bench));
        const auto copy = [this, doubles = bytes / 2 / static_cast<Index>(sizeof(double))] {
            std::copy_n(bench.x(), doubles, bench.landing());
        };
        experiments.push_back(time_experiment(bench.sampler(seconds_a_sample, static_cast<double>(bytes), copy),
                                              [this, bytes, name = level.name](const Estimate& seconds) {
                                                  machine.streams.push_back({name, bytes, p(), reciprocal(seconds)});
                                              },
                                              {{"copy", log2_of(bytes)}}));
    }
}

}  // namespace bspfft
