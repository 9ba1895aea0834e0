// A file without a name vanishes by itself with the process that made it, however that ends.
#include "tools/files/staged_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "tools/files/descriptor.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

// Tries names beside the target until make(name) succeeds; fails for any other reason than that a name is taken.
template <class Make>
std::string with_fresh_name(const std::string& target, Make make)
{
    constexpr std::size_t longest = 240;  // leaves room for the ending in the 255 bytes of a name
    static std::atomic<unsigned> used = 0;
    const std::filesystem::path path(target);
    const std::string start = (path.parent_path() / path.filename().string().substr(0, longest)).string() + ".part";
    for (int attempt = 0; attempt < 1000; ++attempt) {
        const unsigned number = static_cast<unsigned>(::getpid()) * 1000 + used++;
        const std::string name = start + std::to_string(1000000 + number % 1000000).substr(1);
        if (make(name.c_str())) return name;
        if (errno != EEXIST) break;
    }
    fail_to_write(target, reason(errno), "name a file in another folder");
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
        fail_to_write(path, "an output file must be a regular file", "name one, or one that does not exist yet");
    if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
        fail_to_write(path, reason(errno), "name another file");
    std::error_code error;
    const std::filesystem::path target = place_of(path, error);
    const std::string folder = target.parent_path().string();
    if (error) fail_to_write(path, error.message(), instead);
    if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
        fail_to_write(path, text("its folder ", folder, ": ", reason(errno)), instead);
    return target.string();
}

std::string temporary_target()
{
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    if (error) fail("there is no folder for temporary files: ", error.message(), "; set TMPDIR to one");
    return (folder / "bspfft").string();
}

// A file that will replace one, or be copied, is this user's alone until then.
mode_t first_mode(const std::string& target, bool is_temporary)
{
    return is_temporary || ::access(target.c_str(), F_OK) == 0 ? 0600 : 0666;
}

Descriptor open_nameless(const std::string& target, mode_t mode)
{
    const std::string folder = std::filesystem::path(target).parent_path().string();
    const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    // Without /proc it could never be given a name.
    if (file >= 0 && ::access(text("/proc/self/fd/", file).c_str(), F_OK) == 0) return Descriptor(file);
    if (file >= 0) ::close(file);
    return Descriptor(-1);
}

Descriptor open_of(const StagedFile::Ticket& ticket)
{
    if (*ticket.name) return Descriptor(::open(ticket.name, O_RDWR | O_CLOEXEC));
    Descriptor file(::open(text("/proc/", ticket.process, "/fd/", ticket.number).c_str(), O_RDWR | O_CLOEXEC));
    struct stat status = {};
    const bool same = file.is_open() && ::fstat(file.number(), &status) == 0 && status.st_dev == ticket.device &&
                      status.st_ino == ticket.inode;
    return same ? std::move(file) : Descriptor(-1);
}

constexpr const char* access_list = "system.posix_acl_access";

// For a call that tells the size of its answer when it gets no room.
template <class Call>
std::optional<std::string> answer_of(Call call)
{
    const ssize_t size = call(nullptr, 0);
    if (size < 0) return std::nullopt;
    std::string answer(static_cast<std::size_t>(size), '\0');
    const ssize_t got = call(answer.data(), answer.size());
    if (got < 0) return std::nullopt;
    answer.resize(static_cast<std::size_t>(got));
    return answer;
}

std::optional<std::string> attribute_of(const std::string& path, const char* name)
{
    return answer_of([&](char* room, std::size_t size) { return ::getxattr(path.c_str(), name, room, size); });
}

bool set_attribute(int file, const char* name, const std::string& value)
{
    return ::fsetxattr(file, name, value.data(), value.size(), 0) == 0;
}

void copy_users_attributes(int file, const std::string& from)
{
    const std::string names =
        answer_of([&](char* room, std::size_t size) { return ::listxattr(from.c_str(), room, size); }).value_or("");
    for (std::size_t at = 0; at < names.size(); at += std::strlen(names.c_str() + at) + 1) {
        const char* const name = names.c_str() + at;
        const auto value = std::strncmp(name, "user.", 5) == 0 ? attribute_of(from, name) : std::nullopt;
        if (value) set_attribute(file, name, *value);
    }
}

