// Headers of versions 1.0, 2.0 and 3.0 are read, whoever wrote them; version 1.0 is written.
#include "tools/files/npy_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>

#include "bspfft/bspfft.h"
#include "tools/files/text_file.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";
constexpr std::size_t most_file_axes = BSPFFT_MOST_AXES + 1;  // and that of a batch

// Empty if it has no quotes.
std::string unquoted(const std::string& value)
{
    const bool is_quoted = value.size() > 2 && (value.front() == '\'' || value.front() == '"');
    return is_quoted ? value.substr(1, value.size() - 2) : "";
}

// The Python dictionary in an npy header, each value as it is written there; nullopt if it is no dictionary.
class Dictionary {
public:
    explicit Dictionary(std::string_view literal) : rest_(literal) {}

    std::optional<std::map<std::string, std::string>> parse()
    {
        std::map<std::string, std::string> fields;
        if (!take('{')) return std::nullopt;
        while (!take('}')) {
            const std::string key = unquoted(value());
            if (!take(':')) return std::nullopt;
            const bool is_new = fields.emplace(key, value()).second;
            if (!is_new || (!take(',') && !rest_.starts_with('}'))) return std::nullopt;
        }
        skip_blanks(rest_);
        return rest_.empty() ? std::optional(fields) : std::nullopt;
    }

private:
    bool take(char c)
    {
        skip_blanks(rest_);
        return skip(rest_, c);
    }

    // A string with its quotes, a tuple or list with its brackets, or a word; otherwise empty.
    std::string value()
    {
        skip_blanks(rest_);
        std::size_t size = std::min(rest_.find_first_of(" \t\n,:{}"), rest_.size());
        if (rest_.starts_with('\'') || rest_.starts_with('"')) size = rest_.find(rest_.front(), 1) + 1;
        if (rest_.starts_with('(') || rest_.starts_with('[')) size = bracketed();
        const std::string taken(rest_.substr(0, size));
        rest_.remove_prefix(taken.size());
        return taken;
    }

    std::size_t bracketed() const
    {
        int depth = 0;
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            if (rest_[i] == '(' || rest_[i] == '[') ++depth;
            if (rest_[i] == ')' || rest_[i] == ']') --depth;
            if (depth == 0) return i + 1;
        }
        return 0;
    }

    std::string_view rest_;
};

struct NpyPreamble {
    std::string dictionary;
    std::int64_t data_offset;
};

NpyPreamble read_preamble(const Descriptor& file, const std::string& path, std::int64_t file_bytes)
{
    std::array<unsigned char, 12> start = {};
    read_bytes(file, path, 0, reinterpret_cast<char*>(start.data()), std::min<std::int64_t>(file_bytes, 12));
    if (std::memcmp(start.data(), npy_magic.data(), npy_magic.size()) != 0)
        fail(path, " does not start as an npy file does; if it holds nothing but elements, name it .raw");
    const int version = start[6];
    if (version < 1 || version > 3 || start[7] != 0)
        fail(path, " is an npy file of version ", version, ".", int(start[7]), "; save it as version 1.0, 2.0 or 3.0");
    const std::int64_t begin = version == 1 ? 10 : 12;
    std::int64_t size = start[8] | start[9] << 8;
    if (version > 1) size |= std::int64_t(start[10]) << 16 | std::int64_t(start[11]) << 24;
    if (begin + size > file_bytes || size > chunk_bytes)
        fail(path, " has ", file_bytes, " bytes and a header of ", begin + size, ", which must fit in the file and in ",
             chunk_bytes, "; save it again");
    std::string dictionary(static_cast<std::size_t>(size), '\0');
    read_bytes(file, path, begin, dictionary.data(), size);
    return {dictionary, begin + size};
}

ElementType type_in_header(const std::string& path, const std::string& quoted)
{
    std::string descr = unquoted(quoted);
    if (descr.find_first_of("<>=|") == 0) descr.erase(0, 1);
    if (const auto type = type_of_descr(descr)) return *type;
    fail(path, " holds elements of type ", printable(quoted), "; the types that can be read are ",
         "complex64, complex128, float16 to float64, integers and bool; save it as one of these, such as ",
         "x.astype(complex)");
}

