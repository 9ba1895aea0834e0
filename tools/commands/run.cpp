#include "tools/commands/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/memory.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "bspfft/redistribution.hpp"
#include "tools/commands/choice.hpp"
#include "tools/commands/plan_trials.hpp"
#include "tools/commands/run_report.hpp"
#include "tools/commands/run_source.hpp"
#include "tools/files/output_file.hpp"
#include "tools/files/shared_files.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

constexpr Index bins_to_verify = 16;

/// One process's part of the command.
template <class Real>
class Runner : DataProcess {
public:
    using Complex = std::complex<Real>;

    Runner(Port& port, const RunRequest& request, const RunSource& source, OutputFile* output,
           Progress& progress, RunReport& report)
        : DataProcess(port, request, progress, report),
          request_(request),
          source_(source),
          output_(output),
          report_(report),
          agreement_(port)
    {}

    void go()
    {
        step("planning");
        DirectedPlan<Real> plan(source_.transform, source_.transform.options_for(port_.p()), request_.direction());
        step("reading");
        read_input(plan.from());
        time("transforming", plan, [&] { load(plan); });
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
            // transforms of zeros, one after another, as benchFFT times them; the first finds the caches cold
            plan.load(size_before(plan), [](Index) { return Complex(); });
            plan.execute();
            account(plan);
            look_at_pages();
        }
        if (port_.s() == 0) report_.describe(plan);
    }

