// The C interface for real data: waves become half a spectrum, and the inverse restores them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "tests/bsplib/spmd.hpp"
#include "tests/fft/cube.hpp"

namespace {

const double pi = std::acos(-1.0);
const double phase = 0.7;

// The frequency of the wave along an axis: another one in each array of the batch.
int64_t frequency(const std::vector<Axis>& axes, const Coordinates& index, std::size_t l)
{
    int64_t which = 1 + static_cast<int64_t>(l);
    for (std::size_t m = 0; m < axes.size(); ++m) which += axes[m].transformed ? 0 : index[m];
    return which % axes[l].n;
}

double wave(const std::vector<Axis>& axes, const Coordinates& index)
{
    double turns = 0;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        if (!axes[l].transformed) continue;
        turns += static_cast<double>(index[l] * frequency(axes, index, l) % axes[l].n) / static_cast<double>(axes[l].n);
    }
    return std::cos(2 * pi * turns + phase);
}

// Half of the wave is at its frequency, and half at the opposite one.
std::complex<double> spectrum(const std::vector<Axis>& axes, const Coordinates& index)
{
    double half = 0.5;
    bool here = true, opposite = true;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        if (!axes[l].transformed) continue;
        const int64_t f = frequency(axes, index, l);
        half *= static_cast<double>(axes[l].n);
        here = here && index[l] == f;
        opposite = opposite && index[l] == (axes[l].n - f) % axes[l].n;
    }
    return (here ? std::polar(half, phase) : 0) + (opposite ? std::polar(half, -phase) : 0);
}

template <class Real>
void fill(bspfft_plan* plan, const std::vector<Axis>& axes)
{
    auto* const x = static_cast<Real*>(bspfft_input(plan));
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_input_index(plan, i, index.data()) == BSPFFT_OK) x[i] = static_cast<Real>(wave(axes, index));
    }
}

template <class Real>
double error_of_waves(bspfft_plan* plan, const std::vector<Axis>& axes)
{
    const auto* const x = static_cast<const Real*>(bspfft_input(plan));
    double error = 0;
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_input_index(plan, i, index.data()) != BSPFFT_OK) continue;
        error = std::max(error, static_cast<double>(std::abs(x[i] - static_cast<Real>(wave(axes, index)))));
    }
    return error;
}

// The largest; and each place is that of its element.
template <class Real>
double error_of_spectrum(bspfft_plan* plan, const std::vector<Axis>& axes)
{
    const auto* const y = static_cast<const std::complex<Real>*>(bspfft_output(plan));
    double error = 0;
    for (int64_t i = 0; i < bspfft_output_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_output_index(plan, i, index.data()) != BSPFFT_OK) continue;
        error = std::max(error, std::abs(static_cast<std::complex<double>>(y[i]) - spectrum(axes, index)));
        int64_t process = -1, place = -1;
        EXPECT(bspfft_output_place(plan, index.data(), &process, &place) == BSPFFT_OK);
        EXPECT(process == static_cast<int64_t>(bsp_pid()));
        EXPECT(place == i);
    }
    return error;
}

// Every element of half the spectrum has an owner and a place there.
bool covers_half(const bspfft_plan* plan, std::vector<Axis> axes)
{
    std::size_t last = axes.size() - 1;
    while (!axes[last].transformed) --last;
    axes[last].n = axes[last].n / 2 + 1;
    int64_t n = 1, owned = 0, elements = 0;
    for (const Axis& axis : axes) n *= axis.n;
    for (int64_t j = 0; j < n; ++j) {
        Coordinates index{};
        int64_t rest = j, process = -1;
        for (std::size_t l = axes.size(); l-- > 0; rest /= axes[l].n) index[l] = rest % axes[l].n;
        if (bspfft_output_place(plan, index.data(), &process, nullptr) != BSPFFT_OK) return false;
        owned += process == static_cast<int64_t>(bsp_pid()) ? 1 : 0;
    }
    for (int64_t i = 0; i < bspfft_output_places(plan); ++i) {
        Coordinates index{};
        elements += bspfft_output_index(plan, i, index.data()) == BSPFFT_OK ? 1 : 0;
    }
    return owned == elements;
}

enum class Arrays { own, two };

