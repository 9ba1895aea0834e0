#include "tools/commands/file_pieces.hpp"

#include "bsp_fft/base/integers.hpp"

namespace bspfft::tools {

namespace {

// In Fortran order the last axis is the slowest, and pieces are cut there.
Layout layout_of(const FileShape& shape, Index p)
{
    if (!shape.fortran_order) return Layout::block(product_of(shape.axes), p);
    const std::size_t axes = shape.axes.size();
    std::vector<Index> grid(axes, 1), order;
    grid.back() = p;
    for (std::size_t l = axes; l-- > 0;) order.push_back(static_cast<Index>(l));
    return Layout::blocks(shape.axes, grid).with_axes_in_memory(order);
}

}  // namespace

FilePieces::FilePieces(const FileShape& shape, Index p) : layout_(layout_of(shape, p)) {}

Index FilePieces::first(Index s) const
{
    Index before = 0;
    for (Index t = 0; t < s; ++t) before += size(t);
    return before;
}

}  // namespace bspfft::tools
