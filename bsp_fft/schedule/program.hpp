// The program of a transform: its arrays, and the steps that read and write them. Whoever needs to know which array a
// step reads, where packets land or whether they leave while they are made asks the program. Pure data, for any p.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bspfft/schedule.hpp"

namespace bspfft {

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

/// Transforms, twiddles and factors of a spectrum. `to` is the landing array of packets that leave while they are made.
struct Compute {
    Superstep what;
    Operand from = {}, to = {};
    std::optional<TilePackets> landed = {};  ///< the packets that `from` has; plain elements otherwise
    bool sends = false;                      ///< the next step is the move of its results, which it sends itself
    bool needs_two_arrays = false;           ///< `from` and `to` must not share memory
};

/// Every element moves to its owner and place in another layout, in packets that land and are then placed. A move among
/// several processes synchronises before packets are placed.
struct Move {
    Layout before, after;
    std::variant<MoveStep, TilePackets> packets;
    Operand from = {}, landing = {}, to = {};
    bool sent_by_computation = false;  ///< the step before, while it makes them
    bool synchronises = false;
};

/// Every process sends its pairs to its mirrored process, and synchronises.
struct Mirror {
    Index p;
    Index pairs;
    Operand from = {}, landing = {};
};

/// Pairs become half a spectrum, or are joined from one.
struct Separate {
    SeparateStep what;
    Index n, p;
    Operand from = {}, landing = {}, to = {};
};

/// Every element times a factor: Bluestein's chirp on both sides, or the spectrum of the chirp.
struct Multiply {
    enum class By { chirp_first, spectrum, chirp_last };
    By by;
    Operand from = {}, to = {};
};

/// The input becomes the output, unless they are one array: what follows works in place.
struct Copy {
    Layout layout;
    Index reals_per_element;
    Operand from = {}, to = {};
};

struct Sync {};

struct ProgramStep {
    std::variant<Compute, Move, Mirror, Separate, Multiply, Copy, Sync> is;
    std::size_t superstep;  ///< of the schedule
};

struct Program {
    std::vector<Array> arrays;  ///< by ArrayId
    std::vector<ProgramStep> steps;
    Index convolution = 0;    ///< the length of Bluestein's; both of its transforms then have the direction forward
    bool round_trip = false;  ///< forward and inverse transform in one program

    const Array& array(ArrayId id) const { return arrays[static_cast<std::size_t>(id)]; }
    /// Real data becomes half a spectrum without landing elsewhere: input and output cannot share memory.
    bool needs_two_arrays() const;
    /// Complex numbers of all landing arrays.
    Index landing_size() const;
};

/// Which arrays the steps of a schedule read and write.
Program program_of(const Schedule& schedule);

}  // namespace bspfft
