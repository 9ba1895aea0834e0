// Vectors that are larger than a device's window, made without a device: the cut, its places, and its counts.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "bsp_fft/gpu/device_places.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bsp_fft/schedule/device.hpp"
#include "bspfft/error.hpp"
#include "tests/fft/oracle.hpp"

using namespace bspfft;

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

Schedule schedule_for(Index n, Index window, Index bytes_per_real = 8)
{
    ScheduleOptions options;
    options.kernel = Kernel::cuda;
    options.order = BlockOrder::tiles;
    options.bytes_per_real = bytes_per_real;
    options.device_window = window;
    return window_schedule(Problem{{n}, {true}}, options);
}

LongComplex root(Index e, Index n) { return long_roots(at(n))[at(e % n)]; }

// One slice in an array of its own: column by column, by the definition.
std::vector<LongComplex> transformed(const WindowPlaces& places, Index slice, const std::vector<LongComplex>& in)
{
    std::vector<LongComplex> out(in.size());
    for (Index c = 0; c < places.columns; ++c) {
        std::vector<LongComplex> column;
        for (const Index row : places.from.rows) column.push_back(in[at((row + places.from.columns[at(c)]) / 2)]);
        column = dft_by_definition(column);
        for (Index r = 0; r < places.rows_after; ++r) {
            LongComplex value = column[at(r)];
            if (!places.twiddles.orders.empty()) {
                const Index factor = places.twiddles.column_index[at(slice * places.columns + c)];
                value *= root(places.twiddles.row_index[at(r)] * factor, places.twiddles.orders.front());
            }
            out[at((places.to.rows[at(r)] + places.to.columns[at(c)]) / 2)] += value;
        }
    }
    return out;
}

// A pass, slice after slice, each back to the places that it came from.
void pass_in_slices(const Pass& pass, std::vector<LongComplex>& x)
{
    const WindowPlaces places = window_places_of(pass);
    std::set<Index> touched;
    for (Index slice = 0; slice < places.slices; ++slice) {
        std::vector<Index> host;
        for (Index piece = 0; piece < places.pieces; ++piece) {
            for (Index i = 0; i < places.piece; ++i)
                host.push_back(slice * places.piece + piece * places.pitch + i);
        }
        REQUIRE(static_cast<Index>(host.size()) == places.elements());
        std::vector<LongComplex> here;
        for (const Index place : host) here.push_back(x[at(place)]);
        here = transformed(places, slice, here);
        for (std::size_t i = 0; i < host.size(); ++i) x[at(host[i])] = here[i];
        touched.insert(host.begin(), host.end());
    }
    CHECK(touched.size() == x.size());
}

}  // namespace

TEST_CASE("slices that come back to their places make the transform, in natural order")
{
    for (const Index n : {64 * 64 * 2, 64 * 64 * 3, 72 * 72 * 2}) {
        CAPTURE(n);
        const Schedule schedule = schedule_for(n, smallest_window(n, 8));
        const std::vector<Pass> passes = passes_of(schedule, 0);
        REQUIRE(passes.size() == 2);
        const std::vector<LongComplex> x = random_vector(at(n));
        std::vector<LongComplex> y = x;
        for (const Pass& pass : passes) pass_in_slices(pass, y);
        std::vector<LongComplex> roots;
        for (Index e = 0; e < n; ++e) roots.push_back(root(e, n));
        long double largest = 0;
        // every residue of k1 and of k2
        for (Index k = 0; k < n; k += 13) {
            LongComplex expected = 0;
            for (Index j = 0; j < n; ++j) expected += x[at(j)] * roots[at(j * k % n)];
            largest = std::max(largest, std::abs(y[at(k)] - expected));
        }
        CHECK(largest < 1e-15L * static_cast<long double>(n));
    }
}

TEST_CASE("transforms read columns and write rows in their places, and only one side of each is moved on the device")
{
    const std::vector<Pass> passes = passes_of(schedule_for(1 << 20, 1 << 24), 0);
    const WindowPlaces columns = window_places_of(passes[0]), rows = window_places_of(passes[1]);
    CHECK(columns.from.strides);
    CHECK(!columns.twiddles.orders.empty());
    CHECK(!rows.from.strides);
    REQUIRE(rows.to.strides);
    CHECK(rows.to.strides->column_steps.front() == 1);
    CHECK(rows.twiddles.orders.empty());
}

TEST_CASE("slices fit in the window, and the smallest window is the smallest")
{
    for (const Index n : {1 << 16, 200 * 200 * 3, 1 << 18, 72 * 72 * 7, 96 * 96 * 96, 1 << 21}) {
        for (const Index bytes : {4, 8}) {
            CAPTURE(n);
            const Index smallest = smallest_window(n, bytes);
            REQUIRE(smallest > 0);
            CHECK(!window_cut(n, bytes, smallest - 1));
            for (Index window = smallest; window < 6 * n * bytes; window *= 2) {
                const auto cut = window_cut(n, bytes, window);
                REQUIRE(cut);
                CHECK(cut->a * cut->b * cut->a == n);
                CHECK(cut->b % cut->columns == 0);
                CHECK(cut->a % cut->rows == 0);
                CHECK(cut->column_slices() > 1);
                CHECK(cut->row_slices() > 1);
                CHECK(8 * cut->a * cut->columns * cut->a * 2 * bytes <= window);
                CHECK(4 * n / cut->a * cut->rows * 2 * bytes <= window);
            }
        }
    }
    CHECK(smallest_window(2 * 3 * 5 * 7 * 11 * 13 * 17, 8) == 0);
}

TEST_CASE("of 2^33 floats through 16 GiB there are 32 slices each time, whose shortest pieces are of 4 KiB")
{
    const auto cut = window_cut(Index{1} << 33, 4, Index{16} << 30);
    REQUIRE(cut);
    CHECK(cut->a == 1 << 14);
    CHECK(cut->rows * 8 == 4096);
    CHECK(cut->row_slices() == 32);
    CHECK(cut->column_slices() == 32);
}

TEST_CASE("two sweeps, nothing moves, and the flops are those of the transform")
{
    const Schedule schedule = schedule_for(1 << 20, 1 << 24, 4);
    CHECK(schedule.sweeps() == 2);
    CHECK(schedule.redistributions() == 0);
    CHECK(schedule.synchronisations() == 0);
    CHECK(schedule.words() == 0);
    CHECK(schedule.flops() == Index{5} * 20 << 20);
    for (const Compute* step : schedule.program().computations()) CHECK(step->slices > 1);
}

TEST_CASE("a window that is too small is refused with the smallest that is not")
{
    const Index smallest = smallest_window(1 << 16, 8);
    CHECK_NOTHROW(schedule_for(1 << 16, smallest));
    const std::string words = std::to_string(smallest) + " bytes";
    CHECK_THROWS_WITH_AS(schedule_for(1 << 16, smallest - 1), doctest::Contains(words.c_str()), Error);
}
