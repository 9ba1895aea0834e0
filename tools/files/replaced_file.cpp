#include "tools/files/replaced_file.hpp"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstring>
#include <optional>

namespace bspfft::tools {

namespace {

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

}  // namespace

void keep_access(int file, const std::string& replaced)
{
    struct stat old = {};
    if (::stat(replaced.c_str(), &old) != 0) return;
    const bool same_group = ::fchown(file, old.st_uid, old.st_gid) == 0 ||
                            ::fchown(file, static_cast<uid_t>(-1), old.st_gid) == 0;
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

}  // namespace bspfft::tools
