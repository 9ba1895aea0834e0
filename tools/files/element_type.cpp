// The names and sizes are one table.
#include "tools/files/element_type.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft::tools {

namespace {

static_assert(std::endian::native == std::endian::little, "the bytes of a file are those of memory");

struct TypeNames {
    ElementType type;
    const char* name;
    const char* descr;  // in an npy header, after the byte order
    std::int64_t bytes;
};

constexpr std::array<TypeNames, 4> types = {{{ElementType::complex64, "complex64", "c8", 8},
                                             {ElementType::complex128, "complex128", "c16", 16},
                                             {ElementType::float32, "float32", "f4", 4},
                                             {ElementType::float64, "float64", "f8", 8}}};

const TypeNames& names_of(ElementType type)
{
    return *std::find_if(types.begin(), types.end(), [&](const TypeNames& t) { return t.type == type; });
}

}  // namespace

std::string name_of(ElementType type) { return names_of(type).name; }

std::int64_t bytes_of(ElementType type) { return names_of(type).bytes; }

std::string descr_of(ElementType type) { return names_of(type).descr; }

ElementType element_type(const std::string& name)
{
    for (const TypeNames& t : types)
        if (name == t.name) return t.type;
    throw Error(Status::invalid_argument,
                text("\"", name, "\" is not an element type; use complex64, complex128, float32 or float64"));
}

FileFormat format_of(const std::string& path)
{
    if (path.ends_with(".npy")) return FileFormat::npy;
    return path.ends_with(".txt") || path.ends_with(".text") ? FileFormat::text : FileFormat::raw;
}

void require_block(const std::string& path, Index n, Index first, Index count)
{
    if (first >= 0 && count >= 0 && first <= n && count <= n - first) return;
    throw Error(Status::invalid_argument,
                text("a block of ", count, " elements from element ", first, " is not within ", path,
                     ", which has elements 0 to ", n, " - 1"));
}

}  // namespace bspfft::tools
