// Long vectors by ways that spare memory: as the same vectors by plans with arrays of their own, which reproducible
// calls take.
#include <doctest/doctest.h>

#include <array>
#include <complex>
#include <limits>
#include <random>
#include <string>

#include "tests/calls/one_vector.hpp"

namespace {

using bspfft::Index;

// Sanitized or emulated, the first is enough.
template <class Value>
std::vector<Value> some(std::vector<Value> all)
{
    if (SLOW) all.resize(1);
    return all;
}

struct Try {
    Index n;
    int threads = 1;
    std::int32_t data = BSPFFT_COMPLEX;
    std::int32_t direction = BSPFFT_FORWARD;
    Index stride = 1;
    bool in_place = false;

    Index in() const { return data == BSPFFT_COMPLEX || direction == BSPFFT_INVERSE ? 2 : 1; }  ///< reals an element
    Index out() const { return data == BSPFFT_COMPLEX || direction == BSPFFT_FORWARD ? 2 : 1; }
    Index room() const { return 2 * n * std::abs(stride); }
    Index begin(Index reals) const { return stride < 0 ? reals * (1 - n) * stride : 0; }
};

template <class Real>
bspfft_request request_of(const Try& one)
{
    bspfft_request request = ::request_of(one.n);
    request.precision = sizeof(Real) == sizeof(float) ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
    request.data = one.data;
    request.direction = one.direction;
    request.threads = one.threads;
    request.stride_in[0] = request.stride_out[0] = one.stride;
    request.scale = 0.5;
    return request;
}

template <class Real>
std::vector<Real> transformed(const Try& one, const bspfft_request& request, const std::vector<Real>& x)
{
    std::vector<Real> in = x, out(x.size(), 77);
    Real* const to = one.in_place ? in.data() : out.data();
    REQUIRE(bspfft_call(&request, in.data() + one.begin(one.in()), to + one.begin(one.out())) == BSPFFT_OK);
    if (!one.in_place) CHECK(in == x);
    return one.in_place ? in : out;
}

template <class Real>
void check(const Try& one, bspfft_request request)
{
    CAPTURE(one.n);
    CAPTURE(one.threads);
    CAPTURE(one.data);
    CAPTURE(one.direction);
    CAPTURE(one.stride);
    CAPTURE(one.in_place);
    std::vector<Real> x(static_cast<std::size_t>(one.room()));
    std::mt19937_64 engine(static_cast<std::uint64_t>(one.n));
    std::normal_distribution<double> normal;
    for (Real& value : x) value = static_cast<Real>(normal(engine));
    const std::vector<Real> found = transformed(one, request, x);
    request.reproducible = 1;
    const std::vector<Real> expected = transformed(one, request, x);
    const auto n = static_cast<double>(one.n);
    // the elements are of size sqrt(n)
    CHECK(largest_difference(found, expected) <=
          8 * static_cast<double>(std::numeric_limits<Real>::epsilon()) * std::log2(n) * std::sqrt(n));
}

}  // namespace

TEST_CASE("long vectors with a long prime factor are transformed on any number of threads")
{
    for (const Index n : some<Index>({65537, 2 * 32771, 100003})) {
        for (const int threads : some<int>({2, 1, 3})) {
            for (const std::int32_t data : {BSPFFT_COMPLEX, BSPFFT_REAL}) {
                for (const std::int32_t direction : {BSPFFT_FORWARD, BSPFFT_INVERSE}) {
                    const Try one{n, threads, data, direction};
                    check<double>(one, request_of<double>(one));
                    check<float>(one, request_of<float>(one));
                }
            }
            for (const Index stride : {Index{-1}, Index{2}}) {
                for (const bool in_place : {false, true}) {
                    const Try one{n, threads, BSPFFT_COMPLEX, BSPFFT_FORWARD, stride, in_place};
                    check<double>(one, request_of<double>(one));
                }
            }
        }
    }
}

