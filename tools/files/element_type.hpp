// What the elements of a file are, and how a file lays them out.
#pragma once

#include <complex>
#include <cstdint>
#include <string>

#include "bspfft/index.hpp"

namespace bspfft::tools {

enum class ElementType { complex64, complex128, float32, float64 };

std::string name_of(ElementType type);
constexpr bool is_complex(ElementType type)
{
    return type == ElementType::complex64 || type == ElementType::complex128;
}
/// The inverse of name_of(); any other name throws Error(invalid_argument).
ElementType element_type(const std::string& name);
std::int64_t bytes_of(ElementType type);
/// The type in an npy header, after its byte order: c8, c16, f4 or f8.
std::string descr_of(ElementType type);

constexpr ElementType all_types[] = {ElementType::complex64, ElementType::complex128, ElementType::float32,
                                     ElementType::float64};

/// So that no byte count overflows, whatever the format.
constexpr Index max_elements = Index(1) << 56;

/// Throws Error(invalid_argument) unless elements first .. first+count-1 are among the n of the file.
void require_block(const std::string& path, Index n, Index first, Index count);

enum class FileFormat {
    npy,   ///< NumPy's format: little-endian, any number of axes, in C or Fortran order
    raw,   ///< the elements in this machine's byte order and nothing else
    text,  ///< one element per line: "re", "re im" or "re,im"; blank lines and lines that start with # are
           ///< skipped
};

/// By the end of the name: .npy is npy, .txt and .text are text, all others are raw.
FileFormat format_of(const std::string& path);

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
