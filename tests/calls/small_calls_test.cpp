// A few numbers: every kind of transform, every length up to 40 and some up to beyond the longest that has a straight
// way, with strides, batches, in place and at any address, beside sums in long double.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "bspfft/fft.h"

namespace {

using Index = std::int64_t;
using Long = long double;
using LongComplex = std::complex<Long>;

constexpr Long pi = std::numbers::pi_v<Long>;
constexpr double gap = 77;  // where no element is

// exp(2 pi i a/b), from a table of the last b.
LongComplex wave(Index a, Index b)
{
    static std::vector<LongComplex> table;
    if (static_cast<Index>(table.size()) != b) {
        table.clear();
        for (Index i = 0; i < b; ++i) {
            const Long angle = 2 * pi * static_cast<Long>(i) / static_cast<Long>(b);
            table.emplace_back(std::cos(angle), std::sin(angle));
        }
    }
    return table[static_cast<std::size_t>(a % b)];
}

/// The factor of x_j in y_k of a cosine or sine transform, by the definitions of plan.hpp.
Long factor(int kind, Index n, bool orthogonal, Index k, Index j)
{
    const Long half = orthogonal ? 1 / std::numbers::sqrt2_v<Long> : 1,
               one = orthogonal ? std::numbers::sqrt2_v<Long> : 1;
    const auto end = [&](Index i) { return i == 0 || i == n - 1; };
    switch (kind) {
    case BSPFFT_DCT_1:
        return (end(j) ? one : 2) * (end(k) ? half : 1) * wave(j * k, 2 * (n - 1)).real();
    case BSPFFT_DCT_2:
        return 2 * (k == 0 ? half : 1) * wave((2 * j + 1) * k, 4 * n).real();
    case BSPFFT_DCT_3:
        return (j == 0 ? one : 2) * wave(j * (2 * k + 1), 4 * n).real();
    case BSPFFT_DCT_4:
        return 2 * wave((2 * j + 1) * (2 * k + 1), 8 * n).real();
    case BSPFFT_DST_1:
        return 2 * wave((j + 1) * (k + 1), 2 * (n + 1)).imag();
    case BSPFFT_DST_2:
        return 2 * (k == n - 1 ? half : 1) * wave((2 * j + 1) * (k + 1), 4 * n).imag();
    case BSPFFT_DST_3:
        return (j == n - 1 ? one : 2) * wave((j + 1) * (2 * k + 1), 4 * n).imag();
    default:
        return 2 * wave((2 * j + 1) * (2 * k + 1), 8 * n).imag();
    }
}

/// One side of a call: rows of lines, with gaps.
struct Side {
    Index length;  ///< elements of a line
    bool complex;
    Index stride, apart;  ///< from one element to the next, and from one line to the next
    Index reals() const { return complex ? 2 : 1; }
};

struct Problem {
    int data, direction, kind;
    Index n, lines;
    bool orthogonal, in_place;
    double scale;
    Side in, out;
};

std::vector<LongComplex> defined(const Problem& problem, const std::vector<LongComplex>& x)
{
    const Index n = problem.n;
    std::vector<LongComplex> y(static_cast<std::size_t>(problem.out.length));
    for (Index k = 0; k < problem.out.length; ++k) {
        LongComplex sum = 0;
        for (Index j = 0; j < problem.in.length; ++j) {
            const LongComplex value = x[static_cast<std::size_t>(j)];
            if (problem.kind != BSPFFT_FOURIER) {
                sum += value * factor(problem.kind, n, problem.orthogonal, k, j);
            } else if (problem.direction == BSPFFT_FORWARD) {
                sum += value * std::conj(wave(j * k, n));
            } else {
                sum += value * wave(j * k, n);
                const bool mirrored = problem.data == BSPFFT_REAL && j > 0 && 2 * j < n;
                if (mirrored) sum += std::conj(value * wave(j * k, n));
            }
        }
        y[static_cast<std::size_t>(k)] = sum * static_cast<Long>(problem.scale);
    }
    return y;
}

bspfft_request request_of(const Problem& problem, bool single)
{
    bspfft_request request{};
    request.size = sizeof request;
    request.precision = single ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
    request.data = problem.data;
    request.direction = problem.direction;
    request.dimensions = 2;
    request.length[0] = problem.lines;
    request.length[1] = problem.n;
    request.kind[0] = BSPFFT_UNTOUCHED;
    request.kind[1] = problem.kind;
    request.stride_in[0] = problem.in.apart;
    request.stride_in[1] = problem.in.stride;
    request.stride_out[0] = problem.out.apart;
    request.stride_out[1] = problem.out.stride;
    request.scale = problem.scale;
    request.orthogonal = problem.orthogonal ? 1 : 0;
    request.threads = 1;
    return request;
}

template <class Real>
std::string complaint(const Problem& problem, std::mt19937_64& engine)
{
    std::uniform_real_distribution<double> values(-1, 1);
    const auto room = [&](const Side& side) {
        return static_cast<std::size_t>(side.reals() * (problem.lines * side.apart + side.length * side.stride) + 3);
    };
    // at numbers that are not aligned
    std::vector<Real> memory(std::max(room(problem.in), room(problem.out)), static_cast<Real>(gap)), other = memory;
    Real* const in = memory.data() + 1;
    Real* const out = problem.in_place ? in : other.data() + 1;
    std::vector<std::vector<LongComplex>> expected;
    Long squares = 0;
    for (Index line = 0; line < problem.lines; ++line) {
        std::vector<LongComplex> x;
        for (Index j = 0; j < problem.in.length; ++j) {
            Real* const at = in + problem.in.reals() * (line * problem.in.apart + j * problem.in.stride);
            for (Index part = 0; part < problem.in.reals(); ++part) at[part] = static_cast<Real>(values(engine));
            x.emplace_back(at[0], problem.in.complex ? at[1] : 0);
        }
        // of half a spectrum these have no imaginary part
        if (problem.data == BSPFFT_REAL && problem.in.complex) {
            x.front() = x.front().real();
            if (problem.n % 2 == 0) x.back() = x.back().real();
        }
        for (const LongComplex& value : x) squares += std::norm(value);
        expected.push_back(defined(problem, x));
    }
    const std::vector<Real> before = memory;
    const bspfft_request request = request_of(problem, sizeof(Real) == sizeof(float));
    if (bspfft_call(&request, in, out) != BSPFFT_OK) return bspfft_message();
    if (!problem.in_place && memory != before) return "the input was changed";
    std::vector<Real>& target = problem.in_place ? memory : other;
    const Long rms = std::sqrt(squares / static_cast<Long>(problem.lines) / static_cast<Long>(problem.n));
    Long worst = 0;
    for (Index line = 0; line < problem.lines; ++line) {
        for (Index k = 0; k < problem.out.length; ++k) {
            Real* const at = out + problem.out.reals() * (line * problem.out.apart + k * problem.out.stride);
            const LongComplex found(at[0], problem.out.complex ? at[1] : 0);
            worst = std::max(worst,
                             std::abs(found - expected[static_cast<std::size_t>(line)][static_cast<std::size_t>(k)]));
            std::fill_n(at, problem.out.reals(), static_cast<Real>(gap));
        }
    }
    for (const Real value : target) {
        if (!problem.in_place && value != static_cast<Real>(gap)) return "a gap was written to";
    }
    const auto n = static_cast<Long>(problem.n);
    const Long bound = 6 * std::numeric_limits<Real>::epsilon() * std::abs(static_cast<Long>(problem.scale)) *
                       std::sqrt(n) * std::log2(2 * n) * rms;
    return worst <= bound ? "" : "the error is " + std::to_string(static_cast<double>(worst / bound)) + " bounds";
}

/// Both precisions, plain and with gaps.
void check(int data, int direction, int kind, Index n)
{
    std::mt19937_64 engine(static_cast<unsigned>(n + 1000 * kind));
    const bool real = data == BSPFFT_REAL, fourier = kind == BSPFFT_FOURIER;
    const Index half = n / 2 + 1;
    for (const bool in_place : {false, true}) {
        for (const bool plain : {true, false}) {
            Problem problem{data, direction, kind, n, plain ? 1 : 3, !plain, in_place, plain ? 1 : -0.75, {}, {}};
            problem.in = {n, !real, plain ? 1 : 2, 2 * n + 3};
            problem.out = problem.in;
            if (!in_place && !plain) problem.out = {n, !real, 3, 3 * n};
            if (real && fourier) {
                Side& reals = direction == BSPFFT_FORWARD ? problem.in : problem.out;
                Side& halves = direction == BSPFFT_FORWARD ? problem.out : problem.in;
                halves = {half, true, in_place ? 1 : problem.out.stride, half + 2};
                reals = {n, false, in_place ? 1 : problem.in.stride, in_place ? 2 * halves.apart : 3 * n + 1};
                if (!in_place) halves.apart = half * halves.stride + 2;
            }
            CAPTURE(data);
            CAPTURE(direction);
            CAPTURE(kind);
            CAPTURE(n);
            CAPTURE(in_place);
            CAPTURE(plain);
            CHECK(complaint<double>(problem, engine) == "");
            CHECK(complaint<float>(problem, engine) == "");
        }
    }
}

// complex numbers and cosines have it up to 128, reals up to 256
std::vector<Index> short_lengths(Index step)
{
    std::vector<Index> lengths{128, 134};
    for (Index n = 1; n < 134; n += n < 40 ? 1 : step) lengths.push_back(n);
    return lengths;
}

/// Lines that are neighbours or one after the other; also more of them than longer lines have without tiles.
void check_lines(int data, int direction, int kind, Index n, Index lines)
{
    std::mt19937_64 engine(static_cast<unsigned>(n * lines));
    const bool real = data == BSPFFT_REAL, fourier = kind == BSPFFT_FOURIER;
    for (const bool neighbours : {false, true}) {
        CAPTURE(data);
        CAPTURE(kind);
        CAPTURE(n);
        CAPTURE(lines);
        CAPTURE(neighbours);
        const auto side = [&](Index length, bool complex, bool by_columns, Index gap = 0) {
            return by_columns ? Side{length, complex, lines + gap, 1} : Side{length, complex, 1, length + gap};
        };
        Problem problem{data, direction, kind, n, lines, false, false, 0.5, side(n, !real, neighbours), {}};
        if (real && fourier && direction == BSPFFT_INVERSE) problem.in = side(n / 2 + 1, true, neighbours);
        const bool halves = real && fourier && direction == BSPFFT_FORWARD;
        const Index length = halves ? n / 2 + 1 : n;
        const bool is_complex = real && fourier ? halves : !real;
        // with gaps, transposed, and like the input
        for (const auto& out : {side(length, is_complex, neighbours, 3), side(length, is_complex, !neighbours),
                                side(length, is_complex, neighbours)}) {
            problem.out = out;
            CHECK(complaint<double>(problem, engine) == "");
            CHECK(complaint<float>(problem, engine) == "");
        }
        if (real && fourier) continue;
        problem.in_place = true;
        CHECK(complaint<double>(problem, engine) == "");
        CHECK(complaint<float>(problem, engine) == "");
    }
}

}  // namespace

