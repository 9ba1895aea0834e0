#include "tools/terminal/words.hpp"

#include <algorithm>
#include <charconv>

#include "bsp_fft/base/integers.hpp"
#include "bspfft/schedule.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

const std::map<std::string, Normalisation> normalisations{
    {"none", Normalisation::none},
    {"inverse", Normalisation::inverse},
    {"symmetric", Normalisation::symmetric},
    {"forward", Normalisation::forward},
};
const std::map<std::string, Algorithm> algorithms{
    {"auto", Algorithm::automatic},  {"fast", Algorithm::fast},           {"textbook", Algorithm::textbook},
    {"pencils", Algorithm::pencils}, {"bluestein", Algorithm::bluestein},
};
const std::map<std::string, Kernel> kernels{
    {"auto", Kernel::automatic}, {"simd", Kernel::simd}, {"radix2", Kernel::radix2},
    {"fftw", Kernel::fftw},      {"cuda", Kernel::cuda},
};
const std::map<std::string, Exchange> exchanges{
    {"auto", Exchange::automatic},
    {"put", Exchange::put},
    {"hpput", Exchange::hpput},
};
const std::map<std::string, Memory> memories{
    {"host", Memory::host},
    {"device", Memory::device},
};
const std::map<std::string, Precision> precisions{
    {"float", Precision::single_},
    {"double", Precision::double_},
};

namespace {

constexpr Index most = Index{1} << 62;

[[noreturn]] void refuse_size(const std::string& word)
{
    refuse("\"", word, "\" is too large; the most elements are 2^", log2_exact(longest_transform));
}

Index parse_number(const std::string& whole, const char* begin, const char* end)
{
    Index value = 0;
    const auto [stop, problem] = std::from_chars(begin, end, value);
    if (problem == std::errc::result_out_of_range && stop == end && *begin != '-') refuse_size(whole);
    if (problem != std::errc() || stop != end || begin == end) {
        refuse("\"", whole, "\" is not a length; give a number, such as 1024 or 2^10");
    }
    return value;
}

// A word of digits and carets, none at an end; what these say is parse_length's to judge.
bool looks_like_a_length(const std::string& word)
{
    return !word.empty() && word.find_first_not_of("0123456789^") == std::string::npos && word.front() != '^' &&
           word.back() != '^';
}

Index read_axis(const std::string& shape, const std::string& word)
{
    const std::string given = text("shape \"", shape, "\" has ");
    if (word.size() > 1 && word.front() == '-' && looks_like_a_length(word.substr(1)))
        refuse(given, "an axis of ", word, "; every axis has at least 1 element");
    if (!looks_like_a_length(word))
        refuse(given, word.empty() ? "nothing" : "\"" + word + "\"",
               " for an axis; give numbers with x between them, such as 256x256x256 or 2^20");
    const Index length = parse_length(word);
    if (length == 0) refuse(given, "an axis of 0; every axis has at least 1 element");
    return length;
}

// Letters to insert, remove, replace, or exchange with their neighbour.
std::size_t distance(const std::string& a, const std::string& b)
{
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

Index parse_length(const std::string& word)
{
    const char* const begin = word.data();
    const char* const end = begin + word.size();
    const std::size_t caret = word.find('^');
    if (caret == std::string::npos) {
        const Index value = parse_number(word, begin, end);
        if (value > most) refuse_size(word);
        return value;
    }
    const Index base = parse_number(word, begin, begin + caret);
    const Index exponent = parse_number(word, begin + caret + 1, end);
    if (base < 0 || exponent < 0) parse_number(word, begin, begin);
    Index power = 1;
    for (Index i = 0; i < exponent && power != 0 && base != 1; ++i) {
        if (base != 0 && power > most / base) refuse_size(word);
        power *= base;
    }
    return power;
}

std::vector<Index> read_range(const char* option, const std::string& words)
{
    const std::size_t dots = words.find("..");
    const auto number = [&](const std::string& word) {
        try {
            return parse_length(word);
        } catch (const Error&) {
            refuse(option, " ", words, " is neither a number nor a range; give one such as 8, 2^3 or 1..64");
        }
    };
    std::vector<Index> numbers{number(words.substr(0, dots))};
    if (numbers[0] < 1) refuse(option, " ", words, " is too small; at least one is needed");
    if (dots == std::string::npos) return numbers;
    const Index to = number(words.substr(dots + 2));
    if (to < numbers[0]) refuse(option, " ", words, " is empty; write ", to, "..", numbers[0]);
    while (numbers.back() <= to / 2) numbers.push_back(2 * numbers.back());
    return numbers;
}

std::vector<Index> read_shape(const std::string& text)
{
    std::vector<Index> shape;
    for (const std::string& word : split(text, 'x')) shape.push_back(read_axis(text, word));
    return problem_of(shape, {}).shape;  // refuses too many axes and elements
}

std::string shape_text(const std::vector<Index>& shape)
{
    std::string words;
    for (const Index length : shape) words += text(words.empty() ? "" : "x", length);
    return words;
}

std::string counted(Index count, const char* noun) { return text(count, " ", noun, count == 1 ? "" : "s"); }

std::string with_power(Index n) { return is_power_of_two(n) && n > 1 ? text(n, " (2^", log2_exact(n), ")") : text(n); }

std::vector<std::string> split(const std::string& words, char separator)
{
    std::vector<std::string> parts{""};
    for (const char c : words) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

std::string joined(const std::vector<std::string>& words, const char* between)
{
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i) list += (i == 0 ? "" : between) + words[i];
    return list;
}

std::string alternatives(const std::vector<std::string>& words)
{
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i)
        list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    return list;
}

std::string nearest_word(const std::string& word, const std::vector<std::string>& known)
{
    std::string nearest;
    std::size_t least = word.size() / 3 + 1;
    for (const std::string& each : known) {
        const std::size_t off = word.size() > 3 && each.starts_with(word) ? 1 : distance(word, each);
        if (off >= least) continue;
        least = off;
        nearest = each;
    }
    return nearest;
}

}  // namespace bspfft::tools
