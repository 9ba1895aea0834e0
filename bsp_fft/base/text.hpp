// Messages made of values. Without streams, which every file that makes a message would compile.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace bspfft {

inline void append(std::string& message, std::string_view words) { message += words; }
inline void append(std::string& message, const char* words) { message += words; }
inline void append(std::string& message, char letter) { message += letter; }

inline void append(std::string& message, double value)
{
    // as %g, but whatever the locale
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 6).ptr;
    message.append(digits, end);
}

template <std::integral Integer>
void append(std::string& message, Integer value)
{
    message += std::to_string(value);
}

/// The values one after another, as a stream would print them.
template <class... Values>
std::string text(const Values&... values)
{
    std::string message;
    (append(message, values), ...);
    return message;
}

/// "once", "twice", "3 times", ...
inline std::string times(long long count)
{
    return count == 1 ? "once" : count == 2 ? "twice" : text(count, " times");
}

}  // namespace bspfft
