// The C interface for cosine and sine transforms: every kind by its definition, along every axis, and its inverse.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/bsplib/spmd.hpp"
#include "tests/fft/cube.hpp"

namespace {

const double pi = std::acos(-1.0);

// What x_j counts in y_k of n elements, as SciPy defines it.
double entry(int kind, int64_t n, int64_t j, int64_t k)
{
    const auto m = static_cast<double>(n), i = static_cast<double>(j), f = static_cast<double>(k);
    const bool first = j == 0, last = j == n - 1;
    switch (kind) {
    case BSPFFT_DCT_1:
        return (first || last ? 1 : 2) * std::cos(pi * i * f / (m - 1));
    case BSPFFT_DCT_2:
        return 2 * std::cos(pi * (2 * i + 1) * f / (2 * m));
    case BSPFFT_DCT_3:
        return (first ? 1 : 2) * std::cos(pi * i * (2 * f + 1) / (2 * m));
    case BSPFFT_DCT_4:
        return 2 * std::cos(pi * (2 * i + 1) * (2 * f + 1) / (4 * m));
    case BSPFFT_DST_1:
        return 2 * std::sin(pi * (i + 1) * (f + 1) / (m + 1));
    case BSPFFT_DST_2:
        return 2 * std::sin(pi * (2 * i + 1) * (f + 1) / (2 * m));
    case BSPFFT_DST_3:
        return (last ? 1 : 2) * std::sin(pi * (i + 1) * (2 * f + 1) / (2 * m));
    default:
        return 2 * std::sin(pi * (2 * i + 1) * (2 * f + 1) / (4 * m));
    }
}

// A product of one function an axis, so that the transform is a product too.
double value(std::size_t l, int64_t j) { return std::sin(static_cast<double>(j * j + 3) + static_cast<double>(l)); }

double result(std::size_t l, const Axis& axis, int kind, int64_t k)
{
    if (!axis.transformed) return value(l, k);
    double sum = 0;
    for (int64_t j = 0; j < axis.n; ++j) sum += entry(kind, axis.n, j, k) * value(l, j);
    return sum;
}

bspfft_shape with_kinds(bspfft_shape shape, const std::vector<int32_t>& kinds)
{
    std::copy(kinds.begin(), kinds.end(), shape.kind);
    return real(shape);
}

template <class Real>
void check(const bspfft_shape& array, const std::vector<int32_t>& kinds)
{
    const bspfft_shape shape = with_kinds(array, kinds);
    bspfft_options options{};
    options.precision = sizeof(Real) == sizeof(float) ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
    const double tolerance = sizeof(Real) == sizeof(float) ? 1e-3 : 1e-11;
    const std::vector<Axis> axes = axes_of(shape);
    const std::size_t batch = shape.batch > 0 ? 1 : 0;
    bspfft_plan* plan = nullptr;
    if (bspfft_plan_shape(&plan, &shape, nullptr, nullptr, &options) != BSPFFT_OK) {
        complain(__FILE__, __LINE__, bspfft_message());
        return;
    }
    auto* const x = static_cast<Real*>(bspfft_input(plan));
    auto* const y = static_cast<Real*>(bspfft_output(plan));
    EXPECT((x != y) == (shape.keep_input == 1));
    const auto error_of_input = [&](bool fill) {
        double error = 0;
        for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
            Coordinates index{};
            if (bspfft_input_index(plan, i, index.data()) != BSPFFT_OK) continue;
            double known = 1;
            for (std::size_t l = 0; l < axes.size(); ++l) known *= value(l, index[l]);
            if (fill) x[i] = static_cast<Real>(known);
            error = std::max(error, std::abs(x[i] - known));
            int64_t process = -1, place = -1;
            EXPECT(bspfft_input_place(plan, index.data(), &process, &place) == BSPFFT_OK);
            EXPECT(process == static_cast<int64_t>(bsp_pid()));
            EXPECT(place == i);
        }
        return error;
    };
    error_of_input(true);
    EXPECT(bspfft_execute(plan, BSPFFT_FORWARD) == BSPFFT_OK);
    int64_t elements = 0;
    for (int64_t i = 0; i < bspfft_output_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_output_index(plan, i, index.data()) != BSPFFT_OK) continue;
        ++elements;
        double known = 1;
        for (std::size_t l = 0; l < axes.size(); ++l)
            known *= result(l, axes[l], l < batch ? 0 : kinds[l - batch], index[l]);
        EXPECT(std::abs(y[i] - known) < tolerance * std::max(1.0, std::abs(known)));
    }
    EXPECT((elements > 0 || bsp_nprocs() > 1));
    EXPECT(bspfft_execute(plan, BSPFFT_INVERSE) == BSPFFT_OK);
    EXPECT(error_of_input(false) < tolerance);
    bspfft_plan_destroy(plan);
}

