#include "tools/terminal/words.hpp"

#include <charconv>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft::tools {

const std::map<std::string, Normalisation> normalisations{
    {"none", Normalisation::none},
    {"inverse", Normalisation::inverse},
    {"symmetric", Normalisation::symmetric},
    {"forward", Normalisation::forward},
};
const std::map<std::string, Algorithm> algorithms{
    {"auto", Algorithm::automatic},
    {"fast", Algorithm::fast},
    {"textbook", Algorithm::textbook},
    {"pencils", Algorithm::pencils},
    {"bluestein", Algorithm::bluestein},
};
const std::map<std::string, Kernel> kernels{
    {"auto", Kernel::automatic},
    {"simd", Kernel::simd},
    {"radix2", Kernel::radix2},
    {"fftw", Kernel::fftw},
    {"cuda", Kernel::cuda},
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
    throw Error(Status::invalid_argument, text("\"", word, "\" is too large; the most elements are 2^",
                                               log2_exact(longest_transform)));
}

Index parse_number(const std::string& whole, const char* begin, const char* end)
{
    Index value = 0;
    const auto [stop, problem] = std::from_chars(begin, end, value);
    if (problem == std::errc::result_out_of_range && stop == end && *begin != '-') refuse_size(whole);
    if (problem != std::errc() || stop != end || begin == end) {
        throw Error(Status::invalid_argument,
                    text("\"", whole, "\" is not a length; give a number, such as 1024 or 2^10"));
    }
    return value;
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

std::string counted(Index count, const char* noun) { return text(count, " ", noun, count == 1 ? "" : "s"); }

std::string with_power(Index n)
{
    return is_power_of_two(n) && n > 1 ? text(n, " (2^", log2_exact(n), ")") : text(n);
}

}  // namespace bspfft::tools
