#include "bspfft/plan.hpp"

namespace bspfft {

const char* trigonometric_name(Trigonometric kind)
{
    switch (kind) {
    case Trigonometric::dct1:
        return "DCT-I";
    case Trigonometric::dct2:
        return "DCT-II";
    case Trigonometric::dct3:
        return "DCT-III";
    case Trigonometric::dct4:
        return "DCT-IV";
    case Trigonometric::dst1:
        return "DST-I";
    case Trigonometric::dst2:
        return "DST-II";
    case Trigonometric::dst3:
        return "DST-III";
    case Trigonometric::dst4:
        return "DST-IV";
    }
    return "";
}

Index logical_length(Trigonometric kind, Index n)
{
    if (kind == Trigonometric::dct1) return 2 * (n - 1);
    return kind == Trigonometric::dst1 ? 2 * (n + 1) : 2 * n;
}

}  // namespace bspfft
