#include "bsp_fft/bsplib/mpi/unwind.hpp"

#include <csetjmp>
#include <cstdint>
#include <cstdlib>

#include <unwind.h>

namespace bsplib::mpi {

namespace {

struct Base {
    std::jmp_buf place;
    std::uintptr_t frame = 0;  ///< 0: there is none
};
Base base;

// Called for every frame, before it is left.
_Unwind_Reason_Code look_at_frame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                  _Unwind_Context* context, void* beyond)
{
    if (base.frame != 0 && _Unwind_GetCFA(context) > base.frame) std::longjmp(base.place, 1);
    if (actions & _UA_END_OF_STACK) reinterpret_cast<void (*)()>(beyond)();
    return _URC_NO_REASON;
}

}  // namespace

[[gnu::noinline]] bool call_until_left(void (*run)())
{
    base.frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    const bool left = setjmp(base.place) != 0;
    if (!left) run();
    base.frame = 0;
    return left;
}

void leave_frames(void (*beyond)())
{
    static _Unwind_Exception exception;
    exception = {};
    _Unwind_ForcedUnwind(&exception, look_at_frame, reinterpret_cast<void*>(beyond));
    // The stack could not be unwound: it stays, and its objects with it.
    beyond();
    std::abort();
}

}  // namespace bsplib::mpi
