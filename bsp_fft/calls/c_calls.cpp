// The functions of fft.h that take a request, and the settings. Translation only.
#include <memory>

#include "bsp_fft/c/border.hpp"
#include "bsp_fft/c/handle.hpp"
#include "bsp_fft/calls/crews.hpp"
#include "bspfft/error.hpp"
#include "bspfft/fft.h"

using bspfft::Index;
using bspfft::c::guarded;
using bspfft::c::require;

namespace bspfft::calls {

namespace {

/// A plan that is the caller's: on the crew of its number of processes, or on one of its own.
class RequestPlan final : public bspfft_plan {
public:
    RequestPlan(const Request& request, int direction) : request_(request), direction_(direction) { begin(); }
    ~RequestPlan() override
    {
        // after a fork the parent's threads are not here, and its memory is left alone
        if (is_parents()) {
            abandon();
            return;
        }
        const std::lock_guard lock(crew_->crew.mutex());
        transform_.reset();
    }

    bool is_collective() const override { return false; }
    void execute(Direction) override
    {
        refuse("bspfft_execute: the plan of a request has no arrays of its own; use bspfft_execute_on");
    }
    void execute_on(Direction direction, const void* in, void* out) override
    {
        if ((direction == Direction::inverse) != (direction_ == BSPFFT_INVERSE))
            refuse("bspfft_execute_on: the request of the plan has the other direction");
        if ((in == out) != request_.in_place) {
            refuse(request_.in_place ? "bspfft_execute_on: the plan is in place, and out is not in"
                                     : "bspfft_execute_on: the plan is not in place, and out is in");
        }
        with([&](Transform& one) { one.execute(in, out); });
    }
    void account(bool on) override
    {
        with([&](Transform& one) { one.account(on); });
    }
    Ledger ledger() const override
    {
        Ledger ledger;
        const_cast<RequestPlan*>(this)->with([&](Transform& one) { ledger = one.ledger(); });
        return ledger;
    }
    c::Counts counts() const override
    {
        if (!transform_) return {};  // after a fork that found no memory for a new one
        const Part& part = transform_->part();
        return {p_, part.flops(), part.words(), part.synchronisations(), transform_->bytes()};
    }

private:
    [[noreturn]] static void refuse(const char* message) { throw Error(Status::invalid_argument, message); }

    void begin()
    {
        born_ = generation();
        p_ = processes_for(request_, request_.threads > 0 ? request_.threads : threads());
        crew_ = crew_of(p_);
        const std::lock_guard lock(crew_->crew.mutex());
        transform_ = std::make_unique<Transform>(crew_->crew, request_);
    }
    bool is_parents() const { return born_ != generation() && p_ > 1; }
    void abandon()
    {
        [[maybe_unused]] const auto* const left = transform_.release();
        [[maybe_unused]] const auto* const kept = new std::shared_ptr<KeptCrew>(std::move(crew_));
    }

    /// Runs work with the transform; threads take turns.
    template <class Work>
    void with(Work work)
    {
        if (is_parents()) {
            abandon();
            begin();
        }
        const std::lock_guard lock(crew_->crew.mutex());
        work(*transform_);
    }

    Request request_;
    int direction_;
    unsigned born_ = 0;
    Index p_ = 1;
    std::shared_ptr<KeptCrew> crew_;
    std::unique_ptr<Transform> transform_;
};

}  // namespace

}  // namespace bspfft::calls

namespace calls = bspfft::calls;

int bspfft_set_threads(int number)
{
    return guarded([&] { calls::set_threads(number); });
}

int bspfft_threads(void)
{
    Index number = 1;
    guarded([&] { number = calls::threads(); });
    return static_cast<int>(number);
}

int bspfft_most_threads(void)
{
    Index number = 1;
    guarded([&] { number = calls::most_threads(); });
    return static_cast<int>(number);
}

int bspfft_set_kept_limit(int64_t bytes)
{
    return guarded([&] { calls::set_kept_limit(bytes); });
}

int64_t bspfft_kept_limit(void)
{
    Index bytes = 0;
    guarded([&] { bytes = calls::kept_limit(); });
    return bytes;
}

int64_t bspfft_kept_bytes(void) { return calls::KeptTransforms::bytes_of_all(); }

int bspfft_set_reproducible(int on)
{
    return guarded([&] { calls::set_reproducible(on); });
}

int bspfft_reproducible(void)
{
    int on = 0;
    guarded([&] { on = calls::reproducible() ? 1 : 0; });
    return on;
}

void bspfft_release(void)
{
    guarded([] { calls::release(); });
}

int bspfft_call(const bspfft_request* request, const void* in, void* out)
{
    return guarded([&] {
        require(in, "bspfft_call", "in");
        require(out, "bspfft_call", "out");
        calls::CallKey call{calls::normalised(request), in == out};
        if (call.request.threads == 0) call.request.threads = static_cast<int>(calls::threads());
        calls::Loan crew(calls::processes_of_call(call));
        crew.transform(call).execute(in, out);
    });
}

int bspfft_plan_request(bspfft_plan** plan, const bspfft_request* request, int is_in_place)
{
    return guarded([&] {
        require(plan, "bspfft_plan_request", "the address for the plan");
        *plan = nullptr;
        const bspfft_request asked = calls::normalised(request);
        *plan = new calls::RequestPlan(calls::translated(asked, is_in_place != 0), asked.direction);
    });
}
