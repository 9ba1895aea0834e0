// Reproducible calls have the same bits with any number of threads, in place and not, whatever lies around them.
#include <doctest/doctest.h>

#include <cstring>
#include <random>
#include <vector>

#include "bspfft/fft.hpp"

using bspfft::Index;

namespace {

struct Problem {
    int data;
    int direction;
    int kind;
    std::vector<Index> shape;

    Index elements() const
    {
        Index count = 1;
        for (const Index n : shape) count *= n;
        return count;
    }
};

bspfft_request request_of(const Problem& problem, bool single, int threads, bool reproducible)
{
    bspfft_request request{};
    request.size = sizeof request;
    request.precision = single ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
    request.data = problem.data;
    request.direction = problem.direction;
    request.dimensions = static_cast<int>(problem.shape.size());
    for (std::size_t l = 0; l < problem.shape.size(); ++l) {
        request.length[l] = problem.shape[l];
        request.kind[l] = problem.kind;
    }
    request.threads = threads;
    request.reproducible = reproducible ? 1 : 0;
    return request;
}

// The array begins `shift` reals after a multiple of 64 bytes.
template <class Real>
std::vector<Real> result_of(const Problem& problem, int threads, bool in_place, std::size_t shift, bool reproducible)
{
    const auto reals = static_cast<std::size_t>(2 * problem.elements() + 4 * problem.elements() / problem.shape.back());
    std::vector<Real> in(reals + 64), out(reals + 64);
    const auto aligned = [&](std::vector<Real>& memory) {
        const auto rest = reinterpret_cast<std::uintptr_t>(memory.data()) % 64 / sizeof(Real);
        return memory.data() + (64 / sizeof(Real) - rest) % (64 / sizeof(Real)) + shift;
    };
    std::mt19937 engine(7);
    Real* const from = aligned(in);
    Real* const to = in_place ? from : aligned(out);
    for (std::size_t i = 0; i < reals; ++i)
        from[i] = static_cast<Real>(std::uniform_real_distribution<float>(-1, 1)(engine));
    const bspfft_request request = request_of(problem, sizeof(Real) == sizeof(float), threads, reproducible);
    REQUIRE(bspfft_call(&request, from, to) == BSPFFT_OK);
    const Index complex = problem.data == BSPFFT_COMPLEX ? 2 : 1;
    const bool half = problem.data == BSPFFT_REAL && problem.direction == BSPFFT_FORWARD &&
                      problem.kind == BSPFFT_FOURIER;
    const Index last = problem.shape.back();
    const Index count = half ? problem.elements() / last * (last / 2 + 1) * 2 : problem.elements() * complex;
    return {to, to + count};
}

template <class Real>
bool same_bits(const std::vector<Real>& a, const std::vector<Real>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)) == 0;
}

template <class Real>
void compare(const Problem& problem)
{
    CAPTURE(problem.shape.front());
    CAPTURE(problem.data);
    CAPTURE(problem.kind);
    const std::vector<Real> one = result_of<Real>(problem, 1, false, 0, true);
    for (const int threads : {1, 2, 3, 4, 8}) {
        CAPTURE(threads);
        CHECK(same_bits(one, result_of<Real>(problem, threads, false, static_cast<std::size_t>(threads), true)));
        const bool keeps_size = problem.data == BSPFFT_COMPLEX || problem.kind != BSPFFT_FOURIER;
        if (keeps_size) CHECK(same_bits(one, result_of<Real>(problem, threads, true, 0, true)));
    }
}

const std::vector<Problem> problems{
    {BSPFFT_COMPLEX, BSPFFT_FORWARD, BSPFFT_FOURIER, {16}},
    {BSPFFT_COMPLEX, BSPFFT_FORWARD, BSPFFT_FOURIER, {16384}},
    {BSPFFT_COMPLEX, BSPFFT_INVERSE, BSPFFT_FOURIER, {30030}},
    {BSPFFT_COMPLEX, BSPFFT_FORWARD, BSPFFT_FOURIER, {10007}},
    {BSPFFT_COMPLEX, BSPFFT_FORWARD, BSPFFT_FOURIER, {100, 120}},
    {BSPFFT_COMPLEX, BSPFFT_INVERSE, BSPFFT_FOURIER, {32, 16, 32}},
    {BSPFFT_REAL, BSPFFT_FORWARD, BSPFFT_FOURIER, {32768}},
    {BSPFFT_REAL, BSPFFT_INVERSE, BSPFFT_FOURIER, {128, 150}},
    {BSPFFT_REAL, BSPFFT_FORWARD, BSPFFT_DCT_2, {65536}},
    {BSPFFT_REAL, BSPFFT_FORWARD, BSPFFT_DCT_4, {300, 256}},
};

}  // namespace

TEST_CASE("reproducible calls have the same bits with any number of threads, at any address, in place and not")
{
    for (const Problem& problem : problems) {
        compare<double>(problem);
        compare<float>(problem);
    }
}

TEST_CASE("calls that are not reproducible differ, or the test would not find it")
{
    const Problem& problem = problems[1];
    const std::vector<double> one = result_of<double>(problem, 1, false, 0, false);
    CHECK_FALSE(same_bits(one, result_of<double>(problem, 2, false, 0, false)));
}

TEST_CASE("reproducible can be set for all calls")
{
    const Problem& problem = problems[1];
    const std::vector<double> expected = result_of<double>(problem, 1, false, 0, true);
    CHECK(bspfft_reproducible() == 0);
    bspfft::set_reproducible(true);
    CHECK(bspfft_reproducible() == 1);
    CHECK(same_bits(expected, result_of<double>(problem, 3, false, 0, false)));
    bspfft::set_reproducible(false);
    CHECK_FALSE(same_bits(expected, result_of<double>(problem, 1, false, 0, false)));
    CHECK(bspfft_set_reproducible(2) == BSPFFT_INVALID_ARGUMENT);
}
