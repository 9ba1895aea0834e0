#include "tools/bench.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <map>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/kernel/cut_simd.hpp"
#include "bspfft/bspfft.hpp"
#include "tools/fftw_peer.hpp"
#include "tools/json_output.hpp"
#include "tools/section.hpp"
#include "tools/signal.hpp"
#include "tools/verification.hpp"

namespace bspfft {

namespace {

constexpr double least_seconds = 0.01;  // of a block of transforms that is timed as one  [benchFFT]
constexpr int blocks_a_round = 4;

using Samples = std::vector<double>;

double least(const Samples& samples) { return *std::min_element(samples.begin(), samples.end()); }

double median(Samples samples)
{
    std::sort(samples.begin(), samples.end());
    return samples[samples.size() / 2];
}

/// Seconds per call, from blocks of calls; `again` tells everyone whether process 0 found a block too short.
template <class Block, class Again>
void time_blocks(Samples& samples, Block block, Again again)
{
    int count = 1;
    while (again(block(count) < least_seconds) && count < 1 << 20) count *= 2;
    for (int i = 0; i < blocks_a_round; ++i) samples.push_back(block(count) / count);
}

template <class Real>
class Contest {
public:
    using Complex = std::complex<Real>;

    Contest(Index n, Index p) : n_(n), p_(p), fftw_(fftw_runs<Real>(n, static_cast<int>(p))) {}

    void round()
    {
        time_ours("fast", Algorithm::fast);
        time_ours("textbook", Algorithm::textbook);
        for (std::size_t i = 0; i < fftw_.size(); ++i) time_fftw(fftw_[i], fftw_samples_[i]);
        time_floor();
    }

    bool right() const { return right_; }
    const std::map<std::string, Samples>& ours() const { return samples_; }

    /// FFTW's best way.
    const Samples* fftw() const
    {
        const Samples* best = nullptr;
        for (const auto& [way, samples] : fftw_samples_) {
            if (!best || least(samples) < least(*best)) best = &samples;
        }
        return best;
    }

private:
    void time_ours(const char* name, Algorithm algorithm)
    {
        if (algorithm == Algorithm::fast && p_ > n_ / p_) return;
        Samples found;
        run_section(p_, [&](Port& port) {
            PlanOptions options;
            options.algorithm = algorithm;
            options.normalisation = Normalisation::none;
            Plan<Real> plan(n_, options);
            check(port, plan);
            std::fill_n(plan.data(), plan.local_size(), Complex());
            Samples mine;
            time_blocks(
                mine, [&](int count) { return seconds_of(port, count, [&] { plan.forward(); }); },
                [&](bool wish) { return gather(port, {wish ? 1.0 : 0.0}).front() > 0; });
            if (port.s() == 0) found = mine;
        });
        Samples& all = samples_[name];
        all.insert(all.end(), found.begin(), found.end());
    }

    // The slowest process counts.
    template <class Work>
    static double seconds_of(Port& port, int count, Work work)
    {
        port.sync();
        const double start = bsp_time();
        for (int i = 0; i < count; ++i) work();
        port.sync();
        return largest_over_processes(port, bsp_time() - start);
    }

    void check(Port& port, Plan<Real>& plan)
    {
        const Signal signal = Signal::parse("random", n_);
        Buffer<Complex> x(plan.local_size());
        for (Index i = 0; i < plan.local_size(); ++i) {
            x.data()[i] = static_cast<Complex>(signal(plan.distribution().global(port.s(), i)));
            plan.data()[i] = x.data()[i];
        }
        plan.forward();
        const double error =
            compare_bins(port, n_, x.data(), plan.data(), choose_bins(n_, 4), Direction::forward, 1.0).l2;
        const double tolerance = 4 * std::numeric_limits<Real>::epsilon() * (1 + log2_exact(n_));
        if (port.s() == 0 && !(error <= tolerance)) right_ = false;
    }

    static void time_fftw(const std::function<void()>& run, Samples& samples)
    {
        using Clock = std::chrono::steady_clock;
        const auto block = [&](int count) {
            const auto start = Clock::now();
            for (int i = 0; i < count; ++i) run();
            return std::chrono::duration<double>(Clock::now() - start).count();
        };
        time_blocks(samples, block, [](bool wish) { return wish; });
    }

