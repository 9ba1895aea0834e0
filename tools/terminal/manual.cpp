// The manual page: man(7), which groff and mandoc read.
#include "bsp_fft/base/text.hpp"
#include "tools/terminal/option_table.hpp"

namespace bspfft::tools {

namespace {

// Hyphens that are to be copied stay hyphens, and no line begins as a request does.
std::string for_troff(const std::string& words)
{
    std::string safe;
    for (const char c : words) safe += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    return safe.starts_with('.') || safe.starts_with('\'') ? "\\&" + safe : safe;
}

std::string capitals(std::string words)
{
    for (char& c : words) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return words;
}

std::string sentence(std::string words)
{
    if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
    return words + ".";
}

std::string facts(const char* title, const std::vector<FactEntry>& entries)
{
    std::string lines = text(".SH ", title, "\n");
    for (const FactEntry& fact : entries)
        lines += text(".TP\n.B ", for_troff(fact.name), "\n", for_troff(sentence(fact.what)), "\n");
    return lines;
}

std::string option_of(const OptionEntry& option)
{
    std::string lines = text(".TP\n.B ", for_troff(option.name));
    if (!option.is_flag() && !option.is_positional) lines += text("\\fR \\fI", for_troff(option.shown), "\\fR");
    return text(lines, "\n", for_troff(sentence(help_and_standard(option))), "\n");
}

std::string command_of(const CommandEntry& command)
{
    std::string lines = text(".SS ", for_troff(command.name), "\n", for_troff(sentence(command.help)), "\n");
    for (const std::string& group : groups_of(command.options)) {
        lines += text(".PP\n.I ", for_troff(group), "\n");
        for (const OptionEntry& option : command.options) {
            if (option.group == group) lines += option_of(option);
        }
    }
    return lines;
}

}  // namespace

std::string manual_of(const ProgramEntry& program)
{
    const std::string name = for_troff(program.name);
    std::string page = text(".TH ", capitals(program.name), " 1 \"\" \"", program.name, " ", program.version, "\"\n",
                            ".SH NAME\n", name, " \\- ", for_troff(program.help), "\n.SH SYNOPSIS\n.B ", name,
                            "\n.RI [ COMMAND\n.RI [ OPTIONS ]]\n.SH DESCRIPTION\n", for_troff(sentence(program.help)),
                            "\nWithout a command: ", for_troff(sentence(program.without_command)), "\n.PP\n.B ", name,
                            " help\n.I COMMAND\nshows the options of a command. In parentheses stands what holds ",
                            "without an option.\nNumbers may be powers, such as 2^20.\n.SH COMMANDS\n");
    for (const CommandEntry& command : program.commands) page += command_of(command);
    page += facts("EXIT STATUS", program.statuses) + facts("ENVIRONMENT", program.environment) +
            facts("FILES", program.files) + ".SH EXAMPLES\n";
    for (const ExampleEntry& example : program.examples)
        page += text(".TP\n.B ", for_troff(example.call), "\n", for_troff(sentence(example.what)), "\n");
    return page;
}

}  // namespace bspfft::tools