void all_kinds()
{
    for (int32_t kind = BSPFFT_DCT_1; kind <= BSPFFT_DST_4; ++kind) {
        check<double>(cube({36}), {kind});
        check<float>(cube({25}), {kind});
        check<double>(cube({8, 6}), {kind, BSPFFT_DST_4 + 1 - kind});
    }
    bspfft_shape shape = cube({6, 5, 4});
    shape.keep_input = 1;
    shape.layout_out = BSPFFT_LAYOUT_BLOCK;
    check<double>(shape, {BSPFFT_DCT_2, BSPFFT_UNTOUCHED, BSPFFT_DST_1});
    for (const int64_t count : {1, 7}) {
        bspfft_shape batch = cube({16});
        batch.batch = count;
        check<double>(batch, {BSPFFT_DCT_2});
    }
}

bool refused(const bspfft_shape& shape, const std::string& words)
{
    bspfft_plan* plan = reinterpret_cast<bspfft_plan*>(&plan);
    const int status = bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr);
    const bool right = status == BSPFFT_INVALID_ARGUMENT && !plan &&
                       std::string(bspfft_message()).find(words) != std::string::npos;
    if (!right) complain(__FILE__, __LINE__, (words + ", but: " + bspfft_message()).c_str());
    return right;
}

void refusals()
{
    const bspfft_shape array = cube({16, 16}), cosines = with_kinds(array, {BSPFFT_DCT_1, BSPFFT_DCT_1});
    EXPECT(refused(with_kinds(array, {BSPFFT_DCT_1, 9}), "kind[1] is 9; it must be -1 to 8"));
    EXPECT(refused(with_kinds(array, {BSPFFT_FOURIER, BSPFFT_DCT_1}), "kind has cosines or sines along some axes"));
    EXPECT(refused(with_kinds(cube({1}), {BSPFFT_DCT_1}), "DCT-I"));
    bspfft_shape shape = cosines;
    shape.data = BSPFFT_COMPLEX;
    EXPECT(refused(shape, "cosines and sines need real numbers"));
    shape = cosines;
    shape.order = BSPFFT_ORDER_FORTRAN;
    EXPECT(refused(shape, "set order and leading of the shape to 0"));
    double x[256];
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_shape(&plan, &cosines, x, x, nullptr) == BSPFFT_INVALID_ARGUMENT);
    EXPECT(std::string(bspfft_message()).find("own their arrays") != std::string::npos);
    shape = cosines;
    EXPECT(bspfft_measure_shape(&shape, 0.01, nullptr) == BSPFFT_INVALID_ARGUMENT);
    EXPECT(std::string(bspfft_message()) == "bspfft_measure_shape has no trials of cosines and sines");
}

}  // namespace

TEST_CASE("every kind of cosine and sine transform equals its definition, and the inverse restores the array")
{
    for (const unsigned p : {1U, 2U, 3U, 4U}) {
        CAPTURE(p);
        CHECK(on(p, all_kinds) == "");
    }
}

TEST_CASE("what is not possible for cosines and sines is refused, in a sentence") { CHECK(on(2, refusals) == ""); }
