// Random numbers come from a counter and not from a sequence, and angles are reduced in integers before they
// become floating-point numbers, so that element j is as accurate and as cheap as element 0.
#include "bsp_fft/measure/signal.hpp"

#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

__extension__ using Wide = __int128;

// The finaliser of splitmix64 (Steele, Lea and Flood 2014).
std::uint64_t mix(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15;

// Output number i of the stream that belongs to the seed, in [-0.5, 0.5).
double uniform(std::uint64_t seed, std::uint64_t i)
{
    const std::uint64_t bits = mix(mix(seed + golden_gamma) + (i + 1) * golden_gamma);
    return static_cast<double>(bits >> 11) * 0x1p-53 - 0.5;
}

// exp(2 pi i r / m) for 0 <= r < m. Sine and cosine are evaluated in an eighth of the circle; the rest are exact
// quarter turns.
std::complex<double> root_of_unity(Wide r, Wide m)
{
    const Wide quarters = (8 * r + m) / (2 * m);
    const double angle = std::numbers::pi / 2 * (static_cast<double>(4 * r - quarters * m) / static_cast<double>(m));
    std::complex<double> root(std::cos(angle), std::sin(angle));
    for (Wide turns = quarters % 4; turns > 0; --turns) root = {-root.imag(), root.real()};
    return root;
}

[[noreturn]] void refuse(const std::string& spec, const std::string& rule)
{
    throw Error(Status::invalid_argument, text("the signal \"", spec, "\" ", rule));
}

std::optional<std::uint64_t> parse_number(const std::string& digits)
{
    std::uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
    return value;
}

std::uint64_t position(const std::string& spec, const std::string& digits, Index n)
{
    const auto value = parse_number(digits);
    if (!value || *value >= static_cast<std::uint64_t>(n))
        refuse(spec, text("needs an integer from 0 to n - 1 = ", n - 1, " after its colon"));
    return *value;
}

}  // namespace

Signal Signal::parse(const std::string& spec, Index n)
{
    if (n < 1) refuse(spec, text("has n = ", n, " elements, but n must be at least 1"));
    if (spec == "random") return {Kind::random, n, 1};
    if (spec == "impulse") return {Kind::impulse, n, 0};
    if (spec == "chirp") return {Kind::chirp, n, 0};
    const std::string digits = spec.substr(spec.find(':') + 1);
    if (spec.starts_with("impulse:")) return {Kind::impulse, n, position(spec, digits, n)};
    if (spec.starts_with("sine:")) return {Kind::sine, n, position(spec, digits, n)};
    if (!spec.starts_with("random:"))
        refuse(spec, "is unknown; use random, random:SEED, impulse, impulse:J, sine:K or chirp");
    const auto seed = parse_number(digits);
    if (!seed) refuse(spec, "needs an integer from 0 to 2^64 - 1 after its colon");
    return {Kind::random, n, *seed};
}

std::complex<double> Signal::operator()(Index j) const
{
    const Wide wide_n = n_;
    const Wide wide_j = j;
    switch (kind_) {
    case Kind::random:
        return {uniform(number_, 2 * static_cast<std::uint64_t>(j)),
                uniform(number_, 2 * static_cast<std::uint64_t>(j) + 1)};
    case Kind::impulse:
        return static_cast<std::uint64_t>(j) == number_ ? 1.0 : 0.0;
    case Kind::sine:
        return root_of_unity(static_cast<Wide>(number_) * wide_j % wide_n, wide_n);
    case Kind::chirp:
        break;
    }
    return root_of_unity(wide_j * wide_j % (2 * wide_n), 2 * wide_n);
}

std::string Signal::name() const
{
    if (kind_ == Kind::chirp) return "chirp";
    return text(kind_ == Kind::random ? "random:" : kind_ == Kind::impulse ? "impulse:" : "sine:", number_);
}

}  // namespace bspfft
