#include "bspfft/layout.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/layout/layout_change.hpp"

namespace bspfft {

namespace {

Index product_of_radices(const std::vector<Digit>& digits)
{
    Index product = 1;
    for (const Digit& digit : digits) product = checked_product(product, digit.radix);
    return product;
}

void require_index(Index n, std::vector<Digit> digits)
{
    std::sort(digits.begin(), digits.end(),
              [](const Digit& a, const Digit& b) { return a.weight < b.weight; });
    Index next = 1;
    for (const Digit& digit : digits) {
        if (digit.weight != next)
            throw Error(Status::invalid_argument, text("the digits of a layout do not make up an index: weight ",
                                                       next, " is needed, and there is ", digit.weight));
        next = checked_product(next, digit.radix);
    }
    if (next != n)
        throw Error(Status::invalid_argument,
                    text("the digits of a layout make up 0 .. ", next, " - 1, and the array has ", n, " elements"));
}

std::vector<Digit> without_ones(std::vector<Digit> digits)
{
    std::erase_if(digits, [](const Digit& digit) { return digit.radix == 1; });
    return digits;
}

std::vector<Digit> joined(std::vector<Digit> a, const std::vector<Digit>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

Layout::Layout(std::vector<Index> shape, std::vector<Digit> process, std::vector<Digit> local)
    : shape_(std::move(shape)),
      process_(without_ones(std::move(process))),
      local_(without_ones(std::move(local))),
      n_(product_of(shape_)),
      p_(product_of_radices(process_)),
      largest_size_(n_ / p_),
      largest_span_(largest_size_)
{
    for (const Index length : shape_) {
        if (length < 1)
            throw Error(Status::invalid_argument, text("an axis of length ", length, "; at least 1 is needed"));
    }
    require_index(n_, joined(process_, local_));
}

Layout::~Layout() = default;
Layout::Layout(const Layout&) = default;
Layout::Layout(Layout&&) noexcept = default;
Layout& Layout::operator=(const Layout&) = default;
Layout& Layout::operator=(Layout&&) noexcept = default;

bool Layout::is_product() const { return !axes_.empty(); }

Index Layout::local_size(Index s) const
{
    return has_digits_ ? largest_size_ : product_of(axis_extents(s));
}

Index Layout::global(Index s, Index i) const
{
    if (s < 0 || s >= p_ || i < 0) refuse_place(s, i);
    if (!has_digits_) return product_global(s, i);
    if (i >= largest_size_) refuse_place(s, i);
    return index(process_, s) + index(local_, i);
}

void Layout::refuse_place(Index s, Index i) const
{
    if (s < 0 || s >= p_)
        throw Error(Status::invalid_argument,
                    text("process ", s, " of a layout over ", p_, "; they are numbered 0 to ", p_ - 1));
    const Index places = local_span(s);
    throw Error(Status::invalid_argument,
                text("place ", i, " of process ", s, ", which has ",
                     places == 0 ? "none" : text("the places 0 to ", places - 1), " in this layout"));
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
