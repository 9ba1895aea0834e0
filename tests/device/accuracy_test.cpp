// On a GPU: our errors beside those of the vendor's library, which transforms the same numbers on the same device.
#include <doctest/doctest.h>

#include <cstdio>

#include "bsp_fft/base/integers.hpp"
#include "tests/device/device_problems.hpp"

using namespace bspfft;

namespace {

// the last by kernels of our own
const Index lengths[] = {1 << 10, 1 << 14, 1 << 18, 1 << 20, 1 << 22};

template <class Real>
double error_of(const std::complex<Real>* y, const Layout& layout, const std::vector<LongComplex>& expected)
{
    const auto s = static_cast<Index>(bsp_pid());
    long double squares = 0, all = 0;
    for (Index i = 0; i < layout.local_span(s); ++i) {
        const LongComplex value = expected[static_cast<std::size_t>(layout.global(s, i))];
        squares += std::norm(LongComplex(y[i]) - value);
        all += std::norm(value);
    }
    return static_cast<double>(std::sqrt(squares / all));
}

bspfft_device_transform arrays_of(const std::vector<Index>& shape, std::size_t bytes_per_real, bool library_only,
                                  Index batch = 1)
{
    auto transform =
        contiguous_transform(static_cast<Index>(bytes_per_real), BSPFFT_DEVICE_COMPLEX, shape, batch);
    transform.library_only = library_only;
    return transform;
}

template <class Real>
double error_of_library(const std::vector<LongComplex>& x, const std::vector<LongComplex>& expected)
{
    const auto n = static_cast<Index>(x.size());
    std::vector<std::complex<Real>> host(x.begin(), x.end());
    const DeviceMemory array = on_device(device(), host);
    const DevicePlan plan(device(), arrays_of({n}, sizeof(Real), true));
    plan.execute(false, 1, array.data(), array.data(), nullptr);
    device().copy(BSPFFT_DEVICE_TO_HOST, host.data(), array.data(), array.bytes(), nullptr);
    device().synchronise(nullptr);
    return error_of(host.data(), Layout::cyclic(n, 1), expected);
}

template <class Real>
void compare(const std::vector<LongComplex>& x, const std::vector<LongComplex>& expected)
{
    const auto n = static_cast<Index>(x.size());
    PlanOptions options;
    options.memory = Memory::device;
    Plan<Real> plan(n, options);
    HostView<std::complex<Real>> data(plan.data(), plan.span(), Memory::device);
    data.write(plan.layout_in(), x);
    plan.forward();
    const double ours = error_of(data.read(), plan.layout_out(), expected);
    if (bsp_nprocs() > 1) {
        EXPECT(ours < 3 * std::numeric_limits<Real>::epsilon());
        return;
    }
    const double theirs = error_of_library<Real>(x, expected);
    std::printf("%s n = %lld: error %.3e, the library's %.3e\n", sizeof(Real) == 4 ? "float" : "double",
                static_cast<long long>(n), ours, theirs);
    // a hundredth is what another order of the same sums may change
    EXPECT(ours <= 1.01 * theirs);
}

void all_lengths()
{
    for (const Index n : lengths) {
        const std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(n)), expected = long_double_dft(x);
        compare<double>(x, expected);
        compare<float>(x, expected);
    }
}

template <class Real>
double distance(const DeviceMemory& array, const std::vector<std::complex<Real>>& expected)
{
    std::vector<std::complex<Real>> values(expected.size());
    device().copy(BSPFFT_DEVICE_TO_HOST, values.data(), array.data(), array.bytes(), nullptr);
    device().synchronise(nullptr);
    double squares = 0, all = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        squares += std::norm(std::complex<double>(values[i]) - std::complex<double>(expected[i]));
        all += std::norm(std::complex<double>(expected[i]));
    }
    return std::sqrt(squares / all);
}