// "3," or "3": an axis of a tuple, and whether a comma follows it; nullopt if it is no length.
struct AxisWord {
    Index length;
    bool comma;
};
std::optional<AxisWord> take_axis(std::string_view& rest)
{
    Index length = -1;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    skip(rest, 'L');  // as Python 2 wrote long integers
    skip_blanks(rest);
    if (error != std::errc() || length < 0) return std::nullopt;
    const bool comma = skip(rest, ',');
    skip_blanks(rest);
    return AxisWord{length, comma};
}

// The lengths of a tuple; empty if it is not a tuple. A tuple of one has a comma after it.
std::vector<Index> axes_of_tuple(std::string_view rest)
{
    std::vector<Index> axes;
    if (!skip(rest, '(')) return {};
    skip_blanks(rest);
    bool comma = true;
    while (comma && rest != ")") {
        const auto axis = take_axis(rest);
        if (!axis) return {};
        axes.push_back(axis->length);
        comma = axis->comma;
    }
    return rest == ")" && (comma || axes.size() > 1) ? axes : std::vector<Index>();
}

FileShape shape_of_tuple(const std::string& path, const std::string& tuple, bool fortran_order)
{
    const std::vector<Index> axes = axes_of_tuple(tuple);
    if (axes.empty() || axes.size() > most_file_axes || !elements_of(axes))
        fail(path, " has shape ", printable(tuple), ", but one of 1 to ", most_file_axes,
             " axes is needed, (n,) or (n0, n1, ...), with at most ", max_elements, " elements; save its reshape");
    return {axes, fortran_order && axes.size() > 1};
}

}  // namespace

bool starts_as_npy(const Descriptor& file, const std::string& path, std::int64_t file_bytes)
{
    std::string start(npy_magic.size(), '\0');
    if (file_bytes < std::ssize(start)) return false;
    read_bytes(file, path, 0, start.data(), std::ssize(start));
    return start == npy_magic;
}

DataFile inspect_npy(const Descriptor& file, const std::string& path, std::int64_t file_bytes)
{
    const NpyPreamble preamble = read_preamble(file, path, file_bytes);
    auto fields = Dictionary(preamble.dictionary).parse().value_or(std::map<std::string, std::string>());
    const std::string order = fields["fortran_order"];
    if (fields["descr"].empty() || fields["shape"].empty() || (order != "True" && order != "False") ||
        fields.size() != 3)
        fail(path,
             " has an npy header without exactly a descr, a fortran_order that is True or False, and a "
             "shape; ",
             "save it again");
    const ElementType type = type_in_header(path, fields["descr"]);
    const FileShape shape = shape_of_tuple(path, fields["shape"], order == "True");
    const Index n = *elements_of(shape.axes);
    const std::int64_t bytes = preamble.data_offset + n * bytes_of(type);
    if (file_bytes != bytes)
        fail(path, " has ", file_bytes, " bytes, but its header of ", preamble.data_offset, " and ", n, " elements of ",
             name_of(type), " make ", bytes, "; copy or save it again");
    return {path, FileFormat::npy, type, n, preamble.data_offset, shape, unquoted(fields["descr"]).starts_with('>')};
}

std::string npy_header(ElementType type, const FileShape& shape)
{
    std::string tuple;
    for (const Index length : shape.axes) tuple += text(tuple.empty() ? "" : ", ", length);
    if (shape.axes.size() == 1) tuple += ",";
    std::string dictionary =
        text("{'descr': '<", descr_of(type), "', 'fortran_order': ", shape.fortran_order ? "True" : "False",
             ", 'shape': (", tuple, "), }");
    const std::size_t bytes = (10 + dictionary.size() + 1 + 63) / 64 * 64;
    dictionary.resize(bytes - 11, ' ');
    const std::array<char, 4> version_and_size = {1, 0, static_cast<char>((bytes - 10) % 256),
                                                  static_cast<char>((bytes - 10) / 256)};
    return std::string(npy_magic) + std::string(version_and_size.begin(), version_and_size.end()) + dictionary + "\n";
}

}  // namespace bspfft::tools
