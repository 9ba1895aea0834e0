// All choices of a plan.
#pragma once

#include <optional>
#include <vector>

#include "bspfft/choices.hpp"
#include "bspfft/layout.hpp"

namespace bspfft {

/// What can be chosen of a plan; what is not given is chosen by the library.
struct PlanOptions {
    Normalisation normalisation = Normalisation::inverse;
    Algorithm algorithm = Algorithm::automatic;
    Kernel kernel = Kernel::automatic;
    Exchange exchange = Exchange::automatic;

    /// Of a RealPlan and of schedules; a Plan has complex numbers.
    Data data = Data::complex;
    /// The axes to transform, 0 .. d-1; none: all of them. The others are batch axes and never move.
    std::vector<Index> axes = {};
    /// So many arrays of the shape, one after the other: a first axis that is not transformed.
    Index batch = 1;
    /// Processes along each axis, the batch's first if there is one; their product is p. None: chosen.
    std::vector<Index> grid = {};
    /// The fast algorithm's a of each axis, n = a b, without the batch's; 0 or none: chosen, near the square root.
    std::vector<Index> cut = {};

    /// Of each axis, without the batch's: so many elements of the spectrum exist, those of the lowest frequencies; 0
    /// or none: all. The transform there leaves the others out, the one back takes them for zeros. With m of n modes
    /// they are k = 0 .. ceil(m/2) - 1 and n - floor(m/2) .. n - 1, in this order, which is NumPy's for the length m;
    /// on the halved axis of real data k = 0 .. m/2.
    std::vector<Index> modes = {};
    /// Likewise of the array itself: the elements 0 .. extent - 1 exist. The others are zeros on the way there, and
    /// left out on the way back.
    std::vector<Index> extent = {};

    /// The layouts of input and output, of all elements that exist, with the batch; none: the algorithm's own. A layout
    /// that is not costs one more move.
    std::optional<Layout> input = {};
    std::optional<Layout> output = {};
    /// Of plans with arrays of their own: the output has another than the input, which is kept.
    bool keep_input = false;
    /// Of the algorithm pencils: the output stays where the last axis was transformed, which saves a move.
    bool transposed_out = false;

    /// The same bits over any number of processes and in every run: algorithm, cut and radices are chosen by the shape
    /// alone, and real columns do not share lanes. Of the kernel simd and the algorithms fast, pencils and bluestein.
    bool reproducible = false;

    /// Of the kernel cuda: where input and output are. The caller's arrays must then be there too.
    Memory memory = Memory::host;
    /// Of the kernel cuda and arrays on the host: the most bytes that a process takes of the GPU's memory; 0: as much
    /// as there is. Larger arrays go through it in slices, twice.
    Index device_window = 0;
    /// Of Memory::device: the stream (a cudaStream_t) that transforms are executed on, and not waited for on one
    /// process; none: the plan's own, and transforms are complete when they return.
    void* stream = nullptr;
};

}  // namespace bspfft
