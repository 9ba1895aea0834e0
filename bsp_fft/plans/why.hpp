// The reasons for the choices of a plan, in sentences.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// What a transform would cost, and the same for people to read.
struct Quote {
    double seconds;
    std::string words;
};

/// Of a transform over so many processes with these options.
using Quotes = std::function<Quote(Index p, const PlanOptions& options)>;

/// Sentences: why this p, this grid and cut or this algorithm, these layouts, this kernel and this exchange, with the
/// prices of alternatives, if quotes are given. requested are the options before they were resolved; asked_for_p says
/// whether p was given.
std::vector<std::string> why(const Schedule& schedule, const PlanOptions& requested, bool asked_for_p,
                             const Quotes& quotes);

}  // namespace bspfft
