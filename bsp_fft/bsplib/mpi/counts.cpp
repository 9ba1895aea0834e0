#include "bsp_fft/bsplib/mpi/counts.hpp"

#include <algorithm>
#include <cstring>

namespace bsplib::mpi {

namespace {

// An envelope should be short enough for MPI's eager protocol.
constexpr std::size_t longest_eager_envelope = 4000;

// Bruck's exchange sends with the counts at most what it sends no more expensively than direct messages
// would.
std::size_t inline_limit(Pattern pattern, const Crossover& crossover, unsigned p)
{
    constexpr std::size_t most = (longest_eager_envelope - sizeof(Count)) / 16 * 16;
    if (pattern == Pattern::direct || p < 2) return most;
    const double even = crossover.equal_bytes() / (p - 1);
    const double spare = std::max(even - static_cast<double>(sizeof(Count)), 0.0);
    return spare >= static_cast<double>(most) ? most : static_cast<std::size_t>(spare) / 16 * 16;
}

}  // namespace

Counts::Counts(MPI_Comm comm, unsigned s, unsigned p, const Crossover& crossover)
    : s_(s),
      p_(p),
      pattern_(crossover.choose(p - 1, (p - 1) * sizeof(Count))),
      most_inline_(inline_limit(pattern_, crossover, p)),
      pending_(comm),
      bruck_exchange_(comm, s, p),
      envelopes_(p),
      blocks_(p),
      received_(p)
{}

std::size_t Counts::bytes(unsigned p)
{
    // Each envelope is there when it is sent and when it has come, and in Bruck's exchange once more both ways.
    return p * (sizeof(Arena) + 2 * sizeof(Span) + 4 * longest_eager_envelope);
}

void Counts::direct(Transfers& transfers)
{
    inbox_.clear();
    unsigned char* const inbox = inbox_.append((p_ - 1) * longest_envelope());
    for (unsigned j = 1; j < p_; ++j) {
        unsigned char* const place = inbox + (j - 1) * longest_envelope();
        const unsigned q = (s_ + p_ - j) % p_;
        pending_.receive(q, Tag::counts, place, longest_envelope());
        received_[q].begin = place;
    }
    for (unsigned j = 1; j < p_; ++j)
        pending_.send((s_ + j) % p_, Tag::counts, envelopes_[j].begin(), envelopes_[j].size());
    transfers.poll_until([&] { return pending_.arrived(); });
}

// Envelopes may arrive unaligned; they are copied to aligned addresses.
void Counts::by_bruck(Transfers& transfers)
{
    for (unsigned j = 1; j < p_; ++j) blocks_[j] = {envelopes_[j].begin(), envelopes_[j].size()};
    const std::size_t a_round = (p_ + 1) / 2 * (sizeof(std::size_t) + longest_envelope());
    bruck_exchange_.run(blocks_, a_round, Tag::counts, transfers);
    inbox_.clear();
    unsigned char* const inbox = inbox_.append((p_ - 1) * longest_envelope());
    for (unsigned j = 1; j < p_; ++j) {
        unsigned char* const place = inbox + (j - 1) * longest_envelope();
        std::memcpy(place, blocks_[j].begin, blocks_[j].bytes);
        received_[(s_ + p_ - j) % p_].begin = place;
    }
}

}  // namespace bsplib::mpi
