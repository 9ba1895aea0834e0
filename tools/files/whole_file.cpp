#include "tools/files/whole_file.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "tools/files/descriptor.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

constexpr std::size_t longest = std::size_t{64} << 20;

}  // namespace

std::string whole_file(const std::string& path, const std::string& advice)
{
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

}  // namespace bspfft::tools
