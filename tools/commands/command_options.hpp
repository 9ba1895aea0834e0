// Options that several commands have.
#pragma once

#include <map>
#include <string>

#include <CLI/CLI.hpp>

namespace bspfft::tools {

/// One whose value is one of some words.
template <class Choice>
void add_choice(CLI::App& command, const char* name, Choice& choice,
                const std::map<std::string, Choice>& names, const char* help)
{
    command.add_option(name, choice, help)
        ->transform(CLI::CheckedTransformer(names).description(""))
        ->option_text([&] {
            std::string list;
            for (const auto& [word, value] : names) list += (list.empty() ? "" : "|") + word;
            return list;
        }());
}

inline void add_json(CLI::App& command, std::string& json)
{
    command.add_option("--json", json, "write JSON to a file, or - for standard output")
        ->option_text("FILE|-");
}

inline void add_machine(CLI::App& command, std::string& machine)
{
    command.add_option("--machine", machine, "machine file; without it one in the user's cache folder")
        ->option_text("FILE");
}

}  // namespace bspfft::tools
