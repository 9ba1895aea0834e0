#include "tools/commands/run.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/run_report.hpp"
#include "tools/commands/run_source.hpp"
#include "tools/files/output_file.hpp"
#include "tools/files/shared_output.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/progress.hpp"
#include "bsp_fft/measure/verification.hpp"

namespace bspfft::tools {

namespace {

constexpr Index bins_to_verify = 16;

/// One process's part of the command.
template <class Real>
class Runner {
public:
    using Complex = std::complex<Real>;

    Runner(Port& port, const RunRequest& request, const RunSource& source, OutputFile* output,
           Progress& progress, RunReport& report)
        : port_(port),
          request_(request),
          source_(source),
          output_(output),
          progress_(progress),
          report_(report),
          agreement_(port)
    {}

    void go()
    {
        step("planning");
        Plan<Real> plan(source_.transform.shape, source_.transform.options_for(port_.p()));
        step("reading");
        read_input(from(plan));
        for (int i = 0; i < request_.repeat; ++i) {
            step("transforming");
            load(plan);
            report_seconds(time_one(plan));
        }
        if (request_.verify) {
            step("verifying");
            verify(plan);
        }
        if (output_) {
            step("writing");
            write(plan);
        }
        if (request_.account) {
            step("accounting");
            account(plan);
        }
        if (port_.s() == 0) report_.describe(plan);
    }

private:
    void step(const char* name)
    {
        if (port_.s() == 0) progress_.step(name);
    }

    // The arrays of a transform in the direction that is asked for.
    struct Array {
        Complex* data;
        const Layout& layout;
    };
    Array from(Plan<Real>& plan) const
    {
        return request_.inverse ? Array{plan.output(), plan.layout_out()} : Array{plan.input(), plan.layout_in()};
    }
    Array to(Plan<Real>& plan) const
    {
        return request_.inverse ? Array{plan.input(), plan.layout_in()} : Array{plan.output(), plan.layout_out()};
    }

    // Each process reads one block of the file, and a redistribution brings it into the plan's layout.
    void read_input(const Array& array)
    {
        if (!source_.file) return;
        const Layout blocks = Layout::block(source_.n(), port_.p());
        const Index mine = blocks.local_size(port_.s());
        agreement_.on([&] {
            input_ = Buffer<Complex>(std::max(mine, array.layout.local_span(port_.s())));
            read_block(*source_.file, first_of(blocks), mine, input_.data());
        });
        if (!(blocks == array.layout)) Redistribution<Real>(blocks, array.layout).run(input_.data());
    }

    // The last blocks may be empty, and then lie behind the end.
    Index first_of(const Layout& blocks) const { return std::min(port_.s() * blocks.local_size(), blocks.n()); }

    Complex input(const Layout& layout, Index i) const
    {
        if (source_.file) return input_.data()[i];
        return static_cast<Complex>((*source_.signal)(layout.global(port_.s(), i)));
    }

    void fill(Complex* array, const Layout& layout) const
    {
        for (Index i = 0; i < layout.local_size(port_.s()); ++i) array[i] = input(layout, i);
    }

    void load(Plan<Real>& plan) const { fill(from(plan).data, from(plan).layout); }

    // The slowest process counts.
    double time_one(Plan<Real>& plan)
    {
        port_.sync();
        const double start = bsp_time();
        plan.execute(request_.direction());
        port_.sync();
        return largest_over_processes(port_, bsp_time() - start);
    }

    // Transforms of zeros, one after another, as benchFFT times them; the first finds the caches cold. Of the
    // others the ledger of the median one is kept, so that a disturbed one does not count.
    void account(Plan<Real>& plan)
    {
        std::fill_n(from(plan).data, from(plan).layout.local_size(port_.s()), Complex());
        plan.execute(request_.direction());
        std::vector<Ledger> ledgers;
        for (int i = 0; i < request_.repeat; ++i) {
            plan.account(true);
            plan.execute(request_.direction());
            ledgers.push_back(plan.ledger());
        }
        const auto half = ledgers.begin() + request_.repeat / 2;
        std::nth_element(ledgers.begin(), half, ledgers.end(),
                         [](const Ledger& a, const Ledger& b) { return a.seconds < b.seconds; });
        if (port_.s() == 0) report_.ledger = *half;
    }

