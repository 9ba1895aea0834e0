// The choices of a plan.
#pragma once

#include <optional>
#include <vector>

#include "bspfft/layout.hpp"

namespace bspfft {

/// forward: y_k = sum_j x_j exp(-2 pi i j k/n), along every axis that is transformed; inverse: with +.
enum class Direction { forward, inverse };

/// What is transformed. Half a spectrum has the elements 0 .. n/2 of the last axis that is transformed; the others are
/// their conjugates, y_(n-k) = conj(y_k), with the indices of all axes that are transformed negated.
enum class Data {
    complex,        ///< to complex numbers
    real,           ///< real numbers, to half a spectrum
    half_spectrum,  ///< half a spectrum, to real numbers: the inverse
};

/// Which transform applies the factor that makes inverse(forward(x)) = x.
enum class Normalisation {
    none,       ///< neither: a round trip multiplies by n
    inverse,    ///< 1/n on the inverse, as in PSC, NumPy and MATLAB
    symmetric,  ///< 1/sqrt(n) on both
    forward,    ///< 1/n on the forward transform
};

/// That factor for a transform of length n in this direction.
BSPFFT_API double normalisation_factor(Normalisation normalisation, Direction direction, Index n);

enum class Algorithm {
    automatic,  ///< fast, but for long primes; where it cannot be, bluestein for one axis and pencils for several
    fast,       ///< the free cut on every axis: one move, main memory swept twice in all
    textbook,   ///< PSC 3.4 as printed: cycles 1, n/p, (n/p)^2, ..., p; powers of two in one axis, real data in pairs
    pencils,    ///< blocks in, blocks out: one axis after the other, a move between two of them
    bluestein,  ///< any n on any p, as a convolution of smooth length: two moves; one axis
};

/// Its name for users.
constexpr const char* algorithm_name(Algorithm algorithm)
{
    constexpr const char* names[] = {"auto", "fast", "textbook", "pencils", "bluestein"};
    return names[static_cast<int>(algorithm)];
}

/// The kernel of the local transforms.
enum class Kernel {
    automatic,  ///< the fastest that is built in
    simd,       ///< columns as lanes of vectors: for the fast algorithm
    radix2,     ///< the plain butterflies of PSC 3.3: the readable reference
    fftw,       ///< FFTW 3, where the library was built with it
    cuda,       ///< a GPU, where the library was built with CUDA and there is one: on tiles, as simd
};

/// Its name for users and in machine files.
constexpr const char* kernel_name(Kernel kernel)
{
    constexpr const char* names[] = {"auto", "simd", "radix2", "fftw", "cuda"};
    return names[static_cast<int>(kernel)];
}

/// Where the arrays of a plan are.
enum class Memory {
    host,
    device,  ///< for the kernel cuda: data() is a pointer to the GPU's memory, and data stay there between transforms
};

/// How packets are sent.
enum class Exchange {
    automatic,  ///< hpput on BSPlibs where it is known to be faster, else put
    put,        ///< bsp_put: buffered by the BSPlib; works in place
    hpput,      ///< bsp_hpput into a second array
};

/// What a caller may choose; the library chooses the rest.
struct PlanOptions {
    Normalisation normalisation = Normalisation::inverse;
    Algorithm algorithm = Algorithm::automatic;
    Kernel kernel = Kernel::automatic;
    Exchange exchange = Exchange::automatic;

    /// For real plans and schedules; a Plan has complex numbers.
    Data data = Data::complex;
    /// The axes to transform, 0 .. d-1; none: all of them. The others are batch axes and never move.
    std::vector<Index> axes = {};
    /// The number of arrays of the shape, one after the other: a first axis that is not transformed.
    Index batch = 1;
    /// Processes along each axis, the batch's first if there is one; their product is p. None: chosen.
    std::vector<Index> grid = {};
    /// The fast algorithm's a of each axis, n = a b, without the batch's; 0 or none: chosen, near the square root.
    std::vector<Index> cut = {};

    /// How many elements of the spectrum exist along each axis, without the batch's: those of the lowest frequencies;
    /// 0 or none: all. The forward transform leaves the others out, the inverse takes them for zeros. With m of n modes
    /// they are k = 0 .. ceil(m/2) - 1 and n - floor(m/2) .. n - 1, in this order, which is NumPy's for the length m;
    /// on the halved axis of real data k = 0 .. m/2.
    std::vector<Index> modes = {};
    /// Likewise for the array itself: the elements 0 .. extent - 1 exist. The forward transform takes the others for
    /// zeros, the inverse leaves them out.
    std::vector<Index> extent = {};

    /// The layouts of input and output, of all elements that exist, with the batch; none: the algorithm's own. A layout
    /// that is not costs one more move.
    std::optional<Layout> input = {};
    std::optional<Layout> output = {};
    /// For plans that allocate their arrays: the output has another than the input, which is kept.
    bool keep_input = false;
    /// For the algorithm pencils: the output stays where the last axis was transformed, which saves a move.
    bool transposed_out = false;

    /// The same bits over any number of processes and in every run: algorithm, cut and radices are chosen by the shape
    /// alone, and real columns do not share lanes. For the kernel simd and the algorithms fast, pencils and bluestein.
    bool reproducible = false;

    /// For the kernel cuda: where input and output are. The caller's arrays must then be there too.
    Memory memory = Memory::host;
    /// For the kernel cuda and arrays on the host: the most bytes that a process takes of the GPU's memory; 0: as much
    /// as there is. Larger arrays go through it in slices, twice.
    Index device_window = 0;
    /// For Memory::device: the stream (a cudaStream_t) that transforms are executed on, and not waited for on one
    /// process; none: the plan's own, and transforms are complete when they return.
    void* stream = nullptr;
};

}  // namespace bspfft
