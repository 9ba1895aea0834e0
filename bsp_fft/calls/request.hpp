// The request of one call in C, checked, and brought to its simplest form.
#pragma once

#include <cstring>
#include <vector>

#include "bsp_fft/schedule/program.hpp"
#include "bspfft/fft.h"
#include "bspfft/plan.hpp"

namespace bspfft::calls {

/// One axis, with how far apart its neighbours are on either side, in elements of that side.
struct Axis {
    Index length;
    Index in;
    Index out;
    int kind;  ///< of fft.h

    bool transformed() const { return kind != BSPFFT_UNTOUCHED; }
};

struct Request {
    bool single = false;
    Data data = Data::complex;  ///< half_spectrum: from there to reals
    bool trigonometric = false;
    bool orthogonal = false;
    Direction direction = Direction::forward;
    double scale = 1;
    bool in_place = false;
    int threads = 0;
    bool reproducible = false;
    bool sparing = false;    ///< of memory, rather than of time
    std::vector<Axis> axes;  ///< at least one, and one that is transformed

    std::vector<Index> of_axes(Index Axis::* number) const;
    std::vector<Index> shape() const { return of_axes(&Axis::length); }
    /// The axes that are transformed.
    std::vector<Index> transformed() const { return transformed_axes(problem()); }
    std::vector<Trigonometric> kinds() const;
    Problem problem() const;
    SharedArrays strides() const { return {of_axes(&Axis::in), of_axes(&Axis::out)}; }
    Index elements() const;
    Index bytes_per_real() const { return single ? sizeof(float) : sizeof(double); }
    /// Only for a transform in place: every transform of the batch has the same memory on both sides.
    bool keeps_places() const;
};

/// Axes of one element change nothing, and are left out; axes that stay, one behind the other in memory on both sides,
/// are one. At least one that is transformed remains.
std::vector<Axis> simplest(const std::vector<Axis>& axes);

/// The most threads of a request, and of set_threads.
Index most_threads();

/// Whether requests that do not say it are reproducible (crews.cpp): as it was set, or as the environment variable
/// BSPFFT_REPRODUCIBLE says. Throws Error(invalid_argument) if that is neither 0 nor 1.
void set_reproducible(int on);
bool reproducible();

/// Only members that count, so that equal requests are equal byte by byte. Throws Error(invalid_argument) for an
/// invalid size, or members of a later version.
bspfft_request normalised(const bspfft_request* request);

/// A normalised request and whether it is in place, as a key.
struct CallKey {
    static_assert(sizeof(bspfft_request) == 48 + 28 * BSPFFT_MOST_AXES, "there is nothing between its members");

    bspfft_request request;
    bool in_place;

    friend bool operator==(const CallKey& one, const CallKey& other)
    {
        // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
        return std::memcmp(&one.request, &other.request, sizeof(bspfft_request)) == 0 && one.in_place == other.in_place;
    }
};
struct CallHash {
    std::size_t operator()(const CallKey& key) const;
};

/// Throws Error(invalid_argument) for an invalid request.
Request translated(const bspfft_request& normalised, bool in_place);

}  // namespace bspfft::calls
