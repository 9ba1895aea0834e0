// Sentences in lines of at most 80 columns.
#pragma once

#include <cstdio>
#include <string>

namespace bspfft::tools {

constexpr std::size_t terminal_columns = 80;

/// Broken at blanks, each line with so many blanks before it and a line feed after it. A longer word has a line of its
/// own.
std::string wrapped(const std::string& words, std::size_t indent);
void print_wrapped(const std::string& words, std::size_t indent, std::FILE* out = stdout);

}  // namespace bspfft::tools
