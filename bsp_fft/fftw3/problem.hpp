// The problem that a call of FFTW's planner states, in one form for all of its plan functions.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "bspfft/error.hpp"
#include "bspfft/fft.h"

namespace bspfft::fftw3 {

/// Thrown for problems that have no plan; says why.
struct NotCovered : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// n elements, and the strides of both sides, in elements of that side.
enum class Side { in, out };
struct Axis {
    Index n, in, out;

    Index stride(Side side) const { return side == Side::in ? in : out; }
};

/// FFTW's kinds of transforms from reals to reals, in its numbers.
enum Kind { to_halfcomplex = 0, from_halfcomplex = 1, hartley = 2, first_trigonometric = 3, last_kind = 10 };

/// Made of a half spectrum, and not of cosines or sines.
inline bool is_of_half_spectrum(int kind) { return kind < first_trigonometric; }

enum class Data { complex, to_complex, to_real, real };

struct Problem {
    Data data;
    int precision;            ///< BSPFFT_DOUBLE or BSPFFT_FLOAT
    bool is_inverse;          ///< only for complex data: the exponent is positive
    std::vector<Axis> axes;   ///< transformed; the last one is halved on the complex side
    std::vector<Axis> loops;  ///< over arrays of these axes
    std::vector<int> kinds;   ///< only for real data: the transform along each axis, in FFTW's numbers (Kind)
    /// Real and imaginary parts are in two arrays; strides are those of reals.
    bool is_split;
    int threads;
    bool spares_memory;  ///< rather than time

    bool is_halved() const { return data == Data::to_complex || data == Data::to_real; }
    /// The reals of an element on this side.
    Index reals(Side side) const
    {
        return data == Data::complex || data == (side == Side::in ? Data::to_real : Data::to_complex) ? 2 : 1;
    }
    /// Elements of an axis on this side, and with room for those of the other side in the same array.
    Index length(std::size_t axis, Side side) const { return reals(side) == 1 ? axes[axis].n : room(axis, side); }
    Index room(std::size_t axis, Side side) const
    {
        const Index n = axes[axis].n;
        return is_halved() && axis + 1 == axes.size() ? 2 * (n / 2 + 1) / reals(side) : n;
    }
};

/// Whether there is nothing to do; throws NotCovered for lengths that no transform has.
bool is_empty(const Problem& problem);

/// The same problem with as few axes and loops as possible.
Problem simplified(Problem problem);

/// What wisdom remembers of a problem: equal problems have equal digests, in every run.
using Digest = std::array<std::uint64_t, 2>;
Digest digest_of(const Problem& problem, bool in_place);

/// Whether a plan can only fail for want of memory.
bool is_surely_covered(const Problem& problem);

/// One request for problems without kinds, or with cosines and sines; throws NotCovered if there are too many axes.
bspfft_request request_of(const Problem& problem);

/// Whether the request may be executed on one array.
bool fits_in_place(const Problem& problem);

/// The same problem with all elements one after the other, row by row, in one array that holds both sides: loops
/// first, one loop at most; of half spectra a row of reals has room for its complex numbers.
Problem compacted(const Problem& problem);

}  // namespace bspfft::fftw3
