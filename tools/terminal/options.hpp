// The options of a command, by what their values are. CLI11 is included in sources alone, since a compiler needs
// seconds for it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bspfft/error.hpp"
#include "tools/terminal/option_table.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace bspfft::tools {

/// An option that was declared, to say more of it.
class Option {
public:
    Option(CLI::Option& option, CommandEntry& command);
    Option& required();
    /// What holds without it, for help; otherwise the value that it had when it was declared.
    Option& standard(const std::string& words) { return set(&OptionEntry::standard, words); }
    /// The words that shells complete.
    Option& words(const std::vector<std::string>& known) { return set(&OptionEntry::words, known); }
    /// Shells complete files.
    Option& file() { return set(&OptionEntry::takes_file, true); }
    /// A command line with one of the others is refused, for this reason.
    Option& excludes(const std::vector<std::string>& others, const char* reason = "")
    {
        return rule({others, true, reason});
    }
    /// Without any of the others it has no effect, and is refused.
    Option& needs(const std::vector<std::string>& others, const char* reason = "")
    {
        return rule({others, false, reason});
    }

private:
    OptionEntry& entry() { return command_->options[number_]; }
    template <class Value>
    Option& set(Value OptionEntry::*member, const Value& value)
    {
        entry().*member = value;
        return *this;
    }
    Option& rule(const OptionRule& rule)
    {
        entry().rules.push_back(rule);
        return *this;
    }

    CLI::Option* option_;
    CommandEntry* command_;
    std::size_t number_;
};

/// The options of one command. `shown` stands for the value in its help. The references are written when the
/// command line is parsed; what does not fit is refused then, by Error(invalid_argument). So is an empty value, and any
/// option but a list that is given twice.
class Options {
public:
    Options(CLI::App& command, CommandEntry& entry) : command_(command), entry_(entry) {}

    /// The heading of the options that follow.
    void group(const char* name) { group_ = name; }

    Option text(const char* name, std::string& value, const char* shown, const char* help);
    /// A length, such as 1000 or 2^20, kept as it is written.
    Option length(const char* name, std::string& value, const char* help);
    /// Integers may be powers, such as 2^10.
    template <class Number>
    Option number(const char* name, Number& value, const char* shown, const char* help);
    Option number(const char* name, std::optional<double>& value, const char* shown, const char* help);
    /// More than 0.
    template <class Number>
    Option positive(const char* name, Number& value, const char* shown, const char* help);
    /// Values between commas, or in several options of the same name.
    Option list(const char* name, std::vector<Index>& values, const char* shown, const char* help);
    Option list(const char* name, std::vector<std::string>& values, const char* shown, const char* help);
    Option list(const char* name, std::vector<std::string>& values, const std::vector<std::string>& known,
                const char* shown, const char* help);
    Option flag(const char* name, bool& value, const char* help);
    /// A word without an option's name.
    Option positional(const char* name, std::string& value, const char* help);
    /// One of some words.
    template <class Choice>
    Option choice(const char* name, Choice& choice, const std::map<std::string, Choice>& words, const char* help)
    {
        std::vector<std::string> known;
        std::string standard;
        for (const auto& [word, value] : words) {
            known.push_back(word);
            if (value == choice) standard = word;
        }
        return add_choice(name, known, help, [&choice, &words](const std::string& word) { choice = words.at(word); })
            .standard(standard);
    }

    // Those that several commands have.
    Option json(std::string& where);
    Option csv(std::string& where, const char* help);
    Option machine(std::string& file);
    Option procs(Index& value);
    Option oversubscribe(bool& value);
    Option wide(bool& value);

private:
    using Take = std::function<void(const std::string& word)>;

    Option add(const char* name, const char* shown, const char* help, Take take, bool is_list = false);
    Option add_choice(const char* name, const std::vector<std::string>& known, const char* help, Take take);
    OptionEntry& declare(const char* name, const char* shown, const char* help);

    CLI::App& command_;
    CommandEntry& entry_;
    const char* group_ = "Options";
};

}  // namespace bspfft::tools
