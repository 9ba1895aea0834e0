// This project as a contestant: forward transforms, cosine and sine transforms; and the floor of memory.
#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "bspfft/bspfft.hpp"
#include "bspfft/plan.hpp"
#include "tools/bench/exact_error.hpp"
#include "tools/bench/on_processes.hpp"
#include "tools/bench/operators.hpp"
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
class Forward {
public:
    using Complex = std::remove_pointer_t<decltype(std::declval<TypedPlan>().output())>;
    using Number = std::remove_pointer_t<decltype(std::declval<TypedPlan>().input())>;

    explicit Forward(const Case& problem, const GridAndCut& chosen = {})
        : plan_(problem.what.shape, options_of(problem, algorithm, chosen)), chosen_(chosen)
    {}

    // What was planned for; the fast algorithm goes without saying.
    std::string name() const
    {
        const Algorithm used = plan_.options().algorithm;
        const bool usual = used == Algorithm::fast || used == Algorithm::textbook;
        return text(usual ? "" : text(algorithm_name(used), ", "), plan_.kernel_name(), remembered(chosen_));
    }

    Index bytes() const { return plan_.bytes(); }

    double error(Port& port)
    {
        const Problem& problem = plan_.schedule().problem();
        const Signal signal = Signal::parse("random", problem.n());
        const Index mine = plan_.layout_in().local_size(port.s());
        Buffer<Complex> x(mine);
        for (Index i = 0; i < mine; ++i)
            x.data()[i] = plan_.input()[i] = number_from<Number>(signal(plan_.layout_in().global(port.s(), i)));
        plan_.forward();
        const double error = compare_bins(port, Claim{problem, plan_.layout_in(), plan_.layout_out()}, x.data(),
                                          plan_.output(), choose_bins(plan_.layout_out().n(), bins_to_check))
                                 .l2;
        // Repeated transforms of anything but zeros overflow.
        std::fill_n(plan_.input(), mine, Number());
        return error;
    }

    void work() { plan_.forward(); }

private:
    TypedPlan plan_;
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
class OfTrigonometric {
public:
    explicit OfTrigonometric(const Case& problem)
        : what_(problem.what), plan_(what_.shape, kind_of(what_.task), options_of(problem, Algorithm::automatic, {}))
    {}

    std::string name() const { return trigonometric_name(kind_of(what_.task)); }
    Index bytes() const { return plan_.bytes(); }
    void work() { plan_.forward(); }

    double error(Port& port)
    {
        const Layout &from = plan_.layout_in(), &to = plan_.layout_out();
        const Signal signal = Signal::parse("random", what_.n());
        const Index count = from.local_size(port.s());
        for (Index i = 0; i < count; ++i) plan_.input()[i] = static_cast<Real>(signal(from.global(port.s(), i)).real());
        std::vector<double> exact, found;  // of each k what this process has
        const std::vector<Index> bins = choose_bins(what_.n(), bins_to_check);
        for (const Index k : bins) {
            TrigonometricSum sum(what_, k);
            for (Index i = 0; i < count; ++i) sum.add(from.global(port.s(), i), plan_.input()[i]);
            exact.push_back(sum.value());
        }
        plan_.forward();
        for (const Index k : bins) found.push_back(to.owner(k) == port.s() ? plan_.output()[to.local(k)] : Real());
        std::fill_n(plan_.input(), count, Real());
        return relative_error(together(port, exact), together(port, found));
    }

private:
    static std::vector<double> together(Port& port, const std::vector<double>& mine)
    {
        std::vector<double> sums(mine.size());
        const std::vector<double> all = gather(port, mine);
        for (std::size_t i = 0; i < all.size(); ++i) sums[i % sums.size()] += all[i];
        return sums;
    }

    Workload what_;
    TrigonometricPlan<Real> plan_;
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
