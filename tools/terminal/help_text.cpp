#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "tools/terminal/option_table.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

constexpr std::size_t indent = 2;

template <class Entries>
std::vector<std::string> groups(const Entries& entries)
{
    std::vector<std::string> names;
    for (const auto& each : entries) {
        if (std::find(names.begin(), names.end(), each.group) == names.end()) names.push_back(each.group);
    }
    return names;
}

template <class Entry>
const Entry* find_name(const std::vector<Entry>& entries, const std::string& name)
{
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& each) { return each.name == name; });
    return found == entries.end() ? nullptr : &*found;
}

// What is called to the left, what it does to the right; below it where the left is too long.
std::string item(const std::string& call, const std::string& help, std::size_t column)
{
    const std::string lines = wrapped(help, column);
    if (indent + call.size() + 2 > column) return std::string(indent, ' ') + call + "\n" + lines;
    return std::string(indent, ' ') + call + lines.substr(indent + call.size());
}

std::string options_of(const CommandEntry& command)
{
    constexpr std::size_t column = 24;
    std::string lines;
    for (const std::string& group : groups_of(command.options)) {
        lines += "\n" + group + "\n";
        for (const OptionEntry& option : command.options) {
            if (option.group == group) lines += item(option.call(), help_and_standard(option), column);
        }
    }
    return lines;
}

}  // namespace

const OptionEntry* CommandEntry::find(const std::string& option) const { return find_name(options, option); }
const CommandEntry* ProgramEntry::find(const std::string& command) const { return find_name(commands, command); }

std::vector<std::string> names_of(const std::vector<CommandEntry>& commands)
{
    std::vector<std::string> names;
    for (const CommandEntry& command : commands) names.push_back(command.name);
    return names;
}

std::vector<std::string> groups_of(const std::vector<OptionEntry>& options) { return groups(options); }
std::vector<std::string> groups_of(const std::vector<CommandEntry>& commands) { return groups(commands); }

std::string help_and_standard(const OptionEntry& option)
{
    return option.standard.empty() ? option.help : text(option.help, " (", option.standard, ")");
}

std::string help_of(const ProgramEntry& program)
{
    constexpr std::size_t column = 15;
    std::string lines = wrapped(text(program.name, " ", program.version, ": ", program.help), 0);
    lines += text("\nusage: ", program.name, " COMMAND [OPTIONS]\n");
    lines += wrapped("Without a command: " + program.without_command, 7);
    for (const std::string& group : groups_of(program.commands)) {
        lines += "\n" + group + "\n";
        for (const CommandEntry& command : program.commands) {
            if (command.group == group) lines += item(command.name, command.help, column);
        }
    }
    lines += "\nFirst steps\n";
    for (const ExampleEntry& example : program.examples) lines += text("  ", example.call, "\n");
    return lines + text("\n", program.name, " help COMMAND shows the options of a command.\n");
}

std::string help_of(const ProgramEntry& program, const CommandEntry& command)
{
    std::string usage = text("usage: ", program.name, " ", command.name);
    bool optional = false;
    for (const OptionEntry& option : command.options) {
        optional = optional || (!option.is_required && !option.is_positional);
        if (option.is_required) usage += " " + option.call();
        if (option.is_positional) usage += " [" + option.name + "]";
    }
    return wrapped(text(program.name, " ", command.name, ": ", command.help), 0) + "\n" + usage +
           (optional ? " [OPTIONS]\n" : "\n") + options_of(command) +
           "\nParentheses show what holds without the option.\n";
}

}  // namespace bspfft::tools