TEST_CASE("a long vector with a long prime factor has a ledger of five supersteps")
{
    bspfft_request request = request_of(100003);
    request.threads = 2;
    bspfft_plan* plan = nullptr;
    REQUIRE(bspfft_plan_request(&plan, &request, 0) == BSPFFT_OK);
    CHECK(bspfft_synchronisations(plan) == 5);
    CHECK(bspfft_words(plan) == 0);
    REQUIRE(bspfft_account(plan, 1) == BSPFFT_OK);
    std::vector<std::complex<double>> x(100003), y(x.size());
    for (int times = 0; times < 3; ++times)
        REQUIRE(bspfft_execute_on(plan, BSPFFT_FORWARD, x.data(), y.data()) == BSPFFT_OK);
    std::array<bspfft_superstep, 8> rows{};
    rows[0].size = sizeof rows[0];
    std::int64_t count = 0;
    REQUIRE(bspfft_ledger(plan, 1, rows.data(), 8, &count) == BSPFFT_OK);
    CHECK(count == 5);
    std::int64_t flops = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        flops += rows[i].flops;
        CHECK(rows[i].synchronisations == 3);
    }
    CHECK(flops == 3 * bspfft_flops(plan));
    bspfft_plan_destroy(plan);
}

TEST_CASE("long vectors are transformed in their places, if memory is to be spared")
{
    // n = a c a: a square, with a small factor besides, with a large one
    for (const Index n : some<Index>({1 << 16, 1 << 17, 3 << 16, 300 * 300 * 7})) {
        for (const int threads : some<int>({2, 1, 3})) {
            for (const std::int32_t direction : {BSPFFT_FORWARD, BSPFFT_INVERSE}) {
                for (const Index stride : {Index{1}, Index{2}, Index{-1}}) {
                    for (const bool in_place : {false, true}) {
                        const Try one{n, threads, BSPFFT_COMPLEX, direction, stride, in_place};
                        bspfft_request request = request_of<double>(one);
                        request.sparing = 1;
                        check<double>(one, request);
                        request = request_of<float>(one);
                        request.sparing = 1;
                        check<float>(one, request);
                    }
                }
            }
        }
    }
}

TEST_CASE("from one array to another of other strides memory is spared too, and short vectors are as before")
{
    for (const Index n : {Index{64}, Index{1} << 16}) {
        bspfft_request request = request_of(n);
        request.sparing = 1;
        request.stride_in[0] = 2;
        request.stride_out[0] = 1;
        std::vector<std::complex<double>> x(static_cast<std::size_t>(2 * n)), y(static_cast<std::size_t>(n), 77);
        x[2] = 1;  // element 1
        REQUIRE(bspfft_call(&request, x.data(), y.data()) == BSPFFT_OK);
        double largest = 0;
        for (Index k = 0; k < n; ++k) {
            const double angle = -2 * std::acos(-1.0) * static_cast<double>(k) / static_cast<double>(n);
            largest = std::max(largest, std::abs(y[static_cast<std::size_t>(k)] - std::polar(1.0, angle)));
        }
        CHECK(largest < 1e-14);
    }
}

TEST_CASE("arrays of several axes are the same axis by axis, if memory is to be spared")
{
    const std::array<Index, 3> shape{120, 64, 75};
    std::vector<std::complex<double>> x(120 * 64 * 75);
    std::mt19937_64 engine(1);
    std::normal_distribution<double> normal;
    for (std::complex<double>& value : x) value = {normal(engine), normal(engine)};
    bspfft_request request{};
    request.size = sizeof request;
    request.dimensions = 3;
    std::copy(shape.begin(), shape.end(), request.length);
    for (const int threads : {1, 2}) {
        request.threads = threads;
        std::vector<std::complex<double>> direct(x.size()), sparing = x;
        request.sparing = 0;
        REQUIRE(bspfft_call(&request, x.data(), direct.data()) == BSPFFT_OK);
        request.sparing = 1;
        REQUIRE(bspfft_call(&request, sparing.data(), sparing.data()) == BSPFFT_OK);
        CHECK(largest_difference(direct, sparing) < 1e-11);
    }
}

TEST_CASE("a request that spares memory says so by 1 or 0")
{
    bspfft_request request = request_of(64);
    request.sparing = 2;
    bspfft_plan* plan = nullptr;
    CHECK(bspfft_plan_request(&plan, &request, 0) == BSPFFT_INVALID_ARGUMENT);
    CHECK(std::string(bspfft_message()).find("has 2 for sparing; it is 1, or 0") != std::string::npos);
}
