// What the commands that transform files are told of files, processes and the report.
#pragma once

#include <optional>
#include <string>

#include "tools/files/element_type.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

class Options;

struct DataRequest {
    std::string input;                       ///< "-": standard input
    std::optional<FileFormat> input_format;  ///< none: by its name, or by its beginning
    std::string dtype;                       ///< of raw and text files
    std::string output;                      ///< empty: none; "-": standard output
    std::optional<FileFormat> format;        ///< of the output; none: by its name
    bool in_place = false;                   ///< the output is the input file
    Precision precision = Precision::double_;
    std::string simd = "auto";
    Index procs = 0;  ///< 0: as many as run at once
    bool oversubscribe = false;
    int repeat = 5;
    bool account = false;
    std::string machine;  ///< of the predictions; empty: the default file
    std::string json;     ///< empty: none; "-": standard output
    bool wide = false;    ///< tables

    FileFormat output_format() const { return format_of_output(output, format); }
    ElementType output_type(bool real) const
    {
        if (precision == Precision::single_) return real ? ElementType::float32 : ElementType::complex64;
        return real ? ElementType::float64 : ElementType::complex128;
    }
};

/// --input-format and --dtype.
void add_input_options(Options& options, DataRequest& request, const char* whose_format);
/// --output, --format and --in-place.
void add_output_options(Options& options, DataRequest& request);
void add_process_options(Options& options, DataRequest& request);
void add_simd_option(Options& options, DataRequest& request);

/// With --in-place the output is the input. Throws Error(invalid_argument) if that is not possible.
void resolve_output(DataRequest& request);
/// Throws Error(invalid_argument) for an output that is an input or another output, or cannot be shown;
/// Error(file_error) for one that cannot be written, or for a machine file that cannot be read.
void require_files(const DataRequest& request, const std::string& kernel = "");

}  // namespace bspfft::tools
