// Every element has its place in the file before any is written, so that blocks can be written in any order.
#include "tools/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <limits>
#include <vector>

#include "tools/npy_file.hpp"

namespace bspfft {

namespace {

// Every number of a text file has the same width, so that each element has its place before any is written.
template <class Stored>
constexpr int digits = std::numeric_limits<Stored>::max_digits10 - 1;
template <class Stored>
constexpr int width = digits<Stored> + 8;
template <class Stored>
constexpr std::int64_t line_bytes = 2 * width<Stored> + 2;

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
void encode(FileFormat format, const std::complex<Stored>& x, char* at)
{
    if (format != FileFormat::text) {
        std::memcpy(at, &x, sizeof x);
        return;
    }
    print(x.real(), at);
    at[width<Stored>] = ' ';
    print(x.imag(), at + width<Stored> + 1);
    at[line_bytes<Stored> - 1] = '\n';
}

std::int64_t element_bytes(FileFormat format, ElementType type)
{
    if (format != FileFormat::text) return bytes_of(type);
    return type == ElementType::complex64 ? line_bytes<float> : line_bytes<double>;
}

// Where the file is in the end: a link is followed, so that its target is replaced and not the link.
std::string checked_target(const std::string& path)
{
    constexpr const char* instead = "name a file in a folder that can be written";
    struct stat status = {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && (errno != ENOENT || path.empty())) fail_to_write(path, reason(errno), instead);
    if (exists && S_ISDIR(status.st_mode)) fail_to_write(path, reason(EISDIR), "name a file in it");
    if (exists && !S_ISREG(status.st_mode))
        fail_to_write(path, "an output file must be a regular file",
                      "name one, or one that does not exist yet");
    if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
        fail_to_write(path, reason(errno), "name another file");
    std::error_code error;
    const auto target = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    const std::string folder = target.parent_path().string();
    if (error) fail_to_write(path, error.message(), instead);
    if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
        fail_to_write(path, text("its folder ", folder, ": ", reason(errno)), instead);
    return target.string();
}

ElementType checked_output(const std::string& path, ElementType type, Index n)
{
    if (type != ElementType::complex64 && type != ElementType::complex128)
        throw Error(Status::invalid_argument, text("the output ", path, " was to hold ", name_of(type),
                                                   ", but an output holds complex64 or complex128"));
    if (n < 0 || n > max_elements)
        throw Error(Status::invalid_argument,
                    text("the output ", path, " was to hold ", n,
                         " elements, but the number must be from 0 to ", max_elements));
    return type;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, FileFormat format, ElementType type, Index n)
    : path_(path),
      format_(format),
      type_(checked_output(path, type, n)),
      n_(n),
      header_(format == FileFormat::npy ? npy_header(type, n) : ""),
      element_bytes_(element_bytes(format, type)),
      staged_(checked_target(path))
{
    reserve(std::ssize(header_) + n_ * element_bytes_);
    write_bytes(0, header_.data(), std::ssize(header_));
}

void OutputFile::reserve(std::int64_t bytes) const
{
    int error = bytes == 0 ? 0 : EINTR;
    while (error == EINTR) error = ::posix_fallocate(staged_.number(), 0, bytes);
    if (error == 0) return;
    struct statvfs space = {};
    ::fstatvfs(staged_.number(), &space);
    fail("the output ", path_, " needs ", bytes, " bytes and its file system has ",
         space.f_bavail * space.f_frsize, " available: ", reason(error),
         "; free some or write to another file system");
}

void OutputFile::write_bytes(std::int64_t offset, const char* from, std::int64_t count) const
{
    for (std::int64_t done = 0; done < count;) {
        const ssize_t now =
            ::pwrite(staged_.number(), from + done, static_cast<std::size_t>(count - done), offset + done);
        if (now < 0 && errno == EINTR) continue;
        if (now <= 0)
            fail_to_write(
                path_, text("at byte ", offset + done, ": ", now < 0 ? reason(errno) : "nothing was taken"),
                "write to another file system");
        done += now;
    }
}

template <class Real>
void OutputFile::write_block(Index first, Index count, const std::complex<Real>* from)
{
    require_block(path_, n_, first, count);
    if (type_ == ElementType::complex64)
        write_as<float>(first, count, from);
    else
        write_as<double>(first, count, from);
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
            encode(format_, to_complex<Stored>(from[done + i]), chunk.data() + i * element_bytes_);
        write_bytes(std::ssize(header_) + (first + done) * element_bytes_, chunk.data(),
                    now * element_bytes_);
        done += now;
    }
}

template void OutputFile::write_block(Index, Index, const std::complex<float>*);
template void OutputFile::write_block(Index, Index, const std::complex<double>*);

void OutputFile::commit()
{
    if (written_ < n_)
        throw Error(Status::internal_error,
                    text("the output ", path_, " was to be completed after ", written_.load(), " of its ", n_,
                         " elements; write all of them before"));
    staged_.publish();
}

}  // namespace bspfft
