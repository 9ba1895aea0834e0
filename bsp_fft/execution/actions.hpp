// The steps of a program on one process: one small class for each kind.
#pragma once

#include <memory>

#include "bsp_fft/exchange/packet_exchange.hpp"
#include "bsp_fft/exchange/tile_exchange.hpp"
#include "bsp_fft/execution/chirp.hpp"
#include "bsp_fft/execution/mirror.hpp"
#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

/// One transform.
struct Call {
    Port& port;
    Direction direction;
    Direction passes;  ///< the direction of its computations: both of Bluestein's convolution are forward
};

/// Where an array is now: complex elements from `start` on.
template <class Real>
struct Slot {
    Real* base = nullptr;
    Index start = 0;

    Real* data() const { return base + 2 * start; }
    std::complex<Real>* elements() const { return reinterpret_cast<std::complex<Real>*>(base) + start; }
};

template <class Real>
class Action {
public:
    Action() = default;
    Action(const Action&) = delete;
    Action& operator=(const Action&) = delete;
    virtual ~Action() = default;

    virtual void run(const Call& call) = 0;
};

template <class Real>
class Synchronise final : public Action<Real> {
public:
    void run(const Call& call) override { call.port.sync(); }
};

template <class Real>
class CopyInput final : public Action<Real> {
public:
    CopyInput(Index reals, const Slot<Real>& from, const Slot<Real>& to) : reals_(reals), from_(from), to_(to) {}

    void run(const Call&) override
    {
        if (from_.base != to_.base) std::copy_n(from_.data(), reals_, to_.data());
    }

private:
    Index reals_;
    const Slot<Real>& from_;
    const Slot<Real>& to_;
};

/// A computation whose results stay on this process.
template <class Real>
class LocalPass final : public Action<Real> {
public:
    LocalPass(std::unique_ptr<PassKernel<Real>> kernel, const Slot<Real>& from, const Slot<Real>& to)
        : kernel_(std::move(kernel)), tiles_(kernel_->tiles()), from_(from), to_(to)
    {}

    void run(const Call& call) override
    {
        kernel_->run(call.passes, 0, tiles_, from_.data(), to_.data());
    }

private:
    std::unique_ptr<PassKernel<Real>> kernel_;
    Index tiles_;
    const Slot<Real>& from_;
    const Slot<Real>& to_;
};

/// A computation whose packets leave tile by tile.
template <class Real>
class PassToTiles : public Action<Real> {
public:
    PassToTiles(std::unique_ptr<TileExchange<Real>> exchange, std::unique_ptr<PassKernel<Real>> kernel,
                const Slot<Real>& from, const Slot<Real>& landing)
        : exchange_(std::move(exchange)),
          kernel_(std::move(kernel)),
          tiles_(kernel_->tiles()),
          from_(from),
          landing_(landing)
    {}

    void run(const Call& call) override
    {
        compute(call);
        exchange_->finish();
    }

protected:
    void compute(const Call& call)
    {
        exchange_->begin(call.port, landing_.base, landing_.start);
        kernel_->run(call.passes, 0, tiles_, from_.data(), nullptr);
    }
    TileExchange<Real>& exchange() { return *exchange_; }

private:
    std::unique_ptr<TileExchange<Real>> exchange_;
    std::unique_ptr<PassKernel<Real>> kernel_;
    Index tiles_;
    const Slot<Real>& from_;
    const Slot<Real>& landing_;
};

/// The same where the kernel writes tiles to the others' landing arrays itself: they are only counted.
template <class Real>
class PassToPlace final : public PassToTiles<Real> {
public:
    using PassToTiles<Real>::PassToTiles;

    void run(const Call& call) override
    {
        this->compute(call);
        this->exchange().note_all();
        this->exchange().finish();
    }
};

