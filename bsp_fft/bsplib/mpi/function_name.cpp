#include "bsp_fft/bsplib/mpi/function_name.hpp"

#include <cstring>

#include <dlfcn.h>
#include <link.h>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib::mpi {

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

}  // namespace bsplib::mpi
