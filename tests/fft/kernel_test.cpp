#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/kernel/cut_kernel.hpp"
#include "bsp_fft/kernel/cut_simd.hpp"
#include "bsp_fft/kernel/local_fft.hpp"
#include "bsp_fft/kernel/roots.hpp"
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

// From the nearest quarter turn, so that long double is not spoilt by a large angle.
LongComplex exact_root(Index k, Index n)
{
    const Index quarters = (4 * k + n / 2) / n;
    const long double turn = static_cast<long double>(4 * k - quarters * n) / static_cast<long double>(4 * n);
    const long double angle = -2 * std::numbers::pi_v<long double> * turn;
    const LongComplex near{std::cos(angle), std::sin(angle)};
    const LongComplex turns[4] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    return near * turns[quarters % 4];
}

std::vector<Kernel> kernels()
{
    std::vector<Kernel> result{Kernel::radix2};
    if (has_fftw()) result.push_back(Kernel::fftw);
    return result;
}

// The definition in LocalProblem's comment, in long double.
std::vector<LongComplex> by_definition(const LocalProblem& problem, const std::vector<LongComplex>& in,
                                       Direction direction)
{
    const Index block = problem.block(), order = problem.size * problem.cycle;
    std::vector<LongComplex> out(in.size());
    const auto root = [&](Index k, Index n) {
        const LongComplex w = exact_root(k % n, n);
        return direction == Direction::forward ? w : std::conj(w);
    };
    for (Index a = 0; a < problem.radix; ++a) {
        for (Index j = 0; j < block; ++j) {
            LongComplex sum = 0;
            for (Index b = 0; b < problem.radix; ++b) {
                sum += root(a * b, problem.radix) * root(b * (problem.first + j * problem.cycle), order) *
                       in[static_cast<std::size_t>(b * block + j)];
            }
            out[static_cast<std::size_t>(a * block + j)] = sum;
        }
    }
    return out;
}

template <class Real>
void check_problem(Kernel kernel, const LocalProblem& problem, Direction direction, bool in_place, Real scale)
{
    const auto size = static_cast<std::size_t>(problem.size);
    const auto x = random_vector(size);
    auto expected = by_definition(problem, x, direction);
    std::vector<std::complex<Real>> in(size), out(size);
    const bool reversed = !problem.whole() && describe(kernel).order == BlockOrder::bit_reversed;
    for (Index i = 0; i < problem.size; ++i) {
        const Index b = i / problem.block();
        const Index to =
            reversed ? reverse_bits(b, log2_exact(problem.radix)) * problem.block() + i % problem.block() : i;
        in[static_cast<std::size_t>(to)] = static_cast<std::complex<Real>>(x[static_cast<std::size_t>(i)]);
    }
    const auto engine = make_local_fft<Real>(kernel, problem, in.data(), in_place ? in.data() : out.data());
    engine->apply(direction, scale, in.data(), in_place ? in.data() : out.data());
    const auto& result = in_place ? in : out;
    const long double tolerance = 3 * std::numeric_limits<Real>::epsilon() *
                                  (1 + std::log2(static_cast<double>(problem.size))) *
                                  std::sqrt(static_cast<long double>(problem.radix)) * scale;
    for (std::size_t i = 0; i < size; ++i) {
        CAPTURE(i);
        CHECK(std::abs(static_cast<LongComplex>(result[i]) - expected[i] * static_cast<long double>(scale)) <=
              tolerance);
    }
}

// Calls check() with every instruction set that is compiled in and that this machine can run. On x86-64
// Highway 1.0.3 has EMU128, SSSE3, SSE4, AVX2 and AVX-512 (AVX3), qemu 7.2 all but AVX-512; on AArch64 there
// is NEON alone, EMU128 being compiled only where the compiler may not use better.
template <class Check>
void with_every_instruction_set(Check check)
{
    REQUIRE_FALSE(simd::targets().empty());
    for (const std::string& target : simd::targets()) {
        CAPTURE(target);
        simd::force_target(target);
        CHECK(simd::target() == target);
        check();
        simd::force_target("auto");
    }
}

// One process of the cut, without a BSPlib.
template <class Real>
struct CutProcess {
    CutProcess(const CutShape& shape, const std::vector<LongComplex>& values)
        : kernel(shape, 1, 1), middle(2 * shape.middle_size())
    {
        for (Index i = 0; i < shape.local_size(); ++i)
            x.push_back(
                static_cast<std::complex<Real>>(values[static_cast<std::size_t>(i * shape.p + shape.s)]));
    }

