// An option whose value is one of some words.
#pragma once

#include <map>
#include <string>

#include <CLI/CLI.hpp>

namespace bspfft {

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

}  // namespace bspfft
