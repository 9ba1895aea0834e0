#include "bsp_fft/report/interval.hpp"

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/readable.hpp"

namespace bspfft {

Json low_end(const Price& price, double factor)
{
    return price.has_interval() ? Json(factor * price.low) : Json(nullptr);
}

Json high_end(const Price& price, double factor)
{
    return price.has_interval() ? Json(factor * price.high) : Json(nullptr);
}

std::string interval_in_words(const Price& price)
{
    if (!price.has_interval()) return "has no interval";
    return text("between ", readable_seconds(price.low), " and ", readable_seconds(price.high), ", by quartiles");
}

}  // namespace bspfft
