#include "bsp_fft/base/memory.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"

namespace bspfft {

namespace {

std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

// Aligned to huge pages, but the size is not rounded up to them: that could add a tenth to a short array.
std::size_t mapped_bytes(std::size_t bytes)
{
    return rounded_up(bytes, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
}

// Fresh from the system: what malloc gives may have been used before, and then it has small pages for good.
void* map_huge_pages(std::size_t bytes)
{
    const std::size_t room = mapped_bytes(bytes), all = room + huge_page;
    void* const mapped = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw NoMemory(bytes);
    const auto begin = reinterpret_cast<std::uintptr_t>(mapped);
    const std::uintptr_t aligned = rounded_up(begin, huge_page), end = aligned + room;
    if (aligned > begin) ::munmap(mapped, aligned - begin);
    if (begin + all > end) ::munmap(reinterpret_cast<void*>(end), begin + all - end);
    void* const pages = reinterpret_cast<void*>(aligned);
    ::madvise(pages, room, MADV_HUGEPAGE);
    return pages;
}

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

/// Calls use(line) for each line.
void for_each_line(std::string_view all, auto use)
{
    while (!all.empty()) {
        const std::size_t end = std::min(all.find('\n'), all.size());
        use(all.substr(0, end));
        all.remove_prefix(std::min(end + 1, all.size()));
    }
}

/// The number behind a name at the start of a line.
std::optional<Index> named(std::string_view file, std::string_view name)
{
    std::optional<Index> found;
    for_each_line(file, [&](std::string_view line) {
        if (found || !line.starts_with(name) || line.size() == name.size()) return;
        const char next = line[name.size()];
        if (next == ' ' || next == '\t' || name.back() == ':') found = number_in(line.substr(name.size()));
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

// Lines of number:controllers:path; of the second version without controllers.
Index left_by_groups(const std::string& root)
{
    Index left = unlimited;
    const std::string groups = root + "/sys/fs/cgroup";
    for_each_line(contents(root + "/proc/self/cgroup"), [&](std::string_view line) {
        const std::size_t first = line.find(':'), second = line.find(':', std::min(first, line.size() - 1) + 1);
        if (first == std::string_view::npos || second == std::string_view::npos) return;
        const std::string_view controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
        if (controllers.empty()) {
            left = std::min(
                {left, left_in_groups(groups, path, version_2), left_in_groups(groups + "/unified", path, version_2)});
        } else if (text(",", controllers, ",").find(",memory,") != std::string::npos) {
            left = std::min(left, left_in_groups(groups + "/memory", path, version_1));
        }
    });
    return left;
}

Index left_of(std::optional<Index> limit, std::optional<Index> used_kibibytes)
{
    if (!limit || !used_kibibytes) return unlimited;
    return *limit - std::min(*limit, kibibytes(used_kibibytes));
}

}  // namespace

NoMemory::NoMemory(std::size_t bytes) noexcept
{
    std::snprintf(message_, sizeof message_, "no memory for an array of %zu bytes", bytes);
}

void* allocate_pages(std::size_t bytes)
{
    void* pages = nullptr;
    if (bytes >= huge_page) {
        pages = map_huge_pages(bytes);
    } else if (::posix_memalign(&pages, cache_line, rounded_up(bytes, cache_line)) != 0) {
        throw NoMemory(bytes);
    }
    std::memset(pages, 0, bytes);
    return pages;
}

void free_pages(void* pages, std::size_t bytes)
{
    if (bytes >= huge_page) {
        ::munmap(pages, mapped_bytes(bytes));
    } else {
        std::free(pages);
    }
}

MemoryLeft memory_left(const std::string& root)
{
    const std::string limits = contents(root + "/proc/self/limits"), status = contents(root + "/proc/self/status");
    const Index available = kibibytes(named(contents(root + "/proc/meminfo"), "MemAvailable:"));
    const Index space = left_of(named(limits, "Max address space"), named(status, "VmSize:"));
    const Index data = left_of(named(limits, "Max data size"), named(status, "VmData:"));
    return {std::min(available, left_by_groups(root)), std::min(space, data)};
}

Index available_memory()
{
    const MemoryLeft left = memory_left();
    return std::min(left.machine, left.program);
}

// Each piece of memory has a line for each figure, the flags last; "hg" says that huge pages were requested.
PageUse page_use_in(std::string_view smaps)
{
    PageUse use, piece;
    for_each_line(smaps, [&](std::string_view line) {
        if (const auto resident = named(line, "Rss:")) piece.resident = kibibytes(resident);
        if (const auto huge = named(line, "AnonHugePages:")) piece.huge = kibibytes(huge);
        if (!line.starts_with("VmFlags:")) return;
        if (line.find(" hg") != std::string_view::npos) {
            use.resident += piece.resident;
            use.huge += piece.huge;
        }
        piece = {};
    });
    return use;
}

PageUse page_use() { return page_use_in(contents("/proc/self/smaps")); }

}  // namespace bspfft
