// The program of a transform: supersteps, with the layouts before and after them and the steps in between. Pure data:
// made for any p on any machine, without running anything.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bspfft/access.hpp"
#include "bspfft/cut.hpp"
#include "bspfft/error.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// What is transformed: the axes of an array, or some of them.
struct BSPFFT_API Problem {
    std::vector<Index> shape;
    std::vector<bool> transformed;  ///< of each axis; the others are batch axes
    Data data = Data::complex;
    /// For each axis, or empty: how many elements of the spectrum exist, and how many of the array itself; 0: all.
    std::vector<Index> modes = {};
    std::vector<Index> extent = {};
    bool back = false;  ///< of complex numbers: the input is the spectrum

    Index n() const;          ///< elements; of half a spectrum's whole
    Index transform() const;  ///< elements of one transform
    /// The last axis that is transformed, which half a spectrum has 0 .. n/2 of.
    std::size_t half_axis() const;
    /// Whether some elements of an axis do not exist; which of the array do, and which of the spectrum.
    bool is_partial() const;
    Kept kept_of_array(std::size_t axis) const;
    Kept kept_of_spectrum(std::size_t axis) const;
    /// The elements that exist, and of half a spectrum half of the last axis that is transformed.
    std::vector<Index> input_shape() const;
    std::vector<Index> output_shape() const;
};

/// The problem of a plan: the batch is a first axis. Throws Error(invalid_argument) for an invalid shape.
BSPFFT_API Problem problem_of(const std::vector<Index>& shape, const PlanOptions& options);

// The steps. During a transform along an axis an element is identified by its final place on it, k = sum over the
// digits (R_i, K_i), where K_1 = 1 and K_(i+1) = K_i R_i. Digit i is at first digit i of the input's index,
// j = sum of j_i n/(K_i R_i), and after its transform digit i of k.

/// A discrete Fourier transform over a digit of an axis.
struct TransformStep {
    Digit digit;
    Index axis = 0;
};

/// Before the digit (R, K) is transformed: times w_(K R)^(digit (k mod K)).
struct TwiddleStep {
    Digit digit;
    Index axis = 0;
};

/// Every element moves to its owner and place in another layout.
struct MoveStep {
    Layout to;
    Landing landing;
    Index words_per_element = 2;  ///< real numbers: two of a complex one
};

/// The move of a free cut: every element (k1, j2) to the owner of k1, in packets of tiles.
struct TileMoveStep {
    TilePackets packets;
};

/// Every element times a factor that depends on its index: Bluestein's chirp, the spectrum of the chirp, or the factors
/// of a SpectralOperator.
struct MultiplyStep {
    enum class By { chirp, spectrum, factors };
    By by;
};

/// Every process has its whole part copied to another one's memory: with k cyclic over p, process s gets the elements
/// -k mod m of its own k, where p divides m.
struct MirrorStep {
    Index p;

    /// Whose part s gets, and who gets that of s; its own has s = 0, and s = p/2 where there is one.
    Index partner(Index s) const { return (p - s) % p; }
};

/// Between the spectrum Z of z_j = x_2j + i x_(2j+1), of length m, and half of the spectrum Y of the real x, n = 2m:
/// from Z_k and Z_(m-k) comes Y_k, k = 0 .. m, or back from Y_k and Y_(m-k) comes 2 Z_k, k = 0 .. m-1.
struct SeparateStep {
    bool back = false;

    /// For one element of the result.
    Index flops() const { return back ? 12 : 14; }
};

/// A synchronisation.
struct SyncStep {};

using Step = std::variant<TransformStep, TwiddleStep, MoveStep, TileMoveStep, MultiplyStep, MirrorStep, SeparateStep,
                          SyncStep>;

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
    Index radix = 0;  ///< length of its transforms, over all axes
    Index flops = 0;  ///< 5 m log2 radix, m elements on a process
    bool inverse = false;  ///< the other direction than the whole transform's
    Kernel kernel = Kernel::automatic;
    Access access = Access::in_place;
    Index lanes = 1;  ///< columns that are transformed together, as the lanes of vectors
    Index slices = 1;  ///< of an array on the host, which go through a device's window one after the other, in place

    // of a free cut: computations on tiles, and the move between them
    std::vector<AxisCut> cut = {};

    // of a move
    Index words_sent = 0;  ///< real numbers to other processes
    Index words_received = 0;
    Index messages = 0;  ///< puts to other processes
    Index partners = 0;  ///< processes that a process sends to or keeps a packet for
    bool packs_in_cache = false;

    Index sweeps = 0;       ///< over a process's part of the array, if that is larger than the caches
    Index working_set = 0;  ///< complex numbers that a process touches: its part, and twiddles or the copy

    /// A computation; otherwise a move.
    bool computes() const { return kind == Kind::compute; }
    /// The h of this superstep's h-relation, in real words.
    Index h() const { return words_sent > words_received ? words_sent : words_received; }
    /// The first step of a kind; null if there is none.
    template <class Wanted>
    const Wanted* find() const
    {
        for (const Step& step : steps) {
            if (const auto* wanted = std::get_if<Wanted>(&step)) return wanted;
        }
        return nullptr;
    }
    /// The butterfly stages of a computation are k = first_stage, 2 first_stage, ..., last_stage  [PSC 3.3].
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

