#include "tools/commands/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/run_report.hpp"
#include "tools/files/data_file.hpp"
#include "tools/files/output_file.hpp"
#include "tools/files/shared_output.hpp"
#include "tools/processes/section.hpp"
#include "bsp_fft/measure/signal.hpp"
#include "tools/terminal/progress.hpp"
#include "bsp_fft/measure/verification.hpp"

namespace bspfft::tools {

namespace {

constexpr Index bins_to_verify = 16;

/// Where the vector comes from, known before the section starts.
struct Source {
    std::optional<DataFile> file;
    std::optional<Signal> signal;
    Index n = 0;
};

Source find_source(const RunRequest& request)
{
    Source source;
    if (!request.n.empty()) source.n = parse_length(request.n);
    if (request.input.empty()) {
        if (request.n.empty())
            throw Error(Status::invalid_argument,
                        "no length; give --n, such as --n 2^20, or an --input file");
        require_powers_of_two(source.n, 1);
        source.signal = Signal::parse(request.signal, source.n);
        return source;
    }
    std::optional<ElementType> dtype;
    if (!request.dtype.empty()) dtype = element_type(request.dtype);
    source.file = inspect(request.input, dtype);
    if (!request.n.empty() && source.n != source.file->n) {
        throw Error(Status::invalid_argument,
                    text("--n is ", source.n, " but ", request.input, " holds ", source.file->n,
                         " elements; leave --n out to transform them all"));
    }
    source.n = source.file->n;
    return source;
}

/// One process's part of the command.
template <class Real>
class Runner {
public:
    using Complex = std::complex<Real>;

    Runner(Port& port, const RunRequest& request, const Source& source, OutputFile* output,
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
        Plan<Real> plan(source_.n, request_.options);
        step("reading");
        read_input(plan);
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

    // Each process reads one block of the file, and a redistribution makes it cyclic.
    void read_input(Plan<Real>& plan)
    {
        if (!source_.file) return;
        const Index local = plan.local_size();
        agreement_.on([&] {
            input_ = Buffer<Complex>(local);
            read_block(*source_.file, port_.s() * local, local, input_.data());
        });
        if (port_.p() == 1) return;
        Redistribution<Real>(Layout::block(source_.n, port_.p()), plan.layout()).run(input_.data());
    }

    Complex input(const Plan<Real>& plan, Index i) const
    {
        if (source_.file) return input_.data()[i];
        return static_cast<Complex>((*source_.signal)(plan.layout().global(port_.s(), i)));
    }

    void load(Plan<Real>& plan) const
    {
        for (Index i = 0; i < plan.local_size(); ++i) plan.data()[i] = input(plan, i);
    }

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
        std::fill_n(plan.data(), plan.local_size(), Complex());
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

    void verify(const Plan<Real>& plan)
    {
        Buffer<Complex> x;
        agreement_.on([&] {
            x = Buffer<Complex>(plan.local_size());
            for (Index i = 0; i < plan.local_size(); ++i) x.data()[i] = input(plan, i);
        });
        const double scale =
            normalisation_factor(plan.options().normalisation, request_.direction(), source_.n);
        const ErrorEstimate error =
            compare_bins(port_, source_.n, x.data(), plan.data(), choose_bins(source_.n, bins_to_verify),
                         request_.direction(), scale);
        if (port_.s() == 0) {
            report_.error = error;
            report_.tolerance = 2 * std::numeric_limits<Real>::epsilon() * (1 + log2_exact(source_.n));
        }
    }

    // The reverse of reading.
    void write(Plan<Real>& plan)
    {
        const Index local = plan.local_size();
        if (port_.p() > 1) Redistribution<Real>(plan.layout(), Layout::block(source_.n, port_.p())).run(plan.data());
        agreement_.on([&] { output_->write_block(port_.s() * local, local, plan.data()); });
    }

    Port& port_;
    const RunRequest& request_;
    const Source& source_;
    OutputFile* output_;
    Progress& progress_;
    RunReport& report_;
    Agreement agreement_;
    Buffer<Complex> input_;  ///< of a file: this process's part, cyclic
};

template <class Real>
void run_on(Index p, const RunRequest& request, const Source& source, OutputFile* output, RunReport& report)
{
    Progress progress(is_process_0());
    run_section(p, [&](Port& port) { Runner<Real>(port, request, source, output, progress, report).go(); });
}

}  // namespace

int run(const RunRequest& request)
{
    if (request.repeat < 1)
        throw Error(Status::invalid_argument, text("--repeat ", request.repeat, "; at least 1 is needed"));
    Source source;
    agree_on([&] {
        if (is_process_0() && !request.machine.empty()) require_machine(request.machine);
        source = find_source(request);
    });
    const Index p = processes_for(source.n, request.procs, request.oversubscribe);
    const bool single = request.precision == Precision::single_;
    std::unique_ptr<OutputFile> output;
    if (!request.output.empty()) {
        output = open_together(request.output, single ? ElementType::complex64 : ElementType::complex128,
                               source.n);
    }
    RunReport report(request);
    single ? run_on<float>(p, request, source, output.get(), report)
           : run_on<double>(p, request, source, output.get(), report);
    if (output) commit_together(*output);
    if (is_process_0()) report.print();
    return report.failed() ? 1 : 0;
}

}  // namespace bspfft::tools
