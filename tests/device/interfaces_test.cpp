// The caller's arrays and streams on a device, from C++ and from C, and what is refused.
#include <doctest/doctest.h>

#include "bspfft/bspfft.h"
#include "tests/device/device_problems.hpp"

using namespace bspfft;

namespace {

constexpr Index n = 144;

using Numbers = std::vector<std::complex<double>>;

PlanOptions on_the_device()
{
    PlanOptions options;
    options.memory = Memory::device;
    return options;
}

void callers_arrays_and_stream()
{
    const std::vector<LongComplex> x = random_vector(n), y = dft_by_definition(x);
    DeviceStream stream(device());
    PlanOptions options = on_the_device();
    options.stream = stream.get();
    const Index span = Plan<double>::span({n}, options);
    const DeviceMemory in(device(), 16 * span), out(device(), 16 * span);
    Plan<double> plan({n}, in.as<std::complex<double>>(), out.as<std::complex<double>>(), options);
    EXPECT(plan.input() == in.as<std::complex<double>>());
    EXPECT(plan.options().kernel == Kernel::cuda);
    HostView<std::complex<double>> input(plan.input(), span, Memory::device);
    HostView<std::complex<double>> output(plan.output(), span, Memory::device);
    input.write(plan.layout_in(), x);
    plan.forward();
    stream.synchronise();
    EXPECT(equal(output.read(), plan.layout_out(), y, 1, n));
    EXPECT(equal(input.read(), plan.layout_in(), x, 1, 2));
    input.clear();
    plan.inverse();
    stream.synchronise();
    EXPECT(equal(input.read(), plan.layout_in(), x, 1, n));
}

void from_c()
{
    const std::vector<LongComplex> x = random_vector(n), y = dft_by_definition(x);
    bspfft_options options = {};
    options.kernel = BSPFFT_KERNEL_CUDA;
    options.memory = BSPFFT_MEMORY_DEVICE;
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_create(&plan, n, nullptr, &options) == BSPFFT_OK);
    const Index size = bspfft_input_places(plan);
    Numbers host(static_cast<std::size_t>(size));
    const auto index_of = [&](Index place) {
        std::int64_t index = 0;
        bspfft_input_index(plan, place, &index);
        return static_cast<std::size_t>(index);
    };
    for (Index i = 0; i < size; ++i) host[static_cast<std::size_t>(i)] = std::complex<double>(x[index_of(i)]);
    device().copy(BSPFFT_DEVICE_TO_DEVICE, bspfft_input(plan), host.data(), 16 * size, nullptr);
    device().synchronise(nullptr);
    EXPECT(bspfft_execute(plan, BSPFFT_FORWARD) == BSPFFT_OK);
    device().copy(BSPFFT_DEVICE_TO_HOST, host.data(), bspfft_input(plan), 16 * size, nullptr);
    device().synchronise(nullptr);
    for (Index i = 0; i < size; ++i)
        EXPECT(std::abs(host[static_cast<std::size_t>(i)] - std::complex<double>(y[index_of(i)])) < 1e-12);
    bspfft_plan_destroy(plan);
    options.memory = 2;
    EXPECT(bspfft_plan_create(&plan, n, nullptr, &options) == BSPFFT_INVALID_ARGUMENT);
    options.memory = BSPFFT_MEMORY_HOST;
    options.device_window = -1;
    EXPECT(bspfft_plan_create(&plan, n, nullptr, &options) == BSPFFT_INVALID_ARGUMENT);
}

std::string refusal(const PlanOptions& options, const std::vector<Index>& shape = {n})
{
    try {
        Plan<double> plan(shape, options);
    } catch (const Error& error) {
        return error.status() == Status::invalid_argument ? error.what() : "";
    }
    return "";
}

bool begins(const std::string& words, const char* with) { return words.starts_with(with); }

void refusals()
{
    PlanOptions simd = on_the_device();
    simd.kernel = Kernel::simd;
    EXPECT(begins(refusal(simd), "the kernel simd has its arrays on the host"));
    PlanOptions window = on_the_device();
    window.device_window = 1 << 20;
    EXPECT(begins(refusal(window), "a device window is of arrays on the host"));
    PlanOptions stream;
    stream.kernel = Kernel::cuda;
    stream.stream = &stream;
    EXPECT(begins(refusal(stream), "a stream is of arrays on a device"));
    PlanOptions textbook = on_the_device();
    textbook.algorithm = Algorithm::textbook;
    EXPECT(begins(refusal(textbook), "the kernel cuda cannot do the textbook's algorithm"));
    const std::vector<Index> twos(9, 2);
    EXPECT(begins(refusal(on_the_device(), twos), "the kernel cuda has arrays of at most 8 axes and a batch"));
}

// A ledger's seconds are those of transforms that are complete.
void ledger()
{
    Plan<double> plan(n, on_the_device());
    plan.account(true);
    plan.forward();
    const Ledger ledger = plan.ledger();
    EXPECT(ledger.seconds > 0);
    EXPECT(ledger.supersteps.size() == plan.schedule().supersteps().size());
}

}  // namespace

TEST_CASE("the caller's arrays on the device are transformed, on the caller's stream")
{
    for (const unsigned p : {1U, 2U, 4U}) CHECK(on(p, callers_arrays_and_stream) == "");
}

TEST_CASE("C programs have plans on the device")
{
    for (const unsigned p : {1U, 3U}) CHECK(on(p, from_c) == "");
}

TEST_CASE("choices that exclude each other are refused, with what is possible")
{
    CHECK(on(2, refusals) == "");
}

TEST_CASE("transforms on the device have a ledger")
{
    for (const unsigned p : {1U, 2U}) CHECK(on(p, ledger) == "");
}