// Gives an open file the owner, group, permissions, access control list and users' attributes of the one that it will
// replace, if there is one, as far as the system lets this user do so; never more to anybody than the other gave. Bits
// that change the user or group of a program are not kept, nor what a security module attaches.
void keep_access(int file, const std::string& replaced)
{
    struct stat old = {};
    if (::stat(replaced.c_str(), &old) != 0) return;
    const bool same_group =
        ::fchown(file, old.st_uid, old.st_gid) == 0 || ::fchown(file, static_cast<uid_t>(-1), old.st_gid) == 0;
    copy_users_attributes(file, replaced);
    ::fremovexattr(file, access_list);  // a new file has that of its folder
    const auto list = attribute_of(replaced, access_list);
    const bool list_is_lost = list && !(same_group && set_attribute(file, access_list, *list));
    mode_t mode = old.st_mode & 0777;
    if (list_is_lost) {
        mode &= 0700;  // the group's bits were the most that the list gives
    } else if (!same_group) {
        // members of the old group are others now, and some of the others the group
        const mode_t both = mode >> 3 & mode & 7;
        mode = (mode & 0700) | both << 3 | both;
    }
    ::fchmod(file, mode);
}

}  // namespace

// Standard output is not written by position: its bytes wait in a temporary file.
StagedFile::StagedFile(const std::string& target)
    : to_standard_output_(target == "-"),
      target_(to_standard_output_ ? temporary_target() : checked_target(target)),
      file_(-1)
{
    const mode_t mode = first_mode(target_, to_standard_output_);
    file_ = open_nameless(target_, mode);
    if (file_.is_open()) return;
    temporary_ = with_fresh_name(target_, [&](const char* name) {
        file_ = Descriptor(::open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode));
        return file_.is_open();
    });
    removed_at_signal_.emplace(temporary_);
}

StagedFile::StagedFile(const std::string& target, const Ticket& ticket) : target_(target), file_(open_of(ticket))
{
    if (!file_.is_open()) fail_to_write(target_, reason(errno), "write to a file system that all processes share");
    if (*ticket.name) removed_at_signal_.emplace(ticket.name);
}

StagedFile::~StagedFile()
{
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

std::string StagedFile::place() const { return temporary_.empty() ? text("/proc/self/fd/", number()) : temporary_; }

StagedFile::Ticket StagedFile::ticket() const
{
    Ticket ticket;
    struct stat status = {};
    if (::fstat(number(), &status) != 0) fail_to_write(target_, reason(errno), "name another file");
    ticket.process = ::getpid();
    ticket.number = number();
    ticket.device = status.st_dev;
    ticket.inode = status.st_ino;
    temporary_.copy(ticket.name, sizeof ticket.name - 1);
    return ticket;
}

void StagedFile::make_findable()
{
    if (temporary_.empty()) give_name();
}

void StagedFile::write(std::int64_t offset, const char* from, std::int64_t count) const
{
    for (std::int64_t done = 0; done < count;) {
        const ssize_t now = ::pwrite(number(), from + done, static_cast<std::size_t>(count - done), offset + done);
        if (now < 0 && errno == EINTR) continue;
        if (now <= 0)
            fail_to_write(target_, text("at byte ", offset + done, ": ", now < 0 ? reason(errno) : "nothing was taken"),
                          to_standard_output_ ? "set TMPDIR to a folder with more room"
                                              : "write to another file system");
        done += now;
    }
}

// Some network file systems report a failed write only when a descriptor is closed.
void StagedFile::close()
{
    if (::close(::dup(number())) != 0) fail_to_write(target_, reason(errno), "write to another file system");
}

void StagedFile::give_name()
{
    const std::string itself = text("/proc/self/fd/", number());
    temporary_ = with_fresh_name(target_, [&](const char* name) {
        return ::linkat(AT_FDCWD, itself.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
    });
    removed_at_signal_.emplace(temporary_);
}

void StagedFile::copy_to_standard_output()
{
    std::vector<char> chunk(static_cast<std::size_t>(chunk_bytes));
    std::int64_t offset = 0;
    for (ssize_t got = 1; got > 0; offset += got) {
        got = ::pread(number(), chunk.data(), chunk.size(), offset);
        if (got < 0) fail("cannot read ", target_, ": ", reason(errno));
        for (ssize_t done = 0; done < got;) {
            const ssize_t now = ::write(STDOUT_FILENO, chunk.data() + done, static_cast<std::size_t>(got - done));
            if (now < 0 && errno == EINTR) continue;
            if (now <= 0) fail_to_write("standard output", reason(errno), "name a file");
            done += now;
        }
    }
}

void StagedFile::publish()
{
    close();
    if (to_standard_output_) return copy_to_standard_output();
    keep_access(number(), target_);
    if (temporary_.empty()) give_name();  // rename() replaces a file, which linkat() cannot
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail_to_write(target_, reason(errno), "name another file");
    temporary_.clear();
    removed_at_signal_.reset();
}

}  // namespace bspfft::tools
