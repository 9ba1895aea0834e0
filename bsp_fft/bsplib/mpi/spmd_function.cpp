#include "bsp_fft/bsplib/mpi/spmd_function.hpp"

#include <csetjmp>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <link.h>
#include <unwind.h>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib::mpi {

namespace {

struct Base {
    std::jmp_buf place;
    std::uintptr_t frame = 0;  ///< 0: there is none
};
Base base;

// Returns to call_until_left if it runs. Else beyond() does not return, and the frames below it stay, once.
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

FunctionName::FunctionName(void (*function)())
{
    if (!function) return;
    Dl_info info;
    link_map* map = nullptr;
    auto* const address = reinterpret_cast<void*>(function);
    if (!::dladdr1(address, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map ||
        std::strlen(map->l_name) >= sizeof library_)
        fail("bsp_begin", "the SPMD function at %p is in no library that the other processes could find",
             address);
    offset_ = reinterpret_cast<std::uintptr_t>(address) - map->l_addr;
    std::strcpy(library_, map->l_name);
}

void (*FunctionName::here() const)()
{
    if (offset_ == 0) return nullptr;
    const char* const name = *library_ ? library_ : nullptr;
    void* const handle = ::dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    link_map* map = nullptr;
    if (!handle || ::dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
        fail("bsp_begin", "the SPMD function is in %s, which this process has not loaded", library_);
    const std::uintptr_t address = map->l_addr + offset_;
    ::dlclose(handle);
    return reinterpret_cast<void (*)()>(address);
}

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