    // Two sweeps that read one array and write another, each process its part.
    void time_floor()
    {
        Samples found;
        run_section(p_, [&](Port& port) {
            Buffer<Complex> a(n_ / p_), b(n_ / p_);
            const auto sweeps = [&] {
                std::copy_n(a.data(), a.size(), b.data());
                std::copy_n(b.data(), b.size(), a.data());
            };
            Samples mine;
            time_blocks(
                mine, [&](int count) { return seconds_of(port, count, sweeps); },
                [&](bool wish) { return gather(port, {wish ? 1.0 : 0.0}).front() > 0; });
            if (port.s() == 0) found = mine;
        });
        Samples& all = samples_["floor"];
        all.insert(all.end(), found.begin(), found.end());
    }

    Index n_;
    Index p_;
    std::vector<std::function<void()>> fftw_;
    std::map<std::size_t, Samples> fftw_samples_;
    std::map<std::string, Samples> samples_;
    bool right_ = true;
};

std::string cpu_name()
{
    std::ifstream cpuinfo("/proc/cpuinfo");
    for (std::string line; std::getline(cpuinfo, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "unknown";
}

struct Row {
    Index n;
    Index p;
    std::string name;
    Samples samples;
    double ratio;  ///< FFTW's best time / this one's; 0 if FFTW is not there
};

template <class Real>
std::vector<Row> contest(Index n, Index p, int rounds, bool& right)
{
    Contest<Real> contest(n, p);
    for (int i = 0; i < rounds; ++i) contest.round();
    right = right && contest.right();
    std::vector<Row> rows;
    const Samples* const fftw = contest.fftw();
    const auto add = [&](const std::string& name, const Samples& samples) {
        rows.push_back({n, p, name, samples, fftw ? least(*fftw) / least(samples) : 0});
    };
    for (const auto& [name, samples] : contest.ours()) add(name, samples);
    if (fftw) add("fftw", *fftw);
    return rows;
}

double gflops(const Row& row)
{
    const auto n = static_cast<double>(row.n);
    return 5 * n * std::log2(n) / least(row.samples) / 1e9;
}

void print_row(const Row& row)
{
    std::printf("  2^%-3d p = %-3lld %-9s %10s %10s %10s %8.2f", log2_exact(row.n),
                static_cast<long long>(row.p), row.name.c_str(), readable_seconds(least(row.samples)).c_str(),
                readable_seconds(median(row.samples)).c_str(),
                readable_seconds(*std::max_element(row.samples.begin(), row.samples.end())).c_str(),
                gflops(row));
    row.ratio > 0 ? std::printf(" %8.2f\n", row.ratio) : std::printf("        -\n");
    std::fflush(stdout);
}

Json json_of(const std::vector<Row>& rows, const BenchRequest& request)
{
    Json list = Json::array();
    for (const Row& row : rows) {
        list.push_back({{"n", row.n},
                        {"p", row.p},
                        {"name", row.name},
                        {"precision", name_of(precisions, request.precision)},
                        {"seconds",
                         {{"min", least(row.samples)},
                          {"median", median(row.samples)},
                          {"repeats", row.samples.size()}}},
                        {"gflops", gflops(row)},
                        {"fftw_over_this", row.ratio},
                        {"cpu", cpu_name()},
                        {"simd", simd::target()},
                        {"runtime", Port::runtime()},
                        {"fftw", fftw_version_name()}});
    }
    return list;
}

}  // namespace

int bench(const BenchRequest& request)
{
    const Index from = parse_length(request.from), to = parse_length(request.to);
    require_powers_of_two(from, 1);
    require_powers_of_two(to, 1);
    const Index most = processes_for(to, request.procs, false);
    if (request.json != "-") {
        std::printf("%s, %s; %s, %s; FFTW: best of in place and out of place, of 1 and p threads\n\n",
                    cpu_name().c_str(), simd::target().c_str(),
                    name_of(precisions, request.precision).c_str(), fftw_version_name());
        std::printf("  %-5s %-7s %-9s %10s %10s %10s %8s %8s\n", "n", "p", "", "minimum", "median", "maximum",
                    "Gflop/s", "FFTW/it");
    }
    std::vector<Row> rows;
    bool right = true;
    for (Index n = from; n <= to; n *= 2) {
        for (Index p = 1; p <= most && p <= n / 2; p = p == 1 && most > 1 ? most : most + 1) {
            const auto found = request.precision == Precision::single_
                                   ? contest<float>(n, p, request.rounds, right)
                                   : contest<double>(n, p, request.rounds, right);
            rows.insert(rows.end(), found.begin(), found.end());
            if (request.json != "-") std::for_each(found.begin(), found.end(), print_row);
        }
    }
    if (!request.json.empty()) write_json(request.json, json_of(rows, request));
    return right ? 0 : 1;
}

}  // namespace bspfft
