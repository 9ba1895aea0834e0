#include "tools/terminal/wrap.hpp"

#include <algorithm>

namespace bspfft::tools {

namespace {

// A sign that stands by itself between blanks, from this place on.
bool is_sign(const std::string& words, std::size_t place)
{
    if (place >= words.size() || (words[place] != 'x' && words[place] != '=')) return false;
    return (place == 0 || words[place - 1] == ' ') && (place + 1 == words.size() || words[place + 1] == ' ');
}

}  // namespace

std::size_t break_before(const std::string& words, std::size_t place)
{
    for (std::size_t blank = words.rfind(' ', place); blank != std::string::npos && blank > 0;
         blank = words.rfind(' ', blank - 1)) {
        if (!is_sign(words, blank + 1) && !is_sign(words, blank - 1)) return blank;
    }
    return std::string::npos;
}

std::string wrapped(const std::string& words, std::size_t indent, std::size_t columns)
{
    const std::string blanks(indent, ' ');
    const std::size_t room = columns - std::min(indent, columns - 1);
    std::string lines, rest = words;
    while (rest.size() > room) {
        std::size_t end = break_before(rest, room);
        for (std::size_t more = room; end == std::string::npos && more < rest.size();) {
            more = rest.find(' ', more + 1);
            if (more == std::string::npos) break;
            end = break_before(rest, more);
        }
        if (end == std::string::npos) break;
        lines += blanks + rest.substr(0, end) + "\n";
        rest.erase(0, end + 1);
    }
    return lines + blanks + rest + "\n";
}

void print_wrapped(const std::string& words, std::size_t indent, std::FILE* out)
{
    std::fputs(wrapped(words, indent).c_str(), out);
}

}  // namespace bspfft::tools
