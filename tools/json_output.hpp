// Where JSON and other text goes: standard output for "-", otherwise a file that appears when it is complete.
#pragma once

#include <string>

#include "bsp_fft/base/json.hpp"

namespace bspfft {

void write_json(const std::string& where, const Json& document);
void write_text(const std::string& where, const std::string& content);

}  // namespace bspfft
