// The packets between two layouts that divide the same axes, each axis by itself.
#pragma once

#include <vector>

#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

inline bool are_products(const Layout& from, const Layout& to)
{
    return from.is_product() && to.is_product() && from.shape() == to.shape();
}

class ProductChange {
public:
    /// Requires products over the same shape. The layouts must outlive it.
    ProductChange(const Layout& from, const Layout& to);

    /// The packets that process s sends or receives, in the order of its partners; their landings are not yet found.
    std::vector<GeneralPacket> packets(Index s, Side side) const;
    /// Finds where the packets that process s sends land.
    void find_landings(Index s, std::vector<GeneralPacket>& outgoing) const;

    /// Elements that process s keeps.
    Index kept(Index s) const;
    /// Along an axis: the parts after that have elements of this part before.
    Index axis_partners(std::size_t axis, Index part) const;

private:
    const Layout& from_;
    const Layout& to_;
    std::vector<AxisChange> axes_;
};

}  // namespace bspfft
