// What each part of a transform by the fast algorithm takes.
#pragma once

#include <optional>
#include <vector>

#include "bsp_fft/measure/pass_parts.hpp"
#include "tools/bench/rows.hpp"

namespace bspfft::tools {

struct Parts {
    Case problem;
    TransformParts passes;
    double whole = 0;                           ///< seconds of a transform
    std::optional<double> rate_over_tile = {};  ///< its rate, over that of its butterflies on tiles of its size

    /// What a transform takes longer than its two passes: puts and synchronisations.
    double exchange() const;
    /// The sum of the parts; they overlap, so that it is not quite the whole.
    double sum() const;
};

/// Whether there are columns and rows: a short vector or a batch on one process needs no cut. Refuses what is not
/// transformed by the algorithm fast.
bool has_parts(const Case& problem, const Schedule& schedule);

/// On the processes of the problem; without the whole.
TransformParts measure_parts(const Case& problem, const GridAndCut& chosen);

void print_parts(std::FILE* out, const std::vector<Parts>& all);
Json json_of(const std::vector<Parts>& all);

}  // namespace bspfft::tools
