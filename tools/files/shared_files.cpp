#include "tools/files/shared_files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "bsp_fft/bsp/gather.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

// One process's attempt, and whether those of all succeeded.
template <class Attempt>
bool all_can(Port& port, Attempt attempt)
{
    bool can = true;
    try {
        attempt();
    } catch (const Error&) {
        can = false;
    }
    return sum_over_processes(port, can ? 0 : 1) == 0;
}

// Where processes are programs of their own: tells the others of the file that process 0 has made, null on them, and
// join(ticket) opens it there. All throw what one does. On one machine the file needs no name, so that nothing is left
// behind however they end.
template <class Join>
void share_file(StagedFile* made, Join join)
{
    Port port;
    StagedFile::Ticket ticket;
    agree_on([&] {
        if (made) ticket = made->ticket();
    });
    broadcast(port, ticket);
    const auto join_it = [&] {
        if (!made) join(ticket);
    };
    if (all_can(port, join_it)) return;
    // Some are on other machines: they need a name.
    agree_on([&] {
        if (!made) return;
        made->make_findable();
        ticket = made->ticket();
    });
    broadcast(port, ticket);
    agree_on(join_it);
}

std::string stream_name(const std::string& path) { return path == "-" ? "standard input" : path; }

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
        if (errno != EINTR) fail("cannot read ", stream_name(path), ": ", reason(errno));
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
            fail("process 0 has copied ", stream_name(path_),
                 " to a folder that is not on all machines; set TMPDIR to ", "one that is, or name a file there");
        }
    });
}

void SharedInput::copy()
{
    const Descriptor stream(path_ == "-" ? ::dup(STDIN_FILENO) : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!stream.is_open()) fail("cannot read ", stream_name(path_), ": ", reason(errno));
    copy_.emplace("-");
    std::vector<char> chunk(static_cast<std::size_t>(chunk_bytes));
    std::int64_t offset = 0;
    while (const std::int64_t got = read_some(stream, path_, chunk)) {
        copy_->write(offset, chunk.data(), got);
        offset += got;
    }
}

InputFile SharedInput::file() const { return copy_ ? InputFile(stream_name(path_), copy_->place()) : InputFile(path_); }

std::unique_ptr<OutputFile> open_together(const std::string& path, FileFormat format, ElementType type,
                                          const FileShape& shape)
{
    std::unique_ptr<OutputFile> output;
    agree_on([&] {
        if (is_process_0()) output = std::make_unique<OutputFile>(path, format, type, shape);
    });
    if (all_run_the_program())
        share_file(output ? &output->file() : nullptr, [&](const StagedFile::Ticket& ticket) {
            output = std::make_unique<OutputFile>(path, format, type, shape, &ticket);
        });
    return output;
}

void commit_together(OutputFile& output)
{
    Index elsewhere = 0;
    if (all_run_the_program()) {
        Port port;
        agree_on([&] { output.file().close(); });
        elsewhere =
            static_cast<Index>(sum_over_processes(port, is_process_0() ? 0 : static_cast<double>(output.written())));
    }
    agree_on([&] {
        if (is_process_0()) output.commit(elsewhere);
    });
}

}  // namespace bspfft::tools
