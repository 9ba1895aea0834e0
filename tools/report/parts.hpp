// What a report is made from, which is JSON of other commands, and its parts, each from one result. Where a result is
// not as its command writes it they throw JsonError or std::domain_error.
#pragma once

#include <optional>
#include <string>

#include "bsp_fft/base/json.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/report.hpp"
#include "tools/report/page.hpp"

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

// In words.
void summarise_run(Page& page, const Json& run);
void summarise_comparison(Page& page, const Json& comparison);
void summarise_machine(Page& page, const KnownMachine& known);

/// The ledger, measured beside predicted, the timeline, who sends how much to whom.
void show_run(Page& page, const Json& run);
/// Rates, speed-up, and predictions over the grid.
void show_comparison(Page& page, const Json& comparison);
/// r, g and l: as bspbench has them, and as curves.
void show_machine(Page& page, const KnownMachine& known);

// What is wrong with a result, above all that is made from it.
void warn_of_run(Page& page, const Json& run);
void warn_of_comparison(Page& page, const Json& comparison);
void warn_of_machine(Page& page, const KnownMachine& known);

/// "12.5%".
std::string percent(double share);

/// A number of a result that is not negative and not infinite.
double amount(const Json& from, const char* key);
/// The same of a model, whose l may be less than 0 where the probe was disturbed.
double prediction(const Json& from, const char* key);

}  // namespace bspfft::tools
