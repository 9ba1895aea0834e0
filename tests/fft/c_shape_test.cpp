// The C interface for every shape: waves become impulses where the layout says, whatever is asked for.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "bspfft/bspfft.h"
#include "tests/bsplib/spmd.hpp"
#include "tests/fft/cube.hpp"

namespace {

// The frequency of the wave along an axis: another one in each array of the batch.
int64_t frequency(const std::vector<Axis>& axes, const Coordinates& index, std::size_t l)
{
    int64_t which = 1 + static_cast<int64_t>(l);
    for (std::size_t m = 0; m < axes.size(); ++m) which += axes[m].transformed ? 0 : index[m];
    return which % axes[l].n;
}

std::complex<double> wave(const std::vector<Axis>& axes, const Coordinates& index)
{
    double turns = 0;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        if (!axes[l].transformed) continue;
        turns += static_cast<double>(index[l] * frequency(axes, index, l) % axes[l].n) / static_cast<double>(axes[l].n);
    }
    return std::polar(1.0, 2 * std::acos(-1.0) * turns);
}

double impulse(const std::vector<Axis>& axes, const Coordinates& index)
{
    double height = 1;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        if (!axes[l].transformed) continue;
        height *= index[l] == frequency(axes, index, l) ? static_cast<double>(axes[l].n) : 0;
    }
    return height;
}

using IndexAt = int(const bspfft_plan*, int64_t, int64_t*);
using PlaceOf = int(const bspfft_plan*, const int64_t*, int64_t*, int64_t*);

// Whether the two are each other's inverse on this process, and places are those of the elements.
bool agree(const bspfft_plan* plan, const std::vector<Axis>& axes, int64_t places, IndexAt* index_at, PlaceOf* place_of)
{
    int64_t elements = 0, owned = 0, n = 1;
    for (int64_t i = 0; i < places; ++i) {
        Coordinates index{};
        const int status = index_at(plan, i, index.data());
        if (status == BSPFFT_GAP) continue;
        ++elements;
        int64_t process = -1, place = -1;
        if (status != BSPFFT_OK || place_of(plan, index.data(), &process, &place) != BSPFFT_OK) return false;
        if (process != static_cast<int64_t>(bsp_pid()) || place != i) return false;
    }
    for (const Axis& axis : axes) n *= axis.n;
    for (int64_t j = 0; j < n; ++j) {
        Coordinates index{};
        int64_t rest = j, process = -1;
        for (std::size_t l = axes.size(); l-- > 0; rest /= axes[l].n) index[l] = rest % axes[l].n;
        if (place_of(plan, index.data(), &process, nullptr) != BSPFFT_OK) return false;
        owned += process == static_cast<int64_t>(bsp_pid()) ? 1 : 0;
    }
    return owned == elements;
}

template <class Real>
void fill(bspfft_plan* plan, const std::vector<Axis>& axes)
{
    auto* const x = static_cast<std::complex<Real>*>(bspfft_input(plan));
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_input_index(plan, i, index.data()) == BSPFFT_OK)
            x[i] = static_cast<std::complex<Real>>(wave(axes, index));
    }
}

template <class Real>
double error_of_waves(bspfft_plan* plan, const std::vector<Axis>& axes)
{
    const auto* const x = static_cast<const std::complex<Real>*>(bspfft_input(plan));
    double error = 0;
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_input_index(plan, i, index.data()) != BSPFFT_OK) continue;
        const std::complex<Real> difference = x[i] - static_cast<std::complex<Real>>(wave(axes, index));
        error = std::max(error, static_cast<double>(std::abs(difference)));
    }
    return error;
}

template <class Real>
double error_of_impulses(bspfft_plan* plan, const std::vector<Axis>& axes)
{
    const auto* const y = static_cast<const std::complex<Real>*>(bspfft_output(plan));
    double error = 0;
    for (int64_t i = 0; i < bspfft_output_places(plan); ++i) {
        Coordinates index{};
        if (bspfft_output_index(plan, i, index.data()) != BSPFFT_OK) continue;
        error = std::max(error, std::abs(static_cast<std::complex<double>>(y[i]) - impulse(axes, index)));
    }
    return error;
}

