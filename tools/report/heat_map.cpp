#include <algorithm>
#include <cmath>

#include "bsp_fft/base/text.hpp"
#include "tools/report/charts.hpp"

namespace bspfft::tools {

namespace {

constexpr std::size_t most_labelled = 8;  // more numbers than that would not be read

std::string readable_bytes(double bytes)
{
    constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    for (; bytes >= 1024 && unit + 1 < std::size(units); ++unit) bytes /= 1024;
    return text(std::round(10 * bytes) / 10, " ", units[unit]);
}

/// From nearly white to deep orange, with a share of 0 to 1.
int shade(double share)
{
    const auto between = [&](double none, double all) {
        return static_cast<int>(none + share * (all - none));
    };
    return between(250, 190) << 16 | between(238, 70) << 8 | between(226, 0);
}

}  // namespace

std::string heat_map_script(const std::vector<std::vector<double>>& matrix)
{
    const std::size_t p = matrix.size();
    double most = 1;
    for (const auto& line : matrix) most = std::max(most, *std::max_element(line.begin(), line.end()));
    std::string cells, labels;
    for (std::size_t s = 0; s < p; ++s) {
        for (std::size_t t = 0; t < p; ++t) {
            const double share = matrix[s][t] / most;
            cells += text(t, " ", s, " ", shade(share), "\n");
            if (p > most_labelled) continue;
            // not "black", which a dark page turns into white
            labels += text("set label \"", readable_bytes(matrix[s][t]), "\" at ", t, ",", s,
                           " center front tc rgb \"", share > 0.6 ? "#ffffff" : "#202020", "\"\n");
        }
    }
    const double end = static_cast<double>(p) - 0.5;
    const std::size_t step = 1 + p / 16;
    return text("$cells << END\n", cells, "END\n", labels, "set xrange [-0.5:", end, "]\nset yrange [", end,
                ":-0.5]\nset xtics ", step, " scale 0\nset ytics ", step,
                " scale 0\nset xlabel \"to process\"\nset ylabel \"from process\"\nset size square\nunset "
                "key\nplot $cells using 1:2:($1-0.49):($1+0.49):($2-0.49):($2+0.49):3 with boxxyerror fs "
                "solid noborder lc rgb variable\n");
}

}  // namespace bspfft::tools
