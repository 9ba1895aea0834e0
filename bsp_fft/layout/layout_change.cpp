#include "bsp_fft/layout/layout_change.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "bsp_fft/base/send_order.hpp"

namespace bspfft {

namespace {

/// What a digit counts in a layout.
struct Place {
    bool process;
    Index step;
};

/// Neighbours that count on from each other are one digit, or stay apart.
enum class Neighbours { joined, apart };

void add_weights(std::set<Index>& weights, const std::vector<Digit>& digits, Neighbours neighbours)
{
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const bool counts_on = i + 1 < digits.size() && digits[i].weight == digits[i + 1].weight * digits[i + 1].radix;
        if (neighbours == Neighbours::apart || !counts_on) weights.insert(digits[i].weight);
    }
}

// The weights of the digits of both layouts, and n; nothing if one does not divide the next.
std::optional<std::vector<Index>> common_weights(const Layout& a, const Layout& b, Neighbours neighbours)
{
    if (!a.has_digits() || !b.has_digits()) return std::nullopt;
    std::set<Index> weights{1, a.n()};
    for (const Layout* layout : {&a, &b}) {
        add_weights(weights, layout->process_digits(), neighbours);
        add_weights(weights, layout->local_digits(), neighbours);
    }
    std::vector<Index> sorted(weights.begin(), weights.end());
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        if (sorted[i] % sorted[i - 1] != 0) return std::nullopt;
    }
    return sorted;
}

std::vector<Index> require_common_weights(const Layout& from, const Layout& to, Neighbours neighbours)
{
    const auto weights = common_weights(from, to, neighbours);
    if (from.n() != to.n() || from.p() != to.p() || !weights)
        throw refusal("no move from a layout of n = ", from.n(), ", p = ", from.p(), ", cycle ", from.cycle(),
                      " to one of n = ", to.n(), ", p = ", to.p(), ", cycle ", to.cycle(),
                      "; n and p must stay, parts be equal, and of two digits' weights one must divide the other");
    return *weights;
}

// A weight may lie across digits that count on from each other: it is measured from the first of them.
std::optional<Index> step_in(const std::vector<Digit>& digits, Index weight)
{
    Index step = 1, first_weight = 0, first_step = 1, next_weight = 0;
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
        if (digit->weight != next_weight) {
            first_weight = digit->weight;
            first_step = step;
        }
        next_weight = digit->weight * digit->radix;
        if (digit->weight <= weight && weight < next_weight) return first_step * (weight / first_weight);
        step *= digit->radix;
    }
    return std::nullopt;
}

Place place_of(const Layout& layout, Index weight)
{
    if (const auto step = step_in(layout.process_digits(), weight)) return {true, *step};
    return {false, *step_in(layout.local_digits(), weight)};
}

Index digit_of(Index number, Index step, Index radix) { return number / step % radix; }

// The sum over the digits of a number, the most significant first, each times what it counts.
Index place_of_number(const std::vector<ChangedDigit>& digits, Index number, Index ChangedDigit::*side)
{
    Index place = 0;
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
        place += number % digit->radix * ((*digit).*side);
        number /= digit->radix;
    }
    return place;
}

// The sum over the digits of an old process number, each times what it counts afterwards.
Index place_of_sender(const std::vector<ChangedDigit>& digits, Index s)
{
    Index place = 0;
    for (const ChangedDigit& digit : digits) place += digit_of(s, digit.from, digit.radix) * digit.to;
    return place;
}

}  // namespace

bool have_common_digits(const Layout& a, const Layout& b)
{
    return a.n() == b.n() && a.p() == b.p() && common_weights(a, b, Neighbours::joined).has_value();
}

std::vector<ChangedDigit> local_digits_of(const Layout& from, const Layout& to)
{
    const std::vector<Index> weights = require_common_weights(from, to, Neighbours::apart);
    std::vector<ChangedDigit> digits;
    for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
        const Place before = place_of(from, weights[i]), after = place_of(to, weights[i]);
        if (before.process != after.process) throw refusal("the two layouts have different owners");
        if (!before.process) digits.push_back({weights[i + 1] / weights[i], before.step, after.step, weights[i]});
    }
    std::ranges::sort(digits, {}, &ChangedDigit::to);
    return digits;
}

LayoutChange::LayoutChange(const Layout& from, const Layout& to) : p_(from.p())
{
    const std::vector<Index> weights = require_common_weights(from, to, Neighbours::joined);
    for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
        const Index weight = weights[i], radix = weights[i + 1] / weight;
        const Place before = place_of(from, weight), after = place_of(to, weight);
        auto& kind = before.process ? (after.process ? remaining_ : arriving_) : (after.process ? leaving_ : staying_);
        kind.push_back({radix, before.step, after.step, weight});
    }
    for (auto* digits : {&staying_, &leaving_, &arriving_})
        std::ranges::sort(*digits, std::greater(), &ChangedDigit::to);
    packets_ = product_of_radices(leaving_);
    length_ = product_of_radices(staying_);
    for (auto digit = staying_.rbegin(); digit != staying_.rend() && digit->to == run_; ++digit) run_ *= digit->radix;
}

bool LayoutChange::changes_nothing() const
{
    const auto same = [](const ChangedDigit& digit) { return digit.from == digit.to; };
    return leaving_.empty() && arriving_.empty() && std::all_of(staying_.begin(), staying_.end(), same) &&
           std::all_of(remaining_.begin(), remaining_.end(), same);
}

bool LayoutChange::keeps(Index s) const
{
    return std::all_of(remaining_.begin(), remaining_.end(), [&](const ChangedDigit& digit) {
        return digit_of(s, digit.from, digit.radix) == digit_of(s, digit.to, digit.radix);
    });
}

// If a digit's weight in the process number changes, some process is not its own partner.
bool LayoutChange::some_keep_nothing() const
{
    return std::ranges::any_of(remaining_, [](const ChangedDigit& digit) { return digit.from != digit.to; });
}

std::vector<OutgoingPacket> LayoutChange::packets_of(Index s) const
{
    const Index first = place_of_sender(remaining_, s);
    std::vector<OutgoingPacket> result;
    for (Index number = 0; number < packets_; ++number)
        result.push_back({first + place_of_number(leaving_, number, &ChangedDigit::to),
                          place_of_number(leaving_, number, &ChangedDigit::from)});
    std::ranges::sort(result, {}, [&](const OutgoingPacket& one) { return send_order(s, one.receiver, p_); });
    return result;
}

Index LayoutChange::place(Index e, Index ChangedDigit::*side) const { return place_of_number(staying_, e, side); }
Index LayoutChange::landing(Index sender) const { return place_of_sender(arriving_, sender); }

Index LayoutChange::sender_number(Index sender) const
{
    Index number = 0;
    for (const ChangedDigit& digit : arriving_)
        number = number * digit.radix + digit_of(sender, digit.from, digit.radix);
    return number;
}

Index LayoutChange::landing_of_number(Index number) const
{
    return place_of_number(arriving_, number, &ChangedDigit::to);
}

}  // namespace bspfft
