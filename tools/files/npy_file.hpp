// NumPy's file format: a header that is a Python dictionary, then the elements.
#pragma once

#include <string>

#include "tools/files/data_file.hpp"
#include "tools/files/descriptor.hpp"

namespace bspfft::tools {

/// What an npy file holds; Error(file_error) if its header is broken, if it has elements of another type than
/// ElementType, if it has no axis or too many, or if it is not exactly as long as its header says.
DataFile inspect_npy(const Descriptor& file, const std::string& path, std::int64_t file_bytes);

/// Whether the first bytes are those of any npy file.
bool starts_as_npy(const Descriptor& file, const std::string& path, std::int64_t file_bytes);

/// The bytes before the elements, as NumPy would write them.
std::string npy_header(ElementType type, const FileShape& shape);

}  // namespace bspfft::tools
