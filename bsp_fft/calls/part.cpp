#include "bsp_fft/calls/part.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/plans/runner.hpp"
#include "bsp_fft/schedule/vector_prices.hpp"

namespace bspfft::calls {

namespace {

bool is_direct(const Request& request, Index p)
{
    if (request.trigonometric || (request.in_place && !request.keeps_places())) return false;
    return has_shared_plan(request.problem(), p, request.reproducible, request.bytes_per_real());
}

constexpr Index gap = std::numeric_limits<Index>::min();

/// Where the elements of a process's places are in the caller's array, in elements; gaps of a layout hold no element.
/// Not from malloc, which keeps what threads that have ended had of it.
Buffer<Index> places_of(const Layout& layout, const std::vector<Index>& strides, Index s)
{
    Buffer<Index> places(layout.local_span(s));
    for (Index i = 0; i < places.size(); ++i) {
        Index j = layout.global(s, i), place = j < 0 ? gap : 0;
        for (std::size_t l = strides.size(); l-- > 0 && j >= 0;) {
            place += j % layout.shape()[l] * strides[l];
            j /= layout.shape()[l];
        }
        places.data()[i] = place;
    }
    return places;
}

// An orthogonal cosine or sine transform has this factor.
double unscaled(const Request& request)
{
    double factor = 1;
    if (!request.trigonometric || !request.orthogonal) return factor;
    for (const Axis& axis : request.axes) {
        if (axis.transformed())
            factor *= std::sqrt(
                static_cast<double>(logical_length(static_cast<Trigonometric>(axis.kind - BSPFFT_DCT_1), axis.length)));
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

/// Through the arrays of a plan: this process copies its elements of the input to them, and its results from them.
template <class Real>
class CopiedPart final : public Part {
public:
    using Complex = std::complex<Real>;

    explicit CopiedPart(const Request& request)
        : direction_(request.data == Data::half_spectrum ? Direction::inverse : request.direction),
          in_place_(request.in_place),
          complex_in_(!request.trigonometric && request.data != Data::real),
          complex_out_(!request.trigonometric && request.data != Data::half_spectrum),
          scale_(static_cast<Real>(request.scale * unscaled(request)))
    {}

    /// Collective; then each process by itself finds its places.
    void make_plan(const Request& request)
    {
        auto [shape, options, kinds] =
            made_together([&] { return std::tuple(request.shape(), options_of(request), request.kinds()); });
        if (request.trigonometric) {
            plan_.emplace(TrigonometricPlan<Real>(std::move(shape), std::move(kinds), options));
        } else if (request.data == Data::complex) {
            plan_.emplace(Plan<Real>(std::move(shape), options));
        } else {
            plan_.emplace(RealPlan<Real>(std::move(shape), options));
        }
    }
    void find_places(const SharedArrays& strides)
    {
        from_ = places_of(is_inverse() ? plan_->layout_out() : plan_->layout_in(), strides.in, port_.s());
        to_ = places_of(is_inverse() ? plan_->layout_in() : plan_->layout_out(), strides.out, port_.s());
    }

    void execute(const void* in, void* out) override
    {
        complex_in_ ? load<Complex>(in) : load<Real>(in);
        // others may still be reading what this process would write
        if (in_place_) port_.sync();
        plan_->execute(direction_);
        complex_out_ ? store<Complex>(out) : store<Real>(out);
    }
    void account(bool on) override { plan_->account(on); }
    Ledger ledger() const override { return plan_->ledger(); }
    c::Counts counts() const override
    {
        return {plan_->layout_in().p(), plan_->flops(direction_), plan_->words(direction_),
                plan_->synchronisations(direction_),
                plan_->bytes() + (from_.size() + to_.size()) * static_cast<Index>(sizeof(Index))};
    }

private:
    bool is_inverse() const { return direction_ == Direction::inverse; }

    template <class Element>
    void load(const void* in)
    {
        const auto* const source = static_cast<const Element*>(in);
        auto* const plan_in = static_cast<Element*>(is_inverse() ? plan_->output() : plan_->input());
        for (Index i = 0; i < from_.size(); ++i) {
            if (const Index place = from_.data()[i]; place != gap) plan_in[i] = source[place];
        }
    }
    template <class Element>
    void store(void* out)
    {
        auto* const target = static_cast<Element*>(out);
        const auto* const plan_out = static_cast<const Element*>(is_inverse() ? plan_->input() : plan_->output());
        for (Index i = 0; i < to_.size(); ++i) {
            if (const Index place = to_.data()[i]; place != gap) target[place] = scale_ * plan_out[i];
        }
    }

    Port port_;
    Direction direction_;
    bool in_place_, complex_in_, complex_out_;
    Real scale_;
    std::optional<AnyPlan> plan_;
    Buffer<Index> from_, to_;
};

std::unique_ptr<Part> make_copied_part(const Request& request)
{
    const auto made = [&]<class Real>(Real) -> std::unique_ptr<Part> {
        auto part = made_together([&] { return std::make_unique<CopiedPart<Real>>(request); });
        part->make_plan(request);
        made_together([&] {
            part->find_places(request.strides());
            return true;
        });
        return part;
    };
    return request.single ? made(float{}) : made(double{});
}

using MakePart = std::unique_ptr<Part> (*)(const Request&);

/// Without packets; null if that is impossible, or takes no less memory.
MakePart sparing_maker(const Request& request, Index p)
{
    if (can_spare(request)) return make_sparing_part;
    return request.data == Data::complex && can_go_by_axes(request, p) ? make_part_by_axes : nullptr;
}

MakePart maker_for(const Request& request, Index p)
{
    if (is_small(request, p)) return make_small_part;
    if (goes_by_rows(request, p)) return make_part_by_rows;
    if (!is_direct(request, p)) return is_convolved(request, p) ? make_convolved_part : make_copied_part;
    const MakePart sparing = request.sparing ? sparing_maker(request, p) : nullptr;
    return sparing ? sparing : make_direct_part;
}

}  // namespace

std::unique_ptr<Part> make_part(const Request& request)
{
    const Index p = Port().p();
    const MakePart make = made_together([&] { return maker_for(request, p); });
    try {
        return make(request);
    } catch (const Error& error) {
        if (make != make_direct_part || error.status() != Status::out_of_memory) throw;
    }
    // no memory for packets
    const MakePart sparing = made_together([&] { return sparing_maker(request, p); });
    return (sparing ? sparing : make)(request);
}

double price_of(const Request& request, Index p)
{
    // Through a list of places, on both sides; processes that write to one array take cache lines from each other.
    const double of_copied_byte = p == 1 ? 0.08 : 0.18, of_number_in_place = p == 1 ? 0 : 0.8;
    const Index bytes_per_real = request.bytes_per_real(), width = vector_bytes();
    // Processes begin a call together, and end it. If they slept since the one before they take 12 us to wake, and
    // other callers may want them too.
    const double waking = p == 1 ? 0 : 5000;
    const double in_place = request.in_place ? of_number_in_place * real(request.elements() / p) : 0;
    const double calling = waking + 2 * built_in_sync(p, width) + in_place;
    try {
        const MakePart make = maker_for(request, p);
        if (make == make_small_part) return small_price(request);
        if (make == make_part_by_rows) return calling + price_by_rows(request, p);
        if (make == make_convolved_part) return calling + convolved_price(request, p);
        if (make != make_copied_part) return calling + direct_price(request, p, make == make_part_by_axes);
        PlanOptions options = options_of(request);
        options.data = request.data == Data::complex ? Data::complex : Data::real;
        const Schedule schedule = request.trigonometric
                                      ? planned_schedule(request.shape(), request.kinds(), p, options, bytes_per_real)
                                      : planned_schedule(request.shape(), p, options, bytes_per_real);
        const double copied = of_copied_byte * real(4 * request.elements() * bytes_per_real / p);
        return calling + copied + built_in_price(schedule, width);
    } catch (const Error&) {
        return std::numeric_limits<double>::infinity();
    }
}

Index processes_for(const Request& request, Index threads)
{
    if (threads == 1 || real(request.elements()) < elements_worth_sharing) return 1;
    return cheapest_processes(threads, [&](Index p) { return price_of(request, p); });
}

}  // namespace bspfft::calls
