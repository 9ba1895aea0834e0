// How much memory this program may still take, by all that limits it.
#pragma once

#include <string>

#include "bspfft/error.hpp"

namespace bspfft {

struct MemoryLeft {
    /// Bytes that the machine has without swapping, and that the control groups of this program leave to all in them,
    /// as batch systems and containers set them.
    Index machine;
    /// What ulimit leaves to this program: address space and data.
    Index program;
};

/// By the files of /proc and /sys/fs/cgroup (of both versions) in this folder; the largest number where they say
/// nothing. File cache that is not in use counts as free.
MemoryLeft memory_left(const std::string& root = "");

}  // namespace bspfft
