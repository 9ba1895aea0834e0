#include <algorithm>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bspfft/bspfft.hpp"
#include "tools/bench/contestant.hpp"
#include "tools/bench/protocol.hpp"
#include "tools/processes/section.hpp"
#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"

namespace bspfft::tools {

namespace {

// Seconds from a common start until the slowest process is done.
template <class Work>
double seconds_of(Port& port, Work work)
{
    port.sync();
    const double start = bsp_time();
    work();
    port.sync();
    return largest_over_processes(port, bsp_time() - start);
}

template <class Work>
Samples time_on_all(Port& port, Work work)
{
    return time_blocks([&](int count) {
        return seconds_of(port, [&] {
            for (int i = 0; i < count; ++i) work();
        });
    });
}

template <class Real>
double error_of(Port& port, Plan<Real>& plan)
{
    const Schedule& schedule = plan.schedule();
    const Signal signal = Signal::parse("random", schedule.n());
    Buffer<std::complex<Real>> x(plan.local_size());
    for (Index i = 0; i < plan.local_size(); ++i) {
        x.data()[i] = static_cast<std::complex<Real>>(signal(plan.layout_in().global(port.s(), i)));
        plan.input()[i] = x.data()[i];
    }
    plan.forward();
    const double error = compare_bins(port, Claim{schedule.problem(), plan.layout_in(), plan.layout_out()}, x.data(),
                                      plan.output(), choose_bins(schedule.n(), bins_to_check))
                             .l2;
    // Repeated transforms of anything but zeros overflow.
    std::fill_n(plan.input(), plan.local_size(), std::complex<Real>());
    return error;
}

// What was planned for; the fast algorithm goes without saying.
template <class Real>
std::string name_of(const Plan<Real>& plan)
{
    const Algorithm algorithm = plan.options().algorithm;
    const bool usual = algorithm == Algorithm::fast || algorithm == Algorithm::textbook;
    return usual ? plan.kernel_name() : text(algorithm_name(algorithm), ", ", plan.kernel_name());
}

template <class Real>
class Ours final : public Contestant {
public:
    Ours(const Case& problem, Algorithm algorithm) : problem_(problem)
    {
        options_.algorithm = algorithm;
        options_.normalisation = Normalisation::none;
        options_.batch = problem.what.batch;
    }

    void round() override
    {
        Way found;
        run_section(problem_.p, [&](Port& port) {
            const Way mine = measure(port);
            if (port.s() == 0) found = mine;
        });
        add({found});
    }

private:
    Way measure(Port& port) const
    {
        Way way;
        std::optional<Plan<Real>> plan;
        way.planning = seconds_of(port, [&] { plan.emplace(problem_.what.shape, options_); });
        way.zeroing = seconds_of(port, [&] { Buffer<char> as_much(plan->bytes()); });
        way.name = name_of(*plan);
        if (ways().empty()) way.error = error_of(port, *plan);
        way.seconds = time_on_all(port, [&] { plan->forward(); });
        return way;
    }

    Case problem_;
    PlanOptions options_;
};

template <class Real>
class Floor final : public Contestant {
public:
    explicit Floor(const Case& problem) : problem_(problem) {}

    void round() override
    {
        Way found;
        run_section(problem_.p, [&](Port& port) {
            const Index part = (problem_.what.elements() - port.s() - 1) / problem_.p + 1;
            Buffer<std::complex<Real>> a(part), b(part);
            const Samples seconds = time_on_all(port, [&] {
                std::copy_n(a.data(), a.size(), b.data());
                std::copy_n(b.data(), b.size(), a.data());
            });
            if (port.s() == 0) found.seconds = seconds;
        });
        found.name = "two sweeps, read and write";
        add({found});
    }

private:
    Case problem_;
};

}  // namespace

std::unique_ptr<Contestant> make_ours(const Case& problem, Algorithm algorithm)
{
    if (problem.precision == Precision::single_) return std::make_unique<Ours<float>>(problem, algorithm);
    return std::make_unique<Ours<double>>(problem, algorithm);
}

std::unique_ptr<Contestant> make_floor(const Case& problem)
{
    if (problem.precision == Precision::single_) return std::make_unique<Floor<float>>(problem);
    return std::make_unique<Floor<double>>(problem);
}

}  // namespace bspfft::tools
