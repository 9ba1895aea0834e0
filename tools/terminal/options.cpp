#include "tools/terminal/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>

#include <CLI/CLI.hpp>

#include "tools/terminal/refusal.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

Index parse_integer(const char* name, const std::string& word)
{
    try {
        return parse_length(word);
    } catch (const Error&) {
        refuse(name, " ", word, " is not a whole number up to 2^62; give one such as 8 or 2^3");
    }
}

template <class Number>
Number parse(const char* name, const std::string& word)
{
    if constexpr (std::integral<Number>) {
        const Index value = parse_integer(name, word);
        if (value > std::numeric_limits<Number>::max() || value < std::numeric_limits<Number>::min())
            refuse(name, " ", word, " is too large; at most ", std::numeric_limits<Number>::max(), " is possible");
        return static_cast<Number>(value);
    } else {
        Number value{};
        const char* const end = word.data() + word.size();
        const auto [stop, problem] = std::from_chars(word.data(), end, value);
        if (problem != std::errc() || stop != end || !std::isfinite(value))
            refuse(name, " ", word, " is not a number; give one such as 2 or 0.5");
        return value;
    }
}

template <class Number>
std::string standard_of(const Number& value)
{
    return value == Number() ? "" : text(value);
}

void require_known(const char* name, const std::vector<std::string>& known, const std::string& word)
{
    if (std::find(known.begin(), known.end(), word) != known.end()) return;
    const std::string nearest = nearest_word(word, known);
    refuse(name, " ", word, " is not one of ", joined(known, ", "),
           nearest.empty() ? "" : "; did you mean " + nearest + "?");
}

// An option that shows FILE.svg|- writes that format: a name must not say another one.
void require_ending(const char* name, const std::string& shown, const std::string& word)
{
    const std::string ending = std::filesystem::path(shown.substr(0, shown.find('|'))).extension().string();
    const std::filesystem::path path(word);
    if (ending.empty() || path.extension().empty() || path.extension() == ending) return;
    refuse(name, " ", word, " would not be a ", path.extension().string(), " file; name it ",
           std::filesystem::path(path).replace_extension(ending).string());
}

// Those between commas.
std::vector<std::string> parts_of(const char* name, const std::string& word)
{
    const std::vector<std::string> parts = split(word, ',');
    for (const std::string& part : parts) {
        if (part.empty()) refuse(name, " ", word, " has nothing beside a comma; write it as 1,2");
    }
    return parts;
}

}  // namespace

Option::Option(CLI::Option& option, CommandEntry& command)
    : option_(&option), command_(&command), number_(command.options.size() - 1)
{}

Option& Option::required()
{
    option_->required();
    entry().is_required = true;
    return *this;
}

OptionEntry& Options::declare(const char* name, const char* shown, const char* help)
{
    OptionEntry& entry = entry_.options.emplace_back();
    entry.name = name;
    entry.group = group_;
    entry.shown = shown;
    entry.help = help;
    return entry;
}

// CLI11 collects the words of an option that is given twice.
Option Options::add(const char* name, const char* shown, const char* help, Take take, bool is_list)
{
    declare(name, shown, help).takes_list = is_list;
    const auto take_one = [take = std::move(take), name, shown = std::string(shown),
                           is_list](const std::vector<std::string>& words) {
        if (words.size() > 1 && !is_list) refuse(name, " is given ", times(std::ssize(words)), "; give it once");
        if (std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.empty(); }))
            refuse(name, " has an empty value; give ", shown, ", or leave ", name, " out");
        take(joined(words, ","));
    };
    return Option(*command_.add_option_function<std::vector<std::string>>(name, take_one, help)
                       ->expected(1)
                       ->allow_extra_args(false)
                       ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
                       ->option_text(shown),
                  entry_);
}

Option Options::text(const char* name, std::string& value, const char* shown, const char* help)
{
    const auto take = [&value, name, shown = std::string(shown)](const std::string& word) {
        require_ending(name, shown, word);
        value = word;
    };
    return add(name, shown, help, take).standard(value);
}

