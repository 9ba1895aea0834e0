// Libraries of ours that are loaded when they are asked for, so that nothing else needs what they are linked with.
#pragma once

#include <string>

namespace bspfft {

/// The library of this name that stands beside the file this code is in, or where the system looks; the environment
/// variable names another file. It stays loaded. Null, with the reason, where it cannot be loaded.
void* load_library(const std::string& name, const char* variable, std::string& reason);

/// Null where the library has none of this name.
void* address_in(void* library, const char* name);

template <class Function>
Function function_of(void* library, const char* name)
{
    return reinterpret_cast<Function>(address_in(library, name));
}

}  // namespace bspfft
