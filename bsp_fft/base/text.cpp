#include "bsp_fft/base/text.hpp"

#include <charconv>

namespace bspfft {

namespace {

template <class Number, class... Format>
std::string_view printed(char (&digits)[32], Number value, Format... format)
{
    const char* const end = std::to_chars(digits, digits + sizeof digits, value, format...).ptr;
    return {digits, static_cast<std::size_t>(end - digits)};
}

}  // namespace

Piece::Piece(double value) : words_(printed(digits_, value, std::chars_format::general, 6)) {}
Piece::Piece(long long value) : words_(printed(digits_, value)) {}
Piece::Piece(unsigned long long value) : words_(printed(digits_, value)) {}

std::string text_of(std::initializer_list<Piece> pieces)
{
    std::string message;
    for (const Piece& piece : pieces) message += piece.words();
    return message;
}

std::string times(long long count) { return count == 1 ? "once" : count == 2 ? "twice" : text(count, " times"); }

}  // namespace bspfft
