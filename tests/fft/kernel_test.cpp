#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "bsp_fft/fftw/fftw.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/layout/general_change.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bspfft/error.hpp"
#include "tests/fft/oracle.hpp"

using namespace bspfft;

namespace {

long double units_in_the_last_place(double value, long double exact)
{
    if (exact == 0) return value == 0 ? 0 : 1e9L;
    const int exponent = std::ilogb(static_cast<double>(exact));
    return std::abs(static_cast<long double>(value) - exact) / std::ldexp(1.0L, exponent - 52);
}

// From the nearest quarter turn, so that a large angle does not lose accuracy in long double.
LongComplex exact_root(Index k, Index n)
{
    const Index quarters = (4 * k + n / 2) / n;
    const long double turn = static_cast<long double>(4 * k - quarters * n) / static_cast<long double>(4 * n);
    const long double angle = -2 * std::numbers::pi_v<long double> * turn;
    const LongComplex near{std::cos(angle), std::sin(angle)};
    const LongComplex turns[4] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    return near * turns[quarters % 4];
}

// Tables of roots, because long double can be slow.
LongComplex directed_root(Index exponent, Index order, Direction direction)
{
    static std::map<Index, std::vector<LongComplex>> tables;
    std::vector<LongComplex>& table = tables[order];
    for (Index k = std::ssize(table); k < order; ++k) table.push_back(exact_root(k, order));
    const LongComplex w = table[static_cast<std::size_t>(exponent % order)];
    return direction == Direction::forward ? w : std::conj(w);
}

/// Elements of a pass, (row, column) at row * columns + column.
using Elements = std::vector<LongComplex>;

// The definition in Pass's comment, in long double.
Elements by_definition(const Pass& pass, const Elements& in, Direction direction)
{
    Elements out(in.size());
    for (Index c = 0; c < pass.columns; ++c) {
        const auto twiddle = [&](Index row) { return directed_root(row * pass.factor(c), pass.order, direction); };
        for (Index k = 0; k < pass.rows; ++k) {
            LongComplex sum = 0;
            for (Index r = 0; r < pass.rows; ++r) {
                const LongComplex before = pass.twiddles == Twiddles::before ? twiddle(r) : 1;
                sum += directed_root(k * r, pass.rows, direction) * before *
                       in[static_cast<std::size_t>(r * pass.columns + c)];
            }
            out[static_cast<std::size_t>(k * pass.columns + c)] =
                pass.twiddles == Twiddles::after ? sum * twiddle(k) : sum;
        }
    }
    return out;
}

/// The place of element i, row by row, before a pass or after it.
Index place_of(const Pass& pass, Index i, Index PassDigit::* step)
{
    Index place = 0;
    for (const PassDigit& digit : pass.row_digits)
        place += i / pass.columns / digit.weight % digit.radix * (digit.*step);
    for (const PassDigit& digit : pass.column_digits)
        place += i % pass.columns / digit.weight % digit.radix * (digit.*step);
    return place;
}

/// A kernel's results by (row, column).
template <class Real>
Elements by_kernel(const KernelEntry& kernel, const Pass& pass, const Elements& x, Direction direction, bool in_place,
                   Scales scales)
{
    std::vector<Real> in(static_cast<std::size_t>(2 * pass.size())), other(in.size());
    for (Index i = 0; i < pass.size(); ++i) {
        const auto at = static_cast<std::size_t>(2 * place_of(pass, i, &PassDigit::in));
        in[at] = static_cast<Real>(x[static_cast<std::size_t>(i)].real());
        in[at + 1] = static_cast<Real>(x[static_cast<std::size_t>(i)].imag());
    }
    Real* const out = in_place ? in.data() : other.data();
    Arena arena;
    const auto made = kernel.make<Real>(pass, scales, {in.data(), out}, arena);
    Arena counting(Arena::counts);
    kernel.make<Real>(pass, scales, {}, counting);
    CHECK(counting.bytes() == arena.bytes());
    made->run(direction, 0, made->tiles(), in.data(), out);
    Elements result(x.size());
    for (Index i = 0; i < pass.size(); ++i) {
        const Index place = place_of(pass, i, &PassDigit::out);
        result[static_cast<std::size_t>(i)] =
            static_cast<LongComplex>(std::complex<Real>(out[2 * place], out[2 * place + 1]));
    }
    return result;
}

template <class Real>
void check_pass(const KernelEntry& kernel, const Pass& pass, Direction direction, bool in_place, double scale)
{
    const Elements x = random_vector(static_cast<std::size_t>(pass.size()));
    const Elements expected = by_definition(pass, x, direction);
    const Elements found = by_kernel<Real>(kernel, pass, x, direction, in_place, {scale, scale});
    const long double tolerance = 3 * std::numeric_limits<Real>::epsilon() *
                                  (1 + std::log2(static_cast<double>(pass.size()))) *
                                  std::sqrt(static_cast<long double>(pass.rows)) * scale;
    for (std::size_t i = 0; i < x.size(); ++i) {
        CAPTURE(i);
        CHECK(std::abs(found[i] - expected[i] * static_cast<long double>(scale)) <= tolerance);
    }
}

template <class Real>
void check_passes(const KernelEntry& kernel, const Schedule& schedule, Index s)
{
    REQUIRE(objection_to(kernel, schedule) == "");
    for (const Pass& pass : passes_of(schedule, s)) {
        CAPTURE(pass.rows);
        CAPTURE(pass.columns);
        for (const Direction direction : {Direction::forward, Direction::inverse}) {
            check_pass<Real>(kernel, pass, direction, false, kernel.scales_for_free(pass) ? 0.5 : 1);
            check_pass<Real>(kernel, pass, direction, true, 1);
        }
    }
}

std::vector<Schedule> schedules_for(const KernelEntry& kernel, Index n, Index p, Index bytes)
{
    std::vector<Schedule> result;
    ScheduleOptions options;
    options.exchange = Exchange::hpput;
    options.bytes_per_real = bytes;
    options.kernel = kernel.kernel;
    options.order = kernel.order;
    if (kernel.order != BlockOrder::tiles) result.push_back(textbook_schedule(n, p, options));
    for (Index cut = p; cut <= n / p; cut *= 2) {
        options.cut = {cut};
        result.push_back(free_cut_schedule(n, p, options));
    }
    return result;
}

void check_all_passes(const KernelEntry& kernel, Index n, Index p)
{
    const std::string name = kernel_name(kernel.kernel);
    CAPTURE(name);
    CAPTURE(n);
    CAPTURE(p);
    for (const Index s : {Index{0}, p - 1}) {
        for (const Schedule& schedule : schedules_for(kernel, n, p, sizeof(double)))
            check_passes<double>(kernel, schedule, s);
        for (const Schedule& schedule : schedules_for(kernel, n, p, sizeof(float)))
            check_passes<float>(kernel, schedule, s);
    }
}

}  // namespace

