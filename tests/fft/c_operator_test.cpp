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
void make_noise(bspfft_operator* plan)
{
    auto* const x = static_cast<Number*>(bspfft_operator_input(plan));
    for (int64_t i = 0; i < bspfft_operator_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_operator_index(plan, i, index.data()) == BSPFFT_OK) x[i] = noise<Number>(index);
    }
}

template <class Number>
void make_impulse(bspfft_operator* plan, const std::vector<Axis>& axes)
{
    auto* const x = static_cast<Number*>(bspfft_operator_input(plan));
    for (int64_t i = 0; i < bspfft_operator_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_operator_index(plan, i, index.data()) != BSPFFT_OK) continue;
        bool here = true;
        for (std::size_t l = 0; l < axes.size(); ++l)
            here = here && (!axes[l].transformed || index[l] == shift(axes[l], l));
        x[i] = here ? 1 : 0;
    }
}

// Element j of the noise, shifted `times` times.
template <class Number>
double error_of_noise(bspfft_operator* plan, const std::vector<Axis>& axes, int64_t times)
{
    const auto* const y = static_cast<const Number*>(bspfft_operator_output(plan));
    double error = 0;
    for (int64_t i = 0; i < bspfft_operator_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_operator_index(plan, i, index.data()) != BSPFFT_OK) continue;
        int64_t process = -1, place = -1;
        EXPECT(bspfft_operator_place(plan, index.data(), &process, &place) == BSPFFT_OK);
        EXPECT(process == static_cast<int64_t>(bsp_pid()));
        EXPECT(place == i);
        for (std::size_t l = 0; l < axes.size(); ++l)
            index[l] = (index[l] + axes[l].n - times * shift(axes[l], l)) % axes[l].n;
        error = std::max(error, static_cast<double>(std::abs(y[i] - noise<Number>(index))));
    }
    return error;
}

template <class Number>
void operate(const bspfft_shape& shape, int data, int precision)
{
    std::vector<Axis> axes = axes_of(shape);
    const double tolerance = precision == BSPFFT_FLOAT ? 1e-5 : 1e-13;
    bspfft_options options{};
    options.precision = precision;
    options.normalisation = BSPFFT_SCALE_NONE;  // says nothing
    bspfft_operator* plan = nullptr;
    if (bspfft_operator_shape(&plan, &shape, data, &options) != BSPFFT_OK) {
        complain(__FILE__, __LINE__, bspfft_message());
        return;
    }
    const auto shifts = [&](int status, int64_t times) {
        if (status != BSPFFT_OK) complain(__FILE__, __LINE__, bspfft_message());
        const bool kept = bspfft_operator_input(plan) != bspfft_operator_output(plan);
        EXPECT(kept == (shape.keep_input == 1));
        EXPECT(error_of_noise<Number>(plan, axes, times) < tolerance);
        make_noise<Number>(plan);
    };
    make_noise<Number>(plan);
    shifts(bspfft_operator_execute(plan), 0);
    EXPECT(bspfft_operator_set_factors(plan, turn, &axes) == BSPFFT_OK);
    shifts(bspfft_operator_execute(plan), 1);
    shifts(bspfft_operator_apply(plan, turn, &axes), 1);
    make_impulse<Number>(plan, axes);
    EXPECT(bspfft_operator_set_kernel(plan) == BSPFFT_OK);
    make_noise<Number>(plan);
    shifts(bspfft_operator_execute(plan), 1);
    make_impulse<Number>(plan, axes);
    EXPECT(bspfft_operator_set_correlation_kernel(plan) == BSPFFT_OK);
    make_noise<Number>(plan);
    shifts(bspfft_operator_execute(plan), -1);
    bspfft_operator_destroy(plan);
}

