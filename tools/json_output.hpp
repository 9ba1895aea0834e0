// Where JSON goes: standard output for "-", otherwise a file that appears when it is complete.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "tools/text_output.hpp"

namespace bspfft {

using Json = nlohmann::ordered_json;

inline void write_json(TextOutput& output, const Json& document) { output.write(document.dump(2) + "\n"); }

inline void write_json(const std::string& where, const Json& document)
{
    TextOutput output(where);
    write_json(output, document);
}

}  // namespace bspfft
