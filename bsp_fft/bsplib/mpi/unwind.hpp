// How a process leaves its SPMD function in the middle, as a thread does by pthread_exit: its C++ objects are
// destroyed.
#pragma once

namespace bsplib::mpi {

/// Calls run(); returns when it has called leave_frames(). If run() returns by itself, so does this, with
/// false.
bool call_until_left(void (*run)());

/// Destroys the objects of all functions up to call_until_left, which then returns true. If there is none,
/// of all functions, and calls beyond(), which does not return.
[[noreturn]] void leave_frames(void (*beyond)());

}  // namespace bsplib::mpi
