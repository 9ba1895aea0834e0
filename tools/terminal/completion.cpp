// Completions: of commands, of options, of the words that an option takes, and of files where it takes one.
#include "bsp_fft/base/text.hpp"
#include "tools/terminal/option_table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

std::vector<std::string> names_of(const std::vector<OptionEntry>& options)
{
    std::vector<std::string> names;
    for (const OptionEntry& option : options) {
        if (!option.is_positional) names.push_back(option.name);
    }
    return names;
}

// The words that stand by themselves in a command.
std::vector<std::string> positional_words(const CommandEntry& command)
{
    for (const OptionEntry& option : command.options) {
        if (option.is_positional) return option.words;
    }
    return {};
}

// A quote inside single quotes, as all three shells read it.
std::string quoted(const std::string& words)
{
    std::string safe = "'";
    for (const char c : words) safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return safe + "'";
}

// Where _arguments would end the text.
std::string for_zsh(const std::string& words)
{
    std::string safe;
    for (const char c : words) safe += c == '[' || c == ']' || c == ':' ? std::string("\\") + c : std::string(1, c);
    return safe;
}

std::string zsh_value(const OptionEntry& option)
{
    if (option.is_flag()) return "";
    const std::string words = joined(option.words, " ");
    const std::string action = option.takes_list && !option.words.empty() ? "_values -s , word " + words
                               : !option.words.empty()                    ? "(" + words + ")"
                               : option.takes_file                        ? "_files"
                                                                          : " ";
    return text(":", for_zsh(option.shown), ":", action);
}

std::string zsh_option(const OptionEntry& option)
{
    if (option.is_positional)
        return text(" \\\n        ", quoted(text("1:", option.name, ":(", joined(option.words, " "), ")")));
    std::string excluded;
    for (const OptionRule& rule : option.rules) {
        if (rule.excluded) excluded += (excluded.empty() ? "(" : " ") + joined(rule.others, " ");
    }
    if (!excluded.empty()) excluded += ")";
    return text(" \\\n        ", quoted(text(excluded, option.name, option.is_flag() ? "" : "=", "[",
                                             for_zsh(help_and_standard(option)), "]", zsh_value(option))));
}

std::string fish_option(const ProgramEntry& program, const CommandEntry& command, const OptionEntry& option)
{
    const std::string when =
        text("complete -c ", program.name, " -n '__fish_seen_subcommand_from ", command.name, "' ");
    if (option.is_positional) return text(when, "-f -a ", quoted(joined(option.words, " ")), "\n");
    const std::string value = option.is_flag()                            ? " -f"
                              : option.takes_file && option.words.empty() ? " -r -F"
                              : option.takes_file                         ? " -r -F -a "
                              : option.words.empty()                      ? " -x"
                                                                          : " -x -a ";
    return text(when, "-l ", option.name.substr(2), value,
                option.words.empty() ? "" : quoted(joined(option.words, " ")), " -d ",
                quoted(help_and_standard(option)), "\n");
}

}  // namespace

std::string bash_completion_of(const ProgramEntry& program)
{
    std::string options, values;
    for (const CommandEntry& command : program.commands) {
        options += text("        ", command.name, ") words='", joined(names_of(command.options), " "), "' others='",
                        joined(positional_words(command), " "), "' ;;\n");
        for (const OptionEntry& option : command.options) {
            if (option.is_flag() || option.is_positional) continue;
            values +=
                text("        ", command.name, option.name, ") values='", joined(option.words, " "),
                     "' list=", option.takes_list ? "yes" : "no", " files=", option.takes_file ? "yes" : "no", " ;;\n");
        }
    }
    return text("# Completes the words of ", program.name, " in bash; made by: ", program.name, " help --bash\n_",
                program.name, R"(()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local words='' others='' values='' list=no files=no first=''
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        words=')",
                joined(names_of(program.commands), " "), R"( --help --version'
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        return
    fi
    # bash parts --option=value at the equals sign
    if [ "$word" = = ]; then word=''; elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
    case $command in
)",
                options, R"(        *) return ;;
    esac
    case $command$before in
)",
                values, R"(        *)
            if [[ $word != -* ]] && [ -n "$others" ]; then words=$others; fi
            mapfile -t COMPREPLY < <(compgen -W "$words --help" -- "$word")
            return
            ;;
    esac
    if [ $list = yes ] && [[ $word = *,* ]]; then first=${word%,*},; fi
    mapfile -t COMPREPLY < <(compgen -P "$first" -W "$values" -- "${word#"$first"}")
    if [ $files = yes ]; then
        compopt -o filenames 2> /dev/null
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _)",
                program.name, " ", program.name, " ", program.name, "-mpi\n");
}

std::string zsh_completion_of(const ProgramEntry& program)
{
    std::string names, commands;
    for (const CommandEntry& command : program.commands) {
        names += text("        ", quoted(text(command.name, ":", for_zsh(command.help))), "\n");
        commands += text("        ", command.name, ") _arguments -S '(- *)--help[show the options]'");
        for (const OptionEntry& option : command.options) commands += zsh_option(option);
        commands += " ;;\n";
    }
    return text("#compdef ", program.name, " ", program.name, "-mpi\n# Made by: ", program.name, " help --zsh\n_",
                program.name, R"(() {
    local -a commands
    commands=(
)",
                names, R"(    )
    if (( CURRENT == 2 )); then
        _describe command commands
        _arguments '--help[show the commands]' '--version[show the version]'
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
)",
                commands, "    esac\n}\n_", program.name, " \"$@\"\n");
}

std::string fish_completion_of(const ProgramEntry& program)
{
    std::string lines = text("# Completes the words of ", program.name, " in fish; made by: ", program.name,
                             " help --fish\ncomplete -c ", program.name, " -f\n");
    for (const char* const flag : {"help", "version"})
        lines += text("complete -c ", program.name, " -n __fish_use_subcommand -l ", flag, "\n");
    for (const CommandEntry& command : program.commands)
        lines += text("complete -c ", program.name, " -n __fish_use_subcommand -a ", command.name, " -d ",
                      quoted(command.help), "\n");
    for (const CommandEntry& command : program.commands) {
        for (const OptionEntry& option : command.options) lines += fish_option(program, command, option);
    }
    return lines;
}

}  // namespace bspfft::tools
