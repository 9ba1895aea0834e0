// The C interface on other arrays than a plan's own: the same results, whatever the kind of data.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/bsplib/spmd.hpp"
#include "tests/fft/cube.hpp"

namespace {

using Reals = std::vector<double>;

// A part that looks random, and another one on each process.
Reals noise(int64_t count)
{
    Reals x(static_cast<std::size_t>(count));
    auto state = static_cast<uint64_t>(bsp_pid()) + 1;
    for (double& value : x) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        value = static_cast<double>(state >> 40) / (1 << 24) - 0.5;
    }
    return x;
}

Reals copy_of(const void* array, int64_t count)
{
    const auto* const x = static_cast<const double*>(array);
    return {x, x + count};
}

bool is_cosine(const bspfft_shape& shape) { return shape.kind[0] != BSPFFT_FOURIER; }

void check(const bspfft_shape& shape)
{
    bspfft_plan* plan = nullptr;
    if (bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr) != BSPFFT_OK) {
        complain(__FILE__, __LINE__, bspfft_message());
        return;
    }
    const bool is_real = shape.data == BSPFFT_REAL, is_half = is_real && !shape.is_operator && !is_cosine(shape);
    const int64_t reals_in = (is_real ? 1 : 2) * bspfft_input_places(plan);
    const int64_t reals_out = (is_real && !is_half ? 1 : 2) * bspfft_output_places(plan);
    // arrays may need more room than their elements take
    int64_t span_in = 0, span_out = 0;
    if (bspfft_shape_span(&span_in, &span_out, &shape, nullptr) != BSPFFT_OK) span_in = span_out = 0;
    const auto room = static_cast<std::size_t>(std::max({reals_in, reals_out, 2 * span_in, 2 * span_out}));
    const Reals x = noise(reals_in);
    const auto own = [&](int direction, void* from, const Reals& values, void* to, int64_t count) {
        std::copy(values.begin(), values.end(), static_cast<double*>(from));
        EXPECT(bspfft_execute(plan, direction) == BSPFFT_OK);
        return copy_of(to, count);
    };
    const auto other = [&](int direction, bool in_place, const Reals& values, int64_t count) {
        Reals in = values, out(room);
        in.resize(room);
        const Reals before = in;
        Reals& to = in_place ? in : out;
        if (bspfft_execute_on(plan, direction, in.data(), to.data()) != BSPFFT_OK)
            complain(__FILE__, __LINE__, bspfft_message());
        if (!in_place && shape.keep_input) EXPECT(in == before);
        to.resize(static_cast<std::size_t>(count));
        return to;
    };
    const Reals y = own(BSPFFT_FORWARD, bspfft_input(plan), x, bspfft_output(plan), reals_out);
    for (const bool in_place : {false, true}) EXPECT(other(BSPFFT_FORWARD, in_place, x, reals_out) == y);
    if (!shape.is_operator) {
        const Reals z = own(BSPFFT_INVERSE, bspfft_output(plan), y, bspfft_input(plan), reals_in);
        for (const bool in_place : {false, true}) EXPECT(other(BSPFFT_INVERSE, in_place, y, reals_in) == z);
    }
    // and the plan's own arrays are still the plan's
    EXPECT(own(BSPFFT_FORWARD, bspfft_input(plan), x, bspfft_output(plan), reals_out) == y);
    bspfft_plan_destroy(plan);
}

void all_kinds_of_data()
{
    for (bspfft_shape shape : {cube({144}), cube({37}), cube({16, 9, 10})}) {
        for (const int32_t keeps : {0, 1}) {
            shape.keep_input = keeps;
            bspfft_shape cosine = real(shape);
            std::fill_n(cosine.kind, cosine.dimensions, static_cast<int32_t>(BSPFFT_DCT_2));
            for (const bspfft_shape& each :
                 {shape, real(shape), cosine, operator_on(shape, BSPFFT_COMPLEX), operator_on(shape, BSPFFT_REAL)})
                check(each);
        }
    }
    bspfft_shape blocks = cube({12, 10});
    blocks.layout_in = BSPFFT_LAYOUT_BLOCK;
    check(blocks);
    check(real(blocks));
}

}  // namespace

TEST_CASE("other arrays than its own get what the plan's own arrays get")
{
    for (const unsigned p : processes({1U, 2U, 3U, 4U})) {
        CAPTURE(p);
        CHECK(on(p, all_kinds_of_data) == "");
    }
}