template <class Real>
void forward_and_inverse(bspfft_plan* plan, const std::vector<Axis>& axes)
{
    const double tolerance = sizeof(Real) == sizeof(float) ? 1e-3 : 1e-10;
    EXPECT(agree(plan, axes, bspfft_input_places(plan), bspfft_input_index, bspfft_input_place));
    EXPECT(agree(plan, axes, bspfft_output_places(plan), bspfft_output_index, bspfft_output_place));
    fill<Real>(plan, axes);
    EXPECT(bspfft_execute(plan, BSPFFT_FORWARD) == BSPFFT_OK);
    EXPECT(error_of_impulses<Real>(plan, axes) < tolerance);
    if (bspfft_input(plan) != bspfft_output(plan)) {
        EXPECT(error_of_waves<Real>(plan, axes) == 0);
        auto* const x = static_cast<std::complex<Real>*>(bspfft_input(plan));
        std::fill_n(x, bspfft_input_places(plan), std::complex<Real>{});
    }
    EXPECT(bspfft_execute(plan, BSPFFT_INVERSE) == BSPFFT_OK);
    EXPECT(error_of_waves<Real>(plan, axes) < tolerance);
}

enum class Arrays { own, one, two };

template <class Real>
void check(const bspfft_shape& shape, bspfft_options options = {}, Arrays arrays = Arrays::own)
{
    options.precision = sizeof(Real) == sizeof(float) ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
    int64_t span = -1, span_out = -1;
    EXPECT(bspfft_shape_span(&span, &span_out, &shape, &options) == BSPFFT_OK);
    EXPECT(span_out == span);
    std::vector<std::complex<Real>> in(static_cast<std::size_t>(span) + 1), out = in;
    void* const first = arrays == Arrays::own ? nullptr : in.data();
    void* const second = arrays == Arrays::two ? out.data() : nullptr;
    bspfft_plan* plan = nullptr;
    if (bspfft_plan_shape(&plan, &shape, first, second, &options) != BSPFFT_OK) {
        complain(__FILE__, __LINE__, bspfft_message());
        return;
    }
    EXPECT(bspfft_input_places(plan) <= span);
    EXPECT(bspfft_output_places(plan) <= span);
    EXPECT(bspfft_processes(plan) == static_cast<int64_t>(bsp_nprocs()));
    EXPECT(bspfft_bytes(plan) > 0);
    EXPECT((bspfft_input(plan) == bspfft_output(plan)) == (arrays != Arrays::two && shape.keep_input == 0));
    forward_and_inverse<Real>(plan, axes_of(shape));
    bspfft_plan_destroy(plan);
}

void vectors()
{
    for (const int64_t n : {1, 2, 37, 1000, 1024}) {
        bspfft_plan* plan = nullptr;
        EXPECT(bspfft_plan_create(&plan, n, nullptr, nullptr) == BSPFFT_OK);
        forward_and_inverse<double>(plan, {{n, true}});
        bspfft_plan_destroy(plan);
    }
}

