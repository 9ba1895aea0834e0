#include "tools/terminal/command_line.hpp"

#include <algorithm>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "tools/terminal/refusal.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

struct CommandLine::Command {
    CLI::App* words;
    CommandEntry entry;
    std::function<int()> action;

    bool has(const std::string& option) const { return words->count(option) > 0; }
    void check_rules() const;
};

// Options that exclude each other, or have no effect without another.
void CommandLine::Command::check_rules() const
{
    for (const OptionEntry& option : entry.options) {
        if (!has(option.name)) continue;
        for (const OptionRule& rule : option.rules) {
            const auto other = std::find_if(rule.others.begin(), rule.others.end(),
                                            [&](const std::string& name) { return has(name); });
            if (rule.excluded != (other != rule.others.end())) continue;
            if (!rule.reason.empty()) refuse(rule.reason);
            if (rule.excluded) refuse(option.name, " excludes ", *other, "; leave one of them out");
            refuse(option.name, " has no effect without ", alternatives(rule.others), "; add it, or leave ",
                   option.name, " out");
        }
    }
}

CommandLine::CommandLine(ProgramEntry program)
    : app_(std::make_unique<CLI::App>(program.help, program.name)), program_(std::move(program))
{
    app_->set_help_flag("-h,--help");
    app_->set_version_flag("--version", bspfft::text(program_.name, " ", program_.version));
}

CommandLine::~CommandLine() = default;

void CommandLine::command(const char* name, const char* help, const std::function<void(Options&)>& add_options,
                          std::function<int()> action)
{
    auto command = std::make_unique<Command>();
    command->words = app_->add_subcommand(name, help);
    command->entry.name = name;
    command->entry.group = group_;
    command->entry.help = help;
    command->action = std::move(action);
    Options options(*command->words, command->entry);
    add_options(options);
    program_.commands.push_back(command->entry);
    commands_.push_back(std::move(command));
}

namespace {

/// A file that packages install.
struct Document {
    const char* option;
    const char* help;
    std::string (*text_of)(const ProgramEntry& program);
};
constexpr Document documents[] = {{"--man", "the manual page, for man", manual_of},
                                  {"--bash", "completion for bash", bash_completion_of},
                                  {"--zsh", "completion for zsh", zsh_completion_of},
                                  {"--fish", "completion for fish", fish_completion_of}};

struct HelpRequest {
    std::string command;
    bool documents[std::size(tools::documents)] = {};
};

std::string text_of(const ProgramEntry& program, const HelpRequest& request)
{
    for (std::size_t i = 0; i < std::size(documents); ++i) {
        if (request.documents[i]) return documents[i].text_of(program);
    }
    return request.command.empty() ? help_of(program) : help_of(program, *program.find(request.command));
}

void require_command(const ProgramEntry& program, const std::string& name)
{
    if (program.find(name)) return;
    const std::vector<std::string> names = names_of(program.commands);
    const std::string nearest = nearest_word(name, names);
    if (nearest.empty())
        refuse("there is no command ", name.empty() ? "\"\"" : name, "; there are ", joined(names, ", "));
    refuse("there is no command ", name, "; did you mean ", nearest, "? ", program.name, " help shows all");
}

// Words that the command, or the program without one, has no option for.
[[noreturn]] void refuse_word(const ProgramEntry& program, const CommandEntry* command, const std::string& given)
{
    const std::string word = given.substr(0, given.find('='));
    const bool is_option = word.starts_with('-');
    if (!command && !is_option) require_command(program, word);
    const std::string shows = command ? text(program.name, " help ", command->name, " shows its options")
                                      : program.name + " help shows the commands";
    if (!is_option) refuse("\"", given, "\" belongs to no option; ", shows);
    std::vector<std::string> known{"--help"};
    if (command) {
        for (const OptionEntry& option : command->options) known.push_back(option.name);
    } else {
        known.push_back("--version");
    }
    // "-n" is meant for "--n"
    const std::string nearest = nearest_word(word.starts_with("--") ? word : "-" + word, known);
    refuse(command ? command->name : program.name, " has no option ", word,
           nearest.empty() ? "; " : "; did you mean " + nearest + "? ", shows);
}

// A flag with a value, or another option without one.
void refuse_values(const CommandEntry& command, const std::vector<std::string>& words)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        const OptionEntry* const option = command.find(words[i].substr(0, equals));
        if (!option) continue;
        if (option->is_flag() && equals != std::string::npos)
            refuse(words[i], ": ", option->name, " takes no value; write ", option->name, ", or leave it out");
        const bool last = i + 1 == words.size() || words[i + 1].starts_with("--");
        const bool empty = equals == std::string::npos ? last : equals + 1 == words[i].size();
        if (!option->is_flag() && empty)
            refuse(option->name, " has an empty value; give ", option->shown, ", or leave ", option->name, " out");
    }
}

void refuse_missing(const CommandEntry& command, const CLI::App& words)
{
    for (const OptionEntry& option : command.options) {
        if (option.is_required && words.count(option.name) == 0)
            refuse("no ", option.name, "; ", command.name, " needs ", option.call());
    }
}

// The first that looks like an option; CLI11 has them in another order.
std::string first_unknown(const std::vector<std::string>& words)
{
    const auto option =
        std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with('-'); });
    return option == words.end() ? words.front() : *option;
}

}  // namespace

void CommandLine::add_help()
{
    auto request = std::make_shared<HelpRequest>();
    const auto add_options = [&](Options& options) {
        std::vector<std::string> names = names_of(program_.commands);
        names.push_back("help");
        options.positional("COMMAND", request->command, "whose options are shown")
            .words(names)
            .standard("all commands");
        options.group("For packages");
        std::vector<std::string> others{"COMMAND"};
        for (std::size_t i = 0; i < std::size(documents); ++i) {
            options.flag(documents[i].option, request->documents[i], documents[i].help).excludes(others);
            others.emplace_back(documents[i].option);
        }
    };
    command("help", "show the commands, or the options of one", add_options, [this, request] {
        if (!request->command.empty()) require_command(program_, request->command);
        std::fputs(text_of(program_, *request).c_str(), stdout);
        return 0;
    });
}

const CommandLine::Command* CommandLine::chosen() const
{
    for (const auto& each : commands_) {
        if (*each->words) return each.get();
    }
    return nullptr;
}

int CommandLine::carry_out(int argc, char** argv, const std::function<int()>& without_command)
{
    add_help();
    app_->require_subcommand(0, 1);
    try {
        app_->parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const Command* const command = chosen();
        std::fputs((command ? help_of(program_, command->entry) : help_of(program_)).c_str(), stdout);
        return 0;
    } catch (const CLI::CallForVersion&) {
        std::printf("%s %s\n", program_.name.c_str(), program_.version.c_str());
        if (program_.parts) std::printf("%s\n", program_.parts().c_str());
        return 0;
    } catch (const CLI::ExtrasError& e) {
        const Command* const command = chosen();
        const std::vector<std::string> words = app_->remaining(true);
        if (words.empty()) refuse(e.what());
        if (!command) refuse_word(program_, nullptr, argv[1]);
        refuse_word(program_, &command->entry, first_unknown(words));
    } catch (const CLI::ParseError& e) {
        const Command* const command = chosen();
        if (command) refuse_values(command->entry, {argv + 1, argv + argc});
        if (command) refuse_missing(command->entry, *command->words);
        refuse(e.what(), "; ", program_.name, " help ",
               command ? command->entry.name + " shows its options" : "shows the commands");
    }
    const Command* const command = chosen();
    if (!command) return without_command();
    command->check_rules();
    return command->action();
}

}  // namespace bspfft::tools
