// Words of a file in a message: what is in it is another's, and may be anything.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace bspfft::tools {

/// Their start, fit for a terminal.
inline std::string printable(std::string_view words, std::size_t longest = 40)
{
    std::string start(words.substr(0, longest));
    std::replace_if(
        start.begin(), start.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return start;
}

}  // namespace bspfft::tools