void shapes()
{
    check<double>(cube({64}));
    check<float>(cube({12, 18}), {}, Arrays::one);
    check<double>(cube({16, 9, 10}), {}, Arrays::two);
    check<double>(cube({3, 2, 2, 2, 2, 2, 2, 3}));
    check<double>(cube(most_axes));
    check<double>(cube({37}), {}, Arrays::one);
    bspfft_options bluestein{};
    bluestein.algorithm = BSPFFT_ALGORITHM_BLUESTEIN;
    check<double>(cube({144}), bluestein);

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

void layouts()
{
    const auto p = static_cast<int64_t>(bsp_nprocs());
    for (const int32_t in : {BSPFFT_LAYOUT_OWN, BSPFFT_LAYOUT_BLOCK, BSPFFT_LAYOUT_CYCLIC}) {
        for (const int32_t out : {BSPFFT_LAYOUT_OWN, BSPFFT_LAYOUT_BLOCK, BSPFFT_LAYOUT_CYCLIC}) {
            bspfft_shape shape = cube({36, 10, 12});
            shape.layout_in = in;
            shape.layout_out = out;
            check<double>(shape);
            shape.order = BSPFFT_ORDER_FORTRAN;
            shape.leading = 41;
            shape.grid_out[0] = shape.grid_out[1] = 1;
            shape.grid_out[2] = p;
            check<double>(shape);
        }
    }
    bspfft_options pencils{};
    pencils.algorithm = BSPFFT_ALGORITHM_PENCILS;
    bspfft_shape shape = cube({12, 10, 7});
    check<double>(shape, pencils);
    shape.transposed_out = 1;
    shape.order = BSPFFT_ORDER_FORTRAN;
    check<double>(shape, pencils);
}

void grids_and_cuts()
{
    bspfft_shape shape = cube({36, 36});
    shape.grid[0] = 2;
    shape.grid[1] = 3;
    shape.cut[1] = 12;
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr) == BSPFFT_OK);
    // cyclic along both axes
    const int64_t index[] = {7, 8};
    int64_t process = 0, place = 0;
    EXPECT(bspfft_input_place(plan, index, &process, &place) == BSPFFT_OK);
    EXPECT(process == 1 * 3 + 2);
    EXPECT(place == 3 * 12 + 2);
    // one move: of the six parts, each process keeps one
    EXPECT(bspfft_words(plan) == 2 * 36 * 36 / 6 * 5 / 6);
    bspfft_superstep rows[3];
    rows[0].size = sizeof rows[0];
    EXPECT(bspfft_execute(plan, BSPFFT_FORWARD) == BSPFFT_OK);
    EXPECT(bspfft_ledger(plan, -1, rows, 3, nullptr) == BSPFFT_OK);
    EXPECT(std::string(rows[0].name).find(" 12") != std::string::npos);
    bspfft_plan_destroy(plan);

    shape.batch = 1;  // an axis of its own in C
    shape.grid[0] = 1;
    shape.grid[1] = 2;
    shape.grid[2] = 3;
    check<double>(shape);
    shape.batch = 5;
    shape.grid[0] = 3;
    shape.grid[2] = 1;
    check<double>(shape);
}

void fortran_order_in_memory()
{
    bspfft_shape shape = cube({8, 12});
    shape.order = BSPFFT_ORDER_FORTRAN;
    shape.leading = 6;
    shape.layout_in = BSPFFT_LAYOUT_BLOCK;
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr) == BSPFFT_OK);
    const int64_t index[] = {5, 3};  // the first axis has blocks of four
    int64_t process = 0, place = 0;
    EXPECT(bspfft_input_place(plan, index, &process, &place) == BSPFFT_OK);
    EXPECT(process == 1);
    EXPECT(place == 1 + 3 * 6);
    int64_t found[2];
    EXPECT(bspfft_input_index(plan, 4, found) == BSPFFT_GAP);
    int64_t elements = 0;
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) elements += bspfft_input_index(plan, i, found) == BSPFFT_OK;
    EXPECT(elements == 48);
    EXPECT(bspfft_input_places(plan) > 48);
    bspfft_plan_destroy(plan);
}

}  // namespace

TEST_CASE("waves become impulses, for every shape, and the inverse restores them")
{
    for (const unsigned p : processes({1U, 2U, 3U, 4U, 6U})) {
        CAPTURE(p);
        CHECK(on(p, vectors) == "");
        CHECK(on(p, shapes) == "");
        CHECK(on(p, layouts) == "");
    }
    CHECK(on(6, grids_and_cuts) == "");
}

TEST_CASE("Fortran's order and a leading dimension are those of the memory")
{
    CHECK(on(2, fortran_order_in_memory) == "");
}
