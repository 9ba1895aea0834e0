// What vector code takes, as a sum of terms that exist in a machine: passes by the cache that holds the tile,
// butterflies by radix, buffers, twiddles; and what reading and writing the array adds to the tiles. The planner
// compares cuts by the terms of a machine that is built in, predictions use those that a probe has measured: one price
// for both.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "bsp_fft/base/access.hpp"
#include "bsp_fft/base/curve.hpp"
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// How often a tile of these axes has each term, for each row of it: `lanes` complex numbers, or one if it is a short
/// vector, lanes = 0. A row's price is the sum of these times the terms.
std::vector<double> term_counts(const std::vector<Index>& axes, Index lanes, Index bytes_per_real,
                                const std::vector<Index>& cache_bytes);

/// The names of the terms, for people: "a pass in L1", "butterfly of 8", ...
std::vector<std::string> term_names(Index lanes);

/// Passes over tiles that are farther away than those that were timed take as long as the farthest of these.
void fill_far_passes(std::vector<double>& terms);

/// How far a tile is away while it is transformed. In one pass it is read, transformed and written at once.
enum class Reach { one_pass, nearest_cache, next_cache, all_of_next, beyond };
constexpr std::size_t reaches = 5;

/// Seconds on one machine, in one precision.
struct VectorPrices {
    /// More than in the cache, for each complex number of an array, by the logarithm of its size.
    struct Array {
        Access access;
        bool half;                                ///< real data, or half a spectrum
        bool lanes_apart = false;                 ///< only in place: no column is next to another
        std::array<Curve, reaches> seconds = {};  ///< by Reach, for one axis
        Curve of_reals = {};                      ///< more, for real data, where that has no array of its own
        Curve partial = {};                       ///< more, in tiles with fewer columns than lanes
        Curve shared_lines = {};                  ///< more, in tiles that begin within cache lines
        Curve several = {};                       ///< more, for several axes
        Curve several_reals = {};                 ///< more, for real data of several axes
        Curve run = {};       ///< at the end of each run of rows at the same distance, where a prefetch is in vain
        Curve streams = {};   ///< for each doubling of the first radix above 8, whose rows are read at once
        Curve apart = {};     ///< where the columns of a tile are not neighbours in memory
        Curve wrapped = {};   ///< in place, where they are in two rows of memory
        Curve alone = {};     ///< where none of them is next to another; if that was not measured, as apart
    };

    /// What a tile with these terms really took, over their sum. A tile with nearly the same terms is off likewise.
    struct Rest {
        std::vector<double> counts;
        double ratio;
    };

    Index bytes_per_real;
    std::vector<Index> cache_bytes;
    std::map<Index, std::vector<double>> tiles;  ///< of each term, by the lanes of a tile; 0: short vectors
    std::vector<Array> arrays;
    std::map<Index, std::vector<Rest>> rests = {};  ///< by lanes
    Curve short_vectors = {};  ///< more than in the cache, for several of them one after the other
    Curve pairs = {};          ///< more, for one or several whose numbers are pairs of real ones
};

/// The machine by which all plans choose, so that they are the same in every run.
const VectorPrices& built_in_prices(Index bytes_per_real);

/// The tiles of a computation on a process's array.
struct ArrayPass {
    Access access;
    std::vector<Index> lengths;  ///< of the transforms, along each axis that is transformed
    Index lanes;                 ///< 0: each is a short vector
    Index neighbours = 0;  ///< columns in a row in memory; 0: as many as lanes
    bool half = false;
    double lanes_per_column = 1;  ///< the last tile has fewer columns than lanes, and takes as long as the others
    Index partial_tiles = 0;      ///< such a tile is one in this number; 0: there is none
    bool shares_lines = false;    ///< tiles begin within cache lines
    double wrapped = 0;           ///< share of the tiles in place whose columns are in two rows of memory
    bool splits_lines = false;    ///< each line is written by several tiles, far from each other: once for each
};
/// The pass of columns, rows or whole transforms by a cut; on process 0, which has most.
ArrayPass pass_of(const std::vector<AxisCut>& cut, Access access, Index lanes);
/// That of a step of a program, accessed as it is or like this.
ArrayPass pass_of(const Program& program, const Compute& step, Access access);

/// How many of a process's numbers a step goes through at once: all, or those of a block.
inline Index numbers_at_once(const std::vector<AxisCut>& cut, bool by_blocks, Index numbers)
{
    return by_blocks ? numbers / blocks_of(cut, 0) : numbers;
}

/// Seconds for each complex number of a pass: in the cache, and more than that.
struct PassSeconds {
    double tile;
    double array;

    double sum() const { return std::max(tile + array, 0.0); }  // in this order: of NaN and 0 the larger is NaN
};

/// What passes take by a list of prices. Each tile is counted once.
class Pricing {
public:
    explicit Pricing(const VectorPrices& prices) : prices_(prices) {}

    /// Seconds for each complex number of such tiles, in the cache.
    double tile_seconds(const std::vector<Index>& axes, Index lanes) { return tile_of(axes, lanes).seconds; }
    Reach reach(const std::vector<Index>& axes, Index lanes) { return tile_of(axes, lanes).reach; }
    PassSeconds of(const ArrayPass& pass, Index local_size);

private:
    struct Tile {
        double seconds;
        Reach reach;
        double streams;  ///< doublings of the first radix above 8
    };
    const Tile& tile_of(const std::vector<Index>& axes, Index lanes);

    const VectorPrices& prices_;
    std::map<std::pair<std::vector<Index>, Index>, Tile> known_;
};

/// What a transform takes on the built-in machine, in its nanoseconds (program_price.cpp): passes, words, messages and
/// synchronisations. Vectors of more than its 16 bytes compute faster, which makes all but the passes dearer.
double built_in_price(const Schedule& schedule, Index vector_bytes);
/// A synchronisation of p processes likewise.
double built_in_sync(Index p, Index vector_bytes);

/// How many processes have the lowest price: `most`, or a power of two below; fewer, if more save next to nothing. A
/// price is infinite where p processes cannot do it; if none can, it is `most`.
Index cheapest_processes(Index most, const std::function<double(Index p)>& price);

/// The share of tiles of `width` columns that are in two rows of memory, where a row has `run` of them: tiles begin at
/// all multiples of the common divisor.
inline double wrapped_share(Index width, Index run)
{
    return std::min(1.0, real(width - std::gcd(width, run)) / real(run));
}

/// Rows of a tile at the same distance from each other: those of its last axis, or pieces of its line.
Index run_of(const std::vector<Index>& axes);

}  // namespace bspfft
