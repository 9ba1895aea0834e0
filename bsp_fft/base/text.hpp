// Messages put together from values.
#pragma once

#include <sstream>
#include <string>

namespace bspfft {

/// The values one after another, as a stream would print them.
template <class... Values>
std::string text(const Values&... values)
{
    std::ostringstream stream;
    (stream << ... << values);
    return stream.str();
}

/// "once", "twice", "3 times", ...
inline std::string times(long long count)
{
    return count == 1 ? "once" : count == 2 ? "twice" : text(count, " times");
}

}  // namespace bspfft
