#include "bsp_fft/bsplib/mpi/all_to_all.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
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

void each_with(unsigned bit, unsigned p, auto function)
{
    for (unsigned j = bit; j < p; ++j)
        if (j & bit) function(j);
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

std::size_t Crossover::most_inline(std::size_t count) const
{
    const std::size_t most = (longest_eager_envelope - count) / 16 * 16;
    if (p_ < 2 || choose(p_ - 1, (p_ - 1) * count) == Pattern::direct) return most;
    const double spare = std::max(equal_bytes() / (p_ - 1) - static_cast<double>(count), 0.0);
    return spare >= static_cast<double>(most) ? most : static_cast<std::size_t>(spare) / 16 * 16;
}

std::size_t AllToAll::blocks_with(unsigned bit) const
{
    std::size_t count = 0;
    each_with(bit, p_, [&](unsigned) { ++count; });
    return count;
}

// The sizes of the round's blocks, then the blocks.
void AllToAll::pack(unsigned bit, Arena& out) const
{
    out.clear();
    each_with(bit, p_, [&](unsigned j) {
        std::memcpy(out.append(sizeof(std::size_t)), &blocks_[j].bytes, sizeof(std::size_t));
    });
    each_with(bit, p_, [&](unsigned j) { append(out, blocks_[j]); });
}

// Reads the sizes; returns how long the whole message is.
std::size_t AllToAll::unpack(unsigned bit, const Arena& in)
{
    const unsigned char* sizes = in.begin();
    std::size_t at = blocks_with(bit) * sizeof(std::size_t);
    each_with(bit, p_, [&](unsigned j) {
        std::memcpy(&blocks_[j].bytes, sizes, sizeof(std::size_t));
        sizes += sizeof(std::size_t);
        blocks_[j].begin = in.begin() + at;
        at += blocks_[j].bytes;
    });
    return at;
}

// In the round of bit b the blocks with that bit in their number go to the process b further on, which passes them on
// in later rounds. A round is one message, and what does not fit in it follows.
void AllToAll::by_bruck(std::size_t first_bytes, Tag tag)
{
    std::size_t k = 0;
    for (unsigned bit = 1; bit < p_; bit *= 2, ++k) {
        if (k == rounds_.size()) rounds_.push_back(std::make_unique<Round>());
        Arena& out = rounds_[k]->out;
        Arena& in = rounds_[k]->in;
        const std::size_t first = std::max(first_bytes, blocks_with(bit) * sizeof(std::size_t));
        pack(bit, out);
        in.clear();
        pending_.receive(before(bit), tag, in.append(first), first);
        pending_.send(after(bit), tag, out.begin(), std::min(out.size(), first));
        transfers_.poll_until([&] { return pending_.arrived(); });
        const std::size_t bytes = unpack(bit, in);
        if (out.size() > first) pending_.send(after(bit), tag, out.begin() + first, out.size() - first);
        if (bytes > first) pending_.receive(before(bit), tag, in.append(bytes - first), bytes - first);
        transfers_.poll_until([&] { return pending_.arrived(); });
        unpack(bit, in);  // the arena may have moved
    }
}

}  // namespace bsplib::mpi
