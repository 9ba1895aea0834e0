#include "bspfft/schedule.hpp"

#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/program.hpp"
#include "bsp_fft/schedule/size_limit.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

std::string nearest_powers(Index n)
{
    const Index below = power_of_two_below(n);
    return text("the nearest are ", below, " and ", 2 * below);
}

template <class Value>
Index sum_over(const std::vector<Superstep>& supersteps, Value value)
{
    Index sum = 0;
    for (const Superstep& step : supersteps) sum += value(step);
    return sum;
}

}  // namespace

void require_powers_of_two(Index n, Index p)
{
    if (n < 2) throw Error(Status::invalid_argument, text("n = ", n, " is too short; the smallest length is 2"));
    require_countable({n});
    if (!is_power_of_two(n))
        throw Error(Status::invalid_argument, text("n = ", n, " is not a power of two; ", nearest_powers(n)));
    if (p < 1) throw Error(Status::invalid_argument, text("p = ", p, " processes; at least 1 is needed"));
    if (!is_power_of_two(p))
        throw Error(Status::invalid_argument, text("p = ", p, " is not a power of two; ", nearest_powers(p)));
    if (p > n / 2)
        throw Error(Status::invalid_argument,
                    text("p = ", p, " is more than n/2 = ", n / 2,
                         ", and every process needs two elements; take p <= ", n / 2));
}

std::string Superstep::name() const
{
    const std::string &computes = computation.name, &moves = communication.name;
    return computes.empty() || moves.empty() ? computes + moves : computes + "; " + moves;
}

Schedule::Schedule(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
Schedule::Schedule(const Schedule&) = default;
Schedule::Schedule(Schedule&&) noexcept = default;
Schedule& Schedule::operator=(const Schedule&) = default;
Schedule& Schedule::operator=(Schedule&&) noexcept = default;
Schedule::~Schedule() = default;

const Problem& Schedule::problem() const { return program_->problem; }
const std::vector<Index>& Schedule::shape() const { return program_->problem.shape; }
Index Schedule::n() const { return program_->problem.n(); }
Index Schedule::p() const { return program_->p(); }
const Layout& Schedule::input() const { return program_->input; }
const Layout& Schedule::output() const { return program_->output; }
const std::vector<Superstep>& Schedule::supersteps() const { return program_->supersteps; }
Algorithm Schedule::algorithm() const { return program_->algorithm; }
Kernel Schedule::kernel() const { return program_->options.kernel; }
Memory Schedule::memory() const { return program_->options.memory; }
Exchange Schedule::exchange() const { return program_->options.exchange; }
Index Schedule::bytes_per_real() const { return program_->options.bytes_per_real; }
bool Schedule::reproducible() const { return program_->options.reproducible; }
bool Schedule::opens_with_sync() const { return program_->opens_with_sync(); }

std::vector<Index> Schedule::radices() const
{
    std::vector<Index> radices;
    for (const Superstep& step : supersteps())
        radices.insert(radices.end(), step.computation.radices.begin(), step.computation.radices.end());
    return radices;
}

Index Schedule::lanes() const
{
    for (const Compute* compute : program_->computations()) {
        if (compute->find<TransformStep>()) return compute->lanes;
    }
    return 1;
}

Index Schedule::redistributions() const
{
    Index count = 0;
    for (const Move* move : program_->moves()) count += move->redistributes() ? 1 : 0;
    return count;
}

Index Schedule::flops() const
{
    return sum_over(supersteps(), [](const Superstep& step) { return step.computation.flops; });
}

Index Schedule::words() const
{
    return sum_over(supersteps(), [](const Superstep& step) { return step.communication.h(); });
}

Index Schedule::sweeps() const
{
    return sum_over(supersteps(), [](const Superstep& step) { return step.sweeps; });
}

Index Schedule::synchronisations() const
{
    return sum_over(supersteps(), [](const Superstep& step) { return step.synchronisations; });
}

}  // namespace bspfft