/// Input and output are one array each, in natural order, that all processes see: threads have such memory. How far
/// apart neighbours along each axis of the problem are, in elements of that side.
struct SharedArrays {
    std::vector<Index> in;
    std::vector<Index> out;
};

/// What a schedule depends on besides n and p.
struct ScheduleOptions {
    Exchange exchange = Exchange::hpput;
    Index bytes_per_real = 8;
    std::vector<Index> cut = {};  ///< the free cut's a of each axis of the problem; 0 or none: chosen
    /// The kernel, and the order that it needs; automatic stands for the builder's own: radix2 and bit_reversed for
    /// the textbook's algorithm, simd and tiles for the others.
    Kernel kernel = Kernel::automatic;
    BlockOrder order = BlockOrder::natural;
    std::vector<Index> grid = {};              ///< processes along each axis of the problem; none: chosen
    std::optional<Layout> input = {};          ///< none: the algorithm's own
    std::optional<Layout> output = {};
    bool transposed_out = false;  ///< of pencils
    bool reproducible = false;    ///< the same bits for every p: nothing that they depend on is chosen by p
    Memory memory = Memory::host;  ///< of the kernel cuda: where input and output are
    /// Only for the free cut in tiles. Each process then reads and writes in blocks what it works on. The layouts of
    /// the schedule say only how large the parts are. Processes begin a transform together: it does not open with a sync.
    std::optional<SharedArrays> shared = {};
    /// For a kernel whose transforms need not fit in a cache: axes that no process shares are not cut.
    bool whole_axes = false;
    Index lanes = 0;  ///< columns that are transformed together, as far as there are that many; 0: a cache line of them
    Index device_window = 0;  ///< of window_schedule: bytes of the device's memory
};

/// An algorithm as data: its supersteps, with the layout before and after, and exact counts. It is what a plan
/// executes, what models price and what `plan` and `explain` show, for any p on any machine.
class BSPFFT_API Schedule {
public:
    /// What a builder has made. Input and output are in natural order of their indices.
    Schedule(Algorithm algorithm, Problem problem, Layout input, Layout output, const ScheduleOptions& options,
             std::vector<Superstep> supersteps);

    /// What is transformed: all of it, the lengths of its axes, elements, processes.
    const Problem& problem() const { return problem_; }
    const std::vector<Index>& shape() const { return problem_.shape; }
    Index n() const { return problem_.n(); }
    Index p() const { return input_.p(); }
    /// The layouts on both sides, and what happens between them.
    const Layout& input() const { return input_; }
    const Layout& output() const { return output_; }
    const std::vector<Superstep>& supersteps() const { return supersteps_; }

    /// Which builder made it; for people to read.
    Algorithm algorithm() const { return algorithm_; }
    /// Its choices.
    Kernel kernel() const { return options_.kernel; }
    Memory memory() const { return options_.memory; }
    Exchange exchange() const { return options_.exchange; }
    Index bytes_per_real() const { return options_.bytes_per_real; }
    const std::optional<SharedArrays>& shared() const { return options_.shared; }
    bool reproducible() const { return options_.reproducible; }
    /// The lengths of the transforms, one computation after the other; their product is n, or the number of pairs where
    /// real numbers are transformed in pairs.
    std::vector<Index> radices() const;

    /// Columns that are transformed together, as the lanes of vectors; 1 if packets are not tiles.
    Index lanes() const;

    /// The free cut, axis by axis in the order of memory; none of other algorithms.
    std::vector<AxisCut> cut() const;

    /// How often the data moves: once by the free cut.
    Index redistributions() const;
    /// What BSP charges one process: 5 n log2 n / p, and the sum of all h.
    Index flops() const;
    Index words() const;
    /// How often a process reads and writes its whole part in main memory, if that is larger than the caches.
    Index sweeps() const;
    /// Syncs of one transform, which a BSPlib performs and the ledger counts: one a redistribution; by hpput one more
    /// where packets of the next transform could reach an array that is still being read.
    Index synchronisations() const;
    /// The same, superstep by superstep. The syncs of a computation that sends its packets itself belong to the move
    /// after it, as in the ledger.
    std::vector<Index> synchronisations_by_superstep() const;
    bool opens_with_sync() const;

