// What a report is made from: JSON of other commands.
#pragma once

#include <optional>
#include <string>

#include "bsp_fft/base/json.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/report.hpp"

namespace bspfft::tools {

struct Results {
    std::optional<Json> run;
    std::optional<Json> comparison;
    std::optional<KnownMachine> machine;
    std::string no_machine;  ///< why there is none
};

/// Reads what the request names, or measures. Throws Error(file_error) for a file that is missing, damaged or
/// of another kind. What is inside the lists is looked at when it is drawn.
Results gather(const ReportRequest& request);

}  // namespace bspfft::tools
