// A GPU as a kernel: whole passes on the device, by cuFFT or kernels of our own, for all schedules on tiles.
#include "bsp_fft/gpu/sliced_pass.hpp"
#include "bsp_fft/gpu/whole_pass.hpp"
#include "bsp_fft/gpu/window_pass.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

namespace cuda_passes {

std::string objection(const Pass& pass)
{
    if (pass.slices > 1) return "";
    if (!pass.tiles) return "it transforms tiles of columns; the algorithms fast, pencils and bluestein have them";
    if (pass.tiles->from && pass.tiles->to) return "it has no fused operators; the kernel simd has";
    return pass.tiles->shared ? "it has no arrays that processes share; the kernel simd has" : "";
}

// Tables of rows and columns, before and after, and of twiddles. A dry run makes no others and needs no device.
void count_tables(const Pass& pass, Arena& arena)
{
    if (!pass.tiles) {
        arena.take<Index>(4 * (pass.rows + pass.columns));
        return;
    }
    const TilePass& tiles = *pass.tiles;
    const CutPart part = part_of(tiles.axes, pass.s);
    const Index columns = tiles.from ? part.row_count() : part.column_count();
    arena.take<Index>((pass.rows + columns) * static_cast<Index>(4 + 2 * tiles.axes.size()));
}

template <class Real>
std::unique_ptr<PassKernel<Real>> make(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays,
                                       Arena& arena)
{
    if (arena.only_counts()) {
        count_tables(pass, arena);
        return nullptr;
    }
    if (pass.slices > 1) return std::make_unique<WindowPass<Real>>(pass, scales, arrays);
    DevicePassPlaces places = device_places_of(pass);
    // what becomes packets goes to another array
    const bool same_places = places.from.strides && places.from.strides == places.to.strides;
    const bool stays = pass.tiles->to || arrays.in != arrays.out || same_places;
    if (auto sliced = stays ? make_sliced_pass(pass, scales, arrays, places) : nullptr) return sliced;
    return std::make_unique<WholePass<Real>>(pass, scales, arrays, std::move(places));
}

}  // namespace cuda_passes

// Scales are for free: twiddles and they are one sweep, and a transform's own scale may be another.
extern const KernelEntry cuda_kernel{
    Kernel::cuda, BlockOrder::tiles, cuda_passes::objection, [](const Pass&) { return true; },
    {cuda_passes::make<double>, cuda_passes::make<float>}};

}  // namespace bspfft
