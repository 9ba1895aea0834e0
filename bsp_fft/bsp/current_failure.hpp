// What an exception means, as a status and a message.
#pragma once

#include <exception>
#include <new>
#include <stdexcept>

#include "bsp_fft/base/buffer.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

/// Calls say(status, message) once, of the exception that is being handled. Nothing is allocated, unless say does.
template <class Say>
void tell_current_failure(Say say) noexcept
{
    try {
        throw;
    } catch (const Error& e) {
        say(e.status(), e.what());
    } catch (const NoMemory& e) {
        say(Status::out_of_memory, e.what());
    } catch (const std::bad_alloc&) {
        say(Status::out_of_memory, "no memory");
    } catch (const std::length_error&) {
        say(Status::out_of_memory, "no memory for an array of that length");
    } catch (const std::exception& e) {
        say(Status::internal_error, e.what());
    } catch (...) {
        say(Status::internal_error, "an exception that is not a std::exception");
    }
}

}  // namespace bspfft
