// The names and sizes are one table.
#include "tools/files/element_type.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

static_assert(std::endian::native == std::endian::little, "the bytes of a file are those of memory");

struct TypeNames {
    ElementType type;
    const char* name;
    const char* descr;  // in an npy header, after the byte order
    std::int64_t bytes;
};

constexpr std::array<TypeNames, 14> types = {{{ElementType::complex64, "complex64", "c8", 8},
                                              {ElementType::complex128, "complex128", "c16", 16},
                                              {ElementType::float32, "float32", "f4", 4},
                                              {ElementType::float64, "float64", "f8", 8},
                                              {ElementType::float16, "float16", "f2", 2},
                                              {ElementType::int8, "int8", "i1", 1},
                                              {ElementType::int16, "int16", "i2", 2},
                                              {ElementType::int32, "int32", "i4", 4},
                                              {ElementType::int64, "int64", "i8", 8},
                                              {ElementType::uint8, "uint8", "u1", 1},
                                              {ElementType::uint16, "uint16", "u2", 2},
                                              {ElementType::uint32, "uint32", "u4", 4},
                                              {ElementType::uint64, "uint64", "u8", 8},
                                              {ElementType::boolean, "bool", "b1", 1}}};

const TypeNames& names_of(ElementType type)
{
    return *std::find_if(types.begin(), types.end(), [&](const TypeNames& t) { return t.type == type; });
}

}  // namespace

std::string name_of(ElementType type) { return names_of(type).name; }

std::int64_t bytes_of(ElementType type) { return names_of(type).bytes; }

std::string descr_of(ElementType type) { return names_of(type).descr; }

std::vector<std::string> element_type_names()
{
    std::vector<std::string> names;
    for (const TypeNames& t : types) names.push_back(t.name);
    return names;
}

ElementType element_type(const std::string& name)
{
    std::string known;
    for (const TypeNames& t : types) {
        if (name == t.name) return t.type;
        known += text(known.empty() ? "" : ", ", t.name);
    }
    refuse("\"", name, "\" is not an element type; use one of ", known);
}

std::optional<ElementType> type_of_descr(const std::string& descr)
{
    for (const TypeNames& t : types) {
        if (descr == t.descr) return t.type;
    }
    return std::nullopt;
}

float value_of(Half x)
{
    const int exponent = x.bits >> 10 & 31, fraction = x.bits & 1023;
    const float sign = x.bits >> 15 ? -1.0f : 1.0f;
    if (exponent == 31)
        return fraction ? std::numeric_limits<float>::quiet_NaN() : sign * std::numeric_limits<float>::infinity();
    if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
    return sign * std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
}

namespace {

constexpr std::array<std::pair<const char*, FileFormat>, 6> endings = {{{".npy", FileFormat::npy},
                                                                        {".txt", FileFormat::text},
                                                                        {".text", FileFormat::text},
                                                                        {".raw", FileFormat::raw},
                                                                        {".bin", FileFormat::raw},
                                                                        {".dat", FileFormat::raw}}};

std::optional<FileFormat> format_named(std::string path)
{
    for (char& c : path) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    for (const auto& [ending, format] : endings) {
        if (path.ends_with(ending)) return format;
    }
    return std::nullopt;
}

FileFormat named_or_asked(const std::string& path, std::optional<FileFormat> asked, const char* option)
{
    constexpr const char* known_endings = ".npy, .txt (.text) or .raw (.bin, .dat)";
    const std::optional<FileFormat> named = format_named(path);
    if (!named && !asked)
        refuse("the name ", path, " does not say a format; end it in ", known_endings, ", or add ", option,
               " npy, txt or raw");
    if (named && asked && *named != *asked)
        refuse("the name ", path, " says another format than ", option, "; leave ", option, " out, or end the name in ",
               known_endings);
    return named ? *named : *asked;
}

}  // namespace

const std::map<std::string, std::optional<FileFormat>> file_formats{
    {"npy", FileFormat::npy}, {"txt", FileFormat::text}, {"raw", FileFormat::raw}};

bool names_a_format(const std::string& path) { return format_named(path).has_value(); }

FileFormat format_of(const std::string& path, std::optional<FileFormat> asked)
{
    return named_or_asked(path, asked, "--input-format");
}

FileFormat format_of_output(const std::string& path, std::optional<FileFormat> asked)
{
    return path == "-" ? asked.value_or(FileFormat::npy) : named_or_asked(path, asked, "--format");
}

std::optional<Index> elements_of(const std::vector<Index>& axes)
{
    Index n = 1;
    for (const Index length : axes) {
        if (length < 0 || (length > 0 && n > max_elements / length)) return std::nullopt;
        n *= length;
    }
    return n;
}

void require_block(const std::string& path, Index n, Index first, Index count)
{
    if (first >= 0 && count >= 0 && first <= n && count <= n - first) return;
    refuse("a block of ", count, " elements from element ", first, " is not within ", path,
           ", which has elements 0 to ", n, " - 1");
}

}  // namespace bspfft::tools
