// Simulated processors and their messages, drawn over time.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/papers/hidden_communication.hpp"

namespace bspfft::tools {

/// One schedule as it was played.
struct PlayedSchedule {
    MessageSchedule schedule;
    std::string name;
    Performance performance;
    Trace trace;
};

/// An SVG document: one panel for each schedule, all on the same scale of time. Where there is just one, and
/// its phase I is output-driven and small, the butterfly of one processor with the times of its nodes stands
/// below  [Sahay 1993, Figure 2].
std::string draw_timeline(const HidingProblem& problem, const LogP& machine, const std::vector<PlayedSchedule>& played,
                          Index processor);

/// Longer problems cannot be read as a drawing.
inline constexpr Index largest_timeline = Index{1} << 14;

}  // namespace bspfft::tools