template <class Real>
void check(const bspfft_shape& array, bspfft_options options = {}, Arrays arrays = Arrays::own)
{
    const bspfft_shape shape = real(array);
    options.precision = sizeof(Real) == sizeof(float) ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
    const double tolerance = sizeof(Real) == sizeof(float) ? 1e-3 : 1e-10;
    const std::vector<Axis> axes = axes_of(shape);
    int64_t reals = -1, complexes = -1;
    EXPECT(bspfft_shape_span(&reals, &complexes, &shape, &options) == BSPFFT_OK);
    const Real guard = 77;
    std::vector<Real> in(static_cast<std::size_t>(reals) + 1, guard);
    std::vector<std::complex<Real>> out(static_cast<std::size_t>(complexes) + 1, guard);
    const bool own = arrays == Arrays::own;
    bspfft_plan* plan = nullptr;
    if (bspfft_plan_shape(&plan, &shape, own ? nullptr : in.data(), own ? nullptr : out.data(), &options)) {
        complain(__FILE__, __LINE__, bspfft_message());
        return;
    }
    EXPECT(covers_half(plan, axes));
    fill<Real>(plan, axes);
    EXPECT(bspfft_execute(plan, BSPFFT_FORWARD) == BSPFFT_OK);
    EXPECT(error_of_spectrum<Real>(plan, axes) < tolerance);
    if (!own || shape.keep_input == 1) {
        EXPECT(error_of_waves<Real>(plan, axes) == 0);
        std::fill_n(static_cast<Real*>(bspfft_input(plan)), bspfft_input_places(plan), Real{});
    }
    EXPECT(bspfft_execute(plan, BSPFFT_INVERSE) == BSPFFT_OK);
    EXPECT(error_of_waves<Real>(plan, axes) < tolerance);
    EXPECT(in.back() == guard);
    EXPECT(out.back() == guard);
    bspfft_plan_destroy(plan);
}

void real_shapes()
{
    for (const int64_t n : {1, 2, 3, 36, 101, 1000, 1024}) check<double>(cube({n}));
    check<float>(cube({64}), {}, Arrays::two);
    check<float>(cube({12, 18}));
    check<double>(cube({16, 9, 10}), {}, Arrays::two);
    check<double>(cube({3, 2, 2, 2, 2, 2, 2, 3}));
    check<double>(cube(most_axes));

    bspfft_shape some = cube({6, 16, 7});
    some.kind[0] = some.kind[2] = BSPFFT_UNTOUCHED;
    check<double>(some);
    for (const int64_t count : {1, 40}) {
        bspfft_shape batch = cube({36});
        batch.batch = count;
        check<double>(batch);
        batch.order = BSPFFT_ORDER_FORTRAN;
        batch.keep_input = 1;
        check<float>(batch);
    }
}

void real_layouts()
{
    for (const int32_t in : {BSPFFT_LAYOUT_OWN, BSPFFT_LAYOUT_BLOCK, BSPFFT_LAYOUT_CYCLIC}) {
        for (const int32_t out : {BSPFFT_LAYOUT_OWN, BSPFFT_LAYOUT_BLOCK, BSPFFT_LAYOUT_CYCLIC}) {
            for (bspfft_shape shape : {cube({144}), cube({1000}), cube({12, 10, 9})}) {
                shape.layout_in = in;
                shape.layout_out = out;
                check<double>(shape);
                check<float>(shape, {}, Arrays::two);
            }
        }
    }
    bspfft_shape shape = cube({12, 10, 9});
    shape.order = BSPFFT_ORDER_FORTRAN;
    shape.leading = 14;
    check<double>(shape, {}, Arrays::two);
}

void half_of_the_words()
{
    bspfft_options options{};
    const bspfft_shape shape = [] {
        bspfft_shape made = cube({65536});
        made.cut[0] = 256;
        return made;
    }();
    const bspfft_shape half = real(shape);
    bspfft_plan* complexes = nullptr;
    bspfft_plan* reals = nullptr;
    EXPECT(bspfft_plan_shape(&complexes, &shape, nullptr, nullptr, &options) == BSPFFT_OK);
    EXPECT(bspfft_plan_shape(&reals, &half, nullptr, nullptr, &options) == BSPFFT_OK);
    const int64_t line = 2 * 256, words = bspfft_words(complexes) / 2;
    EXPECT(bspfft_words(reals) >= words);
    EXPECT(bspfft_words(reals) <= words + line);
    EXPECT(bspfft_synchronisations(reals) == bspfft_synchronisations(complexes));
    EXPECT(bspfft_flops(reals) < bspfft_flops(complexes) * 6 / 10);
    bspfft_superstep rows[2];
    rows[0].size = sizeof rows[0];
    int64_t count = 0;
    EXPECT(bspfft_account(reals, 1) == BSPFFT_OK);
    EXPECT(bspfft_execute(reals, BSPFFT_FORWARD) == BSPFFT_OK);
    EXPECT(bspfft_ledger(reals, -1, rows, 2, &count) == BSPFFT_OK);
    EXPECT(count == 2);
    EXPECT(rows[0].flops + rows[1].flops == bspfft_flops(reals));
    EXPECT(rows[0].compute_seconds > 0);
    bspfft_plan_destroy(reals);
    bspfft_plan_destroy(complexes);
}

