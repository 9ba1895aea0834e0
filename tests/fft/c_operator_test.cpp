// The C interface for operators: factors, functions and kernels that shift.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/bsplib/spmd.hpp"
#include "tests/fft/cube.hpp"

namespace {

const double pi = std::acos(-1.0);

// A number that looks random.
template <class Number>
Number noise(const Coordinates& index)
{
    uint64_t state = 1;
    for (const int64_t j : index)
        state = (state + static_cast<uint64_t>(j)) * 6364136223846793005U + 1442695040888963407U;
    const auto part = [&](int bit) { return static_cast<double>(state >> bit & 0xFFFFU) / 65536 - 0.5; };
    if constexpr (std::is_floating_point_v<Number>) {
        return static_cast<Number>(part(40));
    } else {
        using Real = typename Number::value_type;
        return {static_cast<Real>(part(40)), static_cast<Real>(part(20))};
    }
}

// By how much everything is shifted.
int64_t shift(const Axis& axis, std::size_t l) { return axis.transformed ? static_cast<int64_t>(l + 2) % axis.n : 0; }

// What a function of C knows: the axes.
void turn(const int64_t* k, void* context, double value[2])
{
    const auto& axes = *static_cast<const std::vector<Axis>*>(context);
    double turns = 0;
    for (std::size_t l = 0; l < axes.size(); ++l)
        turns += static_cast<double>(k[l] * shift(axes[l], l) % axes[l].n) / static_cast<double>(axes[l].n);
    const std::complex<double> turned = std::complex<double>(value[0], value[1]) * std::polar(1.0, -2 * pi * turns);
    value[0] = turned.real();
    value[1] = turned.imag();
}

template <class Number>
void make_noise(bspfft_plan* plan)
{
    auto* const x = static_cast<Number*>(bspfft_input(plan));
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_input_index(plan, i, index.data()) == BSPFFT_OK) x[i] = noise<Number>(index);
    }
}

template <class Number>
void make_impulse(bspfft_plan* plan, const std::vector<Axis>& axes)
{
    auto* const x = static_cast<Number*>(bspfft_input(plan));
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_input_index(plan, i, index.data()) != BSPFFT_OK) continue;
        bool here = true;
        for (std::size_t l = 0; l < axes.size(); ++l)
            here = here && (!axes[l].transformed || index[l] == shift(axes[l], l));
        x[i] = here ? 1 : 0;
    }
}

// The largest difference from the noise shifted `times` times.
template <class Number>
double error_of_noise(bspfft_plan* plan, const std::vector<Axis>& axes, int64_t times)
{
    const auto* const y = static_cast<const Number*>(bspfft_output(plan));
    double error = 0;
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_input_index(plan, i, index.data()) != BSPFFT_OK) continue;
        int64_t process = -1, place = -1;
        EXPECT(bspfft_input_place(plan, index.data(), &process, &place) == BSPFFT_OK);
        EXPECT(process == static_cast<int64_t>(bsp_pid()));
        EXPECT(place == i);
        for (std::size_t l = 0; l < axes.size(); ++l)
            index[l] = (index[l] + axes[l].n - times * shift(axes[l], l)) % axes[l].n;
        error = std::max(error, static_cast<double>(std::abs(y[i] - noise<Number>(index))));
    }
    return error;
}

template <class Number>
void operate(const bspfft_shape& shape, int precision)
{
    std::vector<Axis> axes = axes_of(shape);
    const double tolerance = precision == BSPFFT_FLOAT ? 1e-5 : 1e-13;
    bspfft_options options{};
    options.precision = precision;
    options.normalisation = BSPFFT_SCALE_NONE;  // says nothing
    bspfft_plan* plan = nullptr;
    if (bspfft_plan_shape(&plan, &shape, nullptr, nullptr, &options) != BSPFFT_OK) {
        complain(__FILE__, __LINE__, bspfft_message());
        return;
    }
    const auto shifts = [&](int status, int64_t times) {
        if (status != BSPFFT_OK) complain(__FILE__, __LINE__, bspfft_message());
        const bool kept = bspfft_input(plan) != bspfft_output(plan);
        EXPECT(kept == (shape.keep_input == 1));
        EXPECT(error_of_noise<Number>(plan, axes, times) < tolerance);
        make_noise<Number>(plan);
    };
    make_noise<Number>(plan);
    shifts(bspfft_execute(plan, BSPFFT_FORWARD), 0);
    EXPECT(bspfft_set_factors(plan, turn, &axes) == BSPFFT_OK);
    shifts(bspfft_execute(plan, BSPFFT_FORWARD), 1);
    shifts(bspfft_apply(plan, turn, &axes), 1);
    make_impulse<Number>(plan, axes);
    EXPECT(bspfft_set_kernel(plan, BSPFFT_CONVOLUTION) == BSPFFT_OK);
    make_noise<Number>(plan);
    shifts(bspfft_execute(plan, BSPFFT_FORWARD), 1);
    make_impulse<Number>(plan, axes);
    EXPECT(bspfft_set_kernel(plan, BSPFFT_CORRELATION) == BSPFFT_OK);
    make_noise<Number>(plan);
    shifts(bspfft_execute(plan, BSPFFT_FORWARD), -1);
    bspfft_plan_destroy(plan);
}

