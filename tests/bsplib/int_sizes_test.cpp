// The port to a BSPlib that counts in int: what it cannot register is refused before anything is.
#include <doctest/doctest.h>

#include <climits>

#include "bsp_fft/bsp/port.hpp"

using namespace bspfft;

namespace {

Status status_of(Index bytes)
{
    try {
        Port::require_addressable(bytes);
    } catch (const Error& e) {
        return e.status();
    }
    return Status::ok;
}

}  // namespace

TEST_CASE("sizes that an int holds can be registered, others are refused")
{
    static_assert(sizeof(bsp_size_t) == sizeof(int));
    CHECK(status_of(0) == Status::ok);
    CHECK(status_of(INT_MAX) == Status::ok);
    CHECK(status_of(Index{INT_MAX} + 1) == Status::not_available);
    CHECK(status_of(Index{1} << 40) == Status::not_available);
}
