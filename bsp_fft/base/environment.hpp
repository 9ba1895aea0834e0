// The library itself (version.h) and its surroundings: numbers that the environment sets, and libraries of ours that
// are loaded when they are needed, so that nothing else needs what they are linked with.
#pragma once

#include <optional>
#include <string>

#include <dlfcn.h>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

/// The number that the variable holds; 0, which stands for the default, if it is not set. Throws
/// Error(invalid_argument) unless it is a number from 0 to `most`; `counted`, such as "threads", is for the message.
Index number_in_environment(const char* variable, Index most, const char* counted);

/// The most threads that may be requested on this number of cores: more are slower, and each takes memory.
Index most_threads(Index cores);
/// The number that BSPFFT_THREADS requests; 0: none.
Index threads_in_environment(Index cores);

/// The library of this name that stands beside the file this code is in, or where the system looks; the environment
/// variable names another file. It stays loaded. Throws Error(not_available), with the reason, where it cannot be.
void* load_library(const std::string& name, const char* variable);

/// Null where the library has no symbol of this name.
template <class Function>
Function function_of(void* library, const char* name)
{
    return reinterpret_cast<Function>(::dlsym(library, name));
}

/// What a kernel needs from such a library, or why it is not there. For a static variable: what is found does not
/// change while a program runs.
template <class Thing>
struct Found {
    std::optional<Thing> thing = {};
    std::string reason = {};  ///< empty if it is there

    /// load() throws Error with the reason.
    explicit Found(Thing (*load)())
    {
        try {
            thing.emplace(load());
        } catch (const Error& error) {
            reason = error.what();
        }
    }
    const Thing& required(const char* needs, const char* instead) const
    {
        if (thing) return *thing;
        throw Error(Status::not_available, text(needs, ", and ", reason, "; take the kernel ", instead));
    }
};

}  // namespace bspfft
