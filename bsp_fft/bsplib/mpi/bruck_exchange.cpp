#include "bsp_fft/bsplib/mpi/bruck_exchange.hpp"

#include <algorithm>
#include <cstring>

namespace bsplib::mpi {

namespace {

template <class Function>
void each_with(unsigned bit, unsigned p, Function function)
{
    for (unsigned j = bit; j < p; ++j)
        if (j & bit) function(j);
}

}  // namespace

std::size_t BruckExchange::blocks_of(unsigned bit) const
{
    std::size_t count = 0;
    each_with(bit, p_, [&](unsigned) { ++count; });
    return count;
}

void BruckExchange::pack(unsigned bit, const std::vector<Span>& blocks, Arena& out) const
{
    out.clear();
    std::size_t bytes = blocks_of(bit) * sizeof(std::size_t);
    each_with(bit, p_, [&](unsigned j) { bytes += blocks[j].bytes; });
    unsigned char* sizes = out.append(bytes);
    unsigned char* content = sizes + blocks_of(bit) * sizeof(std::size_t);
    each_with(bit, p_, [&](unsigned j) {
        std::memcpy(sizes, &blocks[j].bytes, sizeof(std::size_t));
        sizes += sizeof(std::size_t);
        if (blocks[j].bytes > 0) std::memcpy(content, blocks[j].begin, blocks[j].bytes);
        content += blocks[j].bytes;
    });
}

// Reads the sizes; returns how long the whole message is.
std::size_t BruckExchange::unpack(unsigned bit, const Arena& in, std::vector<Span>& blocks) const
{
    const unsigned char* sizes = in.begin();
    std::size_t at = blocks_of(bit) * sizeof(std::size_t);
    each_with(bit, p_, [&](unsigned j) {
        std::memcpy(&blocks[j].bytes, sizes, sizeof(std::size_t));
        sizes += sizeof(std::size_t);
        blocks[j].begin = in.begin() + at;
        at += blocks[j].bytes;
    });
    return at;
}

void BruckExchange::run(std::vector<Span>& blocks, std::size_t first_bytes, Tag tag, Transfers& transfers)
{
    std::size_t k = 0;
    for (unsigned bit = 1; bit < p_; bit *= 2, ++k) {
        if (k == rounds_.size()) rounds_.push_back(std::make_unique<Round>());
        Arena& out = rounds_[k]->out;
        Arena& in = rounds_[k]->in;
        const unsigned to = (s_ + bit) % p_, from = (s_ + p_ - bit) % p_;
        const std::size_t first = std::max(first_bytes, blocks_of(bit) * sizeof(std::size_t));
        pack(bit, blocks, out);
        in.clear();
        pending_.receive(from, tag, in.append(first), first);
        pending_.send(to, tag, out.begin(), std::min(out.size(), first));
        transfers.poll_until([&] { return pending_.arrived(); });
        const std::size_t bytes = unpack(bit, in, blocks);
        if (out.size() > first) pending_.send(to, tag, out.begin() + first, out.size() - first);
        if (bytes > first) pending_.receive(from, tag, in.append(bytes - first), bytes - first);
        transfers.poll_until([&] { return pending_.arrived(); });
        unpack(bit, in, blocks);  // the arena may have moved
    }
}

}  // namespace bsplib::mpi
