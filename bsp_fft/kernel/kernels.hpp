// The interface of all kernels: a kernel says whether and at which cost it can do a pass, and does it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/kernel/pass.hpp"
#include "bsp_fft/layout/packets.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

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
    /// Sweeps over the data, by which kernels are chosen.
    Index (*cost)(const Pass& pass);
    /// Whether scales other than 1 cost no extra sweep.
    bool (*scales_for_free)(const Pass& pass);
    MakeKernel<double> make_double;
    MakeKernel<float> make_float;
    /// Whether it needs a library that is loaded when the kernel is asked for, so that automatic never takes it.
    bool is_loaded = false;

    /// The arena must outlive the kernel. In a dry run, with an arena that only counts, arrays may be null, and so may
    /// be what is made.
    template <class Real>
    std::unique_ptr<PassKernel<Real>> make(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays,
                                           Arena& arena) const
    {
        if constexpr (sizeof(Real) == sizeof(double)) {
            return make_double(pass, scales, arrays, arena);
        } else {
            return make_float(pass, scales, arrays, arena);
        }
    }
};

/// All kernels. Making one that is loaded throws Error(not_available) where its library is not there.
const std::vector<const KernelEntry*>& kernels();
const KernelEntry& kernel_entry(Kernel kernel);

/// Whether this kernel can do all passes of a schedule; if not, why. All processes' passes are alike.
std::string objection_to(const KernelEntry& kernel, const Schedule& schedule);
Index cost_of(const KernelEntry& kernel, const Schedule& schedule);

}  // namespace bspfft
