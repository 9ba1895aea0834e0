// How commands refuse. The sentence says what was given, which law it breaks, and what to give instead.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft::tools {

/// A request that cannot be carried out.
template <class... Words>
[[noreturn]] void refuse(const Words&... words)
{
    throw Error(Status::invalid_argument, text(words...));
}

/// A file, or the system, failed.
template <class... Words>
[[noreturn]] void fail(const Words&... words)
{
    throw Error(Status::file_error, text(words...));
}

/// The start of words that come from a file, without what would change a terminal.
inline std::string printable(std::string_view words, std::size_t longest = 40)
{
    std::string start(words.substr(0, longest));
    std::replace_if(
        start.begin(), start.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return start;
}

}  // namespace bspfft::tools
