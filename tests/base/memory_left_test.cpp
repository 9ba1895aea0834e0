// What limits the memory of a program: files of the system, made up.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include <sys/resource.h>

#include "bsp_fft/base/memory.hpp"

namespace {

using namespace bspfft;

constexpr Index unlimited = std::numeric_limits<Index>::max();
constexpr Index mebibyte = Index{1} << 20;

/// A folder with made-up files.
struct Tree {
    Tree()
    {
        std::string name = (std::filesystem::temp_directory_path() / "bspfft-memory-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        root = name;
    }
    ~Tree() { std::filesystem::remove_all(root); }
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;

    Tree& file(const std::string& path, const std::string& text)
    {
        const std::filesystem::path full = root + path;
        std::filesystem::create_directories(full.parent_path());
        std::ofstream(full) << text;
        return *this;
    }
    Tree& megabytes(const std::string& path, Index count)
    {
        return file(path, std::to_string(count * mebibyte) + "\n");
    }
    MemoryLeft left() const { return memory_left(root); }

    std::string root;
};

}  // namespace

TEST_CASE("without files there is no limit, and garbage sets none")
{
    Tree tree;
    CHECK(tree.left().machine == unlimited);
    CHECK(tree.left().program == unlimited);
    for (const char* const path : {"/proc/meminfo", "/proc/self/cgroup", "/proc/self/limits", "/proc/self/status",
                                   "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"})
        tree.file(path, "::\n0::\n:\n\nMemAvailable: -5 kB\nMax address space x\n9999999999999999999999\n\xff");
    CHECK(tree.left().machine == unlimited);
    CHECK(tree.left().program == unlimited);
}

TEST_CASE("the machine has what is available")
{
    Tree tree;
    tree.file("/proc/meminfo", "MemTotal:       24643328 kB\nMemFree: 1 kB\nMemAvailable:   2048 kB\nBuffers: 7 kB\n");
    CHECK(tree.left().machine == 2 * mebibyte);
}

TEST_CASE("a control group of version 2 and all above it leave what is not used, the unused file cache counted as free")
{
    Tree tree;
    tree.file("/proc/meminfo", "MemAvailable: 1048576 kB\n").file("/proc/self/cgroup", "0::/slurm/job/step\n");
    const std::string top = "/sys/fs/cgroup", job = top + "/slurm/job", step = job + "/step";
    tree.file(step + "/memory.max", "max\n").file(step + "/memory.high", "max\n");
    tree.megabytes(step + "/memory.current", 40);
    CHECK(tree.left().machine == 1024 * mebibyte);
    SUBCASE("of a group above")
    {
        tree.megabytes(job + "/memory.max", 100).megabytes(job + "/memory.current", 70);
        CHECK(tree.left().machine == 30 * mebibyte);
        tree.file(job + "/memory.stat", "anon 5\nfile 99999999\ninactive_file " + std::to_string(10 * mebibyte) +
                                            "\nactive_file 3\n");
        CHECK(tree.left().machine == 40 * mebibyte);
        tree.megabytes(step + "/memory.high", 50);
        CHECK(tree.left().machine == 10 * mebibyte);
    }
    SUBCASE("used up")
    {
        tree.megabytes(step + "/memory.max", 30);
        CHECK(tree.left().machine == 0);
    }
    SUBCASE("in a container, whose path is the host's")
    {
        tree.file("/proc/self/cgroup", "0::/../../docker/0123\n");
        tree.megabytes(top + "/memory.max", 64).megabytes(top + "/memory.current", 4);
        CHECK(tree.left().machine == 60 * mebibyte);
    }
}

TEST_CASE("a control group of version 1 is found among other controllers")
{
    Tree tree;
    tree.file("/proc/self/cgroup", "9:name=systemd:/x\n5:cpu,memory,pids:/batch/7\n0::/\n");
    const std::string group = "/sys/fs/cgroup/memory/batch/7";
    tree.file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    tree.megabytes(group + "/memory.limit_in_bytes", 20).megabytes(group + "/memory.usage_in_bytes", 15);
    CHECK(tree.left().machine == 5 * mebibyte);
    tree.file(group + "/memory.stat", "inactive_file 1\ntotal_inactive_file " + std::to_string(3 * mebibyte) + "\n");
    CHECK(tree.left().machine == 8 * mebibyte);
    tree.megabytes("/sys/fs/cgroup/memory/batch/memory.limit_in_bytes", 2);
    CHECK(tree.left().machine == 2 * mebibyte);
}

TEST_CASE("ulimit leaves what the program has not taken")
{
    Tree tree;
    tree.file("/proc/self/limits", "Limit                     Soft Limit           Hard Limit           Units     \n"
                                   "Max data size             unlimited            unlimited            bytes     \n"
                                   "Max address space         10485760             unlimited            bytes     \n");
    tree.file("/proc/self/status", "Name:\tx\nVmPeak:\t  9999 kB\nVmSize:\t  2048 kB\nVmData:\t  1024 kB\n");
    CHECK(tree.left().program == 8 * mebibyte);
    CHECK(tree.left().machine == unlimited);
    tree.file("/proc/self/limits", "Max data size             3145728            unlimited            bytes     \n"
                                   "Max address space         10485760             unlimited            bytes     \n");
    CHECK(tree.left().program == 2 * mebibyte);
    tree.file("/proc/self/limits", "Max address space         5 5 bytes\n");
    CHECK(tree.left().program == 0);
}

// Sanitizers map more than any limit.
TEST_CASE("a real limit of this very program is seen" * doctest::skip(SANITIZED))
{
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_AS, &before) == 0);
    rlimit limit = before;
    limit.rlim_cur = rlim_t{1} << 45;
    REQUIRE(::setrlimit(RLIMIT_AS, &limit) == 0);
    const Index left = memory_left().program;
    REQUIRE(::setrlimit(RLIMIT_AS, &before) == 0);
    CHECK(left < Index{1} << 45);
    CHECK(left > 0);
}
