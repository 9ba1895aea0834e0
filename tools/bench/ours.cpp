// This project as a contestant: forward transforms, cosine and sine transforms; and the floor of memory.
#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bspfft/bspfft.hpp"
#include "bspfft/plan.hpp"
#include "tools/bench/on_processes.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

PlanOptions options_of(const Case& problem, PlanOptions options)
{
    options.normalisation = Normalisation::none;
    options.batch = problem.what.batch;
    return options;
}

std::string remembered(const PlanOptions& chosen)
{
    if (chosen.grid.empty() && chosen.cut.empty()) return "";
    const std::string grid = chosen.grid.empty() ? "" : text("grid ", shape_text(chosen.grid));
    const std::string cut = chosen.cut.empty() ? "" : text("cut ", shape_text(chosen.cut));
    return text(", ", grid, grid.empty() || cut.empty() ? "" : " and ", cut, " as remembered");
}

/// A forward transform, by a Plan or a RealPlan.
template <class TypedPlan>
class Forward : public PlanJob<TypedPlan> {
public:
    Forward(const Case& problem, const PlanOptions& chosen)
        : PlanJob<TypedPlan>(problem.what.shape, options_of(problem, chosen)), chosen_(chosen)
    {}

    // What was planned for; the fast algorithm goes without saying.
    std::string name() const
    {
        const Algorithm used = this->plan_.options().algorithm;
        const bool usual = used == Algorithm::fast || used == Algorithm::textbook;
        return text(usual ? "" : text(algorithm_name(used), ", "), this->plan_.kernel_name(), remembered(chosen_));
    }

private:
    PlanOptions chosen_;
};

template <class Real>
using Complex = Forward<Plan<Real>>;
template <class Real>
using OfReal = Forward<RealPlan<Real>>;

Trigonometric kind_of(const Task& task)
{
    const auto first = static_cast<Index>(task.sine ? Trigonometric::dst1 : Trigonometric::dct1);
    return static_cast<Trigonometric>(first + task.type - 1);
}

/// A cosine or sine transform.
template <class Real>
class OfTrigonometric : public PlanJob<TrigonometricPlan<Real>> {
public:
    OfTrigonometric(const Case& problem, const PlanOptions& chosen)
        : PlanJob<TrigonometricPlan<Real>>(problem.what.shape, kind_of(problem.what.task), options_of(problem, chosen)),
          name_(trigonometric_name(kind_of(problem.what.task)))
    {}

    const std::string& name() const { return name_; }

private:
    std::string name_;
};

/// Sweeps that read one array and write another, each process its part.
template <class Real>
class Floor {
public:
    Floor(const Case& problem, const PlanOptions&)
        : sweeps_(problem.what.task.sweeps()),
          a_((problem.what.elements() + problem.p - 1) / problem.p * (problem.what.task.real ? 1 : 2)),
          b_(a_.size())
    {}

    std::string name() const { return text(sweeps_ == 2 ? "two" : "three", " sweeps, read and write"); }
    void work()
    {
        for (Index i = 0; i < sweeps_; ++i) {
            std::copy_n(a_.data(), a_.size(), b_.data());
            std::swap(a_, b_);
        }
    }

private:
    Index sweeps_;
    Buffer<Real> a_, b_;
};

}  // namespace

std::unique_ptr<Contestant> make_ours(const Case& problem, const PlanOptions& chosen)
{
    const Task& task = problem.what.task;
    if (task.is_operator()) return make_fused(problem);
    if (task.is_trigonometric()) return on_processes<OfTrigonometric>(problem);
    return task.real ? on_processes<OfReal>(problem, chosen) : on_processes<Complex>(problem, chosen);
}

std::unique_ptr<Contestant> make_floor(const Case& problem) { return on_processes<Floor>(problem); }

}  // namespace bspfft::tools
