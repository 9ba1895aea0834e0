#include "bspfft/distribution.hpp"

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

GroupCyclic::GroupCyclic(Index n, Index p, Index c, Numbering numbering) : n_(n), p_(p), c_(c)
{
    if (p < 1 || n < p || n % p != 0) {
        throw Error(Status::invalid_argument, text("n = ", n, " cannot be dealt out evenly over p = ", p,
                                                   " processes; p must divide n"));
    }
    if (c < 1 || p % c != 0)
        throw Error(Status::invalid_argument, text("cycle c = ", c, " does not divide p = ", p));
    local_size_ = n / p;
    group_size_ = c * local_size_;
    if (numbering == Numbering::identity) return;
    if (!is_power_of_two(p))
        throw Error(Status::invalid_argument, text("bit-reversed numbering needs p = 2^q, not p = ", p));
    reversed_ = true;
}

Index GroupCyclic::reversed(Index s) const { return reverse_bits(s, log2_exact(p_)); }

}  // namespace bspfft