void operators()
{
    for (const int64_t batch : {0, 1, 5}) {
        for (bspfft_shape shape : {cube({64}), cube({37}), cube({16, 9, 10}), cube({3, 2, 2, 2, 2, 2, 2, 3}),
                                   cube(most_axes)}) {
            shape.batch = batch;
            shape.keep_input = batch == 0 ? 1 : 0;
            operate<double>(shape, BSPFFT_REAL, BSPFFT_DOUBLE);
            operate<float>(shape, BSPFFT_REAL, BSPFFT_FLOAT);
            operate<std::complex<double>>(shape, BSPFFT_COMPLEX, BSPFFT_DOUBLE);
            operate<std::complex<float>>(shape, BSPFFT_COMPLEX, BSPFFT_FLOAT);
        }
    }
}

void two_moves()
{
    const bspfft_shape shape = cube({65536});
    bspfft_operator* plan = nullptr;
    EXPECT(bspfft_operator_shape(&plan, &shape, BSPFFT_REAL, nullptr) == BSPFFT_OK);
    EXPECT(bspfft_operator_is_fused(plan) == 1);
    EXPECT(bspfft_operator_account(plan, 0) == BSPFFT_OK);
    EXPECT(bspfft_operator_execute(plan) == BSPFFT_OK);
    bspfft_superstep rows[5];
    rows[0].size = sizeof rows[0];
    int64_t count = 0;
    EXPECT(bspfft_operator_ledger(plan, -1, rows, 5, &count) == BSPFFT_OK);
    EXPECT(count == 5);  // three sweeps, and two moves between them
    for (const int i : {1, 3}) EXPECT(rows[i].words_sent > 0);
    bspfft_operator_destroy(plan);
}

bool says(int status, const std::string& words)
{
    return status == BSPFFT_INVALID_ARGUMENT && std::string(bspfft_message()).find(words) != std::string::npos;
}

void refusals_of_operators()
{
    bspfft_operator* plan = reinterpret_cast<bspfft_operator*>(&plan);
    bspfft_shape shape = cube({16, 16});
    EXPECT(says(bspfft_operator_shape(nullptr, &shape, BSPFFT_REAL, nullptr), "the address for the plan is NULL"));
    EXPECT(says(bspfft_operator_shape(&plan, nullptr, BSPFFT_REAL, nullptr), "the shape is NULL"));
    EXPECT(plan == nullptr);
    EXPECT(says(bspfft_operator_shape(&plan, &shape, 2, nullptr), "data is 2; it must be 0 to 1"));
    for (int32_t bspfft_shape::* const member :
         {&bspfft_shape::layout_in, &bspfft_shape::layout_out, &bspfft_shape::order}) {
        bspfft_shape other = shape;
        other.*member = 1;
        EXPECT(says(bspfft_operator_shape(&plan, &other, BSPFFT_REAL, nullptr), "an operator has a layout of its own"));
    }
    EXPECT(bspfft_operator_shape(&plan, &shape, BSPFFT_REAL, nullptr) == BSPFFT_OK);
    EXPECT(says(bspfft_operator_set_factors(plan, nullptr, nullptr), "set_factors: the function is NULL"));
    EXPECT(says(bspfft_operator_apply(plan, nullptr, nullptr), "apply: the function is NULL"));
    int64_t index[2] = {16, 0};
    EXPECT(says(bspfft_operator_place(plan, index, nullptr, nullptr), "index[0] is 16; it must be 0 to 15"));
    bspfft_operator_destroy(plan);

    EXPECT(says(bspfft_operator_set_factors(nullptr, turn, nullptr), "set_factors: the plan is NULL"));
    EXPECT(says(bspfft_operator_set_kernel(nullptr), "set_kernel: the plan is NULL"));
    EXPECT(says(bspfft_operator_execute(nullptr), "execute: the plan is NULL"));
    EXPECT(says(bspfft_operator_apply(nullptr, turn, nullptr), "apply: the plan is NULL"));
    EXPECT(says(bspfft_operator_index(nullptr, 0, index), "bspfft_operator_index: the plan is NULL"));
    EXPECT(bspfft_operator_input(nullptr) == nullptr);
    EXPECT(bspfft_operator_places(nullptr) + bspfft_operator_is_fused(nullptr) == 0);
    bspfft_operator_destroy(nullptr);
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
    CHECK(on(2, refusals_of_operators) == "");
}
