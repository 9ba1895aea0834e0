// A GPU as a kernel: whole passes on the device, by cuFFT or kernels of our own, for all schedules on tiles.
#include "bsp_fft/gpu/device_pass.hpp"
#include "bsp_fft/gpu/device_places.hpp"
#include "bsp_fft/gpu/device_slices.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/gpu/window_pass.hpp"
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

Index cost(const Pass&) { return 1; }
// Twiddles and scales are one sweep, and a transform's own scale may be another.
bool scales_for_free(const Pass&) { return true; }

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

bool same_places(const DevicePassPlaces& places)
{
    const auto &from = places.from.strides, &to = places.to.strides;
    return from && to && from->begin == to->begin && from->steps == to->steps &&
           from->column_steps == to->column_steps;
}

// Columns of a slice where a pass goes through the device in slices; otherwise 0.
template <class Real>
Index slices_of(const Pass& pass, const DevicePassPlaces& places, const DeviceWork* work)
{
    if (!work || work->arrays_on_device || places.columns < 2) return 0;
    if (!slice_shape_of(places, places.from, pass.p) || !slice_shape_of(places, places.to, pass.p)) return 0;
    const Index width = slice_width(places, sizeof(Real), work->window);
    return width < places.columns ? width : 0;
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
    const bool stays = pass.tiles->to || arrays.in != arrays.out || same_places(places);
    const Index width = stays ? slices_of<Real>(pass, places, arrays.device) : 0;
    if (width > 0) return std::make_unique<SlicedPass<Real>>(pass, scales, arrays, std::move(places), width);
    return std::make_unique<DevicePass<Real>>(pass, scales, arrays, std::move(places));
}

}  // namespace cuda_passes

extern const KernelEntry cuda_kernel{
    Kernel::cuda, BlockOrder::tiles, cuda_passes::objection, cuda_passes::cost, cuda_passes::scales_for_free,
    cuda_passes::make<double>, cuda_passes::make<float>, true};

}  // namespace bspfft
