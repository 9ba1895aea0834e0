#include "tools/files/text_output.hpp"

#include <cstdio>

namespace bspfft::tools {

TextOutput::TextOutput(const std::string& where) : standard_(where == "-")
{
    if (!standard_ && !where.empty()) file_.emplace(where);
}

void TextOutput::write(const std::string& content)
{
    if (standard_) {
        std::fputs(content.c_str(), stdout);
    } else if (file_) {
        file_->write(0, content.data(), std::ssize(content));
        file_->publish();
    }
}

}  // namespace bspfft::tools