bool says(int status, const std::string& words)
{
    return status == BSPFFT_INVALID_ARGUMENT && std::string(bspfft_message()).find(words) != std::string::npos;
}

bool refused(const bspfft_shape* shape, const std::string& words, void* in = nullptr, void* out = nullptr,
             const bspfft_options* options = nullptr)
{
    bspfft_plan* plan = reinterpret_cast<bspfft_plan*>(&plan);
    const bool right = says(bspfft_plan_shape(&plan, shape, in, out, options), words) && !plan;
    if (!right) complain(__FILE__, __LINE__, (words + ", but: " + bspfft_message()).c_str());
    return right;
}

void refusals_of_real_plans()
{
    EXPECT(refused(nullptr, "the shape is NULL"));
    bspfft_shape shape = real(cube({16, 0}));
    EXPECT(refused(&shape, "axis 1 of the shape 16 x 0 has the length 0"));
    shape = real(cube({16, 16}));
    shape.kind[0] = shape.kind[1] = BSPFFT_UNTOUCHED;
    EXPECT(refused(&shape, "kind is BSPFFT_UNTOUCHED for every axis"));
    shape = real(cube({16, 16}));
    std::complex<double> x[256], y[256];
    EXPECT(refused(&shape, "bspfft_plan_shape: in, but not out, is NULL", nullptr, y));
    EXPECT(refused(&shape, "bspfft_plan_shape: out, but not in, is NULL", x));
    EXPECT(refused(&shape, "in and out are one array; give two", x, x));
    bspfft_options options{};
    options.kernel = BSPFFT_KERNEL_RADIX2;
    options.algorithm = BSPFFT_ALGORITHM_FAST;
    EXPECT(refused(&shape, "the kernel radix2 cannot do the algorithm fast of real data", nullptr, nullptr, &options));
    EXPECT(says(bspfft_plan_shape(nullptr, &shape, nullptr, nullptr, nullptr),
                "bspfft_plan_shape: the address for the plan is NULL"));
    int64_t span = 0;
    EXPECT(says(bspfft_shape_span(nullptr, &span, &shape, nullptr), "the address for the span of the input is NULL"));
    EXPECT(says(bspfft_shape_span(&span, &span, nullptr, nullptr), "the shape is NULL"));

    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr) == BSPFFT_OK);
    int64_t index[2] = {0, 9};
    EXPECT(says(bspfft_output_place(plan, index, nullptr, nullptr), "index[1] is 9; it must be 0 to 8"));
    EXPECT(bspfft_input_place(plan, index, nullptr, nullptr) == BSPFFT_OK);
    EXPECT(says(bspfft_input_index(plan, -1, index), "bspfft_input_index: place -1; process "));
    EXPECT(says(bspfft_output_index(plan, 0, nullptr), "bspfft_output_index: index is NULL"));
    EXPECT(says(bspfft_ledger(plan, 2, nullptr, 0, nullptr), "process is 2; it must be 0 to 1"));
    bspfft_plan_destroy(plan);
}

}  // namespace

TEST_CASE("real waves become half a spectrum, for every shape, and the inverse restores them")
{
    for (const unsigned p : processes({1U, 2U, 3U, 4U, 6U})) {
        CAPTURE(p);
        CHECK(on(p, real_shapes) == "");
        CHECK(on(p, real_layouts) == "");
    }
    CHECK(on(2, half_of_the_words) == "");
}

TEST_CASE("what is not possible for real data is refused, in a sentence")
{
    CHECK(on(2, refusals_of_real_plans) == "");
}
