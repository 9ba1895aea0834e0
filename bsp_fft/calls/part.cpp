#include "bsp_fft/calls/part.hpp"

#include <cmath>
#include <complex>
#include <optional>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/plans/runner.hpp"
#include "bspfft/plan.hpp"

namespace bspfft::calls {

namespace {

// Below this many flops one process is done before another that sleeps is awake: about 60 microseconds.
constexpr double flops_worth_sharing = 5e5;
// Through the arrays of a plan, work must be more.
constexpr double copied_flops_worth_sharing = 4e6;

bool is_direct(const Request& request, Index p)
{
    if (request.trigonometric || (request.in_place && !request.keeps_places())) return false;
    return has_shared_plan(request.problem(), p, request.reproducible);
}

class DirectPart final : public Part {
public:
    DirectPart(const Request& request, std::unique_ptr<Runner> plan)
        : direction_(request.direction), plan_(std::move(plan))
    {}

    void execute(const void* in, void* out) override
    {
        // the input is only read, unless it is the output
        plan_->execute_shared(direction_, const_cast<void*>(in), out);
    }
    void account(bool on) override { plan_->account(on); }
    Ledger ledger() const override { return plan_->ledger(0); }
    Index flops() const override { return schedule().flops(); }
    Index words() const override { return schedule().words(); }
    Index synchronisations() const override { return schedule().synchronisations(); }
    Index bytes() const override { return plan_->bytes(); }

private:
    const Schedule& schedule() const { return plan_->schedule(Direction::forward, 0); }

    Direction direction_;
    std::unique_ptr<Runner> plan_;
};

/// Where the elements of a process's places are in the caller's array, in elements. Not from malloc, which keeps what
/// threads that have ended had of it.
Buffer<Index> places_of(const Layout& layout, const std::vector<Index>& strides, Index s)
{
    Buffer<Index> places(layout.local_span(s));
    for (Index i = 0; i < places.size(); ++i) {
        Index j = layout.global(s, i), place = 0;
        for (std::size_t l = strides.size(); l-- > 0 && j >= 0;) {
            place += j % layout.shape()[l] * strides[l];
            j /= layout.shape()[l];
        }
        places.data()[i] = place;
    }
    return places;
}

/// Gaps of a layout hold no element, and are not used.
std::vector<bool> gaps_of(const Layout& layout, Index s)
{
    std::vector<bool> gaps;
    if (!layout.has_gaps()) return gaps;
    for (Index i = 0; i < layout.local_span(s); ++i) gaps.push_back(layout.global(s, i) < 0);
    return gaps;
}

// An orthogonal cosine or sine transform has this factor.
double unscaled(const Request& request)
{
    double factor = 1;
    if (!request.trigonometric || !request.orthogonal) return factor;
    for (const Axis& axis : request.axes) {
        if (axis.transformed())
            factor *= std::sqrt(static_cast<double>(
                logical_length(static_cast<Trigonometric>(axis.kind - BSPFFT_DCT_1), axis.length)));
    }
    return factor;
}

PlanOptions options_of(const Request& request)
{
    PlanOptions options;
    options.axes = request.transformed();
    options.reproducible = request.reproducible;
    options.normalisation = request.orthogonal ? Normalisation::symmetric : Normalisation::none;
    return options;
}

/// What a plan is made of, by each process for itself.
struct PlanArguments {
    std::vector<Index> shape;
    PlanOptions options;
    std::vector<Trigonometric> kinds;
};

template <class Real>
AnyPlan plan_of(const Request& request, PlanArguments& given)
{
    if (request.trigonometric)
        return TrigonometricPlan<Real>(std::move(given.shape), std::move(given.kinds), given.options);
    if (request.data == Data::complex) return Plan<Real>(std::move(given.shape), given.options);
    return RealPlan<Real>(std::move(given.shape), given.options);
}

/// Through the arrays of a plan: this process copies its elements of the input to them, and its results from them. In
/// and Out are the elements of the caller's arrays.
template <class In, class Out>
class CopiedPart final : public Part {
public:
    /// If it fails, the plan is left alone.
    CopiedPart(const Request& request, const AnyPlan& plan)
        : direction_(request.data == Data::half_spectrum ? Direction::inverse : request.direction),
          in_place_(request.in_place),
          scale_(request.scale * unscaled(request))
    {
        const Index s = port_.s();
        const Layout &from = is_inverse() ? plan.layout_out() : plan.layout_in(),
                     &to = is_inverse() ? plan.layout_in() : plan.layout_out();
        const SharedArrays strides = request.strides();
        from_ = places_of(from, strides.in, s);
        to_ = places_of(to, strides.out, s);
        gaps_in_ = gaps_of(from, s);
        gaps_out_ = gaps_of(to, s);
    }

    void own(AnyPlan plan) noexcept { plan_.emplace(std::move(plan)); }

