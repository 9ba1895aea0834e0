// Runs a program as a user would, and tells what it printed and how it ended.
#pragma once

#include <chrono>
#include <string>
#include <vector>

struct Outcome {
    int status = -1;  ///< exit status; 128 + signal if a signal ended it
    bool timed_out = false;
    std::string output;
    std::string errors;
};

/// Runs the command (path first) with no input; kills it when the time is over.
Outcome run(const std::vector<std::string>& command, std::chrono::milliseconds patience);