private:
    // Each process reads one piece of the file, and a redistribution brings it into the plan's layout.
    void read_input(const Layout& layout)
    {
        if (!source_.file) return;
        const FilePieces pieces = source_.input_pieces(port_.p());
        const Index mine = pieces.size(port_.s());
        agreement_.on([&] {
            input_ = Buffer<Complex>(std::max(mine, layout.local_span(port_.s())));
            read_block(*source_.file, pieces.first(port_.s()), mine, input_.data());
            if (request_.verify) require_finite(pieces.first(port_.s()), mine);
        });
        move(pieces.layout(), layout, input_.data());
    }

    // A NaN or an infinity makes every value of the transform one, right or wrong.
    void require_finite(Index first, Index count) const
    {
        for (Index i = 0; i < count; ++i) {
            const Complex x = input_.data()[i];
            if (!std::isfinite(x.real()) || !std::isfinite(x.imag()))
                refuse("element ", first + i, " of ", source_.file->path, " is not finite in ",
                       name_of(precisions, request_.precision),
                       ", and its transform cannot be verified; replace it, or leave --verify out");
        }
    }

    void move(const Layout& from, const Layout& to, Complex* x) const
    {
        if (!(from == to)) Redistribution<Real>(from, to).run(x);
    }

    Complex input(const DirectedPlan<Real>& plan, const Problem& problem, Index i) const
    {
        if (source_.file) return input_.data()[i];
        return static_cast<Complex>(signal_value(*source_.signal, problem, plan.from().global(port_.s(), i)));
    }

    Index size_before(const DirectedPlan<Real>& plan) const { return plan.from().local_size(port_.s()); }
    Index size_after(const DirectedPlan<Real>& plan) const { return plan.to().local_size(port_.s()); }

    void load(DirectedPlan<Real>& plan) const
    {
        const Problem problem = plan.problem();
        plan.load(size_before(plan), [&](Index i) { return input(plan, problem, i); });
    }

    // While every process that shares this memory still has all of its arrays.
    void look_at_pages()
    {
        port_.sync();
        if (port_.s() == 0) report_.pages = page_use();
        port_.sync();
    }

    void verify(DirectedPlan<Real>& plan)
    {
        const Problem problem = plan.problem();
        Buffer<Complex> signal, copy;
        agreement_.on([&] {
            if (!plan.complex_result()) copy = copy_of_result(plan, size_after(plan));
            if (source_.file) return;
            signal = Buffer<Complex>(size_before(plan));
            for (Index i = 0; i < signal.size(); ++i) signal.data()[i] = input(plan, problem, i);
        });
        const Claim claim{
            problem, plan.from(), plan.to(), request_.direction(),
            normalisation_factor(plan.options().normalisation, request_.direction(), problem.transform())};
        const Complex* const x = source_.file ? input_.data() : signal.data();
        const ErrorEstimate error =
            compare_bins(port_, claim, x, plan.complex_result() ? plan.complex_result() : copy.data(),
                         choose_bins(plan.to().n(), bins_to_verify));
        if (!std::isfinite(error.l2)) require_sums_in_range(plan, x);
        if (port_.s() == 0) {
            report_.error = error;
            report_.tolerance = error_tolerance<Real>(problem.transform());
        }
    }

    // All processes come to the same conclusion. The bound holds for Bluestein's algorithm too.
    void require_sums_in_range(const DirectedPlan<Real>& plan, const Complex* x)
    {
        double largest = 0;
        for (Index i = 0; i < size_before(plan); ++i)
            largest = std::max({largest, std::abs(double{x[i].real()}), std::abs(double{x[i].imag()})});
        largest = largest_over_processes(port_, largest);
        const auto n = static_cast<double>(plan.problem().transform());
        if (largest < std::numeric_limits<Real>::max() / (8 * n * n)) return;
        refuse("the transform of numbers as large as ", largest, " exceeds the range of ",
               name_of(precisions, request_.precision),
               " and cannot be verified; scale them down, or leave --verify out");
    }

    Buffer<Complex> copy_of_result(const DirectedPlan<Real>& plan, Index size) const
    {
        Buffer<Complex> copy(size);
        for (Index i = 0; i < size_after(plan); ++i) copy.data()[i] = plan.result(i);
        return copy;
    }

    // The reverse of reading. A piece may be larger than the part that this process has of the result.
    void write(DirectedPlan<Real>& plan)
    {
        const FilePieces pieces = source_.output_pieces(port_.p());
        const Index mine = pieces.size(port_.s()), had = plan.to().local_span(port_.s());
        const bool in_place = plan.complex_result() && mine <= had;
        Buffer<Complex> copy;
        agreement_.on([&] {
            if (!in_place) copy = copy_of_result(plan, std::max(mine, had));
        });
        Complex* const piece = in_place ? plan.complex_result() : copy.data();
        move(plan.to(), pieces.layout(), piece);
        agreement_.on([&] { output_->write_block(pieces.first(port_.s()), mine, piece); });
    }

    const RunRequest& request_;
    const RunSource& source_;
    OutputFile* output_;
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
        if (!source.axes_reversed) throw;
        throw Error(e.status(), text(e.what(), " (", request.input,
                                     " is in Fortran order: its axes are counted from the last)"));
    }
}

}  // namespace

int run(const RunRequest& asked)
{
    RunRequest request = asked;
    require_no_more_than_known(request);
    resolve_output(request);
    RunSource source;
    agree_on([&] {
        if (is_process_0()) require_files(request);
    });
    const SharedInput input(request.input);
    agree_on([&] { source = find_source(request, input.file()); });
    const Index p = processes_for(request, source.transform, request.oversubscribe);
    require_effects(request, source.transform, p);
    const Remembered remembered = use_remembered(source.transform, request.machine, request.precision, p);
    const bool single = request.precision == Precision::single_;
    const bool real = request.transform.is_trigonometric() || (request.transform.real && request.inverse);
    std::unique_ptr<OutputFile> output;
    if (!request.output.empty())
        output = open_together(request.output, request.output_format(), request.output_type(real), source.output);
    RunReport report(request, source);
    report.remembered = remembered.words(request.machine);
    report.oversubscribed = are_oversubscribed(p);
    single ? run_on<float>(p, request, source, output.get(), report)
           : run_on<double>(p, request, source, output.get(), report);
    if (output) commit_together(*output);
    if (is_process_0()) report.print();
    return report.failed() ? 1 : 0;
}

}  // namespace bspfft::tools
