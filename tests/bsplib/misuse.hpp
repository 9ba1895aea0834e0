// What the parts of `misuse` share.
#pragma once

#include <bsp.h>

#include <map>
#include <stdexcept>
#include <string>

using Misuses = std::map<std::string, void (*)()>;

/// Misuse of communication and registrations, inside a section: wrong arguments, and processes that disagree.
const Misuses& misuses_of_calls();
/// Ways to end a section, or a process, that are none.
const Misuses& misuses_of_ends();

inline bool is_last() { return bsp_pid() == bsp_nprocs() - 1; }

inline void wait_for_others()
{
    for (;;) bsp_sync();
}

inline void throw_on(bool condition)
{
    if (condition) throw std::runtime_error("the disk is on fire");
    wait_for_others();
}
