// What the elements of a file are, and how a file lays them out.
#pragma once

#include <complex>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bspfft/schedule.hpp"

namespace bspfft::tools {

/// Complex and real numbers that are read and written, and those that are only read, and converted.
enum class ElementType {
    complex64,
    complex128,
    float32,
    float64,
    float16,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    boolean
};

std::string name_of(ElementType type);
constexpr bool is_complex(ElementType type)
{
    return type == ElementType::complex64 || type == ElementType::complex128;
}
/// The inverse of name_of(); any other name throws Error(invalid_argument).
ElementType element_type(const std::string& name);
std::vector<std::string> element_type_names();
std::int64_t bytes_of(ElementType type);
/// The type in an npy header, after its byte order: c8, f4, i2, ...
std::string descr_of(ElementType type);
/// The inverse of descr_of().
std::optional<ElementType> type_of_descr(const std::string& descr);

/// With at most this many, no byte count overflows, whatever the format.
constexpr Index max_elements = longest_transform;

/// How many elements an array of these axes has; nothing if it is invalid, or if there are more than max_elements.
std::optional<Index> elements_of(const std::vector<Index>& axes);

/// Throws Error(invalid_argument) unless elements first .. first+count-1 are among the n of the file.
void require_block(const std::string& path, Index n, Index first, Index count);

enum class FileFormat {
    npy,   ///< NumPy's format: any number of axes, in C or Fortran order
    raw,   ///< the elements in this machine's byte order and nothing else
    text,  ///< one element per line: "re", "re im", "re,im" or "re+imj", with or without brackets; what follows a #,
           ///< blank lines and a byte order mark are skipped
};

/// The end of an input's name says the format, in capitals too: .npy is npy, .txt and .text are text, .raw, .bin and
/// .dat are raw. Another name has the format that was asked for. Throws Error(invalid_argument) if the name says
/// another format than was asked for, or if neither says one.
FileFormat format_of(const std::string& path, std::optional<FileFormat> asked = {});
bool names_a_format(const std::string& path);

/// The same for an output; npy on standard output, "-".
FileFormat format_of_output(const std::string& path, std::optional<FileFormat> asked);
extern const std::map<std::string, std::optional<FileFormat>> file_formats;

/// The axes of an array in a file, and the order in which they lie there.
struct FileShape {
    FileShape() = default;
    FileShape(Index n) : axes{n} {}
    FileShape(std::vector<Index> lengths, bool first_runs_fastest = false)
        : axes(std::move(lengths)), fortran_order(first_runs_fastest)
    {}

    /// The lengths as they lie in the file, the slowest axis first: an array in Fortran order is the array of the
    /// reversed axes in C order.
    std::vector<Index> in_file_order() const
    {
        return fortran_order ? std::vector<Index>(axes.rbegin(), axes.rend()) : axes;
    }

    std::vector<Index> axes;
    bool fortran_order = false;  ///< the first axis runs fastest, else the last

    friend bool operator==(const FileShape&, const FileShape&) = default;
};

/// Numbers as they are stored that C++ has no type for.
struct Half {
    std::uint16_t bits;
};
struct Truth {
    std::uint8_t byte;
};
/// IEEE 754's binary16.
float value_of(Half x);

template <class Real>
std::complex<Real> to_complex(Half x)
{
    return static_cast<Real>(value_of(x));
}

template <class Real>
std::complex<Real> to_complex(Truth x)
{
    return x.byte != 0 ? Real(1) : Real(0);
}

template <class Real, class Part>
std::complex<Real> to_complex(Part x)
{
    return static_cast<Real>(x);
}

template <class Real, class Part>
std::complex<Real> to_complex(const std::complex<Part>& x)
{
    return {static_cast<Real>(x.real()), static_cast<Real>(x.imag())};
}

}  // namespace bspfft::tools
