#include "tools/commands/bench.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <set>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bsp_fft/gpu/device.hpp"
#include "bspfft/plan.hpp"
#include "tools/bench/contest.hpp"
#include "tools/bench/print_rows.hpp"
#include "tools/bench/ratios.hpp"
#include "tools/bench/rows.hpp"
#include "tools/files/csv.hpp"
#include "tools/pictures/gnuplot.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/progress.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

std::vector<Precision> members(PrecisionSet set)
{
    if (set == PrecisionSet::single_) return {Precision::single_};
    if (set == PrecisionSet::double_) return {Precision::double_};
    return {Precision::double_, Precision::single_};
}

// Ours has a plan and as much memory again, to see what zeroing takes; the others have less, but for tables of factors.
void require_memory(const Workload& what, const std::vector<Precision>& measured)
{
    const Index arrays = what.task.is_operator() ? 8 : 5;
    Index bytes = 0;  // for each element
    for (const Precision precision : measured) bytes = std::max(bytes, arrays * bytes_per_complex(precision));
    const Index available = available_memory();
    if (what.elements() <= available / bytes) return;
    throw Error(Status::out_of_memory,
                text("measuring ", what.is_one_vector() ? text("n = ", what.n()) : what.name(), " needs ", bytes,
                     " bytes for each element, and this machine has ", readable_bytes(static_cast<double>(available)),
                     " available; take a ", what.is_one_vector() ? "smaller --to" : "smaller shape"));
}

FftwPlanning planning_of(const Workload& what, const BenchRequest& request)
{
    constexpr double seconds = 20, seconds_for_a_million = 4;
    if (request.fftw_seconds > 0) return {request.fftw_planner, request.fftw_seconds};
    return {request.fftw_planner, seconds + seconds_for_a_million * static_cast<double>(what.elements()) / (1 << 20)};
}

Index largest(const std::vector<Workload>& workloads)
{
    Index most = 1;
    for (const Workload& what : workloads) most = std::max(most, what.elements());
    return most;
}

class BenchCommand {
public:
    explicit BenchCommand(const BenchRequest& request)
        : request_(request),
          workloads_(workloads_of(request)),
          precisions_(members(request.precisions)),
          most_(processes_for(largest(workloads_), request.procs, request.oversubscribe)),
          csv_(request.csv),
          json_(request.json),
          plot_(request.plot),
          table_(workloads_, request.wants(contestant::cufft), request.wide)
    {
        if (plot_.wanted()) require_gnuplot();
        const std::shared_ptr<MpiPeer> fftw_mpi = find_fftw_mpi();
        peers_.fftw = start_fftw_threads();
        peers_.on_mpi[contestant::fftw_mpi] = fftw_mpi;
        if (request.wants(contestant::heffte)) peers_.on_mpi[contestant::heffte] = find_heffte();
        conditions_ = conditions_here(fftw_mpi->mpi());
        if (!request.machine.empty()) machine_ = read_machine(request.machine);
    }

    // What was measured before a failure is written all the same.
    int go()
    {
        std::exception_ptr failure;
        if (!silent()) table_.print_head(conditions_, workloads_.front().task);
        try {
            for (const Workload& what : workloads_) measure(what);
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

    std::vector<Index> processes_of(const Workload& what) const
    {
        std::vector<Index> ps{1};
        if (most_ > 1 && most_ <= what.elements() / 2) ps.push_back(most_);
        return ps;
    }

    void measure(const Workload& what)
    {
        require_memory(what, precisions_);
        const std::vector<Index> ps = processes_of(what);
        Contest contest(what, ps, precisions_, request_.contestants, peers_, planning_of(what, request_),
                        [&](const Case& problem) { return remembered(problem); });
        for (int i = 0; i < request_.rounds; ++i) {
            contest.round([&](const Contestant& contestant) {
                const auto [words, seconds] = contestant.next();
                progress_.step(words, seconds);
            });
        }
        tell_of_missing();
        std::vector<Row> found;
        for (const Row& row : contest.rows()) {
            if (row.right()) {
                found.push_back(row);
            } else {
                tell_wrong(row);
            }
        }
        if (!silent()) table_.print(found);
        rows_.insert(rows_.end(), found.begin(), found.end());
    }

    // Only for transforms.
    PlanOptions remembered(const Case& problem) const
    {
        const Workload& what = problem.what;
        if (!machine_ || !what.task.is_fft()) return {};
        return remembered_options(*machine_, what.shape, what.options(), bytes_per_complex(problem.precision) / 2,
                                  problem.p);
    }

    void tell_wrong(const Row& row)
    {
        right_ = false;
        std::fprintf(stderr, "bspfft: %s, n = %s, p = %lld, %s: WRONG, relative error %.2g; left out\n",
                     row.name.c_str(), row.problem.what.name().c_str(), static_cast<long long>(row.problem.p),
                     name_of(precisions, row.problem.precision).c_str(), *row.variant.error);
    }

    // Once, of each contestant that is wanted and is not here.
    void tell_of_missing()
    {
        const auto tell = [&](const std::string& name, const std::string& title, const std::string& trouble) {
            if (trouble.empty() || !request_.wants(name) || !told_.insert(name).second) return;
            std::fprintf(silent() ? stderr : stdout, "  %s: %s\n", title.c_str(), trouble.c_str());
        };
        if (!peers_.fftw) {
            const std::string reason = why_no_fftw();
            tell(contestant::fftw, "FFTW", "not available: " + (reason.empty() ? "it has no threads" : reason));
        }
        for (const auto& [name, peer] : peers_.on_mpi) tell(name, peer->title(), peer->trouble());
        if (why_no_device().empty()) return;
        for (const std::string& name : contestant::on_device) tell(name, name, "not available: " + why_no_device());
    }

    void write()
    {
        const std::vector<Ratios> ratios = ratios_of(rows_);
        if (!silent()) print_ratios(stdout, ratios, request_.wide);
        const Json rows = json_of(rows_, conditions_);
        csv_.write(csv_of(rows));
        write_json(json_, {{"rows", rows}, {"ratios", json_of(ratios)}});
        if (!plot_.wanted()) return;
        const std::string cpu = conditions_["cpu"], fftw = conditions_["fftw"];
        plot_.write(for_light_and_dark(run_gnuplot(plot_script(rows_, text(cpu, ", ", fftw)))));
    }

    const BenchRequest& request_;
    std::vector<Workload> workloads_;
    std::vector<Precision> precisions_;
    Index most_;
    TextOutput csv_;
    TextOutput json_;
    TextOutput plot_;
    RowTable table_;
    Peers peers_;
    Json conditions_;
    std::optional<Machine> machine_;
    Progress progress_;
    std::vector<Row> rows_;
    bool right_ = true;
    std::set<std::string> told_;  ///< whose trouble was told
};

}  // namespace

int bench(const BenchRequest& request) { return BenchCommand(request).go(); }

}  // namespace bspfft::tools
