// Products of sizes; overflow of 64 bits throws.
#pragma once

#include <vector>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

inline Index checked_product(Index a, Index b)
{
    Index product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        throw Error(Status::invalid_argument, text(a, " times ", b, " does not fit in 64 bits"));
    return product;
}

inline Index product_of(const std::vector<Index>& factors)
{
    Index product = 1;
    for (const Index factor : factors) product = checked_product(product, factor);
    return product;
}

}  // namespace bspfft
