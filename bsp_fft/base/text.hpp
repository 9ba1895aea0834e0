// Messages made of values. Without streams, which every file that makes a message would compile.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>

namespace bspfft {

/// A value in a message: words, or a number as a stream would print it, whatever the locale.
class Piece {
public:
    Piece(std::string_view words) : words_(words) {}
    Piece(const std::string& words) : words_(words) {}
    Piece(const char* words) : words_(words) {}
    Piece(char letter) : words_(digits_, 1) { digits_[0] = letter; }
    Piece(double value);
    Piece(long long value);
    Piece(unsigned long long value);
    Piece(std::signed_integral auto value) : Piece(static_cast<long long>(value)) {}
    Piece(std::unsigned_integral auto value) : Piece(static_cast<unsigned long long>(value)) {}
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;

    std::string_view words() const { return words_; }

private:
    char digits_[32];
    std::string_view words_;  ///< may be in digits_
};

std::string text_of(std::initializer_list<Piece> pieces);

/// The values one after another.
std::string text(const auto&... values) { return text_of({Piece(values)...}); }

/// "once", "twice", "3 times", ...
std::string times(long long count);

}  // namespace bspfft
