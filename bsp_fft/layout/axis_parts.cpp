#include <algorithm>
#include <numeric>

#include "bsp_fft/base/text.hpp"
#include "bspfft/axis_layout.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

void require_residues(Index n, Index b)
{
    if (b < 1)
        throw Error(Status::invalid_argument, text("residues mod b = ", b, "; b must divide n = ", n, ", as 1 does"));
    if (n % b != 0)
        throw Error(Status::invalid_argument,
                    text("residues mod b = ", b, "; b must divide n = ", n, ", as ", std::gcd(n, b), " does"));
}

void require_groups(Index n, Index p, Index c)
{
    if (n % p != 0)
        throw Error(Status::invalid_argument, text("n = ", n, " cannot be distributed evenly over p = ", p,
                                                   " processes in groups; p must divide n, as in n = ",
                                                   n / p * p + p));
    if (c < 1 || p % c != 0)
        throw Error(Status::invalid_argument, text("cycle c = ", c, " does not divide p = ", p, "; ",
                                                   c < 1 ? 1 : std::gcd(c, p), " does"));
}

}  // namespace

// Cyclic is one chunk that all share; so are residues if p divides b, and one group.
AxisParts::AxisParts(Index length, Index parts, AxisLayout kind)
    : length_(length), parts_(parts), chunk_(length), cycle_(parts), grouped_(false)
{
    if (length < 1)
        throw Error(Status::invalid_argument, text("an axis of length ", length, "; at least 1 is needed"));
    if (parts < 1)
        throw Error(Status::invalid_argument,
                    text("n = ", length, " cannot be distributed over p = ", parts, " processes; p must be 1 or more"));
    const Index c = kind.kind == AxisLayout::Kind::block ? 1 : kind.parameter;
    if (kind.kind == AxisLayout::Kind::residue_cyclic) {
        require_residues(length, c);
        if (c % parts != 0) chunk_ = c;
    } else if (kind.kind != AxisLayout::Kind::cyclic) {
        if (kind.kind == AxisLayout::Kind::group_cyclic) require_groups(length, parts, c);
        if (c == parts) return;
        grouped_ = true;
        cycle_ = c;
        chunk_ = c * ((length - 1) / parts + 1);
    }
}

bool AxisParts::is_even() const { return length_ % parts_ == 0 && (grouped_ || chunk_ % cycle_ == 0); }

Index AxisParts::global(Index s, Index i) const
{
    if (grouped_) return s / cycle_ * chunk_ + i * cycle_ + s % cycle_;
    const Index each = width(s, chunk_);
    return i / each * chunk_ + i % each * cycle_ + s;
}

Index AxisParts::chunks(Index s) const
{
    if (grouped_) return s / cycle_ <= (length_ - 1) / chunk_ ? 1 : 0;
    return s < chunk_ ? length_ / chunk_ : 0;
}

Index AxisParts::chunk_end(Index s, Index q) const
{
    const Index start = chunk_start(s, q);
    return start + std::min(chunk_, length_ - start);
}

Index AxisParts::size(Index s) const
{
    if (!grouped_) return length_ / chunk_ * width(s, chunk_);
    return chunks(s) == 0 ? 0 : width(s % cycle_, std::min(chunk_, length_ - chunk_start(s, 0)));
}

AxisLayout AxisParts::kind() const
{
    if (parts_ == 1) return AxisLayout::block();
    if (grouped_) return cycle_ == 1 ? AxisLayout::block() : AxisLayout::group_cyclic(cycle_);
    return chunk_ == length_ ? AxisLayout::cyclic() : AxisLayout::residue_cyclic(chunk_);
}

}  // namespace bspfft