    void execute(const void* in, void* out) override
    {
        const auto* const source = static_cast<const In*>(in);
        auto* const plan_in = static_cast<In*>(is_inverse() ? plan_->output() : plan_->input());
        for (Index i = 0; i < from_.size(); ++i) {
            if (!is_gap(gaps_in_, i)) plan_in[i] = source[from_.data()[i]];
        }
        // others may still be reading what this process would write
        if (in_place_) port_.sync();
        plan_->execute(direction_);
        auto* const target = static_cast<Out*>(out);
        const auto* const plan_out = static_cast<const Out*>(is_inverse() ? plan_->input() : plan_->output());
        const auto scale = static_cast<decltype(std::abs(Out{}))>(scale_);
        for (Index i = 0; i < to_.size(); ++i) {
            if (!is_gap(gaps_out_, i)) target[to_.data()[i]] = scale * plan_out[i];
        }
    }
    void account(bool on) override { plan_->account(on); }
    Ledger ledger() const override { return plan_->ledger(); }
    Index flops() const override { return plan_->flops(direction_); }
    Index words() const override { return plan_->words(direction_); }
    Index synchronisations() const override { return plan_->synchronisations(direction_); }
    Index bytes() const override
    {
        return plan_->bytes() + (from_.size() + to_.size()) * static_cast<Index>(sizeof(Index));
    }

private:
    bool is_inverse() const { return direction_ == Direction::inverse; }
    static bool is_gap(const std::vector<bool>& gaps, Index i)
    {
        return !gaps.empty() && gaps[static_cast<std::size_t>(i)];
    }

    Port port_;
    Direction direction_;
    bool in_place_;
    std::optional<AnyPlan> plan_;
    double scale_;
    Buffer<Index> from_, to_;
    std::vector<bool> gaps_in_, gaps_out_;
};

template <class Real>
std::unique_ptr<Part> make_copied(const Request& request)
{
    PlanArguments given = made_together([&] {
        return PlanArguments{request.shape(), options_of(request),
                             request.trigonometric ? request.kinds() : std::vector<Trigonometric>{}};
    });
    AnyPlan plan = plan_of<Real>(request, given);
    const auto part_of = [&]<class In, class Out>(In, Out) -> std::unique_ptr<Part> {
        auto part = made_together([&] { return std::make_unique<CopiedPart<In, Out>>(request, plan); });
        part->own(std::move(plan));
        return part;
    };
    using Complex = std::complex<Real>;
    if (request.trigonometric) return part_of(Real(), Real());
    if (request.data == Data::complex) return part_of(Complex(), Complex());
    return request.data == Data::real ? part_of(Real(), Complex()) : part_of(Complex(), Real());
}

std::unique_ptr<Part> make_direct(const Request& request)
{
    const auto given = made_together([&] { return std::pair{request.problem(), request.strides()}; });
    const Index bytes_per_real = request.single ? sizeof(float) : sizeof(double);
    auto plan = make_shared_plan(given.first, given.second, request.scale, request.reproducible, bytes_per_real);
    return made_together([&]() -> std::unique_ptr<Part> {
        return std::make_unique<DirectPart>(request, std::move(plan));
    });
}

enum class Route { direct, by_axes, sparing, convolved, copied };

/// Without packets; none if that is impossible, or takes no less memory.
std::optional<Route> sparing_route(const Request& request, Index p)
{
    if (can_spare(request)) return Route::sparing;
    if (request.data == Data::complex && can_go_by_axes(request, p)) return Route::by_axes;
    return std::nullopt;
}

template <class Real>
std::unique_ptr<Part> make(const Request& request, Route route)
{
    if (route == Route::by_axes) return make_axes_part(request);
    if (route == Route::direct) return make_direct(request);
    if (route == Route::sparing) return make_sparing_part<Real>(request);
    if (route == Route::convolved) return make_convolved_part<Real>(request);
    return make_copied<Real>(request);
}

template <class Real>
std::unique_ptr<Part> make(const Request& request)
{
    const Index p = Port().p();
    const Route route = made_together([&] {
        if (is_direct(request, p)) {
            if (request.sparing) return sparing_route(request, p).value_or(Route::direct);
            return goes_by_axes(request, p) ? Route::by_axes : Route::direct;
        }
        return is_convolved(request, p) ? Route::convolved : Route::copied;
    });
    if (route != Route::direct) return make<Real>(request, route);
    try {
        return make<Real>(request, route);
    } catch (const Error& error) {
        if (error.status() != Status::out_of_memory) throw;
    }
    // no memory for packets
    const std::optional<Route> sparing = made_together([&] { return sparing_route(request, p); });
    return make<Real>(request, sparing.value_or(route));
}

}  // namespace

std::unique_ptr<Part> make_part(const Request& request)
{
    return request.single ? make<float>(request) : make<double>(request);
}

Index processes_for(const Request& request, Index threads)
{
    if (threads == 1 || request.flops() < flops_worth_sharing) return 1;
    return is_direct(request, threads) || request.flops() >= copied_flops_worth_sharing ? threads : 1;
}

}  // namespace bspfft::calls
