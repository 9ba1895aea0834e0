#include "tools/commands/remembered.hpp"

#include <algorithm>
#include <array>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bspfft/measured_choice.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

namespace {

/// For other processes, which are programs of their own.
struct Shared {
    Remembered remembered;
    std::size_t grid_axes = 0, cut_axes = 0;
    std::array<Index, 9> grid{}, cut{};
};

Shared shared_of(const Machine& machine, const Transform& transform, Precision precision, Index p)
{
    Shared shared;
    const Index bytes_per_real = bytes_per_complex(precision) / 2;
    double seconds = 0;
    const PlanOptions found =
        remembered_options(machine, transform.shape, transform.options, bytes_per_real, p, &seconds);
    const std::vector<Index>&grid = found.grid, &cut = found.cut;
    if (grid == transform.options.grid && cut == transform.options.cut) return shared;
    shared.grid_axes = grid.size();
    shared.cut_axes = cut.size();
    std::copy(grid.begin(), grid.end(), shared.grid.begin());
    std::copy(cut.begin(), cut.end(), shared.cut.begin());
    shared.remembered = {true, seconds};
    return shared;
}

}  // namespace

std::string Remembered::words(const std::string& file) const
{
    if (!found) return "";
    return text("grid and cut as remembered in ", file, ", where a transform took ", readable_seconds(seconds));
}

Remembered use_remembered(Transform& transform, const std::string& file, Precision precision, Index p)
{
    const bool own = transform.layout_in == NamedLayout::own && transform.layout_out == NamedLayout::own;
    if (file.empty() || !own || transform.trigonometric) return {};
    Shared shared;
    agree_on([&] {
        if (is_process_0()) shared = shared_of(read_machine(file), transform, precision, p);
    });
    share(shared);
    if (shared.remembered.found) {
        transform.options.grid.assign(shared.grid.data(), shared.grid.data() + shared.grid_axes);
        transform.options.cut.assign(shared.cut.data(), shared.cut.data() + shared.cut_axes);
    }
    return shared.remembered;
}

}  // namespace bspfft::tools
