// Sentences in lines of at most 80 columns.
#pragma once

#include <cstdio>
#include <string>

namespace bspfft::tools {

constexpr std::size_t terminal_columns = 80;

/// The last blank at or before this place where words may be broken: not beside the x of 2 x 3, nor the = of p = 2.
/// npos if there is none.
std::size_t break_before(const std::string& words, std::size_t place);

/// Broken at blanks, each line with so many blanks before it and a line feed after it. What cannot be broken is longer.
std::string wrapped(const std::string& words, std::size_t indent, std::size_t columns = terminal_columns);
void print_wrapped(const std::string& words, std::size_t indent, std::FILE* out = stdout);

}  // namespace bspfft::tools
