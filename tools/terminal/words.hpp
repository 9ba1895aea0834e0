// The words of the command line, and what they mean.
#pragma once

#include <map>
#include <string>

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

/// "1 put", "2 puts", ...
std::string counted(Index count, const char* noun);

/// 1024 as "1024 (2^10)"; a number that is no power of two as it is.
std::string with_power(Index n);

}  // namespace bspfft::tools
