// The SPMD function: its name for the other processes, which may have loaded its code at another address, and how it is
// left in the middle.
#pragma once

#include <cstdint>

namespace bsplib::mpi {

class FunctionName {
public:
    FunctionName() = default;
    /// Null has a name too.
    explicit FunctionName(void (*function)());

    /// The function in this process; fails if its library is not loaded here.
    void (*here() const)();

private:
    std::uint64_t offset_ = 0;  ///< in its library; 0 for null
    char library_[504] = "";    ///< empty: the program itself
};

/// Calls run(); returns true when run() has called leave_frames(), false when run() has returned.
bool call_until_left(void (*run)());

/// Leaves the function as pthread_exit does: destroys the objects of all functions up to call_until_left, which then
/// returns true. Without a call_until_left it destroys those of all functions and calls beyond(), which does not
/// return. It sees no objects beyond a function that was compiled without unwind tables; those are dropped without
/// their destructors.
[[noreturn]] void leave_frames(void (*beyond)());

}  // namespace bsplib::mpi
