// The words of the command line, and what they mean.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bsp_fft/report/readable.hpp"
#include "bspfft/error.hpp"
#include "bspfft/options.hpp"

namespace bspfft::tools {

enum class Precision { single_, double_ };

// By name, for reading and for printing.
extern const std::map<std::string, Normalisation> normalisations;
extern const std::map<std::string, Algorithm> algorithms;
extern const std::map<std::string, Kernel> kernels;
extern const std::map<std::string, Exchange> exchanges;
extern const std::map<std::string, Memory> memories;
extern const std::map<std::string, Precision> precisions;

/// Bytes of a complex number.
constexpr Index bytes_per_complex(Precision precision) { return precision == Precision::single_ ? 8 : 16; }

template <class Choice>
std::string name_of(const std::map<std::string, Choice>& names, Choice choice)
{
    for (const auto& [name, value] : names) {
        if (value == choice) return name;
    }
    return "?";
}

/// "1024" or "2^10"; throws Error(invalid_argument) for anything else, and for what does not fit 62 bits.
Index parse_length(const std::string& word);

/// "8" or "2^3" as one number, "1..64" as 1, 2, 4, ..., 64. Throws Error(invalid_argument), which names the option, for
/// anything else, and for numbers less than 1.
std::vector<Index> read_range(const char* option, const std::string& words);

/// "256x256x256", "1000x360", "2^20": axes of at least 1, each as parse_length() reads it, as many and with as
/// many elements in all as a Problem may have; throws Error(invalid_argument) for anything else.
std::vector<Index> read_shape(const std::string& text);

/// {256, 256, 256} as "256x256x256".
std::string shape_text(const std::vector<Index>& shape);

/// "1 put", "2 puts", ...
std::string counted(Index count, const char* noun);

/// 1024 as "1024 (2^10)"; a number that is no power of two as it is.
std::string with_power(Index n);

/// The words between the separators, one more than there are separators; a word may be empty.
std::vector<std::string> split(const std::string& words, char separator);

/// "a, b, c", with this between them.
std::string joined(const std::vector<std::string>& words, const char* between);

/// "a, b or c"
std::string alternatives(const std::vector<std::string>& words);

/// The known word that differs least from this one, if it differs little; else empty.
std::string nearest_word(const std::string& word, const std::vector<std::string>& known);

}  // namespace bspfft::tools
