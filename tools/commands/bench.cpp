#include "tools/commands/bench.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "bspfft/schedule.hpp"
#include "tools/bench/conditions.hpp"
#include "tools/bench/contest.hpp"
#include "tools/bench/plot.hpp"
#include "tools/bench/ratios.hpp"
#include "tools/bench/table.hpp"
#include "tools/pictures/gnuplot.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/progress.hpp"

namespace bspfft::tools {

const std::map<std::string, PrecisionSet> precision_sets{
    {"float", PrecisionSet::single_},
    {"double", PrecisionSet::double_},
    {"both", PrecisionSet::both},
};

namespace {

std::vector<Precision> members(PrecisionSet set)
{
    if (set == PrecisionSet::single_) return {Precision::single_};
    if (set == PrecisionSet::double_) return {Precision::double_};
    return {Precision::double_, Precision::single_};
}

[[noreturn]] void refuse(const std::string& message) { throw Error(Status::invalid_argument, message); }

std::vector<Index> lengths_of(const BenchRequest& request)
{
    const Index from = parse_length(request.from), to = parse_length(request.to);
    require_powers_of_two(from, 1);
    require_powers_of_two(to, 1);
    if (from > to)
        refuse(text("--from ", request.from, " is more than --to ", request.to, "; exchange the two"));
    if (request.step < 2 || !is_power_of_two(request.step))
        refuse(text("--step ", request.step, " is not a power of two from 2 on; take 2 or 4"));
    std::vector<Index> lengths{from};
    while (lengths.back() < to)
        lengths.push_back(lengths.back() > to / request.step ? to : lengths.back() * request.step);
    return lengths;
}

// Ours has a plan and as much memory again, to see what zeroing takes; the others have less.
void require_memory(Index n, const std::vector<Precision>& measured)
{
    constexpr Index arrays = 5;
    Index bytes = 0;  // for each element
    for (const Precision precision : measured) bytes = std::max(bytes, arrays * bytes_per_complex(precision));
    const Index available = available_memory();
    if (n <= available / bytes) return;
    throw Error(Status::out_of_memory,
                text("measuring n = ", n, " needs ", bytes, " bytes for each element, and this machine has ",
                     available, " bytes available; take a smaller --to"));
}

double planning_limit(Index n, const BenchRequest& request)
{
    constexpr double seconds = 10, seconds_for_a_million = 2;
    if (request.fftw_seconds > 0) return request.fftw_seconds;
    return seconds + seconds_for_a_million * static_cast<double>(n) / (1 << 20);
}

class Bench {
public:
    explicit Bench(const BenchRequest& request)
        : request_(request),
          lengths_(lengths_of(request)),
          precisions_(members(request.precisions)),
          most_(processes_for(lengths_.back(), request.procs, request.oversubscribe)),
          csv_(request.csv),
          json_(request.json),
          plot_(request.plot),
          has_fftw_(start_fftw_threads()),
          mpi_(std::make_shared<MpiPeer>())
    {
        if (csv_.to_standard_output() + json_.to_standard_output() + plot_.to_standard_output() > 1)
            refuse("several outputs were to go to standard output; name files for all but one of them");
        if (plot_.wanted()) require_gnuplot();
        conditions_ = conditions_here(mpi_->mpi());
    }

    // What was measured before a failure is written all the same.
    int go()
    {
        std::exception_ptr failure;
        if (!silent()) print_table_head(conditions_);
        try {
            for (const Index n : lengths_) measure(n);
        } catch (const Error&) {
            failure = std::current_exception();
        }
        if (!rows_.empty()) write();
        if (failure) std::rethrow_exception(failure);
        return right_ ? 0 : 1;
    }

private:
    // Standard output is for a program.
    bool silent() const
    {
        return csv_.to_standard_output() || json_.to_standard_output() || plot_.to_standard_output();
    }

    bool wants(const std::string& name) const
    {
        return std::count(request_.contestants.begin(), request_.contestants.end(), name) > 0;
    }

    void measure(Index n)
    {
        require_memory(n, precisions_);
        std::vector<Index> ps{1};
        if (most_ > 1 && most_ <= n / 2) ps.push_back(most_);
        Contest contest(n, ps, precisions_, request_.contestants, has_fftw_, mpi_,
                        planning_limit(n, request_));
        for (int i = 0; i < request_.rounds; ++i) {
            progress_.step("measuring");
            contest.round();
        }
        tell_of_mpi();
        std::vector<Row> found;
        for (const Row& row : contest.rows()) {
            if (row.right()) {
                found.push_back(row);
            } else {
                tell_wrong(row);
            }
        }
        if (!silent()) print_rows(found);
        rows_.insert(rows_.end(), found.begin(), found.end());
    }

    void tell_wrong(const Row& row)
    {
        right_ = false;
        std::fprintf(stderr, "bspfft: %s, n = %lld, p = %lld, %s: WRONG, relative error %.2g; left out\n",
                     row.name.c_str(), static_cast<long long>(row.problem.n),
                     static_cast<long long>(row.problem.p),
                     name_of(precisions, row.problem.precision).c_str(), *row.way.error);
    }

    // Once.
    void tell_of_mpi()
    {
        if (told_of_mpi_ || mpi_->found() || !wants(contestant::fftw_mpi)) return;
        std::fprintf(silent() ? stderr : stdout, "  FFTW-MPI: %s\n", mpi_->trouble().c_str());
        told_of_mpi_ = true;
    }

    void write()
    {
        const std::vector<Ratios> ratios = ratios_of(rows_);
        if (!silent()) print_ratios(stdout, ratios);
        const Json rows = json_of(rows_, conditions_);
        csv_.write(csv_of(rows));
        write_json(json_, {{"rows", rows}, {"ratios", json_of(ratios)}});
        if (plot_.wanted())
            plot_.write(for_light_and_dark(run_gnuplot(plot_script(
                rows_, text(value_of(conditions_, "cpu"), ", ", value_of(conditions_, "fftw"))))));
    }

    const BenchRequest& request_;
    std::vector<Index> lengths_;
    std::vector<Precision> precisions_;
    Index most_;
    TextOutput csv_;
    TextOutput json_;
    TextOutput plot_;
    bool has_fftw_;
    std::shared_ptr<MpiPeer> mpi_;
    Conditions conditions_;
    Progress progress_;
    std::vector<Row> rows_;
    bool right_ = true;
    bool told_of_mpi_ = false;
};

}  // namespace

void add_bench_options(Options& options, BenchRequest& request)
{
    options.text("--from", request.from, "N", "shortest length (2^8)");
    options.text("--to", request.to, "N", "longest length (2^26)");
    options.number("--step", request.step, "K", "from one length to the next (4)");
    options.number("--procs", request.procs, "P", "processes, besides 1; without it as many as run at once");
    options.oversubscribe(request.oversubscribe);
    options.choice("--precision", request.precisions, precision_sets, "of the numbers");
    options.list("--contestants", request.contestants, contestant::all, "fast,textbook,fftw,fftw-mpi,floor",
                 "who is measured; all without it");
    options.positive("--rounds", request.rounds, "K", "how often all are timed in turn (3)");
    options.positive("--fftw-seconds", request.fftw_seconds, "S",
                     "that FFTW may take for each plan (10, and more for long transforms)");
    options.csv(request.csv, "write all rows to a file, or - for standard output");
    options.json(request.json);
    options.text("--plot", request.plot, "FILE.svg|-", "draw rate against length, with gnuplot");
}

int bench(const BenchRequest& request) { return Bench(request).go(); }

}  // namespace bspfft::tools