TEST_CASE("roots of unity are accurate to the last bit")
{
    for (Index n = 1; n <= 4096; n *= 2) {
        for (Index k = 0; k < n; ++k) {
            const auto w = root_of_unity(k, n);
            REQUIRE(units_in_the_last_place(w.real(), exact_root(k, n).real()) < 0.51);
            REQUIRE(units_in_the_last_place(w.imag(), k == 0 || 2 * k == n ? 0 : exact_root(k, n).imag()) <
                    0.6);
        }
    }
    for (const Index n :
         {Index{3}, Index{1000}, Index{6561}, Index{1} << 24, (Index{1} << 40) - 1, Index{1} << 50}) {
        for (Index i = 1; i < 1000; ++i) {
            const Index k = n / 1000 * i + i % n;
            if (k >= n) break;
            const auto w = root_of_unity(k, n);
            REQUIRE(units_in_the_last_place(w.real(), exact_root(k, n).real()) < 0.51);
            REQUIRE(units_in_the_last_place(w.imag(), exact_root(k, n).imag()) < 0.51);
        }
    }
}

TEST_CASE("roots of unity have the symmetries of the circle exactly")
{
    const Index n = 1024;
    for (Index k = 1; k < n; ++k) {
        CHECK(root_of_unity(n - k, n) == std::conj(root_of_unity(k, n)));
        CHECK(root_of_unity((k + n / 2) % n, n) == -root_of_unity(k, n));
    }
    CHECK(root_of_unity(0, n) == std::complex<double>(1, 0));
    CHECK(root_of_unity(n / 4, n) == std::complex<double>(0, -1));
    CHECK(root_of_unity(n / 2, n) == std::complex<double>(-1, 0));
}

