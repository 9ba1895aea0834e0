// bspfft run: transforms an array and says what it cost.
#pragma once

#include <optional>
#include <string>

#include "bspfft/bspfft.hpp"
#include "tools/commands/transform.hpp"
#include "tools/files/element_type.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

class Options;

struct RunRequest {
    TransformWords transform;  ///< without a shape: that of the input
    Index procs = 0;           ///< 0: as many as run at once
    bool oversubscribe = false;
    bool inverse = false;
    Precision precision = Precision::double_;
    PlanOptions options;
    std::string input;   ///< empty: the signal; "-": standard input
    std::optional<FileFormat> input_format;  ///< none: by its name, or what it begins with
    std::string output;  ///< empty: none; "-": standard output
    std::optional<FileFormat> format;  ///< of the output; none: by its name
    bool in_place = false;             ///< the output is the input file
    std::string dtype;
    std::string signal = "random";
    int repeat = 5;
    bool verify = false;
    std::string simd = "auto";
    bool account = false;
    bool why = false;
    std::string machine;  ///< of the predictions, and of cuts that it remembers; empty: the default file, and no cuts
    bool measure = false;   ///< of plan: choose grid and cut by trials
    bool remember = false;  ///< and write them into the machine file
    std::string json;     ///< empty: none; "-": standard output
    bool wide = false;    ///< tables

    Direction direction() const { return inverse ? Direction::inverse : Direction::forward; }
};

void add_run_options(Options& options, RunRequest& request);

/// Returns the exit status: 0, or 1 if the verification failed. Throws Error.
int run(const RunRequest& request);

}  // namespace bspfft::tools
