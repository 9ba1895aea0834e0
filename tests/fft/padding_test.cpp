// Fewer modes of the spectrum, and less than the full extent of the array: random problems against the definition, the
// transform of the array padded with zeros, and of that the elements that are kept; both ways. What is sent is what the
// schedule counts.
#include <doctest/doctest.h>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/schedule/program.hpp"
#include "bspfft/plan.hpp"
#include "tests/fft/random_problems.hpp"

using namespace bspfft;

namespace {

// What each element of an array of the kept elements is among all elements of the shape, by their numbers.
std::vector<Index> places_of(const std::vector<Index>& shape, const std::vector<Kept>& kept)
{
    std::vector<Index> places{0};
    for (std::size_t l = 0; l < shape.size(); ++l) {
        std::vector<Index> longer;
        for (const Index place : places) {
            for (Index k = 0; k < shape[l]; ++k) {
                if (kept[l].number(shape[l], k) >= 0) longer.push_back(place * shape[l] + k);
            }
        }
        places = std::move(longer);
    }
    return places;
}

std::vector<Index> array_places(const Problem& problem)
{
    std::vector<Kept> kept;
    for (std::size_t l = 0; l < problem.shape.size(); ++l) kept.push_back(kept_of_array(problem, l));
    return places_of(problem.shape, kept);
}

// Half a spectrum is the beginning of its axis.
std::vector<Index> spectrum_places(const Problem& problem)
{
    std::vector<Kept> kept;
    for (std::size_t l = 0; l < problem.shape.size(); ++l) {
        kept.push_back(kept_of_spectrum(problem, l));
        if (problem.data != Data::complex && l == problem.half_axis() && kept[l].all())
            kept[l] = {problem.shape[l] / 2 + 1, 0};
    }
    return places_of(problem.shape, kept);
}

using Values = std::vector<LongComplex>;

Values spread(const Values& some, const std::vector<Index>& places, Index n)
{
    Values all(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < places.size(); ++i) all[static_cast<std::size_t>(places[i])] = some[i];
    return all;
}

Values gathered(const Values& all, const std::vector<Index>& places)
{
    Values some;
    for (const Index place : places) some.push_back(all[static_cast<std::size_t>(place)]);
    return some;
}

// The other half of half a spectrum: the conjugates, at the negated indices.
void complete(Values& y, const Problem& problem)
{
    const std::size_t half = problem.half_axis();
    for (Index i = 0; i < problem.n(); ++i) {
        Index rest = i, mirror = 0, weight = 1, k = 0;
        for (std::size_t l = problem.shape.size(); l-- > 0;) {
            const Index n = problem.shape[l], here = rest % n;
            rest /= n;
            mirror += (problem.transformed[l] ? (n - here) % n : here) * weight;
            weight *= n;
            if (l == half) k = here;
        }
        if (k <= problem.shape[half] / 2) continue;
        y[static_cast<std::size_t>(i)] = std::conj(y[static_cast<std::size_t>(mirror)]);
    }
}

Values inverse_of(Values y, const Problem& problem)
{
    const bool real = problem.data != Data::complex;
    if (real) complete(y, problem);
    for (LongComplex& value : y) value = std::conj(value);
    y = transformed(y, problem);
    for (LongComplex& value : y) value = std::conj(value);
    for (LongComplex& value : y) value = real ? value.real() : value;
    return y;
}

PlanTraffic difference(PlanTraffic now, const PlanTraffic& before)
{
    now.puts -= before.puts;
    now.bytes -= before.bytes;
    now.synchronisations -= before.synchronisations;
    return now;
}

template <class TypedPlan>
void check(const Case& now)
{
    const Problem problem = problem_of(now.shape, now.options);
    const std::vector<Index> in_array = array_places(problem), in_spectrum = spectrum_places(problem);
    Values x = random_vector(in_array.size()), y = random_vector(in_spectrum.size());
    for (LongComplex& value : x) value = problem.data == Data::complex ? value : value.real();
    const Values there = gathered(transformed(spread(x, in_array, problem.n()), problem), in_spectrum);
    const Values back_again = gathered(inverse_of(spread(y, in_spectrum, problem.n()), problem), in_array);
    const Index length = problem.transform();

    TypedPlan plan(now.shape, now.options);
    bool right = plan.layout_in().shape() == problem.input_shape();
    right = plan.layout_out().shape() == problem.output_shape() && right;
    EXPECT(right);
    fill(plan.input(), plan.layout_in(), x);
    plan.forward();
    const PlanTraffic first = plan.traffic();
    right = counts_agree(first, plan.schedule()) && right;
    EXPECT(right);
    const auto scale = [&](Direction direction) {
        return static_cast<long double>(normalisation_factor(now.options.normalisation, direction, length));
    };
    right = equal(plan.output(), plan.layout_out(), there, scale(Direction::forward), length * length) && right;
    EXPECT(right);
    fill(plan.output(), plan.layout_out(), y);
    plan.inverse();
    const Schedule back = inverse_schedule(plan.schedule(), plan.options());
    right = counts_agree(difference(plan.traffic(), first), back) && right;
    EXPECT(right);
    right = equal(plan.input(), plan.layout_in(), back_again, scale(Direction::inverse), length * length) && right;
    EXPECT(right);
    if (!right) {
        const std::string kept = " modes " + shape_text(problem.modes) + " extent " + shape_text(problem.extent);
        complain(__FILE__, __LINE__, (words(now) + kept).c_str());
    }
}

void check_one_of(unsigned seed, const Case& now)
{
    if (now.options.data == Data::complex) return seed % 3 == 0 ? check<Plan<float>>(now) : check<Plan<double>>(now);
    seed % 3 == 0 ? check<RealPlan<float>>(now) : check<RealPlan<double>>(now);
}

// A number of elements of an axis of n; often one that a cut over several processes can have.
Index random_count(Random& random, Index n, Index p)
{
    if (random.once_in(3)) return 0;
    const Index period = 2 * p;
    if (n > period && random.once_in(2)) return period * random.number(1, n / period);
    return random.number(1, n);
}

bool is_possible(const Case& now, Index p)
{
    try {
        resolved(now.options, now.shape, p, 8);
        schedule_for(now.shape, p, resolved(now.options, now.shape, p, 8), 8);
        return true;
    } catch (const Error& error) {
        // over several processes some numbers of elements are refused, and only these
        if (std::string(error.what()).find("no free cut of") == std::string::npos) throw;
        return false;
    }
}

Case random_partial_case(unsigned seed, Index p, Data data)
{
    Random random{std::mt19937_64(seed)};
    for (unsigned number = seed;; number += 100000) {
        Case now = random_case(number, p, data);
        now.options.algorithm = Algorithm::automatic;
        now.options.transposed_out = false;
        now.options.input.reset();
        now.options.output.reset();
        const Problem whole = problem_of(now.shape, now.options);
        const std::size_t batch = whole.shape.size() - now.shape.size();
        for (std::size_t l = 0; l < now.shape.size(); ++l) {
            const bool transformed = whole.transformed[l + batch];
            now.options.modes.push_back(transformed ? random_count(random, now.shape[l], p) : 0);
            now.options.extent.push_back(transformed && random.once_in(2) ? random_count(random, now.shape[l], p) : 0);
        }
        const Problem problem = problem_of(now.shape, now.options);
        if (random.once_in(6)) now.options.input = random_layout(random, problem.input_shape(), p);
        if (random.once_in(6)) now.options.output = random_layout(random, problem.output_shape(), p);
        if (problem.is_partial() && is_possible(now, p)) return now;
    }
}

constexpr unsigned problems = PROBLEMS;

void random_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (unsigned i = 0; i < problems; ++i) {
        const unsigned seed = 7000 + 1000 * static_cast<unsigned>(p) + i;
        const Case now = random_partial_case(seed, p, i % 2 == 0 ? Data::complex : Data::real);
        try {
            check_one_of(seed, now);
        } catch (const std::exception& e) {
            complain(__FILE__, __LINE__, (words(now) + ": " + e.what()).c_str());
        }
    }
}

}  // namespace

TEST_CASE("random problems with fewer modes and less extent equal the definition, forward and inverse")
{
    for (const unsigned p : {1u, 2u, 3u, 4u, 6u, 8u}) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, random_problems) == "");
    }
}
