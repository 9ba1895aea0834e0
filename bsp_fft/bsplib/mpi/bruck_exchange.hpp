// An all-to-all exchange in ceil(log p) rounds.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "bsp_fft/bsplib/arena.hpp"
#include "bsp_fft/bsplib/mpi/link.hpp"
#include "bsp_fft/bsplib/mpi/transfers.hpp"

namespace bsplib::mpi {

/// Bruck's exchange for any p and blocks of any size.
///
/// Block j, 1 <= j < p, is for the process j further on. In the round of bit b the blocks with that bit in
/// their number go to the process b further on, which passes them on in later rounds. A round is one message:
/// the sizes of its blocks, then the blocks; what does not fit in `first_bytes` follows.
class BruckExchange {
public:
    BruckExchange(MPI_Comm comm, unsigned s, unsigned p) : pending_(comm), s_(s), p_(p) {}

    /// On return block j is the one that the process j before this one gave for it; it stays valid until the
    /// next call. Announcements are handled meanwhile.
    void run(std::vector<Span>& blocks, std::size_t first_bytes, Tag tag, Transfers& transfers);

private:
    struct Round {
        Arena out;
        Arena in;
    };

    void pack(unsigned bit, const std::vector<Span>& blocks, Arena& out) const;
    std::size_t unpack(unsigned bit, const Arena& in, std::vector<Span>& blocks) const;
    std::size_t blocks_of(unsigned bit) const;

    PendingMessages pending_;
    unsigned s_;
    unsigned p_;
    std::vector<std::unique_ptr<Round>> rounds_;
};

}  // namespace bsplib::mpi
