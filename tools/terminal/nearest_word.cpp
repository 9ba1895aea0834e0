#include "tools/terminal/nearest_word.hpp"

#include <algorithm>

namespace bspfft::tools {

namespace {

// Letters to insert, remove, replace, or exchange with their neighbour.
std::size_t distance(const std::string& a, const std::string& b)
{
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_word(const std::string& word, const std::vector<std::string>& known)
{
    std::string nearest;
    std::size_t least = word.size() / 3 + 1;
    for (const std::string& each : known) {
        const std::size_t off = word.size() > 3 && each.starts_with(word) ? 1 : distance(word, each);
        if (off >= least) continue;
        least = off;
        nearest = each;
    }
    return nearest;
}

std::string alternatives(const std::vector<std::string>& words)
{
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i)
        list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    return list;
}

}  // namespace bspfft::tools