    void report_seconds(double seconds)
    {
        if (port_.s() == 0) report_.seconds.push_back(seconds);
    }

    void verify(Plan<Real>& plan)
    {
        const Array x = from(plan), y = to(plan);
        Buffer<Complex> signal;
        agreement_.on([&] {
            if (source_.file) return;
            signal = Buffer<Complex>(x.layout.local_size(port_.s()));
            fill(signal.data(), x.layout);
        });
        const Problem& problem = plan.schedule().problem();
        const Claim claim{
            problem, x.layout, y.layout, request_.direction(),
            normalisation_factor(plan.options().normalisation, request_.direction(), problem.transform())};
        const ErrorEstimate error = compare_bins(port_, claim, source_.file ? input_.data() : signal.data(), y.data,
                                                 choose_bins(problem.n(), bins_to_verify));
        if (port_.s() == 0) {
            report_.error = error;
            report_.tolerance = error_tolerance<Real>(problem.transform());
        }
    }

    // The reverse of reading. A block may be larger than the part that this process has of the result.
    void write(Plan<Real>& plan)
    {
        const Array result = to(plan);
        const Layout blocks = Layout::block(source_.n(), port_.p());
        const Index mine = blocks.local_size(port_.s()), had = result.layout.local_span(port_.s());
        Buffer<Complex> larger;
        agreement_.on([&] {
            if (mine <= had) return;
            larger = Buffer<Complex>(mine);
            std::copy_n(result.data, had, larger.data());
        });
        Complex* const block = mine <= had ? result.data : larger.data();
        if (!(result.layout == blocks)) Redistribution<Real>(result.layout, blocks).run(block);
        agreement_.on([&] { output_->write_block(first_of(blocks), mine, block); });
    }

    Port& port_;
    const RunRequest& request_;
    const RunSource& source_;
    OutputFile* output_;
    Progress& progress_;
    RunReport& report_;
    Agreement agreement_;
    Buffer<Complex> input_;  ///< of a file: this process's part, in the layout that it is transformed from
};

template <class Real>
void run_on(Index p, const RunRequest& request, const RunSource& source, OutputFile* output, RunReport& report)
{
    Progress progress(is_process_0());
    try {
        run_section(p, [&](Port& port) { Runner<Real>(port, request, source, output, progress, report).go(); });
    } catch (const Error& e) {
        if (!source.shape.fortran_order) throw;
        throw Error(e.status(), text(e.what(), " (", request.input,
                                     " is in Fortran order: its axes are counted from the last)"));
    }
}

}  // namespace

int run(const RunRequest& request)
{
    if (request.repeat < 1)
        throw Error(Status::invalid_argument, text("--repeat ", request.repeat, "; at least 1 is needed"));
    RunSource source;
    agree_on([&] {
        if (is_process_0() && !request.machine.empty()) require_machine(request.machine);
        source = find_source(request);
    });
    const Index p = processes_for(source.n(), request.procs, request.oversubscribe);
    const bool single = request.precision == Precision::single_;
    std::unique_ptr<OutputFile> output;
    if (!request.output.empty()) {
        output = open_together(request.output, single ? ElementType::complex64 : ElementType::complex128,
                               source.shape);
    }
    RunReport report(request, source);
    single ? run_on<float>(p, request, source, output.get(), report)
           : run_on<double>(p, request, source, output.get(), report);
    if (output) commit_together(*output);
    if (is_process_0()) report.print();
    return report.failed() ? 1 : 0;
}

}  // namespace bspfft::tools
