// The schedule of a transform: its problem, its layouts and its supersteps, with what each of them costs. Pure data:
// made for any p on any machine, without running anything.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bspfft/error.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// What is transformed: the axes of an array, or some of them.
struct BSPFFT_API Problem {
    std::vector<Index> shape;
    std::vector<bool> transformed;  ///< for each axis; the others are batch axes
    Data data = Data::complex;
    /// For each axis: how many elements of the spectrum exist, and of the array itself; 0, or empty: all.
    std::vector<Index> modes = {};
    std::vector<Index> extent = {};
    bool back = false;  ///< only for complex numbers: the input is the spectrum

    Index n() const;          ///< elements; of half a spectrum's whole
    Index transform() const;  ///< elements of one transform
    /// The last axis that is transformed, which half a spectrum has 0 .. n/2 of.
    std::size_t half_axis() const;
    /// Whether some elements of an axis do not exist.
    bool is_partial() const;
    /// The elements that exist, and of half a spectrum half of the last axis that is transformed.
    std::vector<Index> input_shape() const;
    std::vector<Index> output_shape() const;
};

/// The problem of a plan: the batch is a first axis. Throws Error(invalid_argument) for an invalid shape.
BSPFFT_API Problem problem_of(const std::vector<Index>& shape, const PlanOptions& options);

/// A superstep, as every process sees it: a computation, and a communication that ends with a synchronisation. Either
/// may be missing. The last superstep ends without a synchronisation; the first may open with one more, which waits for
/// the readers of the transform before. Counts are exact; where processes differ they are the largest, as BSP charges.
struct BSPFFT_API Superstep {
    /// What each process computes, on its own elements.
    struct Computation {
        std::string name;  ///< of its steps; empty if there are none
        Index flops = 0;   ///< 5 m log2 r for transforms of length r, m elements on a process
        std::vector<Index> radices = {};  ///< lengths of its transforms, over all axes
        Index slices = 1;  ///< of an array on the host, which go through a device's window one after the other
    };
    /// What processes send to each other; it arrives at the synchronisation.
    struct Communication {
        std::string name;
        Index words_sent = 0;  ///< real numbers to other processes
        Index words_received = 0;
        Index messages = 0;  ///< puts to other processes
        Index partners = 0;  ///< processes that a process sends to or keeps a packet for

        /// The h of the h-relation, in real words.
        Index h() const { return words_sent > words_received ? words_sent : words_received; }
    };

    std::size_t number = 0;
    Computation computation = {};
    Communication communication = {};
    Index synchronisations = 0;
    Index sweeps = 0;       ///< over a process's part of the array, if that is larger than the caches
    Index working_set = 0;  ///< complex numbers that a process touches at most: its part, and twiddles or the copy

    /// "columns of length 64; columns to rows"
    std::string name() const;
};

struct Program;

/// An algorithm as data: its supersteps, with the layout before and after, and exact counts. It is what a plan
/// executes, what models price and what `plan` and `explain` show, for any p on any machine.
class BSPFFT_API Schedule {
public:
    explicit Schedule(std::shared_ptr<const Program> program);  ///< what a builder has made
    Schedule(const Schedule& other);                            ///< shares the program
    Schedule(Schedule&& other) noexcept;                        ///< leaves the other empty
    Schedule& operator=(const Schedule&);
    Schedule& operator=(Schedule&&) noexcept;
    ~Schedule();

    /// What is transformed: all of it, the lengths of its axes, elements, processes.
    const Problem& problem() const;
    const std::vector<Index>& shape() const;
    Index n() const;
    Index p() const;
    /// The layouts on both sides, and what happens between them.
    const Layout& input() const;
    const Layout& output() const;
    const std::vector<Superstep>& supersteps() const;

    /// Which builder made it; for people to read.
    Algorithm algorithm() const;
    /// Its choices.
    Kernel kernel() const;
    Memory memory() const;
    Exchange exchange() const;
    Index bytes_per_real() const;
    bool reproducible() const;
    /// The lengths of the transforms, one computation after the other; their product is n, or the number of pairs where
    /// real numbers are transformed in pairs.
    std::vector<Index> radices() const;
    /// Columns that are transformed together, as the lanes of vectors; 1 if packets are not tiles.
    Index lanes() const;

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
    bool opens_with_sync() const;

    /// The arrays and steps behind it, which the library executes.
    const Program& program() const { return *program_; }

private:
    std::shared_ptr<const Program> program_;
};

/// The most elements of an array. Flops, words and bytes of all algorithms then fit in 64 bits: those that pad need
/// less than three times the elements, and a forward-inverse pair twice the flops.
inline constexpr Index longest_transform = Index{1} << 52;

/// Throws Error(invalid_argument) unless n = 2^m <= longest_transform, p = 2^q and 1 <= p <= n/2.
BSPFFT_API void require_powers_of_two(Index n, Index p);
/// The same for real numbers in pairs: 1 <= p <= n/4.
BSPFFT_API void require_powers_of_two_in_pairs(Index n, Index p);

}  // namespace bspfft
