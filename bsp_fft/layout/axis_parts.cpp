#include <algorithm>
#include <numeric>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/axis_parts.hpp"

namespace bspfft {

namespace {

void require_residues(Index n, Index b)
{
    if (b < 1) throw refusal("residues mod b = ", b, "; b must divide n = ", n, ", as 1 does");
    if (n % b != 0) throw refusal("residues mod b = ", b, "; b must divide n = ", n, ", as ", std::gcd(n, b), " does");
}

void require_groups(Index n, Index p, Index c)
{
    if (n % p != 0)
        throw refusal("n = ", n, " cannot be distributed evenly over p = ", p,
                      " processes in groups; p must divide n, as in n = ", n / p * p + p);
    if (c < 1 || p % c != 0)
        throw refusal("cycle c = ", c, " does not divide p = ", p, "; ", c < 1 ? 1 : std::gcd(c, p), " does");
}

// The even elements, and then the odd ones backwards.
Index folded_number(Index j, Index n) { return j % 2 == 0 ? j / 2 : n - 1 - j / 2; }
Index unfolded(Index v, Index n) { return v < (n + 1) / 2 ? 2 * v : 2 * (n - 1 - v) + 1; }

}  // namespace

// Cyclic is one chunk that all share; so are residues if p divides b, and one group. A zig-zag has
// no period if that changes nothing.
AxisParts::AxisParts(Index length, Index parts, AxisLayout kind)
    : length_(length), parts_(parts), chunk_(length), cycle_(parts), grouped_(false)
{
    if (length < 1) throw refusal("an axis of length ", length, "; at least 1 is needed");
    if (parts < 1)
        throw refusal("n = ", length, " cannot be distributed over p = ", parts, " processes; p must be 1 or more");
    switch (kind.kind) {
        case AxisLayout::Kind::cyclic: break;
        case AxisLayout::Kind::block: divide_into_groups(1); break;
        case AxisLayout::Kind::residue_cyclic:
            require_residues(length, kind.parameter);
            if (kind.parameter % parts != 0) chunk_ = kind.parameter;
            break;
        case AxisLayout::Kind::group_cyclic:
            require_groups(length, parts, kind.parameter);
            divide_into_groups(kind.parameter);
            break;
        case AxisLayout::Kind::zig_zag:
        case AxisLayout::Kind::zig_zag_from_one:
            if (kind.parameter < 0)
                throw refusal("a zig-zag of period ", kind.parameter, "; it must be 1 or more, or 0 for none");
            if (parts > 1) divide_in_zig_zag(kind.parameter, kind.kind == AxisLayout::Kind::zig_zag ? 0 : 1);
            break;
        case AxisLayout::Kind::folded: form_ = Form::folded; break;
    }
    find_sizes();
}

void AxisParts::divide_into_groups(Index c)
{
    if (c == parts_) return;
    grouped_ = true;
    cycle_ = c;
    chunk_ = c * ((length_ - 1) / parts_ + 1);
}

void AxisParts::divide_in_zig_zag(Index period, Index first)
{
    form_ = Form::zig_zag;
    first_ = first;
    const Index last = length_ - 1 + first;
    const bool matters = period > 0 && (period % parts_ != 0 || period / parts_ % 2 != 0) && last > period / 2;
    chunk_ = matters ? period : checked_product(2, last + 1);
}

// By residues mod an odd period, process 0 may have fewer than others. Those after it have sizes that are sums of three
// counts: stretches of processes have the same, and the first of each stretch is looked at.
void AxisParts::find_sizes()
{
    largest_ = size(0);
    is_even_ = length_ % parts_ == 0 && (grouped_ || chunk_ % cycle_ == 0 || form_ != Form::chunks);
    if (form_ != Form::zig_zag) return;
    const ResidueZigZag all = residues();
    const Index rest = (length_ + first_) % chunk_;
    Index least = largest_;
    for (const Index s :
         {Index{1}, all.zig_zag.count_changes_at(chunk_ / 2 + 1), all.zig_zag.count_changes_at((chunk_ - 1) / 2 + 1),
          all.zig_zag.count_changes_at(all.folded_bound(rest))}) {
        if (s >= parts_) continue;
        largest_ = std::max(largest_, size(s));
        least = std::min(least, size(s));
    }
    is_even_ = least == largest_;
}

Index AxisParts::unusual_owner(Index j) const
{
    return form_ == Form::folded ? folded_number(j, length_) % parts_ : residues().owner((j + first_) % chunk_);
}

Index AxisParts::unusual_local(Index j) const
{
    if (form_ == Form::folded) return folded_number(j, length_) / parts_;
    const Index number = j + first_, r = number % chunk_, s = residues().owner(r);
    return number / chunk_ * residues().count(s) + residues().below(r, s) - (s == 0 ? first_ : 0);
}

Index AxisParts::global(Index s, Index i) const
{
    if (form_ == Form::folded) return unfolded(i * parts_ + s, length_);
    if (form_ == Form::zig_zag) {
        const Index each = residues().count(s), place = i + (s == 0 ? first_ : 0);
        return place / each * chunk_ + residues().global(s, place % each) - first_;
    }
    if (grouped_) return s / cycle_ * chunk_ + i * cycle_ + s % cycle_;
    const Index each = width(s, chunk_);
    return i / each * chunk_ + i % each * cycle_ + s;
}

Index AxisParts::chunks(Index s) const
{
    if (form_ == Form::zig_zag) return residues().count(s) > 0 ? (length_ - 1 + first_) / chunk_ + 1 : 0;
    if (grouped_) return s / cycle_ <= (length_ - 1) / chunk_ ? 1 : 0;
    return s < chunk_ ? length_ / chunk_ : 0;
}

Index AxisParts::chunk_end(Index s, Index q) const
{
    const Index start = chunk_start(s, q), length = chunk_ - (q == 0 ? first_ : 0);
    return start + std::min(length, length_ - start);
}

Index AxisParts::size(Index s) const
{
    if (form_ == Form::zig_zag) {
        const Index end = length_ + first_;
        return end / chunk_ * residues().count(s) + residues().below(end % chunk_, s) - (s == 0 ? first_ : 0);
    }
    if (!grouped_) return length_ / chunk_ * width(s, chunk_);
    return chunks(s) == 0 ? 0 : width(s % cycle_, std::min(chunk_, length_ - chunk_start(s, 0)));
}

AxisLayout AxisParts::kind() const
{
    if (form_ == Form::folded) return AxisLayout::folded();
    if (form_ == Form::zig_zag) {
        const Index period = chunk_ == 2 * (length_ + first_) ? 0 : chunk_;
        return first_ == 1 ? AxisLayout::zig_zag_from_one(period) : AxisLayout::zig_zag(period);
    }
    if (parts_ == 1) return AxisLayout::block();
    if (grouped_) return cycle_ == 1 ? AxisLayout::block() : AxisLayout::group_cyclic(cycle_);
    return chunk_ == length_ ? AxisLayout::cyclic() : AxisLayout::residue_cyclic(chunk_);
}

}  // namespace bspfft
