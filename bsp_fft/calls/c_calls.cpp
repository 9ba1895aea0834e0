// The functions of fft.h that take a request. Translation only.
#include <memory>

#include "bsp_fft/calls/crews.hpp"
#include "bsp_fft/c/c_common.hpp"
#include "bspfft/fft.h"

using bspfft::Error;
using bspfft::Index;
using bspfft::Status;
using bspfft::c::guarded;
using bspfft::c::require;
using namespace bspfft::calls;

/// A transform that is the caller's: on the crew of its number of processes, or on one of its own.
struct bspfft_transform {
    explicit bspfft_transform(const Request& asked) : request(asked) { begin(); }
    ~bspfft_transform()
    {
        // after a fork the parent's threads are not here, and its memory is left alone
        if (born != generation() && p > 1) {
            abandon();
            return;
        }
        const std::lock_guard lock(crew->crew.mutex());
        transform.reset();
    }

    void begin()
    {
        born = generation();
        p = processes_for(request, request.threads > 0 ? request.threads : threads());
        crew = crew_of(p);
        const std::lock_guard lock(crew->crew.mutex());
        transform = std::make_unique<Transform>(crew->crew, request);
    }
    void abandon()
    {
        [[maybe_unused]] const auto* const left = transform.release();
        [[maybe_unused]] const auto* const kept = new std::shared_ptr<KeptCrew>(std::move(crew));
    }

    /// Runs work with the transform, in turn.
    template <class Work>
    void with(Work work)
    {
        if (born != generation() && p > 1) {
            abandon();
            begin();
        }
        const std::lock_guard lock(crew->crew.mutex());
        work(*transform);
    }

    Request request;
    unsigned born = 0;
    Index p = 1;
    std::shared_ptr<KeptCrew> crew;
    std::unique_ptr<Transform> transform;
};

namespace {

void require_arrays(const char* function, const void* in, const void* out)
{
    require(in, function, "in");
    require(out, function, "out");
}

// 0 without a transform, and after a fork that found no memory for a new one.
int64_t counted(const bspfft_transform* transform, Index (Part::*count)() const) noexcept
{
    Index number = 0;
    if (transform && transform->transform) guarded([&] { number = (transform->transform->part().*count)(); });
    return number;
}

}  // namespace

int bspfft_set_threads(int number)
{
    return guarded([&] { set_threads(number); });
}

int bspfft_threads(void)
{
    Index number = 1;
    guarded([&] { number = threads(); });
    return static_cast<int>(number);
}

int bspfft_most_threads(void)
{
    Index number = 1;
    guarded([&] { number = most_threads(); });
    return static_cast<int>(number);
}

int bspfft_set_kept_limit(int64_t bytes)
{
    return guarded([&] { set_kept_limit(bytes); });
}

int64_t bspfft_kept_limit(void)
{
    Index bytes = 0;
    guarded([&] { bytes = kept_limit(); });
    return bytes;
}

int64_t bspfft_kept_bytes(void) { return KeptTransforms::bytes_of_all(); }

int bspfft_set_reproducible(int on)
{
    return guarded([&] { set_reproducible(on); });
}

int bspfft_reproducible(void)
{
    int on = 0;
    guarded([&] { on = reproducible() ? 1 : 0; });
    return on;
}

void bspfft_release(void)
{
    guarded([] { release(); });
}

int bspfft_execute(const bspfft_request* request, const void* in, void* out)
{
    return guarded([&] {
        require_arrays("bspfft_execute", in, out);
        CallKey call{normalised(request), in == out};
        if (call.request.threads == 0) call.request.threads = static_cast<int>(threads());
        Loan crew(processes_of_call(call));
        crew.transform(call).execute(in, out);
    });
}

int bspfft_transform_create(bspfft_transform** transform, const bspfft_request* request, int is_in_place)
{
    return guarded([&] {
        require(transform, "bspfft_transform_create", "transform");
        *transform = nullptr;
        *transform = new bspfft_transform(translated(normalised(request), is_in_place != 0));
    });
}

int bspfft_transform_execute(bspfft_transform* transform, const void* in, void* out)
{
    return guarded([&] {
        require(transform, "bspfft_transform_execute", "the transform");
        require_arrays("bspfft_transform_execute", in, out);
        if ((in == out) != transform->request.in_place)
            throw Error(Status::invalid_argument,
                        transform->request.in_place
                            ? "bspfft_transform_execute: the transform is in place, and out is not in"
                            : "bspfft_transform_execute: the transform is not in place, and out is in");
        transform->with([&](Transform& one) { one.execute(in, out); });
    });
}

void bspfft_transform_destroy(bspfft_transform* transform)
{
    guarded([&] { delete transform; });
}

int64_t bspfft_transform_processes(const bspfft_transform* transform) { return transform ? transform->p : 0; }

int64_t bspfft_transform_flops(const bspfft_transform* transform)
{
    return counted(transform, &Part::flops);
}

int64_t bspfft_transform_words(const bspfft_transform* transform)
{
    return counted(transform, &Part::words);
}

int64_t bspfft_transform_synchronisations(const bspfft_transform* transform)
{
    return counted(transform, &Part::synchronisations);
}

int64_t bspfft_transform_bytes(const bspfft_transform* transform)
{
    Index bytes = 0;
    guarded([&] {
        require(transform, "bspfft_transform_bytes", "the transform");
        const_cast<bspfft_transform*>(transform)->with([&](Transform& one) { bytes = one.bytes(); });
    });
    return bytes;
}

int bspfft_transform_account(bspfft_transform* transform, int on)
{
    return guarded([&] {
        require(transform, "bspfft_transform_account", "the transform");
        transform->with([&](Transform& one) { one.account(on != 0); });
    });
}

int bspfft_transform_ledger(const bspfft_transform* transform, int64_t process, bspfft_superstep* rows,
                            int64_t capacity, int64_t* count)
{
    return guarded([&] {
        require(transform, "bspfft_transform_ledger", "the transform");
        bspfft::Ledger ledger;
        const_cast<bspfft_transform*>(transform)->with([&](Transform& one) { ledger = one.ledger(); });
        bspfft::c::answer_ledger(ledger, process, rows, capacity, count);
    });
}
