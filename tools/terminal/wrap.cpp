#include "tools/terminal/wrap.hpp"

#include <sstream>

namespace bspfft::tools {

std::string wrapped(const std::string& words, std::size_t indent)
{
    const std::string blanks(indent, ' ');
    std::istringstream stream(words);
    std::string lines, line;
    for (std::string word; stream >> word;) {
        if (!line.empty() && indent + line.size() + 1 + word.size() > terminal_columns) {
            lines += blanks + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return lines + blanks + line + "\n";
}

void print_wrapped(const std::string& words, std::size_t indent, std::FILE* out)
{
    std::fputs(wrapped(words, indent).c_str(), out);
}

}  // namespace bspfft::tools
