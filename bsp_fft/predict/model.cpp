#include "bspfft/model.hpp"

#include <algorithm>

#include "bsp_fft/predict/superstep_view.hpp"

namespace bspfft {

Price& Price::operator+=(const Price& other)
{
    compute += other.compute;
    communicate += other.communicate;
    sync += other.sync;
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

Prediction Model::price(const Schedule& schedule, Exchange exchange, Index bytes_per_real, Kernel kernel) const
{
    return price_supersteps(ScheduleView(schedule, exchange, bytes_per_real, kernel));
}

}  // namespace bspfft
