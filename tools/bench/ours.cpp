// This project as a contestant: forward transforms, cosine and sine transforms; and the floor of memory.
#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bspfft/bspfft.hpp"
#include "bspfft/plan.hpp"
#include "tools/bench/on_processes.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

PlanOptions options_of(const Case& problem, Algorithm algorithm, const GridAndCut& chosen)
{
    PlanOptions options;
    options.algorithm = algorithm;
    options.normalisation = Normalisation::none;
    options.batch = problem.what.batch;
    options.grid = chosen.grid;
    options.cut = chosen.cut;
    // by the fastest kernel that can do its passes, which is loaded in any case, to be compared with
    if (algorithm == Algorithm::textbook && why_no_fftw().empty()) options.kernel = Kernel::fftw;
    return options;
}

std::string remembered(const GridAndCut& chosen)
{
    if (chosen.grid.empty() && chosen.cut.empty()) return "";
    const std::string grid = chosen.grid.empty() ? "" : text("grid ", shape_text(chosen.grid));
    const std::string cut = chosen.cut.empty() ? "" : text("cut ", shape_text(chosen.cut));
    return text(", ", grid, grid.empty() || cut.empty() ? "" : " and ", cut, " as remembered");
}

/// A forward transform, by a Plan or a RealPlan.
template <class TypedPlan, Algorithm algorithm = Algorithm::automatic>
class Forward : public PlanJob<TypedPlan> {
public:
    Forward(const Case& problem, const GridAndCut& chosen)
        : PlanJob<TypedPlan>(problem.what.shape, options_of(problem, algorithm, chosen)), chosen_(chosen)
    {}

    // What was planned for; the fast algorithm goes without saying.
    std::string name() const
    {
        const Algorithm used = this->plan_.options().algorithm;
        const bool usual = used == Algorithm::fast || used == Algorithm::textbook;
        return text(usual ? "" : text(algorithm_name(used), ", "), this->plan_.kernel_name(), remembered(chosen_));
    }

private:
    GridAndCut chosen_;
};

template <class Real>
using Complex = Forward<Plan<Real>>;
template <class Real>
using Textbook = Forward<Plan<Real>, Algorithm::textbook>;
template <class Real>
using OfReal = Forward<RealPlan<Real>>;

Trigonometric kind_of(const Task& task)
{
    constexpr Trigonometric cosines[] = {Trigonometric::dct1, Trigonometric::dct2, Trigonometric::dct3,
                                         Trigonometric::dct4};
    constexpr Trigonometric sines[] = {Trigonometric::dst1, Trigonometric::dst2, Trigonometric::dst3,
                                       Trigonometric::dst4};
    return (task.sine ? sines : cosines)[task.type - 1];
}

/// A cosine or sine transform.
template <class Real>
class OfTrigonometric : public PlanJob<TrigonometricPlan<Real>> {
public:
    OfTrigonometric(const Case& problem, const GridAndCut& chosen)
        : PlanJob<TrigonometricPlan<Real>>(problem.what.shape, kind_of(problem.what.task),
                                           options_of(problem, Algorithm::automatic, chosen)),
          name_(trigonometric_name(kind_of(problem.what.task)))
    {}

    const std::string& name() const { return name_; }

private:
    std::string name_;
};

template <class Real>
class Floor final : public Contestant {
public:
    explicit Floor(const Case& problem) : problem_(problem) {}

    void round() override
    {
        const Task& task = problem_.what.task;
        Variant found;
        run_section(problem_.p, [&](Port& port) {
            const Index part = (problem_.what.elements() - port.s() - 1) / problem_.p + 1;
            const Index numbers = task.real ? part : 2 * part;
            Buffer<Real> a(numbers), b(numbers);
            const Samples seconds = time_on_all(port, [&] {
                for (Index i = 0; i < task.sweeps(); ++i) {
                    std::copy_n(a.data(), numbers, b.data());
                    std::swap(a, b);
                }
            });
            if (port.s() == 0) {
                found.seconds = seconds;
                found.huge = huge_share();
            }
        });
        found.name = text(task.sweeps() == 2 ? "two" : "three", " sweeps, read and write");
        add({found});
    }

private:
    Case problem_;
};

}  // namespace

std::unique_ptr<Contestant> make_ours(const Case& problem, const GridAndCut& chosen)
{
    const Task& task = problem.what.task;
    if (task.is_operator()) return make_fused(problem);
    if (task.is_trigonometric()) return on_processes<OfTrigonometric>(problem);
    return task.real ? on_processes<OfReal>(problem, chosen) : on_processes<Complex>(problem, chosen);
}

std::unique_ptr<Contestant> make_textbook(const Case& problem) { return on_processes<Textbook>(problem); }

std::unique_ptr<Contestant> make_floor(const Case& problem)
{
    if (problem.precision == Precision::single_) return std::make_unique<Floor<float>>(problem);
    return std::make_unique<Floor<double>>(problem);
}

}  // namespace bspfft::tools
