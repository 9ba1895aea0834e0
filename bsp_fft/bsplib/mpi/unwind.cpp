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

// Back to call_until_left if it runs. Else beyond() does not return, and the frames below it stay, once.
[[noreturn]] void go_on(void (*beyond)())
{
    if (base.frame != 0) std::longjmp(base.place, 1);
    beyond();
    std::abort();
}

// Called for every frame, before it is left. To the unwinder the stack ends at a function without unwind tables, as C
// may be compiled; the frames from there on are dropped as they are. Were beyond() called there instead, the stack
// would grow with every section.
_Unwind_Reason_Code look_at_frame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                  _Unwind_Context* context, void* beyond)
{
    const bool past_base = base.frame != 0 && _Unwind_GetCFA(context) > base.frame;
    if (past_base || actions & _UA_END_OF_STACK) go_on(reinterpret_cast<void (*)()>(beyond));
    return _URC_NO_REASON;
}

}  // namespace

[[gnu::noinline]] bool call_until_left(void (*run)())
{
    base.frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (setjmp(base.place) != 0) {  // its value may be used only like this
        base.frame = 0;
        return true;
    }
    run();
    base.frame = 0;
    return false;
}

void leave_frames(void (*beyond)())
{
    static _Unwind_Exception exception;
    exception = {};
    _Unwind_ForcedUnwind(&exception, look_at_frame, reinterpret_cast<void*>(beyond));
    go_on(beyond);  // the stack could not be unwound
}

}  // namespace bsplib::mpi
