// The command line: the commands of a program, and what they are told.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "tools/terminal/options.hpp"

namespace bspfft::tools {

/// The program's commands.
class CommandLine {
public:
    /// The commands are added below.
    explicit CommandLine(ProgramEntry program);
    ~CommandLine();

    /// The heading of the commands that follow.
    void group(const char* name) { group_ = name; }
    void command(const char* name, const char* help, const std::function<void(Options&)>& add_options,
                 std::function<int()> action);

    /// Carries out the command that the words name, or the default where they name none; returns the exit
    /// status. Prints help, the version, the manual or a completion where they ask for it. Throws
    /// Error(invalid_argument) for words it does not know, and for options that exclude or need others.
    int carry_out(int argc, char** argv, const std::function<int()>& without_command);

private:
    struct Command;

    void add_help();
    const Command* chosen() const;

    std::unique_ptr<CLI::App> app_;
    ProgramEntry program_;
    std::vector<std::unique_ptr<Command>> commands_;
    const char* group_ = "Commands";
};

}  // namespace bspfft::tools
