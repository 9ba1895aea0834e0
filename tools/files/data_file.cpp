// Files are read by position, in chunks through a buffer of fixed size: no state is shared
// between blocks, so every process can do its own part, and a vector larger than memory needs no more of it.
#include "tools/files/data_file.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "tools/files/descriptor.hpp"
#include "tools/files/npy_file.hpp"
#include "tools/files/text_file.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

DataFile inspect_raw(const std::string& path, std::optional<ElementType> dtype, std::int64_t file_bytes)
{
    if (!dtype) refuse(path, " does not say what its elements are; add --dtype, such as complex128, float32 or int16");
    const std::int64_t bytes = bytes_of(*dtype);
    if (file_bytes % bytes != 0)
        fail(path, " has ", file_bytes, " bytes, which is not a multiple of the ", bytes, " of a ", name_of(*dtype),
             "; the nearest lengths that are: ", file_bytes / bytes * bytes, " and ", (file_bytes / bytes + 1) * bytes);
    const Index n = file_bytes / bytes;
    return {path, FileFormat::raw, *dtype, n, 0, n};
}

// The bytes of each number are reversed, or those of both parts of a complex one.
void swap_bytes(ElementType type, char* bytes, std::int64_t count)
{
    const std::int64_t each = bytes_of(type) / (is_complex(type) ? 2 : 1);
    for (char* at = bytes; at < bytes + count; at += each) std::reverse(at, at + each);
}

template <class Stored, class Real>
void read_as(const DataFile& file, Index first, Index count, std::complex<Real>* into)
{
    const Descriptor input = open_to_read(file.input());
    constexpr Index bytes = sizeof(Stored);
    std::vector<Stored> chunk(static_cast<std::size_t>(std::min(count, chunk_bytes / bytes)));
    for (Index done = 0; done < count;) {
        const Index now = std::min(count - done, std::ssize(chunk));
        read_bytes(input, file.path, file.data_offset + (first + done) * bytes, reinterpret_cast<char*>(chunk.data()),
                   now * bytes);
        if (file.big_endian) swap_bytes(file.type, reinterpret_cast<char*>(chunk.data()), now * bytes);
        std::transform(chunk.begin(), chunk.begin() + now, into + done, [](Stored x) { return to_complex<Real>(x); });
        done += now;
    }
}

template <class Real>
using Reader = void (*)(const DataFile& file, Index first, Index count, std::complex<Real>* into);

// By ElementType.
template <class Real>
constexpr Reader<Real> readers[] = {read_as<std::complex<float>, Real>,
                                    read_as<std::complex<double>, Real>,
                                    read_as<float, Real>,
                                    read_as<double, Real>,
                                    read_as<Half, Real>,
                                    read_as<std::int8_t, Real>,
                                    read_as<std::int16_t, Real>,
                                    read_as<std::int32_t, Real>,
                                    read_as<std::int64_t, Real>,
                                    read_as<std::uint8_t, Real>,
                                    read_as<std::uint16_t, Real>,
                                    read_as<std::uint32_t, Real>,
                                    read_as<std::uint64_t, Real>,
                                    read_as<Truth, Real>};

DataFile inspect_open(const Descriptor& file, const InputFile& input, FileFormat format,
                      std::optional<ElementType> dtype)
{
    const std::string& path = input.name;
    const std::int64_t file_bytes = size_of(file, path);
    if (format == FileFormat::raw) return inspect_raw(path, dtype, file_bytes);
    if (format == FileFormat::text) {
        const Index n = count_elements(input);
        return {path, format, dtype.value_or(ElementType::complex128), n, 0, n};
    }
    DataFile found = inspect_npy(file, path, file_bytes);
    if (dtype && *dtype != found.type)
        refuse(path, " holds ", name_of(found.type), " and not ", name_of(*dtype),
               "; leave out --dtype or use --dtype ", name_of(found.type));
    return found;
}

template <class Real>
void read_text(const DataFile& file, Index first, Index count, std::complex<Real>* into)
{
    ElementLines lines(file.input());
    for (Index j = 0; j < first + count; ++j) {
        if (!lines.next())
            fail(file.path, " has ", j, " elements but had ", file.n,
                 " before; keep it unchanged while it is being read");
        if (j >= first) into[j - first] = to_complex<Real>(lines.element());
    }
}

}  // namespace

FileFormat format_of_input(const InputFile& input, std::optional<FileFormat> asked, bool has_dtype)
{
    const Descriptor file = open_to_read(input);
    const std::int64_t bytes = size_of(file, input.name);
    if (asked || !input.is_copy() || names_a_format(input.name)) return format_of(input.name, asked);
    if (starts_as_npy(file, input.name, bytes)) return FileFormat::npy;
    if (has_dtype)
        refuse(input.name, " may hold text or raw numbers of that --dtype; ",
               "add --input-format txt or --input-format raw");
    return FileFormat::text;
}

DataFile inspect(const InputFile& input, FileFormat format, std::optional<ElementType> dtype)
{
    const Descriptor file = open_to_read(input);
    DataFile found = inspect_open(file, input, format, dtype);
    found.place = input.place;
    return found;
}

DataFile inspect(const std::string& path, std::optional<ElementType> dtype)
{
    return inspect(path, format_of_input(path, {}, dtype.has_value()), dtype);
}

template <class Real>
void read_block(const DataFile& file, Index first, Index count, std::complex<Real>* into)
{
    require_block(file.path, file.n, first, count);
    if (count == 0) return;
    if (file.format == FileFormat::text) return read_text(file, first, count, into);
    readers<Real>[static_cast<std::size_t>(file.type)](file, first, count, into);
}

template void read_block(const DataFile&, Index, Index, std::complex<float>*);
template void read_block(const DataFile&, Index, Index, std::complex<double>*);

}  // namespace bspfft::tools
