// What all exchanges have in common: pieces are packed, put, and land in the others' arrays.
#pragma once

#include <algorithm>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/bsp/port.hpp"

namespace bspfft {

/// Whether all packets are packed in the same small buffer: bsp_put copies them at the call, and so does an hpput that
/// completes at the call. Otherwise each packet needs a buffer until the sync.
inline bool reuses_packet_buffer(bool by_hpput) { return !by_hpput || Port::completes_at_call(); }

/// Sends elements of one or two reals each, by puts. Places count the elements of the landing arrays.
template <class Real>
class Outbox {
public:
    /// With a buffer for the elements that are packed and not yet copied.
    Outbox(Index elements, bool by_hpput, Index reals_per_element, Arena& arena)
        : by_hpput_(by_hpput),
          reuses_buffer_(reuses_packet_buffer(by_hpput)),
          reals_(reals_per_element),
          packed_(arena.take<Real>(reals_per_element * elements))
    {}

    void begin(Port& port, Real* landing, Index start)
    {
        port_ = &port;
        array_ = landing;
        start_ = start;
        next_ = packed_.data();
    }
    void sync() { port_->sync(); }

    Index reals_per_element() const { return reals_; }
    /// In this process's own landing array.
    Real* at(Index place) const { return array_ + reals_ * (start_ + place); }

    /// Where elements are packed, before they are sent or kept.
    Real* next() const { return next_; }

    void send(Index receiver, Index place, Index count)
    {
        const Index offset = bytes(start_ + place), size = bytes(count);
        by_hpput_ ? port_->hpput(receiver, next_, array_, offset, size)
                  : port_->put(receiver, next_, array_, offset, size);
        if (!reuses_buffer_) next_ += reals_ * count;
    }

    /// Elements that a device has packed, to a landing array that it has too.
    void send_from_device(Index receiver, Index place, Index count, const Real* packed)
    {
        port_->device_hpput(receiver, packed, array_, bytes(start_ + place), bytes(count));
    }

    /// Elements that are there already are only counted.
    void count_copied(Index receiver, Index count) { port_->count_copied(receiver, bytes(count)); }

    /// The same for this process itself: through the buffer, so that whole lines are written in order, which a
    /// processor need not read first.
    void keep(Index place, Index count) { std::copy_n(next_, reals_ * count, at(place)); }

private:
    Index bytes(Index elements) const { return elements * reals_ * static_cast<Index>(sizeof(Real)); }

    bool by_hpput_;
    bool reuses_buffer_;
    Index reals_;
    Buffer<Real> packed_;

    Port* port_ = nullptr;
    Real* array_ = nullptr;
    Index start_ = 0;
    Real* next_ = nullptr;  ///< free space in packed_
};

}  // namespace bspfft
