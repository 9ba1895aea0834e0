#include "bspfft/model.hpp"

#include <algorithm>

namespace bspfft {

Price& Price::operator+=(const Price& other)
{
    compute += other.compute;
    communicate += other.communicate;
    sync += other.sync;
    pcie += other.pcie;
    // rounding must not put the total outside
    low = std::min(low + other.low, total());
    high = std::max(high + other.high, total());
    return *this;
}

Price Prediction::total() const
{
    Price sum;
    for (const Price& price : supersteps) sum += price;
    return sum;
}

}  // namespace bspfft
