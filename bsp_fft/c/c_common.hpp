// What the functions of the C interface have in common. A handle of C has a variant `plan`, of either precision,
// `batch_of_one`: an axis for C, but none for C++, and the process `s` that it belongs to.
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/home_section.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/layout.hpp"
#include "bspfft/ledger.hpp"

namespace bspfft::c {

/// Of this thread, for bspfft_message: an array, for what is said when there is no memory. Longer ones are cut.
const char* last_message() noexcept;
void set_last_message(const char* message) noexcept;

/// The status of the exception that is being handled, whose words become the last message.
int status_of_exception() noexcept;

/// The one border: runs work, and no exception crosses into C.
template <class Work>
int guarded(Work work) noexcept
{
    try {
        work();
        return BSPFFT_OK;
    } catch (...) {
        return status_of_exception();
    }
}

/// Throws Error(invalid_argument) if it is NULL.
void require(const void* address, const char* function, const char* what);

/// Runs work on the plan, of either precision.
template <class Handle, class Work>
int guarded_with(Handle* handle, const char* function, Work work) noexcept
{
    return guarded([&] {
        require(handle, function, "the plan");
        std::visit(work, handle->plan);
    });
}

/// The same of what is not executed often: if one process has no plan, or something else that it must give, none goes
/// on.
template <class Handle, class Work, class Given>
int guarded_together(Handle* handle, const char* function, Given require_given, Work work) noexcept
{
    return guarded([&] {
        const auto check = [&] {
            require(handle, function, "the plan");
            require_given();
        };
        if (Port::section() == 0) {
            check();
        } else {
            Port port;
            Agreement(port).on(check);
        }
        std::visit(work, handle->plan);
    });
}
template <class Handle, class Work>
int guarded_together(Handle* handle, const char* function, Work work) noexcept
{
    return guarded_together(handle, function, [] {}, work);
}

/// What a plan answers; 0 or NULL without one.
template <class Handle, class Work>
auto answer(Handle* handle, Work work) noexcept -> decltype(std::visit(work, handle->plan))
{
    decltype(std::visit(work, handle->plan)) result{};
    if (handle) guarded([&] { result = std::visit(work, handle->plan); });
    return result;
}

/// Plans on all processes, or on none: translate(p) makes a request of C's arguments, and make(request) a plan of it,
/// which is one of the handle's.
template <class Handle, class Translate, class Make>
int planned_together(const char* function, Handle** handle, Translate translate, Make make) noexcept
{
    if (handle) *handle = nullptr;
    return guarded([&] {
        HomeSection::require_any(function);
        Port port;
        Agreement all(port);
        std::optional<decltype(translate(Index{1}))> request;
        all.on([&] {
            require(handle, function, "the address for the plan");
            request.emplace(translate(port.p()));
        });
        auto plan = make(*request);
        std::unique_ptr<Handle> made;
        all.on([&] { made.reset(new Handle{std::move(plan), request->batch_of_one, port.s()}); });
        *handle = made.release();
    });
}

/// One side of a plan; without a layout if there is no plan.
struct SideOfPlan {
    const Layout* layout = nullptr;
    bool batch_of_one = false;
    Index s = 0;
};

template <class Handle>
SideOfPlan input_of(const Handle* handle) noexcept
{
    if (!handle) return {};
    return {answer(handle, [](const auto& p) { return &p.layout_in(); }), handle->batch_of_one, handle->s};
}
template <class Handle>
SideOfPlan output_of(const Handle* handle) noexcept
{
    if (!handle) return {};
    return {answer(handle, [](const auto& p) { return &p.layout_out(); }), handle->batch_of_one, handle->s};
}

std::int64_t places(const SideOfPlan& side) noexcept;
int index_at(const char* function, const SideOfPlan& side, std::int64_t place, std::int64_t* index) noexcept;
int place_of(const char* function, const SideOfPlan& side, const std::int64_t* index, std::int64_t* process,
             std::int64_t* place) noexcept;

/// Of process 0 .. p-1, or -1 for the largest over all.
void answer_ledger(const Ledger& ledger, std::int64_t process, bspfft_superstep* rows, std::int64_t capacity,
                   std::int64_t* count);

}  // namespace bspfft::c
