#include "bspfft/layout.hpp"

#include <algorithm>

#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/layout/layout_change.hpp"

namespace bspfft {

namespace {

void require_index(Index n, std::vector<Digit> digits, const std::vector<Digit>& others)
{
    digits.insert(digits.end(), others.begin(), others.end());
    std::sort(digits.begin(), digits.end(), [](const Digit& a, const Digit& b) { return a.weight < b.weight; });
    Index next = 1;
    for (const Digit& digit : digits) {
        if (digit.weight != next)
            throw refusal("the digits of a layout do not make up an index: weight ", next, " is needed, and there is ",
                          digit.weight);
        next = checked_product(next, digit.radix);
    }
    if (next != n)
        throw refusal("the digits of a layout make up 0 .. ", next, " - 1, and the array has ", n, " elements");
}

std::vector<Digit> without_ones(std::vector<Digit> digits)
{
    std::erase_if(digits, [](const Digit& digit) { return digit.radix == 1; });
    return digits;
}

std::vector<Index> parts_of(const std::vector<AxisParts>& axes)
{
    std::vector<Index> parts;
    for (const AxisParts& axis : axes) parts.push_back(axis.parts());
    return parts;
}

// Extents of the axes in memory, the fastest with its gaps.
Index places_of(Index extent, bool fastest, Index leading) { return fastest && leading > 0 ? leading : extent; }

}  // namespace

std::vector<Index> row_by_row(const std::vector<Index>& shape)
{
    std::vector<Index> weights(shape.size());
    Index weight = 1;
    for (std::size_t l = shape.size(); l-- > 0; weight = checked_product(weight, shape[l])) weights[l] = weight;
    return weights;
}

std::vector<Index> coordinates_in(const std::vector<Index>& shape, Index j)
{
    std::vector<Index> at(shape.size());
    for (std::size_t l = shape.size(); l-- > 0; j /= shape[l]) at[l] = j % shape[l];
    return at;
}

Layout::Layout(std::vector<Index> shape, std::vector<Digit> process, std::vector<Digit> local)
    : shape_(std::move(shape)),
      process_(without_ones(std::move(process))),
      local_(without_ones(std::move(local))),
      n_(product_of(shape_)),
      p_(product_of_radices(process_)),
      weights_(row_by_row(shape_)),
      largest_size_(n_ / p_),
      largest_span_(largest_size_)
{
    for (const Index length : shape_) {
        if (length < 1) throw refusal("an axis of length ", length, "; at least 1 is needed");
    }
    require_index(n_, process_, local_);
}

Layout::~Layout() = default;
Layout::Layout(const Layout&) = default;
Layout::Layout(Layout&&) noexcept = default;
Layout& Layout::operator=(const Layout&) = default;
Layout& Layout::operator=(Layout&&) noexcept = default;

Layout::Layout(std::vector<Index> shape, std::vector<AxisParts> axes, std::vector<Index> order, Index leading)
    : shape_(std::move(shape)),
      axes_(std::move(axes)),
      grid_(parts_of(axes_)),
      order_(std::move(order)),
      leading_(leading),
      n_(product_of(shape_)),
      p_(product_of(grid_)),
      weights_(row_by_row(shape_)),
      grid_weights_(row_by_row(grid_)),
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
    process_ = without_ones(std::move(process_));
    local_ = without_ones(std::move(local_));
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
        throw refusal("a leading dimension of ", leading_, " places for ", fastest,
                      " elements; at least as many are needed");
    // the bytes of several such arrays fit in 64 bits
    constexpr Index most_places = Index{1} << 56;
    if (!fits || (leading_ > 0 && largest_span_ > most_places))
        throw refusal("a leading dimension of ", leading_, " is too large; a process has at most ", most_places,
                      " places");
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
    for (std::size_t l = 0; l < axes_.size(); ++l) s += axes_[l].owner(j / weights_[l] % shape_[l]) * grid_weights_[l];
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

bool Layout::is_product() const { return !axes_.empty(); }

Index Layout::local_size(Index s) const { return has_digits_ ? largest_size_ : product_of(axis_extents(s)); }

Index Layout::global(Index s, Index i) const
{
    if (s < 0 || s >= p_ || i < 0) refuse_place(s, i);
    if (!has_digits_) return product_global(s, i);
    if (i >= largest_size_) refuse_place(s, i);
    return index(process_, s) + index(local_, i);
}

void Layout::refuse_place(Index s, Index i) const
{
    if (s < 0 || s >= p_) throw refusal("process ", s, " of a layout over ", p_, "; they are numbered 0 to ", p_ - 1);
    const Index places = local_span(s);
    throw refusal("place ", i, " of process ", s, ", which has ",
                  places == 0 ? "none" : text("the places 0 to ", places - 1), " in this layout");
}

Index Layout::cycle() const
{
    if (!has_digits_) return axes_.back().cycle();
    Index least = n_;
    for (const Digit& digit : local_) least = std::min(least, digit.weight);
    return local_.empty() ? 1 : least;
}

Index Layout::number(const std::vector<Digit>& digits, Index j)
{
    Index number = 0;
    for (const Digit& digit : digits) number = number * digit.radix + j / digit.weight % digit.radix;
    return number;
}

Index Layout::index(const std::vector<Digit>& digits, Index number)
{
    Index j = 0;
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
        j += number % digit->radix * digit->weight;
        number /= digit->radix;
    }
    return j;
}

// Digits may be cut differently in equal layouts; so the pieces of both cuts are compared.
bool operator==(const Layout& a, const Layout& b)
{
    if (a.n_ != b.n_ || a.p_ != b.p_) return false;
    if (a.has_digits_ && b.has_digits_) return have_common_digits(a, b) && LayoutChange(a, b).changes_nothing();
    if (a.largest_size_ != b.largest_size_ || a.largest_span_ != b.largest_span_) return false;
    if (a.axes_ == b.axes_ && a.order_ == b.order_ && a.leading_ == b.leading_) return true;
    for (Index s = 0; s < a.p_; ++s) {
        if (a.local_span(s) != b.local_span(s)) return false;
    }
    for (Index j = 0; j < a.n_; ++j) {
        if (a.owner(j) != b.owner(j) || a.local(j) != b.local(j)) return false;
    }
    return true;
}

}  // namespace bspfft
