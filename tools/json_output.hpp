// Where JSON goes: standard output for "-", otherwise a file that appears when it is complete.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace bspfft {

using Json = nlohmann::ordered_json;

void write_json(const std::string& where, const Json& document);

}  // namespace bspfft
