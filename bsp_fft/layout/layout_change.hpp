// What moves when an array goes from one layout to another: all of it follows from the digits of the two.
#pragma once

#include <vector>

#include "bsp_fft/base/integers.hpp"
#include "bspfft/layout.hpp"

namespace bspfft {

/// A digit, and what it counts before and after: a step of its value is a step of `from` in the old process number or
/// local place, and of `to` in the new one.
struct ChangedDigit {
    Index radix;
    Index from;
    Index to;
    Index weight;  ///< in the index
};

/// For digits of any kind.
template <class AnyDigit>
Index product_of_radices(const std::vector<AnyDigit>& digits)
{
    Index product = 1;
    for (const AnyDigit& digit : digits) product = checked_product(product, digit.radix);
    return product;
}

/// The common local digits of two layouts with the same owners, the least significant afterwards first. Requires common
/// digits; otherwise throws Error(invalid_argument).
std::vector<ChangedDigit> local_digits_of(const Layout& from, const Layout& to);

/// A packet as its sender sees it.
struct OutgoingPacket {
    Index receiver;
    Index source;  ///< the sender's local place of the first element
};

/// Whether both layouts have equal n and p and are of digits, and every digit of one can be cut so that the pieces are
/// digits of the other too: then a LayoutChange leads from one to the other, otherwise a GeneralChange.
bool have_common_digits(const Layout& a, const Layout& b);

/// Each process sends equally many packets of equal length, one to each of its partners, itself perhaps among
/// them. A packet's elements are numbered in the order of the receiver's places.
class LayoutChange {
public:
    /// Requires equal n and p and common digits; otherwise throws Error(invalid_argument).
    LayoutChange(const Layout& from, const Layout& to);

    Index packets() const { return packets_; }
    Index packet_length() const { return length_; }
    /// Elements of a packet that are contiguous at their receiver.
    Index run_length() const { return run_; }
    bool changes_nothing() const;

    /// Whether process s is one of its own partners.
    bool keeps(Index s) const;
    /// Whether there is a process that is not.
    bool some_keep_nothing() const;

    /// The packets of process s, in the order in which they are sent; its own, if there is one, last.
    std::vector<OutgoingPacket> packets_of(Index s) const;

    /// The place of element e of a packet: at the sender (&ChangedDigit::from), from the packet's source on; at the
    /// receiver (&ChangedDigit::to), from the landing of that sender on.
    Index place(Index e, Index ChangedDigit::* side) const;
    Index landing(Index sender) const;

    /// The senders to a process, numbered 0 .. packets() - 1: the number of a sender, and the landing of a number.
    Index sender_number(Index sender) const;
    Index landing_of_number(Index number) const;

    /// Digits that are local before and after, in order of significance at the receiver.
    const std::vector<ChangedDigit>& staying() const { return staying_; }

private:
    std::vector<ChangedDigit> staying_;    ///< local to local: they number the elements of a packet
    std::vector<ChangedDigit> leaving_;    ///< local to process: they choose the receiver
    std::vector<ChangedDigit> arriving_;   ///< process to local: they determine where a sender's packet lands
    std::vector<ChangedDigit> remaining_;  ///< process to process
    Index p_;
    Index packets_ = 1;
    Index length_ = 1;
    Index run_ = 1;
};

}  // namespace bspfft
