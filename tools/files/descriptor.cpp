// Reads by position: no state is shared between the readers of a file.
#include "tools/files/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

std::string reason(int error) { return std::generic_category().message(error); }

Descriptor::~Descriptor()
{
    if (is_open()) ::close(number_);
}

Descriptor open_to_read(const InputFile& input)
{
    // O_NONBLOCK: a pipe without a writer is to be refused, not waited for.
    Descriptor file(::open(input.place.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.is_open()) fail("cannot read ", input.name, ": ", reason(errno), "; name a file that can be read");
    return file;
}

std::int64_t size_of(const Descriptor& file, const std::string& path)
{
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0) fail("cannot read ", path, ": ", reason(errno));
    if (S_ISDIR(status.st_mode)) fail("cannot read ", path, ": ", reason(EISDIR), "; name a file in it");
    if (!S_ISREG(status.st_mode)) fail("cannot read ", path, ": an input file must be a regular file; copy it to one");
    return status.st_size;
}

void read_bytes(const Descriptor& file, const std::string& path, std::int64_t offset, char* into, std::int64_t count)
{
    for (std::int64_t done = 0; done < count;) {
        const ssize_t now = ::pread(file.number(), into + done, static_cast<std::size_t>(count - done), offset + done);
        if (now < 0 && errno == EINTR) continue;
        if (now < 0) fail("cannot read ", path, " at byte ", offset + done, ": ", reason(errno));
        if (now == 0)
            fail(path, " ends at byte ", offset + done, " but was to be read up to byte ", offset + count,
                 "; keep it unchanged while it is being read");
        done += now;
    }
}

std::string whole_file(const std::string& path, const std::string& advice)
{
    constexpr std::size_t longest = std::size_t{64} << 20;
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) fail("cannot read ", path, ": ", reason(errno), advice);
    std::string content;
    char chunk[1 << 16];
    while (true) {
        const ssize_t got = ::read(file.number(), chunk, sizeof chunk);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail("cannot read ", path, ": ", reason(errno), advice);
        if (got == 0) return content;
        content.append(chunk, static_cast<std::size_t>(got));
        if (content.size() > longest) fail(path, " is longer than ", longest >> 20, " MiB", advice);
    }
}

// weakly_canonical() follows only links to what is there.
std::filesystem::path place_of(const std::string& name, std::error_code& error)
{
    namespace fs = std::filesystem;
    constexpr int most_links = 40;  // as the kernel follows
    fs::path path = fs::absolute(name, error);
    for (int links = 0; !error && links < most_links && fs::is_symlink(fs::symlink_status(path, error)); ++links)
        path = path.parent_path() / fs::read_symlink(path, error);
    if (error == std::errc::no_such_file_or_directory) error.clear();
    return error ? path : fs::weakly_canonical(path, error);
}

[[noreturn]] void fail_to_write(const std::string& path, const std::string& why, const char* instead)
{
    fail("cannot write ", path, ": ", why, "; ", instead);
}

}  // namespace bspfft::tools
