#include "bsp_fft/bsplib/mpi/crossover.hpp"

#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib::mpi {

namespace {

double seconds(const char* variable, double otherwise)
{
    const char* const text = std::getenv(variable);
    if (!text) return otherwise;
    // whatever the program's locale
    double value = 0;
    const char* const end = text + std::strlen(text);
    const auto [stop, problem] = std::from_chars(text, end, value);
    if (problem != std::errc() || stop != end || !(value > 0))
        fail_for_variable("bsp_begin", variable, text, "a positive number of seconds, such as 1e-6");
    return value;
}

Pattern requested_pattern()
{
    const char* const text = std::getenv("BSPLIB_EXCHANGE");
    const std::string_view word = text ? text : "auto";
    if (word == "auto") return Pattern::automatic;
    if (word == "direct") return Pattern::direct;
    if (word == "bruck") return Pattern::bruck;
    fail_for_variable("bsp_begin", "BSPLIB_EXCHANGE", text, "auto, direct or bruck");
}

}  // namespace

Network Network::from_environment()
{
    Network network;
    network.alpha = seconds("BSPLIB_ALPHA", network.alpha);
    network.beta = seconds("BSPLIB_BETA", network.beta);
    network.requested = requested_pattern();
    const char* const show = std::getenv("BSPLIB_SHOW");
    network.show = show && std::string_view(show) != "0";
    return network;
}

Crossover::Crossover(const Network& network, unsigned p)
    : network_(network), p_(p), rounds_(static_cast<unsigned>(std::bit_width(p - 1)))
{
    double hops = 0;
    for (unsigned j = 1; j < p; ++j) hops += std::popcount(j);
    detour_ = p > 1 ? hops / (p - 1) : 1;
}

Pattern Crossover::choose(std::size_t receivers, std::size_t bytes) const
{
    if (network_.requested != Pattern::automatic) return network_.requested;
    const auto carried = static_cast<double>(bytes) * network_.beta;
    const double direct = static_cast<double>(receivers) * network_.alpha + carried;
    const double bruck = rounds_ * network_.alpha + carried * detour_;
    return bruck < direct ? Pattern::bruck : Pattern::direct;
}

double Crossover::equal_bytes() const
{
    if (detour_ <= 1) return p_ - 1 > rounds_ ? std::numeric_limits<double>::infinity() : 0;
    return network_.alpha * (p_ - 1 - rounds_) / (network_.beta * (detour_ - 1));
}

}  // namespace bsplib::mpi
