#include "bsp_fft/bsplib/mpi/counts.hpp"

#include <algorithm>
#include <cstring>

namespace bsplib::mpi {

namespace {

// A letter should be one that MPI sends without asking the receiver first.
constexpr std::size_t longest_eager_letter = 4000;

// Among many processes the butterfly carries as much with the counts as it carries as cheaply as the direct
// way would.
std::size_t inline_limit(Pattern pattern, const Crossover& crossover, unsigned p)
{
    constexpr std::size_t most = (longest_eager_letter - sizeof(Count)) / 16 * 16;
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
      flock_(comm),
      butterfly_(comm, s, p),
      letters_(p),
      blocks_(p),
      received_(p)
{}

void Counts::direct(Flights& flights)
{
    inbox_.clear();
    unsigned char* const inbox = inbox_.append((p_ - 1) * longest_letter());
    for (unsigned j = 1; j < p_; ++j) {
        unsigned char* const place = inbox + (j - 1) * longest_letter();
        const unsigned q = (s_ + p_ - j) % p_;
        flock_.receive(q, Tag::counts, place, longest_letter());
        received_[q].begin = place;
    }
    for (unsigned j = 1; j < p_; ++j)
        flock_.send((s_ + j) % p_, Tag::counts, letters_[j].begin(), letters_[j].size());
    flights.look_until([&] { return flock_.arrived(); });
}

// Letters may arrive at any place of a message; they are copied to where they are aligned.
void Counts::by_butterfly(Flights& flights)
{
    for (unsigned j = 1; j < p_; ++j) blocks_[j] = {letters_[j].begin(), letters_[j].size()};
    const std::size_t a_round = (p_ + 1) / 2 * (sizeof(std::size_t) + longest_letter());
    butterfly_.run(blocks_, a_round, Tag::counts, flights);
    inbox_.clear();
    unsigned char* const inbox = inbox_.append((p_ - 1) * longest_letter());
    for (unsigned j = 1; j < p_; ++j) {
        unsigned char* const place = inbox + (j - 1) * longest_letter();
        std::memcpy(place, blocks_[j].begin, blocks_[j].bytes);
        received_[(s_ + p_ - j) % p_].begin = place;
    }
}

}  // namespace bsplib::mpi
