// Messages made of values.
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

}  // namespace bspfft
