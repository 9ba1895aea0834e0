// What the functions of the C interface have in common. A handle of C has a variant `plan`, of either precision, and
// `batch_of_one`: an axis for C, but none for C++.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <variant>

#include "bsp_fft/base/text.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/error.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/ledger.hpp"

namespace bspfft::c {

/// Of this process, for bspfft_message.
std::string& last_message();

/// Runs work and converts exceptions into a status.
template <class Work>
int guarded(Work work)
{
    Status status = Status::ok;
    try {
        work();
    } catch (const Error& e) {
        status = e.status();
        last_message() = e.what();
    } catch (const std::bad_alloc&) {
        status = Status::out_of_memory;
        last_message() = "no memory";
    } catch (const std::exception& e) {
        status = Status::internal_error;
        last_message() = e.what();
    }
    return static_cast<int>(status);
}

/// Throws Error(invalid_argument) if it is NULL.
void require(const void* address, const char* function, const char* what);

/// Runs work on the plan, of either precision.
template <class Handle, class Work>
int guarded_with(Handle* handle, const char* function, Work work)
{
    return guarded([&] {
        require(handle, function, "the plan");
        std::visit(work, handle->plan);
    });
}

/// What a plan answers; nothing without one.
template <class Handle, class Work>
auto answer(Handle* handle, Work work) -> decltype(std::visit(work, handle->plan))
{
    if (handle) return std::visit(work, handle->plan);
    return {};
}

/// One side of a plan; without a layout if there is no plan.
struct SideOfPlan {
    const Layout* layout = nullptr;
    bool batch_of_one = false;
};

std::int64_t places(const SideOfPlan& side);
int index_at(const char* function, const SideOfPlan& side, std::int64_t place, std::int64_t* index);
int place_of(const char* function, const SideOfPlan& side, const std::int64_t* index, std::int64_t* process,
             std::int64_t* place);

/// Of process 0 .. p-1, or -1 for the largest over all.
void answer_ledger(const Ledger& ledger, std::int64_t process, bspfft_superstep* rows, std::int64_t capacity,
                   std::int64_t* count);

}  // namespace bspfft::c
