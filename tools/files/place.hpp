// Where a name leads.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace bspfft::tools {

/// The whole path of the file that is opened or made by this name: links are followed, also those to files that are not
/// there yet.
std::filesystem::path place_of(const std::string& name, std::error_code& error);

}  // namespace bspfft::tools
