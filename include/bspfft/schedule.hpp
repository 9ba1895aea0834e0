// The program of a transform: supersteps, with the layouts before and after them and the steps in between. Pure data:
// made for any p on any machine, without running anything.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "bspfft/access.hpp"
#include "bspfft/export.hpp"
#include "bspfft/index.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

// The steps. During a transform an element is identified by its final place, k = sum over the digits (R_i, K_i), where
// K_1 = 1 and K_(i+1) = K_i R_i. Digit i is at first digit i of the input's index, j = sum of j_i n/(K_i R_i), and
// after its transform digit i of k.

/// A discrete Fourier transform over a digit.
struct TransformStep {
    Digit digit;
};

/// Before the digit (R, K) is transformed: times w_(K R)^(digit (k mod K)).
struct TwiddleStep {
    Digit digit;
};

/// Every element moves to its owner and place in another layout.
struct MoveStep {
    Layout to;
    Landing landing;
};

/// A synchronisation.
struct SyncStep {};

using Step = std::variant<TransformStep, TwiddleStep, MoveStep, SyncStep>;

/// One superstep, as every process sees it. Counts are exact; where processes differ they are the largest, which is
/// what BSP charges.
struct BSPFFT_API Superstep {
    enum class Kind { compute, move };

    Kind kind;
    std::string name;
    Layout before;
    Layout after;
    std::vector<Step> steps;

    // of a computation
    Index radix = 0;  ///< length of its transforms
    Index flops = 0;  ///< 5 (n/p) log2 radix
    Kernel kernel = Kernel::automatic;
    Access access = Access::in_place;

    // of a move
    Index words_sent = 0;  ///< real numbers to other processes
    Index words_received = 0;
    Index messages = 0;  ///< puts to other processes
    Index partners = 0;  ///< processes that a process sends to or keeps a packet for
    bool packs_in_cache = false;

    Index sweeps = 0;       ///< over a process's part of the array, if that is larger than the caches
    Index working_set = 0;  ///< complex numbers that a process touches: its part, and twiddles or the copy

    bool computes() const { return kind == Kind::compute; }
    /// The h of this superstep's h-relation, in real words.
    Index h() const { return words_sent > words_received ? words_sent : words_received; }
    /// Of a computation: its butterfly stages are k = first_stage, 2 first_stage, ..., last_stage  [PSC 3.3].
    Index first_stage() const;
    Index last_stage() const;
    /// The c of the layout while computing, or after moving.
    Index cycle() const { return after.cycle(); }
};

/// What one process does in a move; the h-relation is the maximum over all.
struct MoveCounts {
    Index words_sent;
    Index words_received;
    Index messages_sent;
};

/// The order in which a kernel needs the elements of its transforms in memory.
enum class BlockOrder {
    natural,
    bit_reversed,  ///< as butterflies in place need them
    tiles,         ///< in tiles as wide as a cache line, real parts apart from imaginary parts; during an inverse
                   ///< transform the two are exchanged
};

/// What a schedule depends on besides n and p.
struct ScheduleOptions {
    Exchange exchange = Exchange::hpput;
    Index bytes_per_real = 8;
    Index cut = 0;  ///< the free cut's a; 0 chooses one near sqrt(n)
    /// The kernel, and the order that it needs; automatic stands for the builder's own: radix2 and bit_reversed for
    /// the textbook's algorithm, simd and tiles for the free cut.
    Kernel kernel = Kernel::automatic;
    BlockOrder order = BlockOrder::natural;
};

class BSPFFT_API Schedule {
public:
    /// What a builder has made. Input and output are in natural order of their indices.
    Schedule(Algorithm algorithm, Layout input, Layout output, const ScheduleOptions& options,
             std::vector<Superstep> supersteps);

    Index n() const { return input_.n(); }
    Index p() const { return input_.p(); }
    const Layout& input() const { return input_; }
    const Layout& output() const { return output_; }
    const std::vector<Superstep>& supersteps() const { return supersteps_; }

    /// Which builder made it; for people to read.
    Algorithm algorithm() const { return algorithm_; }
    Exchange exchange() const { return options_.exchange; }
    Index bytes_per_real() const { return options_.bytes_per_real; }
    /// The lengths of the transforms, one computation after the other; their product is n.
    std::vector<Index> radices() const;

    /// Columns that are transformed together, as the lanes of vectors; 1 if packets are not tiles.
    Index lanes() const;

    /// How often the data moves: once for 1 < p <= sqrt(n).
    Index redistributions() const;
    /// What BSP charges one process: 5 n log2 n / p, and the sum of all h.
    Index flops() const;
    Index words() const;
    /// How often a process reads and writes its whole part in main memory, if that is larger than the caches.
    Index sweeps() const;
    /// Of one transform: one a redistribution; by hpput one more where packets of the next transform could reach an
    /// array that is still being read.
    Index synchronisations() const;
    bool opens_with_sync() const;

    /// Exact counts of process s in a move of this schedule.
    MoveCounts counts(const Superstep& move, Index s) const;

private:
    Algorithm algorithm_;
    Layout input_;
    Layout output_;
    ScheduleOptions options_;
    std::vector<Superstep> supersteps_;
};

// The builders, one a file.

/// Bisseling's algorithm  [PSC 3.4]: cycles 1, N, N^2, ..., p with N = n/p; as many butterfly stages under each as are
/// local.
///
/// Requires n = 2^m, p = 2^q, 1 <= p <= n/2; otherwise throws Error(invalid_argument) with the nearest valid choice.
BSPFFT_API Schedule textbook_schedule(Index n, Index p, ScheduleOptions options = {});

/// The free cut n = a b: columns of length a, one move from cyclic to cyclic, rows of length b. The same flops and the
/// same h as the textbook's, for any a from p to n/p; near sqrt(n) both columns and rows fit in the cache.
///
/// Requires n = 2^m, p = 2^q, p^2 <= n, and a cut that is a power of two from p to n/p, or 0; otherwise throws
/// Error(invalid_argument).
BSPFFT_API Schedule free_cut_schedule(Index n, Index p, ScheduleOptions options = {});

/// Whether there is a free cut: p <= sqrt(n).
inline bool has_free_cut(Index n, Index p) { return p <= n / p; }

/// 5 n log2 n flops and the bytes of n complex numbers fit in 64 bits.
inline constexpr Index longest_transform = Index{1} << 54;

/// Throws Error(invalid_argument) unless n = 2^m <= longest_transform, p = 2^q and 1 <= p <= n/2.
BSPFFT_API void require_powers_of_two(Index n, Index p);

}  // namespace bspfft
