#include "bench/accuracy.hpp"

#include <algorithm>

#include "bspfft/plan.hpp"

namespace bspfft::tools {

namespace {

/// Forward, and forward and inverse.
struct Errors {
    Mean forward;
    Mean round_trip;
};

/// |back - x| / |x|
template <class Real, class Back>
double distance(const std::vector<Real>& x, const std::vector<Back>& back)
{
    double differences = 0, size = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
        differences += std::pow(static_cast<double>(back[j]) - static_cast<double>(x[j]), 2);
        size += std::pow(static_cast<double>(x[j]), 2);
    }
    return std::sqrt(differences / size);
}

template <class Real>
Errors errors_of_fftw(const Workload& what, const std::vector<Reference>& references)
{
    Errors errors;
    const FftwFourier<Real> fftw(what);
    const Real factor = 1 / static_cast<Real>(what.n());
    for (const Reference& one : references) {
        const std::vector<Real> x = values_of<Real>(one.signal, what.n());
        std::vector<Real> in = x;
        std::vector<std::complex<Real>> y(static_cast<std::size_t>(fftw.spectrum()));
        auto* const out = reinterpret_cast<Real*>(y.data());
        execute(fftw.forward(in.data(), out, FFTW_ESTIMATE), Real{});
        errors.forward.add(relative_error(one.exact, values_at(one.places, y.data())));
        execute(fftw.inverse(out, in.data(), FFTW_ESTIMATE), Real{});
        for (Real& value : in) value *= factor;
        errors.round_trip.add(distance(x, in));
    }
    return errors;
}

// The array of some processes' parts: every process gives its values, and zeros for those of the others.
std::vector<double> together(Port& port, const std::vector<double>& mine)
{
    std::vector<double> all(mine.size());
    const std::vector<double> parts = gather(port, mine);
    for (std::size_t at = 0; at < parts.size(); ++at) all[at % all.size()] += parts[at];
    return all;
}

template <class Real>
void add_errors(Port& port, RealPlan<Real>& plan, const Reference& reference, Errors& errors)
{
    const Layout& layout = plan.layout_in();
    const std::vector<Real> x = values_of<Real>(reference.signal, layout.n());
    std::vector<double> back(x.size());
    const auto each = [&](auto function) {
        for (Index i = 0; i < layout.local_size(port.s()); ++i)
            function(plan.input()[i], static_cast<std::size_t>(layout.global(port.s(), i)));
    };
    each([&](Real& place, std::size_t j) { place = x[j]; });
    plan.forward();
    errors.forward.add(
        relative_error(reference.exact, values_at(port, reference.places, plan.layout_out(), plan.output())));
    plan.inverse();
    each([&](Real& place, std::size_t j) { back[j] = place; });
    errors.round_trip.add(distance(x, together(port, back)));
}

template <class Real>
bool compare(const Workload& what)
{
    const bool single = sizeof(Real) == sizeof(float);
    const std::vector<Reference> known = references<Real>(what);
    const Errors theirs = errors_of_fftw<Real>(what, known);
    bool right = true;
    for (Index p = 1; p <= 2 && p <= std::max<Index>(1, what.n() / 2); ++p) {
        Ours forward, round_trip;
        run_section(p, [&](Port& port) {
            RealPlan<Real> plan(what.shape);
            Errors errors;
            for (const Reference& one : known) add_errors(port, plan, one, errors);
            if (port.s() != 0) return;
            forward = {errors.forward.value(), plan.options().algorithm, plan.kernel_name()};
            round_trip = {errors.round_trip.value(), forward.algorithm, forward.kernel};
        });
        right = print("real", single, what, p, forward, theirs.forward.value()) && right;
        right = print("real round trip", single, what, p, round_trip, theirs.round_trip.value()) && right;
    }
    return right;
}

}  // namespace

bool compare_real(const Workload& what)
{
    Workload real = what;
    real.task.real = true;
    const bool right = compare<double>(real);
    return compare<float>(real) && right;
}

}  // namespace bspfft::tools