// Too long for a sum in long double: the library's result is what is expected.
template <class Real>
void compare_long(const std::vector<Index>& shape, Index batch = 1)
{
    const Index n = product_of(shape);
    std::vector<std::complex<Real>> x(static_cast<std::size_t>(batch * n)), expected(x.size());
    std::uint32_t state = 2026;
    const auto value = [&] { return static_cast<Real>((state = state * 1664525u + 1013904223u) >> 8) - (1 << 23); };
    for (auto& point : x) point = {value(), value()};
    const double bound = 8 * std::numeric_limits<Real>::epsilon();
    const DeviceMemory array = on_device(device(), x), result(device(), array.bytes());
    const DevicePlan library(device(), arrays_of(shape, sizeof(Real), true, batch));
    library.execute(false, 1, array.data(), result.data(), nullptr);
    device().copy(BSPFFT_DEVICE_TO_HOST, expected.data(), result.data(), result.bytes(), nullptr);
    device().synchronise(nullptr);
    const DevicePlan plan(device(), arrays_of(shape, sizeof(Real), false, batch));
    EXPECT((device().use().compute_major != 9 || plan.name() != library.name()));
    plan.execute(false, 1, array.data(), result.data(), nullptr);
    EXPECT(distance(result, expected) < bound);
    EXPECT(distance(array, x) == 0);    // kept
    plan.execute(true, 1.0 / static_cast<double>(n), result.data(), result.data(), nullptr);
    EXPECT(distance(result, x) < bound);
}

void all_long_lengths()
{
    for (int log = 22; log <= 26; ++log) {
        compare_long<double>({Index(1) << log});
        compare_long<float>({Index(1) << log});
    }
    for (const auto& shape : {std::vector<Index>{2048, 2048}, {4096, 4096}, {2048, 16384}, {8192, 4096},
                              {256, 256, 256}}) {
        compare_long<double>(shape);
        compare_long<float>(shape);
    }
    compare_long<double>({4096, 4096}, 3);
    compare_long<float>({256, 256, 256}, 2);
}

// Longer still: some points become a sum of waves, which is looked at in places.
template <class Real>
void some_points(Index n)
{
    constexpr Index waves = 16, width = 1024, slices = 64;
    std::vector<Index> places;
    std::uint64_t state = 2026;
    const auto random = [&] { return static_cast<Index>((state = state * 6364136223846793005u + 1) >> 24) & (n - 1); };
    for (Index i = 0; i < waves; ++i) places.push_back(random());
    const std::complex<Real> one = 1;
    std::vector<std::complex<Real>> slice(static_cast<std::size_t>(width));
    const auto bytes = static_cast<Index>(sizeof one);
    const DeviceMemory array(device(), n * bytes);
    auto* const x = array.as<std::complex<Real>>();
    device().check(device().functions().clear(x, array.bytes(), nullptr), "clearing an array");
    for (const Index place : places) device().copy(BSPFFT_DEVICE_TO_DEVICE, x + place, &one, bytes, nullptr);
    const DevicePlan plan(device(), arrays_of({n}, sizeof(Real), false));
    plan.execute(false, 1, x, x, nullptr);
    double squares = 0;
    for (Index s = 0; s < slices; ++s) {
        const Index first = random() / width * width;
        device().copy(BSPFFT_DEVICE_TO_HOST, slice.data(), x + first, width * bytes, nullptr);
        device().synchronise(nullptr);
        for (Index k = first; k < first + width; ++k) {
            std::complex<double> sum = 0;
            for (const Index place : places)
                sum += std::polar(1.0, -6.283185307179586 * static_cast<double>(place * k & (n - 1)) / double(n));
            squares += std::norm(std::complex<double>(slice[static_cast<std::size_t>(k - first)]) - sum);
        }
    }
    EXPECT(std::sqrt(squares / (waves * width * slices)) < 8 * std::numeric_limits<Real>::epsilon());
}

void longest()
{
    for (int log = 27; log <= 28; ++log) {
        some_points<double>(Index(1) << log);
        some_points<float>(Index(1) << log);
    }
}

}  // namespace

TEST_CASE("the longest vectors of our own kernels: points become waves")
{
    CHECK(on(1, longest) == "");
}

TEST_CASE("long vectors, matrices and cubes by our own kernels are those of the vendor's library, and come back")
{
    CHECK(on(1, all_long_lengths) == "");
}

TEST_CASE("on one process errors are no larger than those of the vendor's library")
{
    CHECK(on(1, all_lengths) == "");
}

TEST_CASE("on several processes errors are small too")
{
    CHECK(on(4, all_lengths) == "");
}
