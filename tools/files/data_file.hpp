// Input files: what a file holds, and its blocks read independently of each other.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <string>

#include "bspfft/error.hpp"
#include "tools/files/descriptor.hpp"
#include "tools/files/element_type.hpp"

namespace bspfft::tools {

/// What an input file holds.
struct DataFile {
    std::string path;
    FileFormat format;
    ElementType type;
    Index n;                   ///< elements
    std::int64_t data_offset;  ///< bytes before element 0; 0 in a text file
    FileShape shape;           ///< in an npy file; other files have one axis
    bool big_endian = false;   ///< other than this machine
    std::string place = path;  ///< where its bytes are

    InputFile input() const { return {path, place}; }
};

/// The format that was asked for, or that its name says, else Error(invalid_argument). What was copied from a stream is
/// npy if it begins so, and otherwise text; but with a dtype it might be raw as well, so that one has to ask.
FileFormat format_of_input(const InputFile& input, std::optional<FileFormat> asked, bool has_dtype);

/// Looks into a file. A raw file needs dtype, else Error(invalid_argument); an npy file
/// must agree with dtype if it is given; a text file holds complex128 unless dtype says otherwise, and is read as a
/// whole to count its elements. A file that cannot be read, or is not exactly as long as its n says, throws
/// Error(file_error).
DataFile inspect(const InputFile& input, FileFormat format, std::optional<ElementType> dtype);
/// One whose name says its format.
DataFile inspect(const std::string& path, std::optional<ElementType> dtype);

/// Reads elements first .. first+count-1, in the order of the file; real elements get imaginary part 0. Threads may
/// call it at the same time. In a text file it passes over all lines before the first, so there one large block costs
/// less than many small ones.
template <class Real>
void read_block(const DataFile& file, Index first, Index count, std::complex<Real>* into);

}  // namespace bspfft::tools
