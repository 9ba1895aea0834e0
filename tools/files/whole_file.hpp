// Short files of text, read at once.
#pragma once

#include <string>

namespace bspfft::tools {

/// All bytes of a file or a pipe. Throws Error(file_error), with `advice` at its end, if it cannot be read, or is so
/// long that it is no result of a command.
std::string whole_file(const std::string& path, const std::string& advice);

}  // namespace bspfft::tools