    CutKernel<Real> kernel;
    Buffer<Real> middle;
    std::vector<std::complex<Real>> x;
};

template <class Real>
std::vector<CutProcess<Real>> cut_processes(Index p, Index n1, const std::vector<LongComplex>& values)
{
    std::vector<CutProcess<Real>> all;
    for (Index s = 0; s < p; ++s)
        all.emplace_back(choose_cut(std::ssize(values), p, s, n1, sizeof(std::complex<Real>)), values);
    return all;
}

// Columns, packets, rows, as all processes would make them.
template <class Real>
void transform(std::vector<CutProcess<Real>>& all, Direction direction)
{
    for (CutProcess<Real>& from : all) {
        const CutShape& shape = from.kernel.shape();
        for (Index block = 0; block < shape.column_blocks(); ++block) {
            from.kernel.transform_columns(block, direction, from.x.data());
            for (Index t = 0; t < shape.p; ++t) {
                from.kernel.pack(t, 0, shape.row_blocks(),
                                 all[static_cast<std::size_t>(t)].middle.data() +
                                     2 * shape.packet_start(shape.s, block));
            }
        }
    }
    for (CutProcess<Real>& each : all) {
        for (Index block = 0; block < each.kernel.shape().row_blocks(); ++block)
            each.kernel.transform_rows(block, direction, each.middle.data(), each.x.data());
    }
}

template <class Real>
void check_cut(Index p, Index n1, const std::vector<LongComplex>& x, const std::vector<LongComplex>& y)
{
    const auto n = static_cast<Index>(x.size());
    for (const Direction direction : {Direction::forward, Direction::inverse}) {
        const bool forward = direction == Direction::forward;
        auto all = cut_processes<Real>(p, n1, x);
        transform(all, direction);
        long double largest = 0;
        for (Index k = 0; k < n; ++k) {
            const LongComplex value(all[static_cast<std::size_t>(k % p)].x[static_cast<std::size_t>(k / p)]);
            largest =
                std::max(largest, std::abs(value - y[static_cast<std::size_t>(forward ? k : (n - k) % n)]));
        }
        const auto digits = std::log2(2 * static_cast<long double>(n));
        CHECK(largest <=
              3 * std::numeric_limits<Real>::epsilon() * digits * std::sqrt(static_cast<long double>(n)));
    }
}

}  // namespace

TEST_CASE("roots of unity are right to the last bit")
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

TEST_CASE("every engine computes the definition: whole transforms and combinations under a cycle")
{
    for (const Kernel kernel : kernels()) {
        for (Index size = 2; size <= 64; size *= 2) {
            for (Index radix = 2; radix <= size; radix *= 2) {
                for (const Index cycle : {1, 2, 8}) {
                    for (const Index first : {Index{0}, cycle - 1}) {
                        const LocalProblem problem{size, radix, cycle, first};
                        CAPTURE(size);
                        CAPTURE(radix);
                        CAPTURE(cycle);
                        for (const Direction direction : {Direction::forward, Direction::inverse}) {
                            for (const bool in_place : {true, false}) {
                                check_problem<double>(kernel, problem, direction, in_place, 1);
                                check_problem<float>(kernel, problem, direction, in_place, 0.5F);
                            }
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("the vector code computes the transform with every instruction set, wherever it is cut")
{
    for (Index n = 4; n <= 4096; n *= 4) {
        const auto x = random_vector(static_cast<std::size_t>(n));
        const auto y = long_double_dft(x);
        with_every_instruction_set([&] {
            for (Index p = 1; p <= 4 && p * p <= n; p *= 2) {
                for (Index n1 = p; n1 <= n / p; n1 *= 2) {
                    CAPTURE(n);
                    CAPTURE(p);
                    CAPTURE(n1);
                    check_cut<double>(p, n1, x, y);
                    check_cut<float>(p, n1, x, y);
                }
            }
        });
    }
}

TEST_CASE("an engine that is not built in is refused")
{
    CHECK(resolve(Kernel::radix2) == Kernel::radix2);
    CHECK(resolve(Kernel::automatic) != Kernel::automatic);
    if (!has_fftw()) CHECK_THROWS_WITH_AS(resolve(Kernel::fftw), doctest::Contains("without FFTW"), Error);
}
