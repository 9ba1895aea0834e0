// Numbers are parsed without regard to the locale.
#include "tools/files/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include "tools/files/printable.hpp"

namespace bspfft::tools {

bool skip_blanks(std::string_view& line)
{
    const std::size_t blanks = std::min(line.find_first_not_of(" \t\r\n\v\f"), line.size());
    line.remove_prefix(blanks);
    return blanks > 0;
}

bool skip(std::string_view& line, char c)
{
    if (!line.starts_with(c)) return false;
    line.remove_prefix(1);
    return true;
}

namespace {

bool take_number(std::string_view& line, double& value)
{
    // from_chars depends on no locale, but knows no plus sign.
    if (skip(line, '+') && line.starts_with('-')) return false;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    return error == std::errc();
}

std::optional<std::complex<double>> parse_element(std::string_view line)
{
    double re = 0;
    double im = 0;
    skip_blanks(line);
    if (!take_number(line, re)) return std::nullopt;
    bool separated = skip_blanks(line);
    if (line.empty()) return re;
    separated |= skip(line, ',');
    skip_blanks(line);
    if (!separated || !take_number(line, im)) return std::nullopt;
    skip_blanks(line);
    if (!line.empty()) return std::nullopt;
    return std::complex<double>(re, im);
}

}  // namespace

// Not longer than any number is: what is no text at all may be without ends of lines, and larger than memory.
bool ElementLines::next_line()
{
    stream_.getline(room_.data(), std::ssize(room_));
    const std::streamsize length = stream_.gcount();
    if (stream_.fail()) {
        if (length > 0)
            fail("line ", number_ + 1, " of ", path_, " has more than ", length, " characters, and is no number; name ",
                 "a file with one element per line");
        return false;
    }
    // the end of the line is counted, and that of the file is not
    line_.assign(room_.data(), static_cast<std::size_t>(stream_.eof() ? length : length - 1));
    ++number_;
    return true;
}

bool ElementLines::next()
{
    while (next_line()) {
        std::string_view rest = line_;
        skip_blanks(rest);
        if (!rest.empty() && rest.front() != '#') return true;
    }
    if (stream_.bad() || !stream_.eof()) fail("cannot read ", path_, " after line ", number_);
    return false;
}

std::complex<double> ElementLines::element() const
{
    if (const auto value = parse_element(line_)) return *value;
    fail("line ", number_, " of ", path_, " is \"", printable(line_),
         "\", but a line must hold one number in the range of double, as \"re\", \"re im\" or \"re,im\"");
}

Index count_elements(const std::string& path)
{
    ElementLines lines(path);
    Index n = 0;
    for (; lines.next(); ++n) lines.element();
    return n;
}

Index first_complex_line(const std::string& path)
{
    ElementLines lines(path);
    while (lines.next()) {
        if (lines.element().imag() != 0) return lines.number();
    }
    return 0;
}

}  // namespace bspfft::tools
