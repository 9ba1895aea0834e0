// The program of a transform: its arrays, and the steps that read and write them. Whoever needs to know which array a
// step reads, where packets land or whether they leave while they are made asks the program. Pure data: made for any p
// on any machine, without running anything.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bsp_fft/base/access.hpp"
#include "bsp_fft/layout/grid_cut.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// The most axes of an array, as plans and requests have it: without a batch.
inline constexpr Index most_axes = 16;

/// Throws Error(invalid_argument) unless there are from `least` to most_axes of them.
void require_axes(Index count, Index least = 1);

/// Throws Error(invalid_argument) unless `batch` arrays of this shape, whose axes are at least 1 long, have at most
/// longest_transform elements; the message names the nearest shape or batch that does.
void require_countable(const std::vector<Index>& shape, Index batch = 1);

/// The axes that are transformed, in their order.
std::vector<Index> transformed_axes(const Problem& problem);

/// Which elements of an axis of the array exist, and which of the spectrum.
Kept kept_of_array(const Problem& problem, std::size_t axis);
Kept kept_of_spectrum(const Problem& problem, std::size_t axis);

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

/// What a program depends on besides problem and p: the resolved request, which is carried from the plan to its steps.
struct ScheduleOptions {
    Exchange exchange = Exchange::hpput;
    Index bytes_per_real = 8;
    std::vector<Index> cut = {};  ///< the free cut's a of each axis of the problem; 0 or none: chosen
    /// The kernel, and the order that it needs; automatic stands for the builder's own: radix2 and bit_reversed for
    /// the textbook's algorithm, simd and tiles for the others.
    Kernel kernel = Kernel::automatic;
    BlockOrder order = BlockOrder::natural;
    std::vector<Index> grid = {};      ///< processes along each axis of the problem; none: chosen
    std::optional<Layout> input = {};  ///< none: the algorithm's own
    std::optional<Layout> output = {};
    bool transposed_out = false;   ///< only for pencils
    bool reproducible = false;     ///< the same bits for every p: nothing that they depend on is chosen by p
    Memory memory = Memory::host;  ///< for the kernel cuda: where input and output are
    /// For the free cut in tiles. Each process then reads and writes in blocks what it works on. The layouts of the
    /// schedule say only how large the parts are. Processes begin a transform together: it does not open with a sync.
    std::optional<SharedArrays> shared = {};
    /// For a kernel whose transforms need not fit in a cache: axes that no process shares are not cut.
    bool whole_axes = false;
    Index lanes = 0;  ///< columns that are transformed together, if there are as many; 0: a cache line of them
    Index device_window = 0;  ///< for window_schedule: bytes of the device's memory
};

/// An array that steps read and write.
struct Array {
    enum class Role { input, output, landing, scratch };
    /// What it holds at one time or another.
    struct Content {
        Layout layout;
        Index reals_per_element;
    };

    std::string name;
    Role role;
    std::vector<Content> contents = {};
    Index landing_length = 0;  ///< complex numbers that packets need, the same on all processes
    Index registered = 0;      ///< complex numbers that the output registers, because packets land in it
    Index copies = 1;          ///< landing arrays; each has the same length
    bool in_turns = false;     ///< transforms use the copies in turns; otherwise steps name the copy

    /// Reals of one copy on process s.
    Index reals(Index s) const;
};

/// The four arrays of a program by their places in it.
enum class ArrayId : std::size_t { input, output, landing, scratch };

/// One copy of an array.
struct Operand {
    ArrayId array = ArrayId::input;
    Index copy = 0;

    friend bool operator==(const Operand&, const Operand&) = default;
};

// What a computation does. During a transform along an axis an element is identified by its final place on it, k = sum
// over the digits (R_i, K_i), where K_1 = 1 and K_(i+1) = K_i R_i. Digit i is at first digit i of the input's index,
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

/// Every element times a factor that depends on its index: Bluestein's chirp on both sides, the spectrum of the chirp,
/// or the factors of a SpectralOperator, which rows multiply while they are in the cache.
struct MultiplyStep {
    enum class By { chirp_first, spectrum, chirp_last, factors };
    By by;
};

/// Between the spectrum Z of z_j = x_2j + i x_(2j+1), of length m, and half of the spectrum Y of the real x, n = 2m:
/// from Z_k and Z_(m-k) comes Y_k, k = 0 .. m, or back from Y_k and Y_(m-k) comes 2 Z_k, k = 0 .. m-1.
struct SeparateStep {
    bool back = false;
    Index n = 0;
    Index p = 1;

    /// For one element of the result.
    Index flops() const { return back ? 12 : 14; }
};

/// A sweep over the array of a cosine or sine transform, before or after the transform inside it: the plan around that
/// carries it out.
struct SweepStep {
    enum class Pattern {
        copy,
        fold,          ///< even elements, and then the odd ones backwards
        unfold,        ///< the other way round
        take_apart,    ///< complex numbers times roots of unity, to real arrays of their parts
        put_together,  ///< the other way round
    };
    Pattern pattern;
    bool strided = false;  ///< parts are every other number
    Index width = 1;       ///< numbers of a row
    bool after = false;

    const char* name() const;
};

using LocalStep = std::variant<TransformStep, TwiddleStep, MultiplyStep, SeparateStep, SweepStep>;

