// Layouts as products of divided axes.
#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/axis_parts.hpp"
#include "bspfft/layout.hpp"

namespace bspfft {

namespace {

std::vector<Index> parts_of(const std::vector<AxisParts>& axes)
{
    std::vector<Index> parts;
    for (const AxisParts& axis : axes) parts.push_back(axis.parts());
    return parts;
}

// What a step along each axis adds to the number of an array's element; the last axis runs fastest.
std::vector<Index> weights_of(const std::vector<Index>& shape)
{
    std::vector<Index> weights(shape.size(), 1);
    for (std::size_t l = shape.size() - 1; l-- > 0;) weights[l] = weights[l + 1] * shape[l + 1];
    return weights;
}

// Extents of the axes in memory, the fastest with its gaps.
Index places_of(Index extent, bool fastest, Index leading) { return fastest && leading > 0 ? leading : extent; }

std::string times(const std::vector<Index>& factors)
{
    std::string words;
    for (const Index factor : factors) words += (words.empty() ? "" : " x ") + std::to_string(factor);
    return words;
}

std::string name_of(const AxisLayout& axis)
{
    switch (axis.kind) {
        case AxisLayout::Kind::block: return "blocks";
        case AxisLayout::Kind::cyclic: return "cyclic";
        case AxisLayout::Kind::residue_cyclic: return text("residue-cyclic (b = ", axis.parameter, ")");
        case AxisLayout::Kind::group_cyclic: return text("group-cyclic (c = ", axis.parameter, ")");
        case AxisLayout::Kind::zig_zag:
            return axis.parameter == 0 ? "zig-zag cyclic" : text("residue zig-zag (a = ", axis.parameter, ")");
        case AxisLayout::Kind::zig_zag_from_one:
            return axis.parameter == 0 ? "zig-zag cyclic from 1"
                                       : text("residue zig-zag (a = ", axis.parameter, ") from 1");
        case AxisLayout::Kind::folded: return "folded cyclic";
    }
    return {};
}

// The names of the axes that are divided or out of order: none, one if all have the same, otherwise all of them.
std::string names_of(const std::vector<AxisParts>& axes)
{
    std::vector<std::string> names;
    for (const AxisParts& axis : axes) {
        if (axis.parts() > 1 || axis.is_folded()) names.push_back(name_of(axis.kind()));
    }
    if (names.empty()) return {};
    std::string words = names.front();
    if (std::all_of(names.begin(), names.end(), [&](const std::string& name) { return name == words; })) return words;
    for (std::size_t l = 1; l < names.size(); ++l) words += ", " + names[l];
    return words;
}

}  // namespace

Layout::Layout(std::vector<Index> shape, std::vector<AxisParts> axes, std::vector<Index> order, Index leading)
    : shape_(std::move(shape)),
      axes_(std::move(axes)),
      grid_(parts_of(axes_)),
      order_(std::move(order)),
      leading_(leading),
      n_(product_of(shape_)),
      p_(product_of(grid_)),
      weights_(weights_of(shape_)),
      grid_weights_(weights_of(grid_)),
      is_even_(std::all_of(axes_.begin(), axes_.end(), [](const AxisParts& axis) { return axis.is_even(); })),
      has_digits_(is_even_ && leading_ == 0 &&
                  std::all_of(axes_.begin(), axes_.end(), [](const AxisParts& axis) { return axis.is_plain(); }))
{
    if (has_digits_) derive_digits();
    derive_sizes();
}

void Layout::derive_digits()
{
    for (std::size_t l = 0; l < axes_.size(); ++l) {
        const AxisParts& axis = axes_[l];
        process_.push_back({axis.parts() / axis.cycle(), axis.chunk() * weights_[l]});
        process_.push_back({axis.cycle(), weights_[l]});
    }
    for (const Index l : order_)
        local_.push_back({axes_[size_of(l)].largest(), axes_[size_of(l)].cycle() * weights_[size_of(l)]});
    for (auto* digits : {&process_, &local_})
        std::erase_if(*digits, [](const Digit& digit) { return digit.radix == 1; });
}

// The largest part of every axis, all on one process.
void Layout::derive_sizes()
{
    largest_size_ = largest_span_ = 1;
    bool fits = true;
    for (const Index l : order_) {
        const Index extent = axes_[size_of(l)].largest();
        largest_size_ = checked_product(largest_size_, extent);
        fits &= !__builtin_mul_overflow(largest_span_, places_of(extent, l == order_.back(), leading_), &largest_span_);
    }
    const Index fastest = axes_[size_of(order_.back())].largest();
    if (leading_ != 0 && leading_ < fastest)
        throw Error(Status::invalid_argument, text("a leading dimension of ", leading_, " places for ", fastest,
                                                   " elements; at least as many are needed"));
    // the bytes of several such arrays fit in 64 bits
    constexpr Index most_places = Index{1} << 56;
    if (!fits || (leading_ > 0 && largest_span_ > most_places))
        throw Error(Status::invalid_argument, text("a leading dimension of ", leading_,
                                                   " is too large; a process has at most ", most_places, " places"));
}

std::vector<Index> Layout::coordinates(Index s) const
{
    std::vector<Index> result(grid_.size());
    for (std::size_t l = 0; l < grid_.size(); ++l) result[l] = s / grid_weights_[l] % grid_[l];
    return result;
}

std::vector<Index> Layout::axis_extents(Index s) const
{
    std::vector<Index> result = coordinates(s);
    for (std::size_t l = 0; l < result.size(); ++l) result[l] = axes_[l].size(result[l]);
    return result;
}

std::vector<Index> Layout::axis_strides(Index s) const
{
    const std::vector<Index> extents = axis_extents(s);
    std::vector<Index> strides(extents.size(), 1);
    Index stride = 1;
    for (std::size_t i = order_.size(); i-- > 0;) {
        const std::size_t l = size_of(order_[i]);
        strides[l] = stride;
        stride *= places_of(extents[l], i + 1 == order_.size(), leading_);
    }
    return strides;
}

Index Layout::local_span(Index s) const
{
    if (has_digits_) return largest_size_;
    const std::vector<Index> extents = axis_extents(s);
    Index span = product_of(extents);
    if (leading_ > 0 && span > 0) span = span / extents[size_of(order_.back())] * leading_;
    return span;
}

Index Layout::product_owner(Index j) const
{
    Index s = 0;
    for (std::size_t l = 0; l < axes_.size(); ++l)
        s += axes_[l].owner(j / weights_[l] % shape_[l]) * grid_weights_[l];
    return s;
}

Index Layout::product_local(Index j) const
{
    Index place = 0, stride = 1;
    for (std::size_t i = order_.size(); i-- > 0;) {
        const std::size_t l = size_of(order_[i]);
        const Index coordinate = j / weights_[l] % shape_[l];
        place += axes_[l].local(coordinate) * stride;
        stride *= places_of(axes_[l].size(axes_[l].owner(coordinate)), i + 1 == order_.size(), leading_);
    }
    return place;
}

Index Layout::product_global(Index s, Index i) const
{
    Index j = 0, rest = i;
    bool gap = false;
    for (std::size_t k = order_.size(); k-- > 0;) {
        const std::size_t l = size_of(order_[k]);
        const Index part = s / grid_weights_[l] % grid_[l], extent = axes_[l].size(part);
        const Index places = places_of(extent, k + 1 == order_.size(), leading_);
        if (extent == 0) refuse_place(s, i);
        gap = gap || rest % places >= extent;
        if (!gap) j += axes_[l].global(part, rest % places) * weights_[l];
        rest /= places;
    }
    if (rest > 0) refuse_place(s, i);
    return gap ? -1 : j;
}

std::string Layout::description() const
{
    if (p_ == 1 && !is_product()) return "on one process";
    std::string words;
    if (!is_product()) {
        const Index c = cycle();
        const bool named = n_ % p_ == 0 && p_ % c == 0 && *this == group_cyclic(n_, p_, c);
        // one digit of the process, with the block below it
        const Index b = process_.size() == 1 ? process_.front().weight : n_;
        const bool in_blocks = n_ / p_ % b == 0 && *this == block_cyclic(n_, p_, b);
        words = named       ? group_cyclic(n_, p_, c).description()
                : in_blocks ? text("cyclic in blocks of ", b, " over ", p_)
                            : text("digits of the index over ", p_);
    } else {
        words = names_of(axes_);
        words = words.empty() ? "on one process" : words + " over " + times(grid_);
    }
    if (!std::is_sorted(order_.begin(), order_.end())) {
        words += ", axes in memory";
        for (const Index axis : order_) words += text(' ', axis);
    }
    if (leading_ > 0) words += text(", leading dimension ", leading_);
    return words;
}

}  // namespace bspfft
