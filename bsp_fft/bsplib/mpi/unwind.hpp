// Leaves an SPMD function in the middle, as pthread_exit does: its C++ objects are destroyed.
#pragma once

namespace bsplib::mpi {

/// Calls run(); returns true when run() has called leave_frames(), false when run() has returned.
bool call_until_left(void (*run)());

/// Destroys the objects of all functions up to call_until_left, which then returns true. Without a
/// call_until_left it destroys those of all functions and calls beyond(), which does not return. It sees no objects
/// beyond a function that was compiled without unwind tables; those are dropped without their destructors.
[[noreturn]] void leave_frames(void (*beyond)());

}  // namespace bsplib::mpi
