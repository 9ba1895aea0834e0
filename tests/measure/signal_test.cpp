#include "bsp_fft/measure/signal.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "bspfft/error.hpp"

using namespace bspfft;

namespace {

std::string refusal(const std::string& spec, Index n)
{
    try {
        Signal::parse(spec, n);
    } catch (const Error& error) {
        CHECK(error.status() == Status::invalid_argument);
        return error.what();
    }
    return "nothing was refused";
}

void check_says(const std::string& message, const std::vector<std::string>& parts)
{
    CAPTURE(message);
    for (const std::string& part : parts) CHECK_MESSAGE(message.find(part) != std::string::npos, part);
}

double distance(std::complex<double> x, std::complex<long double> y)
{
    return static_cast<double>(std::abs(std::complex<long double>(x) - y));
}

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr long double pi = std::numbers::pi_v<long double>;

}  // namespace

TEST_CASE("an impulse is 1 at its place and 0 elsewhere")
{
    const Signal first = Signal::parse("impulse", 5);
    const Signal last = Signal::parse("impulse:4", 5);
    for (Index j = 0; j < 5; ++j) {
        CHECK(first(j) == (j == 0 ? 1.0 : 0.0));
        CHECK(last(j) == (j == 4 ? 1.0 : 0.0));
    }
}

TEST_CASE("a sine is a power of a root of unity")
{
    for (const Index n : {1, 2, 3, 7, 8, 12, 100})
        for (Index k = 0; k < n; ++k) {
            const Signal sine = Signal::parse("sine:" + std::to_string(k), n);
            for (Index j = 0; j < n; ++j) {
                const long double angle =
                    2 * pi * static_cast<long double>(j * k % n) / static_cast<long double>(n);
                CHECK(distance(sine(j), std::polar(1.0L, angle)) <= epsilon);
            }
        }
}

TEST_CASE("a quarter of a turn is exact")
{
    const Signal sine = Signal::parse("sine:1", 4);
    const std::complex<double> i(0, 1);
    CHECK(sine(0) == 1.0);
    CHECK(sine(1) == i);
    CHECK(sine(2) == -1.0);
    CHECK(sine(3) == -i);
}

TEST_CASE("a chirp turns with the square of j")
{
    for (const Index n : {1, 2, 3, 7, 8, 100}) {
        const Signal chirp = Signal::parse("chirp", n);
        for (Index j = 0; j < n; ++j) {
            const long double angle =
                pi * static_cast<long double>(j * j % (2 * n)) / static_cast<long double>(n);
            CHECK(distance(chirp(j), std::polar(1.0L, angle)) <= epsilon);
        }
    }
}

TEST_CASE("products of large indices do not overflow")
{
    const Index n = (Index(1) << 62) - 57;
    const Signal sine = Signal::parse("sine:" + std::to_string(n - 1), n);
    const Signal chirp = Signal::parse("chirp", n);
    for (const Index j : {Index(1), n / 8, n / 4, n / 3, n - 1}) {
        const long double angle = -2 * pi * (static_cast<long double>(j) / static_cast<long double>(n));
        CHECK(distance(sine(j), std::polar(1.0L, angle)) <= 2 * epsilon);
    }
    // (n - 1)^2 = n (n - 2) + 1, and n - 2 is odd: half a turn and a very little more.
    CHECK(distance(chirp(n - 1), -1.0L) <= epsilon);
    CHECK(distance(chirp(1), 1.0L) <= epsilon);
}

TEST_CASE("random numbers depend on the seed and on j alone")
{
    const Signal one = Signal::parse("random", 100);
    const Signal same = Signal::parse("random:1", 7);
    const Signal other = Signal::parse("random:2", 100);
    for (Index j = 0; j < 7; ++j) {
        CHECK(one(j) == same(j));
        CHECK(one(j) != other(j));
        CHECK(one(j) != one(j + 1));
        CHECK(one(j).real() != one(j).imag());
    }
}

TEST_CASE("random numbers stay what they are from release to release")
{
    const Signal random = Signal::parse("random", 10);
    CHECK(random(0) == std::complex<double>(-0x1.0df2a7bc5e350p-3, 0x1.c635b3a4f5b3cp-2));
    CHECK(random(9) == std::complex<double>(-0x1.06ec3de143400p-6, -0x1.a6991af310052p-2));
}

TEST_CASE("random numbers are uniform in [-0.5, 0.5)")
{
    const Index n = 100000;
    for (const std::string spec : {"random", "random:0", "random:18446744073709551615"}) {
        const Signal random = Signal::parse(spec, n);
        std::complex<double> sum = 0;
        double squares = 0;
        double correlation = 0;
        for (Index j = 0; j < n; ++j) {
            const std::complex<double> x = random(j);
            REQUIRE((x.real() >= -0.5 && x.real() < 0.5 && x.imag() >= -0.5 && x.imag() < 0.5));
            sum += x;
            squares += std::norm(x);
            correlation += x.real() * x.imag();
        }
        // Five standard deviations each.
        const double root = std::sqrt(static_cast<double>(n));
        CHECK(std::abs(sum.real()) < 5 * std::sqrt(1.0 / 12) * root);
        CHECK(std::abs(sum.imag()) < 5 * std::sqrt(1.0 / 12) * root);
        CHECK(std::abs(squares - static_cast<double>(n) / 6) < 5 * std::sqrt(1.0 / 90) * root);
        CHECK(std::abs(correlation) < 5.0 / 12 * root);
    }
}

TEST_CASE("the name of a signal makes the same signal")
{
    const Index n = 10;
    for (const std::string spec : {"random", "random:77", "impulse", "impulse:3", "sine:2", "chirp"}) {
        const Signal signal = Signal::parse(spec, n);
        CHECK(signal.name().starts_with(spec));
        const Signal again = Signal::parse(signal.name(), n);
        for (Index j = 0; j < n; ++j) CHECK(again(j) == signal(j));
    }
}

TEST_CASE("a signal that does not exist is refused with those that do")
{
    for (const std::string spec : {"", "noise", "sine", "chirp:1", "Random", "randomly", "impulse3", ":"})
        check_says(refusal(spec, 8),
                   {"\"" + spec + "\"", "random, random:SEED, impulse, impulse:J, sine:K or chirp"});
}

TEST_CASE("a number outside its range is refused with the range")
{
    for (const std::string number : {"8", "-1", "", "1.5", "x", " 1", "1 ", "99999999999999999999"})
        for (const std::string kind : {"impulse:", "sine:"})
            check_says(refusal(kind + number, 8), {"\"" + kind + number + "\"", "from 0 to n - 1 = 7"});
    for (const std::string number : {"-1", "", "x", "18446744073709551616"})
        check_says(refusal("random:" + number, 8), {"random:" + number, "from 0 to 2^64 - 1"});
    for (const std::string spec : {"random", "impulse", "sine:0", "chirp"})
        check_says(refusal(spec, 0), {"n = 0", "at least 1"});
}
