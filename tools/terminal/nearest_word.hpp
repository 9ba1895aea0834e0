// The word that somebody may have meant.
#pragma once

#include <string>
#include <vector>

namespace bspfft::tools {

/// The one that differs least, if that is little; else empty.
std::string nearest_word(const std::string& word, const std::vector<std::string>& known);

/// "a, b or c"
std::string alternatives(const std::vector<std::string>& words);

}  // namespace bspfft::tools
