#include "tools/terminal/shape.hpp"

#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "bspfft/schedule.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

template <class... Words>
[[noreturn]] void refuse(const std::string& shape, const Words&... words)
{
    throw Error(Status::invalid_argument, text("shape \"", shape, "\" ", words...));
}

// Those between the crosses; there is one more than crosses, however short.
std::vector<std::string> words_of_axes(const std::string& shape)
{
    std::vector<std::string> words{""};
    for (const char c : shape) {
        if (c == 'x') {
            words.emplace_back();
        } else {
            words.back().push_back(c);
        }
    }
    return words;
}

// A word of digits and carets, none at an end; what these say is parse_length's to judge.
bool looks_like_a_length(const std::string& word)
{
    return !word.empty() && word.find_first_not_of("0123456789^") == std::string::npos && word.front() != '^' &&
           word.back() != '^';
}

Index read_axis(const std::string& shape, const std::string& word)
{
    if (word.size() > 1 && word.front() == '-' && looks_like_a_length(word.substr(1)))
        refuse(shape, "has an axis of ", word, "; every axis has at least 1 element");
    if (!looks_like_a_length(word))
        refuse(shape, "has ", word.empty() ? "nothing" : "\"" + word + "\"",
               " for an axis; give numbers with x between them, such as 256x256x256 or 2^20");
    const Index length = parse_length(word);
    if (length == 0) refuse(shape, "has an axis of 0; every axis has at least 1 element");
    return length;
}

}  // namespace

std::vector<Index> read_shape(const std::string& text)
{
    const std::vector<std::string> words = words_of_axes(text);
    std::vector<Index> shape;
    for (const std::string& word : words) shape.push_back(read_axis(text, word));
    return problem_of(shape, {}).shape;  // refuses too many axes and elements
}

std::string shape_text(const std::vector<Index>& shape)
{
    std::string words;
    for (const Index length : shape) words += text(words.empty() ? "" : "x", length);
    return words;
}

}  // namespace bspfft::tools