/// A computation in place, whose packets leave when all are made.
template <class Real>
class PassToPackets final : public Action<Real> {
public:
    PassToPackets(std::unique_ptr<PacketExchange<Real>> exchange, std::unique_ptr<PassKernel<Real>> kernel,
                  const Slot<Real>& from, const Slot<Real>& landing)
        : exchange_(std::move(exchange)), kernel_(std::move(kernel)), from_(from), landing_(landing)
    {}

    void run(const Call& call) override
    {
        Real* const array = from_.data();
        kernel_->run(call.passes, 0, kernel_->tiles(), array, array);
        exchange_->begin(call.port, landing_.base, landing_.start);
        exchange_->send(array);
        exchange_->finish(array);
    }

private:
    std::unique_ptr<PacketExchange<Real>> exchange_;
    std::unique_ptr<PassKernel<Real>> kernel_;
    const Slot<Real>& from_;
    const Slot<Real>& landing_;
};

/// A move of an array that no computation sends.
template <class Real>
class MoveArray final : public Action<Real> {
public:
    MoveArray(const Move& move, bool by_hpput, Index s, const Slot<Real>& from, const Slot<Real>& landing,
              const Slot<Real>& to, Arena& arena)
        : reals_(move.plain()->words_per_element),
          exchange_(move.before, move.after, move.plain()->landing, by_hpput, false, s, arena, reals_),
          from_(from),
          landing_(landing),
          to_(to)
    {}

    void run(const Call& call) override
    {
        exchange_.begin(call.port, landing_.base, landing_.start * 2 / reals_);
        exchange_.send(from_.data());
        exchange_.finish(to_.data());
    }

private:
    Index reals_;  ///< of an element
    PacketExchange<Real> exchange_;
    const Slot<Real>& from_;
    const Slot<Real>& landing_;
    const Slot<Real>& to_;
};

template <class Real>
class MirrorPairs final : public Action<Real> {
public:
    MirrorPairs(const MirrorStep& mirror, bool by_hpput, const Slot<Real>& from, const Slot<Real>& landing)
        : mirror_(mirror), by_hpput_(by_hpput), from_(from), landing_(landing)
    {}

    void run(const Call& call) override
    {
        exchange_mirrored(mirror_, call.port, by_hpput_, from_.data(), landing_.base, landing_.start);
    }

private:
    MirrorStep mirror_;
    bool by_hpput_;
    const Slot<Real>& from_;
    const Slot<Real>& landing_;
};

template <class Real>
class SeparatePairs final : public Action<Real> {
public:
    SeparatePairs(const SeparateStep& step, Index s, const Slot<Real>& from, const Slot<Real>& landing,
                  const Slot<Real>& to, Arena& arena)
        : separation_(step, s, arena), from_(from), landing_(landing), to_(to)
    {}

    void run(const Call&) override { separation_.run(from_.elements(), landing_.elements(), to_.elements()); }

private:
    Separation<Real> separation_;
    const Slot<Real>& from_;
    const Slot<Real>& landing_;
    const Slot<Real>& to_;
};

/// The products of Bluestein's algorithm.
template <class Real>
class MultiplyByChirp final : public Action<Real> {
public:
    MultiplyByChirp(MultiplyStep::By by, const Scales& scales, const Chirp<Real>& chirp, const Slot<Real>& from,
                    const Slot<Real>& to)
        : by_(by), scales_(scales), chirp_(chirp), from_(from), to_(to)
    {}

    void run(const Call& call) override
    {
        switch (by_) {
        case MultiplyStep::By::chirp_first:
            return chirp_.multiply_in(call.direction, from_.data(), to_.elements());
        case MultiplyStep::By::spectrum:
            return chirp_.multiply_spectrum(call.direction, to_.elements());
        case MultiplyStep::By::chirp_last:
            return chirp_.multiply_out(call.direction, scales_.of(call.direction), from_.elements(), to_.data());
        case MultiplyStep::By::factors:
            break;
        }
    }

private:
    MultiplyStep::By by_;
    Scales scales_;
    const Chirp<Real>& chirp_;
    const Slot<Real>& from_;
    const Slot<Real>& to_;
};

}  // namespace bspfft
