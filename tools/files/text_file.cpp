// Numbers are parsed without regard to the locale.
#include "tools/files/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include "tools/terminal/refusal.hpp"

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

bool skip_unit(std::string_view& line) { return skip(line, 'j') || skip(line, 'i'); }

// What is between the brackets, if there are some.
std::optional<std::complex<double>> take_element(std::string_view& line)
{
    double re = 0;
    double im = 0;
    if (!take_number(line, re)) return std::nullopt;
    if (skip_unit(line)) return std::complex<double>(0, re);
    if (line.starts_with('+') || line.starts_with('-')) {
        if (line.starts_with("+-")) skip(line, '+');  // a minus of older versions of NumPy
        if (!take_number(line, im) || !skip_unit(line)) return std::nullopt;
        return std::complex<double>(re, im);
    }
    bool separated = skip_blanks(line);
    if (line.empty() || line.front() == ')') return re;
    separated |= skip(line, ',');
    skip_blanks(line);
    if (!separated || !take_number(line, im)) return std::nullopt;
    return std::complex<double>(re, im);
}

std::optional<std::complex<double>> parse_element(std::string_view line)
{
    skip_blanks(line);
    const bool bracketed = skip(line, '(');
    skip_blanks(line);
    const auto element = take_element(line);
    skip_blanks(line);
    if (bracketed && !skip(line, ')')) return std::nullopt;
    skip_blanks(line);
    return line.empty() ? element : std::nullopt;
}

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

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
    if (++number_ == 1 && line_.starts_with("\xef\xbb\xbf")) line_.erase(0, 3);  // a byte order mark
    return true;
}

bool ElementLines::next()
{
    while (next_line()) {
        std::string_view rest = without_comment(line_);
        skip_blanks(rest);
        if (!rest.empty()) return true;
    }
    if (stream_.bad() || !stream_.eof()) fail("cannot read ", path_, " after line ", number_);
    return false;
}

std::complex<double> ElementLines::element() const
{
    if (const auto value = parse_element(without_comment(line_))) return *value;
    fail("line ", number_, " of ", path_, " is \"", printable(line_),
         "\", but a line must hold one number in the range of double, as \"re\", \"re im\", \"re,im\" or \"re+imj\"");
}

Index count_elements(const InputFile& input)
{
    ElementLines lines(input);
    Index n = 0;
    for (; lines.next(); ++n) lines.element();
    return n;
}

Index first_complex_line(const InputFile& input)
{
    ElementLines lines(input);
    while (lines.next()) {
        if (lines.element().imag() != 0) return lines.number();
    }
    return 0;
}

}  // namespace bspfft::tools
