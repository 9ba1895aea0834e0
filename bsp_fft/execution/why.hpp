// The reasons for the choices of a plan, in sentences.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// What a transform over so many processes with these options would cost, for people to read.
using PriceInWords = std::function<std::string(Index p, const PlanOptions& options)>;

/// Sentences: why this p, this cut, this kernel and this exchange, with the prices of alternatives, if price is given.
/// requested are the options before they were resolved; asked_for_p says whether p was given.
std::vector<std::string> why(const Schedule& schedule, const PlanOptions& requested, bool asked_for_p,
                             const PriceInWords& price);

}  // namespace bspfft
