// The commands that run nothing: they ask models what a machine would do.
#pragma once

#include <optional>

#include <CLI/CLI.hpp>

#include "tools/commands/explain.hpp"
#include "tools/commands/project.hpp"
#include "tools/commands/simulate.hpp"

namespace bspfft::tools {

class ModelCommands {
public:
    /// Adds the commands and their options.
    explicit ModelCommands(CLI::App& app);

    /// Carries out the one that was asked for, if one was. Throws Error.
    std::optional<int> carry_out() const;

private:
    CLI::App& simulate_;
    CLI::App& project_;
    CLI::App& explain_;
    SimulateRequest simulate_request_;
    ProjectRequest project_request_;
    ExplainRequest explain_request_;
};

}  // namespace bspfft::tools