TEST_CASE("kernels of whole arrays compute the definition: all passes of the textbook's and the free cut's schedules")
{
    REQUIRE(kernels().size() >= 2);
    for (const KernelEntry* kernel : kernels()) {
        if (kernel->order == BlockOrder::tiles) continue;  // lane_transform_test and shapes_test
        if (kernel->kernel == Kernel::fftw && !why_no_fftw().empty()) continue;
        for (Index n = 2; n <= 64; n *= 2) {
            for (Index p = 1; p <= n / 2; p *= 2) check_all_passes(*kernel, n, p);
        }
    }
}

TEST_CASE("a kernel says which passes it cannot do, and why")
{
    using doctest::Contains;
    ScheduleOptions natural;
    natural.kernel = Kernel::fftw;
    natural.order = BlockOrder::natural;
    CHECK(objection_to(kernel_entry(Kernel::simd), textbook_schedule(1024, 4)).find("tiles of columns") !=
          std::string::npos);
    CHECK(objection_to(kernel_entry(Kernel::radix2), textbook_schedule(1024, 4, natural)).find("bit-reversed") !=
          std::string::npos);
    CHECK(objection_to(kernel_entry(Kernel::radix2), free_cut_schedule(1024, 4)).find("tiles") !=
          std::string::npos);
}

// A sweep for each stage, one for the bit reversal unless packets have landed so, and one for twiddles; or about one
// for each half of the transform (FFTW); or one (tiles).
Index sweeps_of(Kernel kernel, const Pass& pass, bool landed)
{
    if (kernel == Kernel::radix2)
        return log2_exact(pass.rows) + (landed ? 0 : 1) + (pass.twiddles == Twiddles::after ? 1 : 0);
    if (kernel == Kernel::fftw) return pass.twiddles == Twiddles::none ? 2 : 3;
    return 1;
}

TEST_CASE("a schedule counts the sweeps of its kernel")
{
    for (const KernelEntry* kernel : kernels()) {
        for (Index n = 4; n <= 4096; n *= 4) {
            for (Index p = 1; has_free_cut(n, p); p *= 2) {
                for (const Schedule& schedule : schedules_for(*kernel, n, p, sizeof(double))) {
                    const std::vector<Pass> passes = passes_of(schedule, 0);
                    const std::vector<const Compute*> steps = schedule.program().computations();
                    REQUIRE(passes.size() == steps.size());
                    for (std::size_t i = 0; i < passes.size(); ++i)
                        REQUIRE(steps[i]->sweeps == sweeps_of(kernel->kernel, passes[i], i > 0));
                }
            }
        }
    }
}

TEST_CASE("a kernel whose library is not there has an entry, and is refused when it is made")
{
    if (why_no_fftw().empty()) return;
    ScheduleOptions natural;
    natural.kernel = Kernel::fftw;
    natural.order = BlockOrder::natural;
    const Pass pass = passes_of(textbook_schedule(64, 1, natural), 0).front();
    std::vector<double> x(static_cast<std::size_t>(2 * pass.size()));
    Arena arena, counting(Arena::counts);
    kernel_entry(Kernel::fftw).make<double>(pass, {}, {}, counting);
    CHECK_THROWS_WITH_AS(kernel_entry(Kernel::fftw).make<double>(pass, {}, {x.data(), x.data()}, arena),
                         doctest::Contains("the kernel fftw needs FFTW 3"), Error);
}
