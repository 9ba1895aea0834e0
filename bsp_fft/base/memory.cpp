#include "bsp_fft/base/memory.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <limits>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bspfft {

namespace {

constexpr Index unlimited = std::numeric_limits<Index>::max();
// An old control group without a limit says a number near 2^63.
constexpr Index no_limit = Index{1} << 62;

struct OpenFile {
    int number;
    ~OpenFile()
    {
        if (number >= 0) ::close(number);
    }
};

// Empty if it cannot be read. Without a stream, whose buffer would take memory where there may be little.
std::string contents(const std::string& path)
{
    const OpenFile file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    std::string all;
    char piece[1024];
    for (ssize_t got = 1; file.number >= 0 && got != 0;) {
        got = ::read(file.number, piece, sizeof piece);
        if (got < 0 && errno != EINTR) break;
        if (got > 0) all.append(piece, static_cast<std::size_t>(got));
    }
    return all;
}

std::optional<Index> number_in(std::string_view words)
{
    const std::size_t at = words.find_first_not_of(" \t");
    if (at == std::string_view::npos) return {};
    Index number = 0;
    const auto [end, error] = std::from_chars(words.data() + at, words.data() + words.size(), number);
    return error == std::errc() && number >= 0 ? std::optional(number) : std::nullopt;
}

/// Calls use(line) for each line until it returns true.
void for_each_line(std::string_view all, auto use)
{
    while (!all.empty()) {
        const std::size_t end = std::min(all.find('\n'), all.size());
        if (use(all.substr(0, end))) return;
        all.remove_prefix(std::min(end + 1, all.size()));
    }
}

/// The number behind a name at the start of a line.
std::optional<Index> named(std::string_view file, std::string_view name)
{
    std::optional<Index> found;
    for_each_line(file, [&](std::string_view line) {
        const bool is_it = line.starts_with(name) && line.size() > name.size() &&
                           (line[name.size()] == ' ' || line[name.size()] == '\t' || name.back() == ':');
        if (is_it) found = number_in(line.substr(name.size()));
        return is_it;
    });
    return found;
}

Index kibibytes(std::optional<Index> count) { return count && *count < unlimited / 1024 ? *count * 1024 : unlimited; }

/// What the files of a version are called.
struct Names {
    const char* limits[2];
    const char* used;
    const char* cached;
};
constexpr Names version_1{{"memory.limit_in_bytes", nullptr}, "memory.usage_in_bytes", "total_inactive_file"};
constexpr Names version_2{{"memory.max", "memory.high"}, "memory.current", "inactive_file"};

Index left_in_group(const std::string& folder, const Names& names)
{
    Index limit = unlimited;
    for (const char* const name : names.limits) {
        const std::optional<Index> number = name ? number_in(contents(folder + "/" + name)) : std::nullopt;
        if (number && *number < no_limit) limit = std::min(limit, *number);
    }
    if (limit == unlimited) return unlimited;
    const Index used = number_in(contents(folder + "/" + names.used)).value_or(0);
    const Index cached = named(contents(folder + "/memory.stat"), names.cached).value_or(0);
    return limit - std::clamp(used - std::min(used, cached), Index{0}, limit);
}

bool is_folder(const std::string& path)
{
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// In a container the path may be the host's, and the mount the container's own group.
Index left_in_groups(const std::string& mount, std::string_view path, const Names& names)
{
    if (!is_folder(mount)) return unlimited;
    std::string below(path);
    while (!below.empty() && below.back() == '/') below.pop_back();
    if (below.find("..") != std::string::npos || !is_folder(mount + below)) below.clear();
    Index left = unlimited;
    for (;;) {
        left = std::min(left, left_in_group(mount + below, names));
        if (below.empty()) return left;
        below.resize(below.rfind('/') == std::string::npos ? 0 : below.rfind('/'));
    }
}

bool names_memory(std::string_view controllers)
{
    return ("," + std::string(controllers) + ",").find(",memory,") != std::string::npos;
}

// Lines of number:controllers:path; of the second version without controllers.
Index left_by_groups(const std::string& root)
{
    Index left = unlimited;
    const std::string groups = root + "/sys/fs/cgroup";
    for_each_line(contents(root + "/proc/self/cgroup"), [&](std::string_view line) {
        const std::size_t first = line.find(':'), second = line.find(':', std::min(first, line.size() - 1) + 1);
        if (first == std::string_view::npos || second == std::string_view::npos) return false;
        const std::string_view controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
        if (controllers.empty()) {
            left = std::min(
                {left, left_in_groups(groups, path, version_2), left_in_groups(groups + "/unified", path, version_2)});
        } else if (names_memory(controllers)) {
            left = std::min(left, left_in_groups(groups + "/memory", path, version_1));
        }
        return false;
    });
    return left;
}

Index left_of(std::optional<Index> limit, std::optional<Index> used_kibibytes)
{
    if (!limit || !used_kibibytes) return unlimited;
    return *limit - std::min(*limit, kibibytes(used_kibibytes));
}

}  // namespace

MemoryLeft memory_left(const std::string& root)
{
    const std::string limits = contents(root + "/proc/self/limits"), status = contents(root + "/proc/self/status");
    const Index available = kibibytes(named(contents(root + "/proc/meminfo"), "MemAvailable:"));
    const Index space = left_of(named(limits, "Max address space"), named(status, "VmSize:"));
    const Index data = left_of(named(limits, "Max data size"), named(status, "VmData:"));
    return {std::min(available, left_by_groups(root)), std::min(space, data)};
}

// Each piece of memory has a line for each figure, the flags last; "hg" says that huge pages were requested.
PageUse page_use_in(std::string_view smaps)
{
    PageUse use, piece;
    for_each_line(smaps, [&](std::string_view line) {
        if (const auto resident = named(line, "Rss:")) piece.resident = kibibytes(resident);
        if (const auto huge = named(line, "AnonHugePages:")) piece.huge = kibibytes(huge);
        if (!line.starts_with("VmFlags:")) return false;
        if (line.find(" hg") != std::string_view::npos) {
            use.resident += piece.resident;
            use.huge += piece.huge;
        }
        piece = {};
        return false;
    });
    return use;
}

PageUse page_use() { return page_use_in(contents("/proc/self/smaps")); }

}  // namespace bspfft
