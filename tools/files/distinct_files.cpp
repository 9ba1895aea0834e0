#include "tools/files/distinct_files.hpp"

#include <filesystem>

#include "tools/files/descriptor.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace fs = std::filesystem;

bool same_file(const std::string& one, const std::string& other)
{
    if (one == other) return true;
    if (one == "-" || other == "-") return false;
    std::error_code error;
    if (fs::equivalent(one, other, error)) return true;  // links too
    const auto place = [&](const std::string& path) {
        error.clear();
        const fs::path whole = place_of(path, error);
        return error ? fs::path(path) : whole;
    };
    return place(one) == place(other);
}

namespace {

void require_distinct(const NamedFile& one, const NamedFile& other)
{
    if (one.path.empty() || other.path.empty()) return;
    if (one.path == "-" && other.path == "-" && !one.written && !other.written)
        refuse(one.option, " and ", other.option, " are both standard input; name a file for one of them");
    if (!(one.written || other.written)) return;
    if (!same_file(one.path, other.path)) return;
    if (one.path == "-" && one.written && other.written)
        refuse(one.option, " and ", other.option, " both go to standard output; name a file for one of them");
    if (one.path == "-") return;
    if (one.written && other.written)
        refuse(one.option, " and ", other.option, " are one file, ", other.path, "; name two");
    const NamedFile& written = one.written ? one : other;
    const NamedFile& read = one.written ? other : one;
    refuse(written.option, " would replace ", read.path, ", which ", read.option, " names; name another file");
}

}  // namespace

void require_distinct(const std::vector<NamedFile>& files)
{
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) require_distinct(files[j], files[i]);
    }
}

std::string output_in_place(const std::string& output, const std::string& input)
{
    if (input == "-") refuse("--in-place replaces a file, but standard input is not a file; take --output");
    if (!output.empty() && !same_file(output, input))
        refuse("--in-place replaces ", input, ", and --output names ", output, "; leave one of them out");
    return input;
}

void require_other_than_input(const std::string& output, const std::string& input)
{
    if (output.empty() || input.empty() || input == "-" || !same_file(output, input)) return;
    refuse("--output would replace the input ", input, "; name another file, or add --in-place");
}

}  // namespace bspfft::tools