TEST_CASE("short lines side by side")
{
    for (const Index lines : {2, 11, 1500}) {
        for (const Index n : {2, 3, 5, 8, 11, 15, 16, 17}) {
            check_lines(BSPFFT_COMPLEX, BSPFFT_FORWARD, BSPFFT_FOURIER, n, lines);
            check_lines(BSPFFT_COMPLEX, BSPFFT_INVERSE, BSPFFT_FOURIER, n, lines);
            check_lines(BSPFFT_REAL, BSPFFT_FORWARD, BSPFFT_FOURIER, n, lines);
            check_lines(BSPFFT_REAL, BSPFFT_INVERSE, BSPFFT_FOURIER, n, lines);
            check_lines(BSPFFT_REAL, BSPFFT_FORWARD, BSPFFT_DCT_2, n, lines);
        }
    }
}

TEST_CASE("few lines and many with a prime factor above 97, convolved as a whole or in tiles")
{
    for (const Index lines : {3, 9}) {
        for (const Index n : {101, 202, 211}) {
            check_lines(BSPFFT_COMPLEX, BSPFFT_FORWARD, BSPFFT_FOURIER, n, lines);
            check_lines(BSPFFT_COMPLEX, BSPFFT_INVERSE, BSPFFT_FOURIER, n, lines);
            check_lines(BSPFFT_REAL, BSPFFT_FORWARD, BSPFFT_FOURIER, n, lines);
            check_lines(BSPFFT_REAL, BSPFFT_INVERSE, BSPFFT_FOURIER, n, lines);
        }
    }
}

TEST_CASE("every short length of complex numbers, of reals and of half spectra")
{
    for (const Index n : short_lengths(3)) {
        check(BSPFFT_COMPLEX, BSPFFT_FORWARD, BSPFFT_FOURIER, n);
        check(BSPFFT_COMPLEX, BSPFFT_INVERSE, BSPFFT_FOURIER, n);
        check(BSPFFT_REAL, BSPFFT_FORWARD, BSPFFT_FOURIER, n);
        check(BSPFFT_REAL, BSPFFT_INVERSE, BSPFFT_FOURIER, n);
    }
    for (const Index n : {200, 250, 254, 256, 258}) {
        check(BSPFFT_REAL, BSPFFT_FORWARD, BSPFFT_FOURIER, n);
        check(BSPFFT_REAL, BSPFFT_INVERSE, BSPFFT_FOURIER, n);
    }
}

TEST_CASE("every short length of cosine and sine transforms")
{
    for (int kind = BSPFFT_DCT_1; kind <= BSPFFT_DST_4; ++kind) {
        for (const Index n : short_lengths(7)) {
            if (n > 1 || kind != BSPFFT_DCT_1) check(BSPFFT_REAL, BSPFFT_FORWARD, kind, n);
        }
    }
}