    /// Exact counts of process s in a move of this schedule.
    MoveCounts counts(const Superstep& move, Index s) const;

private:
    Algorithm algorithm_;
    Problem problem_;
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

/// The classical packing of real data: x_2j and x_(2j+1) are one complex number, the textbook's algorithm transforms
/// these n/2, and every process separates what it has from what its mirrored process has: one move more, of the whole
/// part, if p > 2. Input cyclic in pairs (Layout::block_cyclic), half a spectrum out plainly cyclic; or back.
///
/// Requires real data or half a spectrum on one axis, n = 2^m, p = 2^q, 1 <= p <= n/4; otherwise throws
/// Error(invalid_argument) with the nearest valid choice.
BSPFFT_API Schedule real_textbook_schedule(const Problem& problem, Index p, ScheduleOptions options = {});

/// The free cut on every axis, n = a b: columns of length a, one move, rows of length b  [Koopman and Bisseling 2023,
/// with the cut made free]. The same flops and the same h for every cut; the one that is chosen makes columns and rows
/// fit in the cache. One superstep without a move where no axis that is transformed is distributed and the batch fills
/// the lanes.
///
/// Requires a grid whose product is p, and a cut of every axis that is transformed with a >= p and b >= p, or both
/// left out; otherwise throws Error(invalid_argument).
BSPFFT_API Schedule free_cut_schedule(const Problem& problem, Index p, ScheduleOptions options = {});
BSPFFT_API Schedule free_cut_schedule(Index n, Index p, ScheduleOptions options = {});

/// Whether there is a free cut over p processes: on one axis n = a b with a >= p and b >= p.
BSPFFT_API bool has_free_cut(const Problem& problem, Index p);
BSPFFT_API bool has_free_cut(Index n, Index p);

/// A vector on one process that is larger than the memory of its device: n = a b a, columns of length a and rows of
/// length n/a in slices that fit in the window, in place and in natural order: two sweeps over the bus  [Bailey 1990,
/// with two digits exchanged on the way].
///
/// Requires one axis of complex numbers and such a cut for options.device_window; otherwise throws
/// Error(invalid_argument) with the smallest window.
BSPFFT_API Schedule window_schedule(const Problem& problem, const ScheduleOptions& options);

/// One axis after the other is transformed where it is local, and blocks move in between: slabs or pencils
/// [Czechowski et al. 2012]. Input in blocks over the grid, output in the same blocks, or transposed, which saves a
/// move. Requires at least two axes, or p = 1.
BSPFFT_API Schedule pencils_schedule(const Problem& problem, Index p, ScheduleOptions options = {});

/// The algorithm of reproducible results, by the problem alone: fast where its cut keeps many processes busy or the
/// array is small, else bluestein for one axis and pencils for several.
BSPFFT_API Algorithm reproducible_algorithm(const Problem& problem);

/// Bluestein's algorithm: any n on any p, as a cyclic convolution with a chirp, of a smooth length of at least 2n - 1:
/// two moves. Input and output cyclic with uneven parts. Requires one axis that is transformed, and no others.
BSPFFT_API Schedule bluestein_schedule(const Problem& problem, Index p, ScheduleOptions options = {});

/// Forward, times a factor at every place of the spectrum, and inverse: two moves. In between rows are transformed,
/// multiplied and transformed back while they are in the cache, so that memory is swept three times. Input and output
/// have the same layout, the algorithm's own.
///
/// Requires a free cut (has_fused_operator); otherwise throws Error(invalid_argument).
BSPFFT_API Schedule spectral_operator_schedule(const Problem& problem, Index p, ScheduleOptions options = {});

/// Whether there is such a schedule: a free cut, and no batch.
BSPFFT_API bool has_fused_operator(const Problem& problem, Index p);

/// The most elements of an array. Flops, words and bytes of all algorithms then fit in 64 bits: those that pad need
/// less than three times the elements, and those that go there and back twice the flops.
inline constexpr Index longest_transform = Index{1} << 52;

/// Throws Error(invalid_argument) unless n = 2^m <= longest_transform, p = 2^q and 1 <= p <= n/2.
BSPFFT_API void require_powers_of_two(Index n, Index p);
/// The same for real numbers in pairs: 1 <= p <= n/4.
BSPFFT_API void require_powers_of_two_in_pairs(Index n, Index p);

}  // namespace bspfft
