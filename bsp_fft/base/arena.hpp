// Memory that constructors take, or only count.
#pragma once

#include <algorithm>
#include <vector>

#include "bsp_fft/base/buffer.hpp"

namespace bspfft {

/// Constructors take their arrays and tables from an arena. One that only counts gives buffers without memory: nothing
/// is allocated and no table is filled, so that a dry run of the constructors says what a plan takes. What a dry run
/// constructs is only good for destruction.
class Arena {
public:
    enum Mode { takes, counts };

    explicit Arena(Mode mode = takes) : mode_(mode) {}

    bool only_counts() const { return mode_ == counts; }
    /// What was taken, with the workspace.
    Index bytes() const { return bytes_ + workspace_bytes_; }
    Index workspace_bytes() const { return workspace_bytes_; }

    /// Zeros.
    template <class T>
    Buffer<T> take(Index size)
    {
        bytes_ += checked_product(size, static_cast<Index>(sizeof(T)));
        return Buffer<T>(size, !only_counts());
    }

    /// A table that fill(T*) writes.
    template <class T, class Fill>
    Buffer<T> table(Index size, Fill fill)
    {
        Buffer<T> table = take<T>(size);
        if (table.data()) fill(table.data());
        return table;
    }

    /// Elements `begin` .. begin + size - 1 of the workspace, aligned to a cache line if `begin` is 0. All callers
    /// share it, each between the calls of the others. A caller that knows the largest size asks first; where one asks
    /// for more than there is, the workspace of those before stays where it is.
    template <class T>
    T* workspace(Index size, Index begin = 0)
    {
        const Index bytes = checked_product(begin + size, static_cast<Index>(sizeof(T)));
        if (only_counts()) {
            workspace_bytes_ = std::max(workspace_bytes_, bytes);
            return nullptr;
        }
        if (bytes == 0) return nullptr;
        if (workspaces_.empty() || workspaces_.back().size() < bytes) {
            workspaces_.emplace_back(bytes);
            workspace_bytes_ += bytes;
        }
        return reinterpret_cast<T*>(workspaces_.back().data()) + begin;
    }

private:
    Mode mode_;
    Index bytes_ = 0;
    Index workspace_bytes_ = 0;
    std::vector<Buffer<std::byte>> workspaces_;
};

}  // namespace bspfft