void operators()
{
    for (const int64_t batch : {0, 1, 5}) {
        for (bspfft_shape shape : {cube({64}), cube({37}), cube({16, 9, 10}), cube({3, 2, 2, 2, 2, 2, 2, 3}),
                                   cube(most_axes)}) {
            shape.batch = batch;
            shape.keep_input = batch == 0 ? 1 : 0;
            operate<double>(operator_on(shape, BSPFFT_REAL), BSPFFT_DOUBLE);
            operate<float>(operator_on(shape, BSPFFT_REAL), BSPFFT_FLOAT);
            operate<std::complex<double>>(operator_on(shape, BSPFFT_COMPLEX), BSPFFT_DOUBLE);
            operate<std::complex<float>>(operator_on(shape, BSPFFT_COMPLEX), BSPFFT_FLOAT);
        }
    }
}

void two_moves()
{
    const bspfft_shape shape = operator_on(cube({65536}), BSPFFT_REAL);
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr) == BSPFFT_OK);
    EXPECT(bspfft_is_fused(plan) == 1);
    EXPECT(bspfft_account(plan, 0) == BSPFFT_OK);
    EXPECT(bspfft_execute(plan, BSPFFT_FORWARD) == BSPFFT_OK);
    bspfft_superstep rows[3];
    rows[0].size = sizeof rows[0];
    int64_t count = 0;
    EXPECT(bspfft_ledger(plan, -1, rows, 3, &count) == BSPFFT_OK);
    EXPECT(count == 3);  // three sweeps, of which two end with a move
    for (const int i : {0, 1}) EXPECT(rows[i].words_sent > 0);
    EXPECT(rows[2].words_sent == 0);
    bspfft_plan_destroy(plan);
}

bool says(int status, const std::string& words)
{
    return status == BSPFFT_INVALID_ARGUMENT && std::string(bspfft_message()).find(words) != std::string::npos;
}

void refusals_of_shapes()
{
    bspfft_plan* plan = reinterpret_cast<bspfft_plan*>(&plan);
    const auto refused = [&](const bspfft_shape& shape, const std::string& words, void* in = nullptr) {
        return says(bspfft_plan_shape(&plan, &shape, in, nullptr, nullptr), words) && !plan;
    };
    const bspfft_shape shape = operator_on(cube({16, 16}), BSPFFT_REAL);
    EXPECT(refused(operator_on(shape, 2), "data is 2; it must be 0 to 1"));
    bspfft_shape other = shape;
    other.is_operator = 2;
    EXPECT(refused(other, "is_operator is 2; it must be 0 to 1"));
    other = shape;
    other.kind[0] = other.kind[1] = BSPFFT_DCT_2;
    EXPECT(refused(other, "an operator has Fourier transforms"));
    for (int32_t bspfft_shape::* const member :
         {&bspfft_shape::layout_in, &bspfft_shape::layout_out, &bspfft_shape::order}) {
        other = shape;
        other.*member = 1;
        EXPECT(refused(other, "an operator has a layout of its own"));
    }
    double x[256];
    EXPECT(refused(shape, "own their arrays; in and out must be NULL", x));
    int64_t span = 0;
    EXPECT(says(bspfft_shape_span(&span, nullptr, &shape, nullptr), "own their arrays"));
}

void refusals_of_operators()
{
    const bspfft_shape shape = operator_on(cube({16, 16}), BSPFFT_REAL);
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr) == BSPFFT_OK);
    EXPECT(says(bspfft_set_factors(plan, nullptr, nullptr), "set_factors: the function is NULL"));
    EXPECT(says(bspfft_apply(plan, nullptr, nullptr), "apply: the function is NULL"));
    EXPECT(says(bspfft_set_kernel(plan, 2), "use is 2; it must be 0 to 1"));
    EXPECT(bspfft_execute(plan, BSPFFT_INVERSE) == BSPFFT_INVALID_ARGUMENT);
    int64_t index[2] = {16, 0};
    EXPECT(says(bspfft_input_place(plan, index, nullptr, nullptr), "index[0] is 16; it must be 0 to 15"));
    bspfft_plan_destroy(plan);

    EXPECT(says(bspfft_set_factors(nullptr, turn, nullptr), "bspfft_set_factors: the plan is NULL"));
    EXPECT(says(bspfft_set_kernel(nullptr, BSPFFT_CONVOLUTION), "bspfft_set_kernel: the plan is NULL"));
    EXPECT(says(bspfft_apply(nullptr, turn, nullptr), "bspfft_apply: the plan is NULL"));
    EXPECT(bspfft_is_fused(nullptr) == 0);
}

// What only operators do, asked of a plan of another kind.
void refusals_of_other_plans()
{
    bspfft_shape cosine = real(cube({64}));
    cosine.kind[0] = BSPFFT_DCT_2;
    for (const bspfft_shape& shape : {cube({64}), real(cube({64})), cosine}) {
        bspfft_plan* plan = nullptr;
        EXPECT(bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr) == BSPFFT_OK);
        EXPECT(says(bspfft_set_factors(plan, turn, nullptr), "bspfft_set_factors: the plan is not that of an"));
        EXPECT(says(bspfft_set_kernel(plan, BSPFFT_CONVOLUTION), "bspfft_set_kernel: the plan is not that of an"));
        EXPECT(says(bspfft_apply(plan, turn, nullptr), "bspfft_apply: the plan is not that of an"));
        EXPECT(bspfft_is_fused(plan) == 0);
        bspfft_plan_destroy(plan);
    }
}

}  // namespace

TEST_CASE("factors, functions and kernels shift what they are to shift")
{
    for (const unsigned p : processes({1U, 2U, 3U, 4U})) {
        CAPTURE(p);
        CHECK(on(p, operators) == "");
    }
    CHECK(on(2, two_moves) == "");
}

TEST_CASE("what is not possible for operators is refused, in a sentence")
{
    CHECK(on(2, refusals_of_shapes) == "");
    CHECK(on(2, refusals_of_operators) == "");
    CHECK(on(2, refusals_of_other_plans) == "");
}
