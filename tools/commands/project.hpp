// bspfft project: what a 3-D FFT would take on a machine that one does not have.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "bsp_fft/papers/projection.hpp"
#include "bspfft/error.hpp"

namespace bspfft::tools {

class Options;

extern const std::map<std::string, ProjectedNetwork> networks;
extern const std::map<std::string, Overlap> overlaps;

struct ProjectRequest {
    std::string scenario = "exascale-2020-gpu";  ///< a name or a file
    std::string against;                         ///< empty: what the scenario says
    Index n = 21000;
    std::string shape;  ///< the same cube by its axes; empty: none
    ProjectedNetwork network = ProjectedNetwork::torus(3);
    Overlap overlap = Overlap::none;
    std::optional<double> year;
    std::optional<double> cache_constant;
    std::string from_machine;  ///< a machine file that it comes from instead; empty: none
    std::string device;        ///< a machine file whose device is the processor of every node; empty: none
    std::string json;          ///< empty: none; "-": standard output
    std::string plot;          ///< likewise
    bool wide = false;         ///< tables
};

void add_project_options(Options& options, ProjectRequest& request);

/// Times, balance and growth of a scenario; matched with another one, and beside the published figures.
/// Returns 0. Throws Error.
int project(const ProjectRequest& request);

}  // namespace bspfft::tools
