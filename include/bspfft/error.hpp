// What all C++ headers share: the integer that counts elements, and errors, as one type.
#pragma once

#if __cplusplus <= 201703L
#error "the C++ headers of bspfft need C++20: compile with -std=c++20"
#endif

#include <cstdint>
#include <stdexcept>
#include <string>

#include "bspfft/version.h"

namespace bspfft {

using Index = std::int64_t;

/// The values are those of the C interface.
enum class Status {
    ok = 0,
    invalid_argument = 1,  ///< a request that breaks a rule; the message names it and the nearest valid choice
    out_of_memory = 2,
    not_available = 3,  ///< something this build or this machine does not have
    file_error = 4,
    internal_error = 5,
};

/// Thrown by everything in bspfft. Inside an SPMD section all processes throw it together, with the same
/// status and message.
class BSPFFT_API Error : public std::runtime_error {
public:
    /// The message says what was given, which law it breaks, and the nearest choice that is possible.
    Error(Status status, const std::string& message) : std::runtime_error(message), status_(status) {}
    /// What kind of failure it is.
    Status status() const { return status_; }

private:
    Status status_;
};

}  // namespace bspfft
