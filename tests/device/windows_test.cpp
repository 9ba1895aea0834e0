// Arrays on the host that are larger than a window of the device's memory. Run with the stand-in device, and on a
// machine with a GPU with that.
#include <doctest/doctest.h>

#include "bsp_fft/schedule/device.hpp"
#include "tests/device/device_problems.hpp"

using namespace bspfft;

namespace {

struct Small {
    Index n;
    Index batch;
    Index window;
    std::size_t sweeps;
    bool in_place;  ///< slices come back to where they were; otherwise they go to tiles, or are whole transforms
};

template <class Real>
std::vector<std::complex<Real>> transformed_by_simd(const Small& small, const std::vector<LongComplex>& x)
{
    PlanOptions options;
    options.kernel = Kernel::simd;
    options.batch = small.batch;
    Plan<Real> plan(small.n, options);
    fill(plan.input(), plan.layout_in(), x);
    plan.forward();
    return {plan.output(), plan.output() + x.size()};
}

template <class Real>
void check_through_window(const Small& small, PlanOptions options)
{
    options.batch = small.batch;
    options.kernel = Kernel::cuda;
    options.device_window = small.window;
    Plan<Real> plan(small.n, options);
    EXPECT(plan.schedule().radices().size() == small.sweeps);
    EXPECT((plan.schedule().supersteps().front().computation.slices > 1) == small.in_place);
    const Index n = plan.schedule().n();
    const std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(n));
    const auto expected = transformed_by_simd<Real>(small, x);
    fill(plan.input(), plan.layout_in(), x);
    plan.account(false);
    plan.forward();
    const auto scale = static_cast<Real>(normalisation_factor(options.normalisation, Direction::forward, small.n));
    Real largest = 0;
    for (Index i = 0; i < n; ++i)
        largest = std::max(largest, std::abs(plan.output()[i] - scale * expected[static_cast<std::size_t>(i)]));
    EXPECT(largest < 8 * std::numeric_limits<Real>::epsilon() * scale * static_cast<Real>(n));
    const Index bytes = 2 * n * static_cast<Index>(sizeof(Real)), sweeps = static_cast<Index>(small.sweeps);
    if (small.in_place) EXPECT(plan.ledger().total().pcie_bytes == 2 * sweeps * bytes);
    if (options.keep_input) EXPECT(equal(plan.input(), plan.layout_in(), x, 1, 2));
    if (options.keep_input) std::fill_n(plan.input(), n, std::complex<Real>{});
    plan.inverse();
    EXPECT(equal(plan.input(), plan.layout_in(), x, 1, n));
}

void arrays_in_slices()
{
    check_through_window<double>({1 << 14, 1, smallest_window(1 << 14, 8), 2, true}, {});
    check_through_window<float>({1 << 14, 1, smallest_window(1 << 14, 4), 2, true}, {});
    check_through_window<float>({1 << 16, 1, 1 << 20, 2, true}, {});
    PlanOptions options;
    options.normalisation = Normalisation::symmetric;
    options.keep_input = true;
    check_through_window<double>({72 * 72 * 3, 1, smallest_window(72 * 72 * 3, 8), 2, true}, options);
    check_through_window<double>({72 * 72 * 11, 1, smallest_window(72 * 72 * 11, 8), 2, true}, options);
    // numbers without square factors go to tiles; the last one fits, but goes in slices
    check_through_window<double>({2 * 3 * 5 * 7 * 11 * 13, 1, 1 << 19, 2, false}, {});
    check_through_window<double>({1 << 12, 256, 1 << 26, 1, false}, {});
}

void refuse(const std::vector<Index>& shape, Index window, const std::string& words)
{
    PlanOptions options;
    options.kernel = Kernel::cuda;
    options.device_window = window;
    try {
        Plan<double> plan(shape, options);
        EXPECT(false);
    } catch (const Error& error) {
        EXPECT(std::string(error.what()).find(words) != std::string::npos);
    }
}

void vectors_that_are_too_long()
{
    const Index smallest = smallest_window(1 << 14, 8);
    refuse({1 << 14}, smallest - 1, std::to_string(smallest) + " bytes");
}

void cubes_that_are_too_large() { refuse({64, 64, 64}, 1 << 16, "take a larger window"); }

}  // namespace

TEST_CASE("arrays that are larger than the device window go through it in slices, twice, and stay in place")
{
    CHECK(on(1, arrays_in_slices) == "");
}

TEST_CASE("a window that is too small is refused, for vectors with the smallest that is not")
{
    CHECK(on(1, vectors_that_are_too_long) == "");
    CHECK(on(2, cubes_that_are_too_large) == "");
}