/// A computation, as every process sees it. Counts are exact; where processes differ they are the largest, which is
/// what BSP charges.
struct Compute {
    std::string name;
    Layout before;
    Layout after;
    std::vector<LocalStep> steps;
    Index radix = 1;  ///< length of its transforms, over all axes
    Index flops = 0;  ///< 5 m log2 radix, m elements on a process
    Index sweeps = 0;       ///< over a process's part of the array, if that is larger than the caches
    Index working_set = 0;  ///< complex numbers that a process touches: its part, and twiddles or the copy
    Kernel kernel = Kernel::automatic;
    bool inverse = false;  ///< the other direction than the whole transform's
    Access access = Access::in_place;
    Index lanes = 1;   ///< columns that are transformed together, as the lanes of vectors
    Index slices = 1;  ///< of an array on the host, which go through a device's window one after the other, in place
    bool by_blocks = false;  ///< the step before and this one go through the array block by block (blocks_of)
    std::vector<AxisCut> cut = {};  ///< for computations on tiles

    Operand from = {};
    Operand to = {};       ///< the landing array of packets that leave while they are made
    Operand landing = {};  ///< what has landed from the mirrored process, for pairs
    std::optional<TilePackets> landed = {};  ///< the packets that `from` has; plain elements otherwise
    bool sends = false;                      ///< the next step is the move of its results, which it sends itself

    bool receives_packets() const { return access == Access::from_packets || access == Access::between_packets; }
    /// Real data becomes half a spectrum, or comes from it, without landing elsewhere: `from` and `to` cannot share
    /// memory.
    bool needs_two_arrays() const;
    /// The first step of a kind; null if there is none.
    template <class Wanted>
    const Wanted* find() const
    {
        for (const LocalStep& step : steps) {
            if (const auto* wanted = std::get_if<Wanted>(&step)) return wanted;
        }
        return nullptr;
    }
    /// Its butterfly stages are k = first_stage, 2 first_stage, ..., last_stage  [PSC 3.3].
    Index first_stage() const;
    Index last_stage() const;
};

/// Every element to its owner and place in another layout, as plain elements.
struct MoveStep {
    Layout to;
    Landing landing;
    Index words_per_element = 2;  ///< real numbers: two for a complex one
};

/// Every process has its whole part copied to another one's memory: with k cyclic over p, process s gets the elements
/// -k mod m of its own k, where p divides m.
struct MirrorStep {
    Index p;
    Index pairs = 0;  ///< elements of a part

    /// Whose part s gets, and who gets that of s; its own has s = 0, and s = p/2 where there is one.
    Index partner(Index s) const { return (p - s) % p; }
};

/// A communication: packets are made, put, and land; then elements are placed where they do not land in their places.
/// Among several processes it synchronises before that. Counts as those of a computation.
struct Move : MoveCounts {
    std::string name;
    Layout before;
    Layout after;
    std::variant<MoveStep, TilePackets, MirrorStep> packets;
    Index sweeps = 0;
    Index working_set = 0;
    bool sent_by_computation = false;  ///< by the step before, while it makes them
    bool synchronises = false;

    Operand from = {};
    Operand landing = {};
    Operand to = {};

    const MoveStep* plain() const { return std::get_if<MoveStep>(&packets); }
    const TilePackets* tiles() const { return std::get_if<TilePackets>(&packets); }
    const MirrorStep* mirror() const { return std::get_if<MirrorStep>(&packets); }
    /// A superstep's communication; on one process a computation's packets stay where they are made.
    bool redistributes() const { return synchronises || !sent_by_computation; }
    /// Exact counts of process s.
    MoveCounts counts(Index s) const;
};

/// The input becomes the output, unless they are one array: what follows works in place.
struct Copy {
    Layout layout;
    Index reals_per_element;
    Operand from = {};
    Operand to = {};
};

struct Sync {};

struct Step {
    std::variant<Compute, Move, Copy, Sync> is;
    std::size_t superstep = 0;  ///< its number

    const Compute* compute() const { return std::get_if<Compute>(&is); }
    const Move* move() const { return std::get_if<Move>(&is); }
    bool is_sync() const { return std::holds_alternative<Sync>(is); }
};

struct Program {
    Algorithm algorithm;
    Problem problem;
    Layout input;
    Layout output;
    ScheduleOptions options;
    std::vector<Step> steps;
    std::vector<Array> arrays = {};           ///< by ArrayId
    std::vector<Superstep> supersteps = {};  ///< what lies between two syncs
    Index convolution = 0;    ///< the length of Bluestein's; both of its transforms then have the direction forward
    bool round_trip = false;  ///< forward and inverse transform in one program

    Index p() const { return input.p(); }
    const Array& array(ArrayId id) const { return arrays[static_cast<std::size_t>(id)]; }
    bool needs_two_arrays() const;
    /// The free cut, axis by axis in the order of memory; empty for other algorithms.
    const std::vector<AxisCut>& cut() const;
    /// Whether no axis is cut: each is transformed where it is whole, in place.
    bool is_whole() const;
    /// The computations and the moves in order.
    std::vector<const Compute*> computations() const;
    std::vector<const Move*> moves() const;
    bool opens_with_sync() const { return steps.front().is_sync(); }
};

/// What a builder has made becomes a schedule: every step gets its arrays, and its superstep. Input and output are in
/// natural order of their indices.
Schedule scheduled(Algorithm algorithm, const Problem& problem, const Layout& input, const Layout& output,
                   const ScheduleOptions& options, std::vector<Step> steps);

/// The schedule with these sweeps before its first step and after its last; none has an empty name. Their arrays are
/// those of the plan around it, and the input and the output.
Schedule with_sweeps(const Schedule& inside, Compute before, Compute after);

/// One schedule after the other, for models and people: each has arrays of its own.
Schedule joined(const Problem& problem, const Layout& input, const Layout& output, const std::vector<Schedule>& all);

/// Gives every step its arrays (program_arrays.cpp).
void name_arrays(Program& program);

}  // namespace bspfft