Option Options::length(const char* name, std::string& value, const char* help)
{
    const auto take = [&value, name](const std::string& word) {
        try {
            parse_length(word);
        } catch (const Error& e) {
            refuse(name, " ", e.what());
        }
        value = word;
    };
    return add(name, "N", help, take).standard(value);
}

template <class Number>
Option Options::number(const char* name, Number& value, const char* shown, const char* help)
{
    return add(name, shown, help, [&value, name](const std::string& word) { value = parse<Number>(name, word); })
        .standard(standard_of(value));
}

Option Options::number(const char* name, std::optional<double>& value, const char* shown, const char* help)
{
    return add(name, shown, help, [&value, name](const std::string& word) { value = parse<double>(name, word); });
}

template <class Number>
Option Options::positive(const char* name, Number& value, const char* shown, const char* help)
{
    const auto take = [&value, name](const std::string& word) {
        value = parse<Number>(name, word);
        if (value > 0) return;
        refuse(name, " ", word, std::integral<Number> ? " is too small; at least 1 is needed" : " is not more than 0");
    };
    return add(name, shown, help, take).standard(standard_of(value));
}

Option Options::list(const char* name, std::vector<Index>& values, const char* shown, const char* help)
{
    const auto take = [&values, name](const std::string& word) {
        values.clear();
        for (const std::string& part : parts_of(name, word)) values.push_back(parse<Index>(name, part));
    };
    return add(name, shown, help, take, true);
}

Option Options::list(const char* name, std::vector<std::string>& values, const char* shown, const char* help)
{
    return list(name, values, {}, shown, help);
}

Option Options::list(const char* name, std::vector<std::string>& values, const std::vector<std::string>& known,
                     const char* shown, const char* help)
{
    const auto take = [&values, known, name](const std::string& word) {
        const std::vector<std::string> parts = parts_of(name, word);
        for (const std::string& part : parts) {
            if (!known.empty()) require_known(name, known, part);
        }
        values = parts;
    };
    return add(name, shown, help, take, true).words(known);
}

Option Options::flag(const char* name, bool& value, const char* help)
{
    declare(name, "", help);
    return Option(*command_.add_flag(name, value, help)->disable_flag_override(), entry_);
}

Option Options::positional(const char* name, std::string& value, const char* help)
{
    Option option = add(name, name, help, [&value](const std::string& word) { value = word; });
    entry_.options.back().is_positional = true;
    return option;
}

Option Options::add_choice(const char* name, const std::vector<std::string>& known, const char* help, Take take)
{
    const auto take_known = [=](const std::string& word) {
        require_known(name, known, word);
        take(word);
    };
    return add(name, joined(known, "|").c_str(), help, take_known).words(known);
}

Option Options::json(std::string& where)
{
    return text("--json", where, "FILE|-", "write JSON to a file, or - for standard output").file();
}

Option Options::csv(std::string& where, const char* help) { return text("--csv", where, "FILE|-", help).file(); }

Option Options::machine(std::string& file)
{
    return text("--machine", file, "FILE", "machine file that bspfft probe wrote")
        .file()
        .standard("in the user's cache folder");
}

Option Options::procs(Index& value)
{
    return positive("--procs", value, "P", "processes").standard("as many as run at once");
}

Option Options::oversubscribe(bool& value)
{
    return flag("--oversubscribe", value, "allow more processes than run at once");
}

Option Options::wide(bool& value)
{
    return flag("--wide", value, "all columns of the tables, also beyond 80 characters");
}

template Option Options::number(const char*, int&, const char*, const char*);
template Option Options::number(const char*, Index&, const char*, const char*);
template Option Options::number(const char*, double&, const char*, const char*);
template Option Options::positive(const char*, int&, const char*, const char*);
template Option Options::positive(const char*, Index&, const char*, const char*);
template Option Options::positive(const char*, double&, const char*, const char*);

}  // namespace bspfft::tools
