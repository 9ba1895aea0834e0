// No output of a command goes where another goes, or over what it reads.
#pragma once

#include <string>
#include <vector>

namespace bspfft::tools {

/// A file of the command line. Empty paths are no files; "-" is standard output, or input.
struct NamedFile {
    const char* option;
    std::string path;
    bool written = true;
};

/// Throws Error(invalid_argument) if one file is written twice, or read and written, by whatever names.
void require_distinct(const std::vector<NamedFile>& files);

/// Whether two names are of one file, which need not be there.
bool same_file(const std::string& one, const std::string& other);

/// The output of --in-place, which is the input. Throws Error(invalid_argument) if --output names another, or the input
/// is no file.
std::string output_in_place(const std::string& output, const std::string& input);
/// Without it: throws Error(invalid_argument) if the output is the input.
void require_other_than_input(const std::string& output, const std::string& input);

}  // namespace bspfft::tools
