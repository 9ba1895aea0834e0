#include "bsp_fft/execution/any_execution.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/memory.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/program.hpp"

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

Index checked_sum(Index a, Index b)
{
    Index sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        throw Error(Status::out_of_memory, text(a, " and ", b, " bytes do not fit in 64 bits"));
    return sum;
}

}  // namespace

void ScratchNeeds::raise_to(const Program& program, Index s)
{
    const Array& landing = program.array(ArrayId::landing);
    arrays = std::max(arrays, landing.copies);
    apart = std::max(apart, landing.landing_length);
    padded = std::max(padded, (program.array(ArrayId::scratch).reals(s) + 1) / 2);
}

// Where processes share a program, one of them looks: thousands would read the same files.
void require_memory(const Schedule& schedule, Index bytes, Index processes)
{
    const bool programs = Port::processes_are_programs();
    if (!programs && Port().s() > 0) return;
    bytes = checked_sum(bytes, Port::runtime_bytes(schedule.p()));
    const MemoryLeft left = memory_left();
    // what ulimit leaves is for one program, and the machine's for all
    Index available = left.machine;
    if (!programs) available = std::min(available, left.program);
    if (programs && left.program < available / processes) available = left.program * processes;
    if (bytes <= available / processes) return;
    throw Error(Status::out_of_memory,
                text("a plan for ", shape_words(schedule), " needs ", bytes, " bytes on each process, ",
                     checked_product(bytes, processes), " on this machine, which has ", available, " available; ",
                     largest_shape(schedule.shape(), checked_product(bytes, processes), available)));
}

// The threads' BSPlib has two sets of buffers, for supersteps in turn; one on MPI has those of the receiver.
Index bytes_beside(const Schedule& schedule, Index s)
{
    Index words = 0;
    for (const Move* move : schedule.program().moves()) words = std::max(words, move->counts(s).words_sent);
    const bool copied = schedule.exchange() == Exchange::put || !Port::completes_at_call();
    Index bytes = copied ? checked_product(2 * schedule.bytes_per_real(), words) : 0;
    if (schedule.kernel() == Kernel::fftw)
        bytes =
            checked_sum(bytes, checked_product(2 * schedule.bytes_per_real(), schedule.input().largest_local_size()));
    return bytes;
}

}  // namespace bspfft
