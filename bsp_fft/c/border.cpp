#include "bsp_fft/c/border.hpp"

#include <algorithm>
#include <cstring>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bspfft/error.hpp"

namespace bspfft::c {

namespace {

thread_local constinit char message_of_thread[1024] = "";

}  // namespace

const char* last_message() noexcept { return message_of_thread; }

void set_last_message(const char* message) noexcept
{
    if (message == message_of_thread) return;
    const std::size_t length = std::min(std::strlen(message), sizeof message_of_thread - 1);
    std::memcpy(message_of_thread, message, length);
    message_of_thread[length] = '\0';
}

int status_of_exception() noexcept
{
    Status status = Status::internal_error;
    const auto say = [&](Status is, const char* message) {
        status = is;
        set_last_message(message);
    };
    tell_current_failure(say);
    return static_cast<int>(status);
}

void require(const void* address, const char* function, const char* what)
{
    if (!address) throw Error(Status::invalid_argument, text(function, ": ", what, " is NULL"));
}

}  // namespace bspfft::c
