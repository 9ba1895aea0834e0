// FFTW's kinds of transforms from reals to reals, in its numbers.
#pragma once

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/fftw3/problem.hpp"

namespace bspfft::fftw3 {

enum Kind { to_halfcomplex = 0, from_halfcomplex = 1, hartley = 2, first_trigonometric = 3, last_kind = 10 };

/// Made of a half spectrum, and not of cosines or sines.
inline bool is_of_half_spectrum(int kind) { return kind < first_trigonometric; }

/// The same in numbers of bspfft.h; nothing, for those of half spectra.
inline int trigonometric_kind(int kind)
{
    // REDFT00, 01, 10, 11 are the cosine transforms I, III, II, IV; then the sines
    constexpr int ours[] = {BSPFFT_DCT_1, BSPFFT_DCT_3, BSPFFT_DCT_2, BSPFFT_DCT_4,
                            BSPFFT_DST_1, BSPFFT_DST_3, BSPFFT_DST_2, BSPFFT_DST_4};
    if (kind < 0 || kind > last_kind)
        throw NotCovered(text("there is no kind ", kind, "; they are 0 to ", int{last_kind}));
    return is_of_half_spectrum(kind) ? static_cast<int>(BSPFFT_UNTOUCHED) : ours[kind - first_trigonometric];
}

}  // namespace bspfft::fftw3
