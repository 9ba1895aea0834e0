// All commands and options of a program as data, written once: help, the manual page and the completions of shells
// are made from it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bspfft::tools {

/// A law between options, kept when the command line is read.
struct OptionRule {
    std::vector<std::string> others;
    bool excluded;       ///< none of them may be there; else one of them must
    std::string reason;  ///< what is said if it is broken; empty: a sentence is made
};

struct OptionEntry {
    std::string name;   ///< "--procs"; of a word that stands by itself "COMMAND"
    std::string group;  ///< the heading that it stands under
    std::string shown;  ///< stands for the value: "P"; empty of a flag
    std::string help;
    std::string standard;            ///< what holds without it; empty: nothing to say
    std::vector<std::string> words;  ///< that its value is one of, or a list of; empty: any
    bool takes_file = false;
    bool takes_list = false;
    bool is_required = false;
    bool is_positional = false;
    std::vector<OptionRule> rules;

    bool is_flag() const { return shown.empty(); }
    /// "--procs P"
    std::string call() const { return is_flag() || is_positional ? name : name + " " + shown; }
};

/// A call that the manual shows.
struct ExampleEntry {
    std::string call;
    std::string what;
};

struct CommandEntry {
    std::string name;
    std::string group;
    std::string help;
    std::vector<OptionEntry> options;  ///< those of a group stand together

    const OptionEntry* find(const std::string& option) const;
};

/// A variable or a file that the manual tells of.
struct FactEntry {
    std::string name;
    std::string what;
};

struct ProgramEntry {
    std::string name;
    std::string version;
    std::function<std::string()> parts = {};  ///< what --version tells in a second line
    std::string help;
    std::string without_command;  ///< what it does then
    std::vector<CommandEntry> commands;
    std::vector<ExampleEntry> examples;
    std::vector<FactEntry> statuses;
    std::vector<FactEntry> environment;
    std::vector<FactEntry> files;

    const CommandEntry* find(const std::string& command) const;
};

std::vector<std::string> names_of(const std::vector<CommandEntry>& commands);

/// The headings in the order in which they first appear.
std::vector<std::string> groups_of(const std::vector<OptionEntry>& options);
std::vector<std::string> groups_of(const std::vector<CommandEntry>& commands);

/// "of the numbers (double)": with what holds without it.
std::string help_and_standard(const OptionEntry& option);

// For a terminal of 80 columns.
std::string help_of(const ProgramEntry& program);
std::string help_of(const ProgramEntry& program, const CommandEntry& command);

/// In the language of man(7), for section 1.
std::string manual_of(const ProgramEntry& program);

// Files that shells load when the program's words are to be completed.
std::string bash_completion_of(const ProgramEntry& program);
std::string zsh_completion_of(const ProgramEntry& program);
std::string fish_completion_of(const ProgramEntry& program);

}  // namespace bspfft::tools
