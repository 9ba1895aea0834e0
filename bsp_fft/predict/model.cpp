#include "bsp_fft/predict/model.hpp"

namespace bspfft {

Price& Price::operator+=(const Price& other)
{
    compute += other.compute;
    communicate += other.communicate;
    sync += other.sync;
    return *this;
}

Price Prediction::total() const
{
    Price sum;
    for (const Price& price : supersteps) sum += price;
    return sum;
}

}  // namespace bspfft
