#include "bsp_fft/plans/shared_plan.hpp"

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/execution/memory.hpp"
#include "bsp_fft/plans/planning.hpp"

namespace bspfft {

namespace {

PlanOptions options_of(const Problem& problem, bool reproducible)
{
    PlanOptions options;
    options.normalisation = Normalisation::none;
    options.algorithm = Algorithm::fast;
    options.kernel = Kernel::simd;
    options.exchange = resolved(Exchange::automatic);
    options.data = problem.data;
    options.reproducible = reproducible;
    return options;
}

Schedule schedule_of(const Problem& problem, const SharedArrays& arrays, Index p, Index bytes_per_real,
                     bool reproducible)
{
    ScheduleOptions options;
    options.exchange = resolved(Exchange::automatic);
    options.bytes_per_real = bytes_per_real;
    options.kernel = Kernel::simd;
    options.order = BlockOrder::tiles;
    options.shared = arrays;
    options.reproducible = reproducible;
    return free_cut_schedule(problem, p, options);
}

}  // namespace

template <class Real>
std::unique_ptr<SharedPlan<Real>> SharedPlan<Real>::make(const Problem& problem, const SharedArrays& arrays,
                                                         double scale, bool reproducible)
{
    // all processes have the arguments of one call
    return planned<SharedPlan<Real>>(Arguments("a plan of shared arrays"), problem, arrays, scale,
                                     reproducible);
}

template <class Real>
SharedPlan<Real>::SharedPlan(Index processes_here, const Problem& problem, const SharedArrays& arrays, double scale,
                             bool reproducible)
    : options_(options_of(problem, reproducible)),
      schedule_(schedule_of(problem, arrays, port_.p(), bytes_per_real, reproducible)),
      recorder_(port_, schedule_, bytes_per_real),
      scale_(scale)
{
    const ScratchNeeds scratch = Execution<Real>::needs(schedule_, options_, port_.s());
    bytes_ = (2 * scratch.landing + scratch.workspace) * bytes_per_real +
             Execution<Real>::bytes(schedule_, options_, port_.s());
    require_memory(schedule_, bytes_ + bytes_beside(schedule_, port_.s()), processes_here);
}

template <class Real>
void SharedPlan<Real>::build()
{
    const ScratchNeeds scratch = Execution<Real>::needs(schedule_, options_, port_.s());
    landing_ = Buffer<Real>(2 * scratch.landing);
    workspace_ = Buffer<Real>(scratch.workspace);
    const PlanArrays<Real> own{nullptr, nullptr, landing_.data(), nullptr, workspace_.data(), &turn_};
    execution_.emplace(schedule_, options_, port_.s(), own, scale_);
}

template <class Real>
void SharedPlan<Real>::join()
{
    home_.join();
    if (landing_.data()) port_.push(landing_.data(), landing_.size() * bytes_per_real);
    port_.sync();
}

template <class Real>
SharedPlan<Real>::~SharedPlan()
{
    if (landing_.data() && home_.is_here()) port_.pop(landing_.data());
}

// What a plan would take: another algorithm where there is no cut, or where a prime is too long for one.
template <class Real>
bool SharedPlan<Real>::exists(const Problem& problem, Index p, bool reproducible)
{
    PlanOptions options;
    options.reproducible = reproducible;
    options.data = problem.data == Data::complex ? Data::complex : Data::real;
    for (std::size_t l = 0; l < problem.shape.size(); ++l) {
        if (problem.transformed[l]) options.axes.push_back(static_cast<Index>(l));
    }
    return resolved(options, problem.shape, p, bytes_per_real).algorithm == Algorithm::fast;
}

template <class Real>
void SharedPlan<Real>::execute(Direction direction, Real* in, Real* out)
{
    execution_->use(in, out);
    recorder_.begin();
    execution_->execute(port_, recorder_, direction);
    recorder_.end();
}

template class SharedPlan<float>;
template class SharedPlan<double>;

}  // namespace bspfft
