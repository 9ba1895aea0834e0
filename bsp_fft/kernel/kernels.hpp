// What a process computes between two syncs, derived from a schedule: the problem that kernels solve. And the interface
// of all kernels: a kernel says whether it can do a pass, and does it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/schedule/program.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// A digit of the number of a row or of a column, and how far apart in memory its values are, before and after.
struct PassDigit {
    Index radix;
    Index weight;
    Index in;
    Index out;
    Index twiddle = 0;  ///< of columns: what a step adds to the twiddles' factor
};

enum class Twiddles { none, before, after };

/// A computation on tiles of columns: from a plain array or from packets, to a plain array or to packets.
struct TilePass {
    std::vector<AxisCut> axes;  ///< in the order of memory
    Index lanes;
    std::optional<TilePackets> from;
    std::optional<TilePackets> to;
    /// How far apart neighbours along each axis are in a plain array, in elements, before and after.
    std::vector<Index> in_strides;
    std::vector<Index> out_strides;
    bool reproducible = false;  ///< bits do not depend on what else a process has
    bool shared = false;  ///< plain arrays are whole, in natural order (SharedArrays), and not the process's part
};

/// `columns` transforms of length `rows`: column c has the elements (r, c). With twiddles
///
///     before:  out(k, c) =  sum over r of  w_rows^(k r)  w_order^(r f(c))  in(r, c)
///     after:   out(k, c) =  w_order^(k f(c))  sum over r of  w_rows^(k r)  in(r, c)
///
/// where f(c) = first + the sum over the digits of c of digit * twiddle.
struct Pass {
    Index rows;
    Index columns;
    std::vector<PassDigit> row_digits;     ///< the least significant first, and so for columns
    std::vector<PassDigit> column_digits;  ///< in the order of places afterwards
    Twiddles twiddles = Twiddles::none;
    Index order = 1;
    Index first = 0;

    bool inverse = false;  ///< the other direction than the whole transform's
    Index bytes_per_real;
    Index p;
    Index s;

    Index slices = 1;  ///< that go through a device's window one after the other; each has the same places afterwards

    std::optional<TilePass> tiles;  ///< then this is the problem, and rows, columns and twiddles above are not

    Index size() const { return rows * columns; }
    /// f(c)
    Index factor(Index column) const;
    /// The places of a column's elements are in natural order at equal distances, before and after.
    bool in_natural_order() const;
    /// The same, but before the transform a row's place is that of its number with the bits reversed.
    bool in_bit_reversed_order() const;
};

/// What process s computes in step i of a program, which transforms.
Pass pass_of(const Program& program, std::size_t i, Index s);

/// The passes of process s, one for each computation of a schedule that transforms.
std::vector<Pass> passes_of(const Schedule& schedule, Index s);

/// One kernel, made for one pass and its arrays. Ours compute without allocation; FFTW has buffers of its own.
template <class Real>
class PassKernel {
public:
    PassKernel() = default;
    PassKernel(const PassKernel&) = delete;
    PassKernel& operator=(const PassKernel&) = delete;
    virtual ~PassKernel() = default;

    /// The parts of a pass that can be computed one by one, in any order.
    virtual Index tiles() const { return 1; }
    /// The columns of each but the last of them, where columns stay in their places.
    virtual Index columns_a_tile() const { return 1; }

    /// Tiles first .. first+count-1, from in to out, the arrays that it was made for, which may be the same. Packets of
    /// tiles go to the sink that it was made for instead, and out is not used.
    virtual void run(Direction direction, Index first, Index count, Real* in, Real* out) = 0;
};

/// Factors that the results are multiplied by.
struct Scales {
    double forward = 1;
    double inverse = 1;

    double of(Direction direction) const { return direction == Direction::forward ? forward : inverse; }
};

class DeviceWork;

/// The arrays that a kernel is made for.
template <class Real>
struct PassArrays {
    Real* in;
    Real* out;
    TileSink<Real>* tiles = nullptr;  ///< for a pass that makes packets of tiles: their sink
    DeviceWork* device = nullptr;     ///< for the kernel cuda: what the passes of a plan share
    Index landing_start = 0;          ///< elements of all landing arrays before those of the move that follows
};

template <class Real>
using MakeKernel = std::unique_ptr<PassKernel<Real>> (*)(const Pass& pass, const Scales& scales,
                                                         const PassArrays<Real>& arrays, Arena& arena);

/// What is known of a kernel without making one.
struct KernelEntry {
    Kernel kernel;
    BlockOrder order;  ///< in which the elements of its transforms must come
    /// Why it cannot do a pass; empty if it can.
    std::string (*objection)(const Pass& pass);
    /// Whether scales other than 1 cost no extra sweep.
    bool (*scales_for_free)(const Pass& pass);
    std::tuple<MakeKernel<double>, MakeKernel<float>> makers;

    /// The arena must outlive the kernel. In a dry run, with an arena that only counts, arrays may be null, and so may
    /// be what is made.
    template <class Real>
    std::unique_ptr<PassKernel<Real>> make(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays,
                                           Arena& arena) const
    {
        return std::get<MakeKernel<Real>>(makers)(pass, scales, arrays, arena);
    }
};

/// All kernels. Making one that is loaded throws Error(not_available) where its library is not there.
const std::vector<const KernelEntry*>& kernels();
const KernelEntry& kernel_entry(Kernel kernel);

/// Whether this kernel can do all passes of a schedule; if not, why. All processes' passes are alike.
std::string objection_to(const KernelEntry& kernel, const Schedule& schedule);

}  // namespace bspfft
