#include "tools/files/shared_input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "tools/files/shared_file.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

// A device could be without an end, and a terminal has no numbers.
void require_stream(const struct stat& status)
{
    if (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) return;
    refuse("standard input is not a file or a pipe; send one to it, or name a file that is the --input");
}

bool is_stream(const std::string& path)
{
    struct stat status = {};
    if (path != "-") return ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
    if (::fstat(STDIN_FILENO, &status) != 0) fail("cannot read standard input: ", reason(errno));
    require_stream(status);
    return true;
}

// 0 at the end.
std::int64_t read_some(const Descriptor& stream, const std::string& path, std::vector<char>& into)
{
    while (true) {
        const ssize_t got = ::read(stream.number(), into.data(), into.size());
        if (got >= 0) return got;
        pollfd next{stream.number(), POLLIN, 0};
        if (errno == EAGAIN && ::poll(&next, 1, -1) >= 0) continue;
        if (errno != EINTR) fail("cannot read ", name_of(path), ": ", reason(errno));
    }
}

}  // namespace

SharedInput::SharedInput(const std::string& path) : path_(path)
{
    if (path_.empty()) return;
    agree_on([&] {
        if (is_process_0() && is_stream(path_)) copy();
    });
    bool copied = copy_.has_value();
    share(copied);
    if (!copied || !all_run_the_program()) return;
    share_file(is_process_0() ? &*copy_ : nullptr, [&](const StagedFile::Ticket& ticket) {
        try {
            copy_.emplace(path_, ticket);
        } catch (const Error&) {
            fail("process 0 has copied ", name_of(path_), " to a folder that is not on all machines; set TMPDIR to ",
                 "one that is, or name a file there");
        }
    });
}

void SharedInput::copy()
{
    const Descriptor stream(path_ == "-" ? ::dup(STDIN_FILENO) : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!stream.is_open()) fail("cannot read ", name_of(path_), ": ", reason(errno));
    copy_.emplace("-");
    std::vector<char> chunk(static_cast<std::size_t>(chunk_bytes));
    std::int64_t offset = 0;
    while (const std::int64_t got = read_some(stream, path_, chunk)) {
        copy_->write(offset, chunk.data(), got);
        offset += got;
    }
}

InputFile SharedInput::file() const
{
    return copy_ ? InputFile(name_of(path_), copy_->place()) : InputFile(path_);
}

}  // namespace bspfft::tools
