// Every element has its place in the file before any is written, so that blocks can be written in any order.
#include "tools/files/output_file.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "tools/files/npy_file.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

// Every number of a text file has the same width, so that each element has its place before any is written.
template <class Stored>
constexpr int digits = std::numeric_limits<Stored>::max_digits10 - 1;
template <class Stored>
constexpr int width = digits<Stored> + 8;
template <class Stored>
constexpr std::int64_t line_bytes = width<Stored> + 1;
template <class Stored>
constexpr std::int64_t line_bytes<std::complex<Stored>> = 2 * width<Stored> + 2;

template <class Stored>
void print(Stored value, char* at)
{
    std::array<char, width<Stored>> number = {};
    char* const end =
        std::to_chars(number.begin(), number.end(), value, std::chars_format::scientific, digits<Stored>).ptr;
    const auto blanks = number.end() - end;
    std::fill_n(at, blanks, ' ');
    std::copy(number.begin(), end, at + blanks);
}

template <class Stored>
void print_line(Stored x, char* at)
{
    print(x, at);
    at[width<Stored>] = '\n';
}

template <class Stored>
void print_line(const std::complex<Stored>& x, char* at)
{
    print(x.real(), at);
    at[width<Stored>] = ' ';
    print_line(x.imag(), at + width<Stored> + 1);
}

template <class Stored>
void encode(FileFormat format, const Stored& x, char* at)
{
    if (format == FileFormat::text)
        print_line(x, at);
    else
        std::memcpy(at, &x, sizeof x);
}

// As it is stored: a complex number, or its real part.
template <class Stored, class Real>
Stored stored(const std::complex<Real>& x)
{
    if constexpr (std::is_floating_point_v<Stored>)
        return static_cast<Stored>(x.real());
    else
        return to_complex<typename Stored::value_type>(x);
}

// Calls use with a number of the type, which is one that files are written with.
template <class Use>
auto as_written(ElementType type, Use use)
{
    if (type == ElementType::complex64) return use(std::complex<float>());
    if (type == ElementType::complex128) return use(std::complex<double>());
    return type == ElementType::float32 ? use(float()) : use(double());
}

std::int64_t element_bytes(FileFormat format, ElementType type)
{
    if (format != FileFormat::text) return bytes_of(type);
    return as_written(type, [](auto x) { return line_bytes<decltype(x)>; });
}

Index checked_elements(const std::string& path, const FileShape& shape)
{
    if (const std::optional<Index> n = elements_of(shape.axes)) return *n;
    std::string size;
    for (const Index length : shape.axes) size += text(size.empty() ? "" : " x ", length);
    refuse("the output ", path, " was to hold ", size, " elements, but the number must be from 0 to ", max_elements);
}

ElementType checked_type(const std::string& path, ElementType type)
{
    if (is_complex(type) || type == ElementType::float32 || type == ElementType::float64) return type;
    refuse("the output ", path, " was to hold ", name_of(type), ", but results are complex64, complex128, float32 or ",
           "float64");
}

// Without what some file systems keep for root, which a root in a container does not get. Nothing if the file system
// does not say.
std::optional<std::int64_t> bytes_available(const StagedFile& file)
{
    struct statvfs space = {};
    if (::fstatvfs(file.number(), &space) != 0 || space.f_blocks == 0 || space.f_frsize == 0) return std::nullopt;
    const std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(space.f_bavail > most / space.f_frsize ? most : space.f_bavail * space.f_frsize);
}

// The terminal that this program was started from. mpirun gives its programs another, wherever it sends their output.
bool shows_output() { return ::isatty(STDOUT_FILENO) && ::tcgetpgrp(STDOUT_FILENO) >= 0; }

}  // namespace

void require_readable_output(const std::string& path, FileFormat format)
{
    if (path == "-" && format != FileFormat::text && shows_output())
        refuse("standard output is a terminal, which shows text only; add --format txt, "
               "or send it to a file or a program");
}

OutputFile::OutputFile(const std::string& path, FileFormat format, ElementType type, const FileShape& shape,
                       const StagedFile::Ticket* ticket)
    : path_(path),
      format_(format),
      type_(checked_type(path, type)),
      n_(checked_elements(path, shape)),
      header_(format == FileFormat::npy ? npy_header(type, shape) : ""),
      element_bytes_(element_bytes(format, type)),
      staged_(ticket ? StagedFile(path, *ticket) : StagedFile(path))
{
    if (ticket) return;
    reserve(std::ssize(header_) + n_ * element_bytes_);
    staged_.write(0, header_.data(), std::ssize(header_));
}

// An allocation that fails may take all that is left before it does: what cannot fit is not tried. What a quota refuses
// is free again when this constructor fails.
void OutputFile::reserve(std::int64_t bytes) const
{
    if (bytes == 0) return;
    const std::string needs =
        text("the output ", path_, path_ == "-" ? ", in TMPDIR until it is complete," : "", " needs ", bytes, " bytes");
    const auto available = bytes_available(staged_);
    if (available && *available < bytes)
        fail(needs, " and its file system has ", *available, " available; free ", bytes - *available,
             " more, or write to another file system");
    int error = EINTR;
    while (error == EINTR) error = ::posix_fallocate(staged_.number(), 0, bytes);
    if (error != 0) fail(needs, ": ", reason(error), "; write to another file system");
}

template <class Real>
void OutputFile::write_block(Index first, Index count, const std::complex<Real>* from)
{
    require_block(path_, n_, first, count);
    as_written(type_, [&](auto x) { write_as<decltype(x)>(first, count, from); });
    written_ += count;
}

template <class Stored, class Real>
void OutputFile::write_as(Index first, Index count, const std::complex<Real>* from)
{
    const Index per_chunk = chunk_bytes / element_bytes_;
    std::vector<char> chunk(static_cast<std::size_t>(std::min(count, per_chunk) * element_bytes_));
    for (Index done = 0; done < count;) {
        const Index now = std::min(count - done, per_chunk);
        for (Index i = 0; i < now; ++i)
            encode(format_, stored<Stored>(from[done + i]), chunk.data() + i * element_bytes_);
        staged_.write(std::ssize(header_) + (first + done) * element_bytes_, chunk.data(), now * element_bytes_);
        done += now;
    }
}

template void OutputFile::write_block(Index, Index, const std::complex<float>*);
template void OutputFile::write_block(Index, Index, const std::complex<double>*);

void OutputFile::commit(Index written_elsewhere)
{
    const Index written = written_ + written_elsewhere;
    if (written < n_)
        throw Error(Status::internal_error, text("the output ", path_, " was to be completed after ", written,
                                                 " of its ", n_, " elements; write all of them before"));
    staged_.publish();
}

}  // namespace bspfft::tools
