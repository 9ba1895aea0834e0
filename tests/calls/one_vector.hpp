// What tests of the one call share: the request of one vector, and how far two results are apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <bspfft/fft.hpp>

inline bspfft_request request_of(bspfft::Index n)
{
    bspfft_request request{};
    request.size = sizeof request;
    request.dimensions = 1;
    request.length[0] = n;
    return request;
}

/// The two have equally many numbers; otherwise the error is infinite.
template <class Number>
double largest_difference(const std::vector<Number>& one, const std::vector<Number>& other)
{
    if (one.size() != other.size()) return HUGE_VAL;
    double largest = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        const auto difference = static_cast<double>(std::abs(one[i] - other[i]));
        // not a number is no agreement
        if (!(difference <= largest)) largest = difference;
    }
    return largest;
}
