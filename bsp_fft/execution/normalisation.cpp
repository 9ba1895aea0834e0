#include <cmath>

#include "bspfft/options.hpp"

namespace bspfft {

double normalisation_factor(Normalisation normalisation, Direction direction, Index n)
{
    const auto length = static_cast<double>(n);
    const bool forward = direction == Direction::forward;
    switch (normalisation) {
    case Normalisation::none:
        return 1;
    case Normalisation::inverse:
        return forward ? 1 : 1 / length;
    case Normalisation::symmetric:
        return 1 / std::sqrt(length);
    case Normalisation::forward:
        return forward ? 1 / length : 1;
    }
    return 1;
}

}  // namespace bspfft
