#include "bsp_fft/execution/memory.hpp"

#include <algorithm>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/schedule/shape_text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

std::string shape_words(const Schedule& schedule)
{
    const std::vector<Index>& shape = schedule.shape();
    return shape.size() == 1 ? text("n = ", shape.front()) : shape_text(shape);
}

// The same shape with its longest axis shortened until it fits, by the bytes of an element here.
std::string largest_shape(std::vector<Index> shape, Index needed, Index available)
{
    Index& longest = *std::max_element(shape.begin(), shape.end());
    const double share = static_cast<double>(available) / static_cast<double>(needed);
    const bool power = is_power_of_two(longest);
    longest = static_cast<Index>(static_cast<double>(longest) * share);
    if (power && longest > 0) longest = power_of_two_below(longest);
    return longest < 1 ? std::string("take a smaller one") : text("about ", shape_text(shape), " would fit");
}

}  // namespace

void require_memory(const Schedule& schedule, Index bytes)
{
    const Index processes = Port::on_this_machine(schedule.p());
    const Index available = available_memory();
    if (bytes <= available / processes) return;
    throw Error(Status::out_of_memory,
                text("a plan for ", shape_words(schedule), " needs ", bytes, " bytes on each process, ",
                     bytes * processes, " on this machine, which has ", available, " available; ",
                     largest_shape(schedule.shape(), bytes * processes, available)));
}

}  // namespace bspfft
