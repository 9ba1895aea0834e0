// The border to C: no exception crosses it, and what failed is told by a status and a message.
#pragma once

#include "bspfft/bspfft.h"

namespace bspfft::c {

/// The message of this thread, for bspfft_message. It is an array, for failures when there is no memory; longer
/// messages are cut.
const char* last_message() noexcept;
void set_last_message(const char* message) noexcept;

/// The status of the exception that is being handled, whose words become the last message.
int status_of_exception() noexcept;

/// The only border: runs work, and no exception crosses into C.
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

}  // namespace bspfft::c
