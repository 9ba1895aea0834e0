// The command line: commands, and options by what their values are. CLI11 is included in options.cpp alone, since
// a compiler needs seconds for it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bspfft/index.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace bspfft::tools {

/// An option that was declared.
class Option {
public:
    explicit Option(CLI::Option& option) : option_(&option) {}
    void required();
    Option& excludes(const char* other);

private:
    CLI::Option* option_;
};

/// The options of one command. `shown` stands for the value in its help. The references are written when the
/// command line is parsed; what does not fit is refused then, by Error(invalid_argument).
class Options {
public:
    explicit Options(CLI::App& command) : command_(command) {}

    Option text(const char* name, std::string& value, const char* shown, const char* help);
    template <class Number>
    Option number(const char* name, Number& value, const char* shown, const char* help);
    Option number(const char* name, std::optional<double>& value, const char* shown, const char* help);
    /// More than 0.
    template <class Number>
    Option positive(const char* name, Number& value, const char* shown, const char* help);
    /// Values between commas.
    Option list(const char* name, std::vector<Index>& values, const char* shown, const char* help);
    Option list(const char* name, std::vector<std::string>& values, const char* shown, const char* help);
    Option list(const char* name, std::vector<std::string>& values, const std::vector<std::string>& known,
                const char* shown, const char* help);
    void flag(const char* name, bool& value, const char* help);
    /// One of some words.
    template <class Choice>
    void choice(const char* name, Choice& choice, const std::map<std::string, Choice>& words, const char* help)
    {
        std::vector<std::string> known;
        for (const auto& [word, value] : words) known.push_back(word);
        add_choice(name, known, help, [&choice, &words](const std::string& word) { choice = words.at(word); });
    }

    // Those that several commands have.
    void json(std::string& where);
    void csv(std::string& where, const char* help);
    void machine(std::string& file);
    void oversubscribe(bool& value);

private:
    using Take = std::function<void(const std::string& word)>;

    Option add(const char* name, const char* shown, const char* help, Take take);
    void add_choice(const char* name, const std::vector<std::string>& known, const char* help, Take take);

    CLI::App& command_;
};

/// The program's commands.
class CommandLine {
public:
    CommandLine(const char* description, const char* program);
    ~CommandLine();

    void command(const char* name, const char* help, const std::function<void(Options&)>& add_options,
                 std::function<int()> action);

    /// Carries out the command that the words name, or the default where they name none; returns the exit
    /// status. Prints help where they ask for it. Throws Error(invalid_argument) for words it does not know.
    int carry_out(int argc, char** argv, const std::function<int()>& without_command);

private:
    struct Command;

    std::unique_ptr<CLI::App> app_;
    std::vector<Command> commands_;
};

}  // namespace bspfft::tools
