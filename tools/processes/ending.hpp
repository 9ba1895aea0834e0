// How the program ends: what is said of a failure, and whether its output arrived.
#pragma once

#include <string>

namespace bspfft::tools {

// Exit statuses besides 0, done.
constexpr int check_failed = 1;    ///< it ran, but a check failed
constexpr int bad_request = 2;     ///< the request was not possible
constexpr int machine_failed = 3;  ///< the machine or a file failed

struct Failure {
    int status;
    std::string sentence;
};

/// The failure of the exception that is being handled, whatever its type.
Failure current_failure();

/// One line on standard error, with the program's name first. Bytes that would move a terminal's cursor become blanks.
void say(const std::string& sentence);

/// Says the failure of the exception that is being handled, and ends the program. For a process of a section whose
/// others do not know of it and wait.
[[noreturn]] void end_by_failure();

/// To be called first. Standard descriptors that are closed get a file that refuses, so that no other file has their
/// numbers; an exception that nobody catches ends the program by end_by_failure(), which calls clean_up first.
void prepare_ending(void (*clean_up)());

/// The exit status of a program that was to end with this one: lost output is said, and is a failure.
int checked_output(int status);

}  // namespace bspfft::tools
