#include "bsp_fft/execution/c_common.hpp"

#include <vector>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/c_translation.hpp"

namespace bspfft::c {

std::string& last_message()
{
    thread_local std::string message;
    return message;
}

void require(const void* address, const char* function, const char* what)
{
    if (!address) throw Error(Status::invalid_argument, text(function, ": ", what, " is NULL"));
}

std::int64_t places(const SideOfPlan& side) { return side.layout ? side.layout->local_span(Port().s()) : 0; }

int index_at(const char* function, const SideOfPlan& side, std::int64_t place, std::int64_t* index)
{
    bool gap = false;
    const int status = guarded([&] {
        require(side.layout, function, "the plan");
        require(index, function, "index");
        const Layout& layout = *side.layout;
        const Index s = Port().s(), count = layout.local_span(s);
        if (place < 0 || place >= count) {
            throw Error(Status::invalid_argument, text(function, ": place ", place, "; process ", s, " has ", count,
                                                       " places, numbered from 0 on"));
        }
        Index j = layout.global(s, place);
        gap = j < 0;
        if (gap) return;
        if (side.batch_of_one) *index++ = 0;
        for (std::size_t l = layout.shape().size(); l-- > 0;) {
            index[l] = j % layout.shape()[l];
            j /= layout.shape()[l];
        }
    });
    return gap ? static_cast<int>(BSPFFT_GAP) : status;
}

int place_of(const char* function, const SideOfPlan& side, const std::int64_t* index, std::int64_t* process,
             std::int64_t* place)
{
    return guarded([&] {
        require(side.layout, function, "the plan");
        require(index, function, "index");
        const Layout& layout = *side.layout;
        std::vector<Index> lengths = layout.shape();
        if (side.batch_of_one) lengths.insert(lengths.begin(), 1);
        Index j = 0;
        for (std::size_t l = 0; l < lengths.size(); ++l) {
            if (index[l] < 0 || index[l] >= lengths[l]) {
                throw Error(Status::invalid_argument, text(function, ": index[", l, "] is ", index[l],
                                                           "; it must be 0 to ", lengths[l] - 1));
            }
            j = j * lengths[l] + index[l];
        }
        if (process) *process = layout.owner(j);
        if (place) *place = layout.local(j);
    });
}

void answer_ledger(const Ledger& ledger, std::int64_t process, bspfft_superstep* rows, std::int64_t capacity,
                   std::int64_t* count)
{
    const auto p = static_cast<std::int64_t>(ledger.supersteps.front().processes.size());
    if (process < -1 || process >= p) {
        throw Error(Status::invalid_argument, text("process is ", process, "; it must be 0 to ", p - 1,
                                                   ", or -1 for the largest over all"));
    }
    if (capacity > 0) copy_rows(ledger, process, rows, capacity);
    if (count) *count = std::ssize(ledger.supersteps);
}

}  // namespace bspfft::c
