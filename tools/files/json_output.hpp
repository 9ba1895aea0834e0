// Results for programs: JSON on standard output for "-", otherwise in a file that appears when it is
// complete.
#pragma once

#include <string>

#include "bsp_fft/base/json.hpp"
#include "tools/files/text_output.hpp"

namespace bspfft::tools {

inline void write_json(TextOutput& output, const Json& document) { output.write(document.dump(2) + "\n"); }

inline void write_json(const std::string& where, const Json& document)
{
    TextOutput output(where);
    write_json(output, document);
}

/// Throws Error(file_error) if it could not be written; to be asked before a command works.
inline void require_writable(const std::string& where) { const TextOutput output(where); }

inline void write_text(const std::string& where, const std::string& content)
{
    TextOutput(where).write(content);
}

}  // namespace bspfft::tools
