#include "tools/terminal/options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft::tools {

namespace {

template <class... Words>
[[noreturn]] void refuse(const Words&... words)
{
    throw Error(Status::invalid_argument,
                bspfft::text(words...,
                             "; bspfft --help shows the commands, bspfft COMMAND --help their options"));
}

std::string joined(const std::vector<std::string>& words, const char* between)
{
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : between) + word;
    return list;
}

template <class Number>
Number parse(const char* name, const std::string& word)
{
    Number value{};
    const char* const end = word.data() + word.size();
    const auto [stop, problem] = std::from_chars(word.data(), end, value);
    if (problem != std::errc() || stop != end)
        refuse(name, " ", word, " is not ", std::integral<Number> ? "an integer" : "a number");
    return value;
}

void require_known(const char* name, const std::vector<std::string>& known, const std::string& word)
{
    if (std::find(known.begin(), known.end(), word) == known.end())
        refuse(name, " ", word, " is not one of ", joined(known, ", "));
}

}  // namespace

void Option::required() { option_->required(); }

Option& Option::excludes(const char* other)
{
    option_->excludes(std::string(other));
    return *this;
}

Option Options::add(const char* name, const char* shown, const char* help, Take take)
{
    return Option(
        *command_.add_option_function<std::string>(name, std::move(take), help)->option_text(shown));
}

Option Options::text(const char* name, std::string& value, const char* shown, const char* help)
{
    return add(name, shown, help, [&value](const std::string& word) { value = word; });
}

template <class Number>
Option Options::number(const char* name, Number& value, const char* shown, const char* help)
{
    return add(name, shown, help, [&value, name](const std::string& word) { value = parse<Number>(name, word); });
}

Option Options::number(const char* name, std::optional<double>& value, const char* shown, const char* help)
{
    return add(name, shown, help, [&value, name](const std::string& word) { value = parse<double>(name, word); });
}

template <class Number>
Option Options::positive(const char* name, Number& value, const char* shown, const char* help)
{
    return add(name, shown, help, [&value, name](const std::string& word) {
        value = parse<Number>(name, word);
        if (!(value > 0)) refuse(name, " ", word, " is not more than 0");
    });
}

Option Options::list(const char* name, std::vector<Index>& values, const char* shown, const char* help)
{
    const auto take = [&values, name](const std::vector<std::string>& words) {
        values.clear();
        for (const std::string& word : words) values.push_back(parse<Index>(name, word));
    };
    return Option(*command_.add_option_function<std::vector<std::string>>(name, take, help)
                       ->delimiter(',')
                       ->option_text(shown));
}

Option Options::list(const char* name, std::vector<std::string>& values, const char* shown, const char* help)
{
    const auto take = [&values](const std::vector<std::string>& words) { values = words; };
    return Option(*command_.add_option_function<std::vector<std::string>>(name, take, help)
                       ->delimiter(',')
                       ->option_text(shown));
}

Option Options::list(const char* name, std::vector<std::string>& values, const std::vector<std::string>& known,
                     const char* shown, const char* help)
{
    const auto take = [&values, known, name](const std::vector<std::string>& words) {
        for (const std::string& word : words) require_known(name, known, word);
        values = words;
    };
    return Option(*command_.add_option_function<std::vector<std::string>>(name, take, help)
                       ->delimiter(',')
                       ->option_text(shown));
}

void Options::flag(const char* name, bool& value, const char* help) { command_.add_flag(name, value, help); }

void Options::add_choice(const char* name, const std::vector<std::string>& known, const char* help, Take take)
{
    add(name, joined(known, "|").c_str(), help, [=](const std::string& word) {
        require_known(name, known, word);
        take(word);
    });
}

void Options::json(std::string& where)
{
    text("--json", where, "FILE|-", "write JSON to a file, or - for standard output");
}

void Options::csv(std::string& where, const char* help) { text("--csv", where, "FILE|-", help); }

void Options::machine(std::string& file)
{
    text("--machine", file, "FILE", "machine file; without it one in the user's cache folder");
}

void Options::oversubscribe(bool& value)
{
    flag("--oversubscribe", value, "allow more processes than run at once");
}

template Option Options::number(const char*, int&, const char*, const char*);
template Option Options::number(const char*, Index&, const char*, const char*);
template Option Options::number(const char*, double&, const char*, const char*);
template Option Options::positive(const char*, int&, const char*, const char*);
template Option Options::positive(const char*, Index&, const char*, const char*);
template Option Options::positive(const char*, double&, const char*, const char*);

struct CommandLine::Command {
    const CLI::App* words;
    std::function<int()> action;
};

CommandLine::CommandLine(const char* description, const char* program)
    : app_(std::make_unique<CLI::App>(description, program))
{
}

CommandLine::~CommandLine() = default;

void CommandLine::command(const char* name, const char* help, const std::function<void(Options&)>& add_options,
                          std::function<int()> action)
{
    CLI::App& words = *app_->add_subcommand(name, help);
    Options options(words);
    add_options(options);
    commands_.push_back({&words, std::move(action)});
}

int CommandLine::carry_out(int argc, char** argv, const std::function<int()>& without_command)
{
    command("help", "show this", [](Options&) {}, [&] {
        std::fputs(app_->help().c_str(), stdout);
        return 0;
    });
    app_->require_subcommand(0, 1);
    try {
        app_->parse(argc, argv);
    } catch (const CLI::Success& asked) {
        return app_->exit(asked);  // --help
    } catch (const CLI::ParseError& e) {
        refuse(e.what());
    }
    for (const Command& each : commands_) {
        if (*each.words) return each.action();
    }
    return without_command();
}

}  // namespace bspfft::tools
