// Calls that need memory: one that finds none ends all processes, and is named.
#pragma once

#include <new>

#include "bsp_fft/bsplib/arena.hpp"
#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib {

/// No other process would learn that this one has no memory, and they would wait: so all end. In a team of one there is
/// nobody else, and who gave the work hears of it.
template <class Process, class Work>
auto with_memory(const char* function, const Process& me, Work work) -> decltype(work())
{
    try {
        return work();
    } catch (const NoBuffer& none) {
        fail_for_memory(function, "no memory for %zu bytes of buffered communication", none.bytes);
    } catch (const std::bad_alloc&) {
        if (me.is_team_of_one()) throw;
        fail_for_memory(function, "no memory for what the call has to keep");
    }
}

}  // namespace bsplib
