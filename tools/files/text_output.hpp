// Where a command writes its results, as text or as JSON: standard output for "-", otherwise a file that appears when
// it is complete.
#pragma once

#include <cstdio>
#include <optional>
#include <string>

#include "bsp_fft/base/json.hpp"
#include "tools/files/staged_file.hpp"

namespace bspfft::tools {

class TextOutput {
public:
    /// "-", the name of a file, or "" for nowhere. Throws Error(file_error) if the file could not be written,
    /// so that a command can refuse before it works.
    explicit TextOutput(const std::string& where) : standard_(where == "-")
    {
        if (!standard_ && !where.empty()) file_.emplace(where);
    }

    bool wanted() const { return standard_ || file_; }
    bool to_standard_output() const { return standard_; }

    /// To be called once.
    void write(const std::string& content)
    {
        if (standard_) std::fputs(content.c_str(), stdout);
        if (!file_) return;
        file_->write(0, content.data(), std::ssize(content));
        file_->publish();
    }

private:
    bool standard_;
    std::optional<StagedFile> file_;
};

inline void write_json(TextOutput& output, const Json& document) { output.write(document.dump(2) + "\n"); }

inline void write_json(const std::string& where, const Json& document)
{
    TextOutput output(where);
    write_json(output, document);
}

inline void write_text(const std::string& where, const std::string& content) { TextOutput(where).write(content); }

/// Throws Error(file_error) if it could not be written; to be asked before a command works.
inline void require_writable(const std::string& where) { const TextOutput output(where); }

}  // namespace bspfft::tools
