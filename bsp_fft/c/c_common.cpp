#include "bsp_fft/c/c_common.hpp"
#include "bsp_fft/bsp/current_failure.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "bsp_fft/c/c_translation.hpp"

namespace bspfft::c {

namespace {

thread_local constinit char message_of_thread[1024] = "";

}  // namespace

const char* last_message() noexcept { return message_of_thread; }

void set_last_message(const char* message) noexcept
{
    if (message == message_of_thread) return;
    const std::size_t length = std::min(std::strlen(message), sizeof message_of_thread - 1);
    std::memcpy(message_of_thread, message, length);
    message_of_thread[length] = '\0';
}

int status_of_exception() noexcept
{
    Status status = Status::internal_error;
    const auto say = [&](Status is, const char* message) {
        status = is;
        set_last_message(message);
    };
    tell_current_failure(say);
    return static_cast<int>(status);
}

void require(const void* address, const char* function, const char* what)
{
    if (!address) throw Error(Status::invalid_argument, text(function, ": ", what, " is NULL"));
}

std::int64_t places(const SideOfPlan& side) noexcept
{
    Index count = 0;
    if (side.layout) guarded([&] { count = side.layout->local_span(side.s); });
    return count;
}

int index_at(const char* function, const SideOfPlan& side, std::int64_t place, std::int64_t* index) noexcept
{
    bool gap = false;
    const int status = guarded([&] {
        require(side.layout, function, "the plan");
        require(index, function, "index");
        const Layout& layout = *side.layout;
        const Index s = side.s, count = layout.local_span(s);
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
             std::int64_t* place) noexcept
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
    if (ledger.supersteps.empty()) throw Error(Status::internal_error, "a ledger without supersteps");
    const auto p = static_cast<std::int64_t>(ledger.supersteps.front().processes.size());
    if (process < -1 || process >= p) {
        throw Error(Status::invalid_argument, text("process is ", process, "; it must be 0 to ", p - 1,
                                                   ", or -1 for the largest over all"));
    }
    if (capacity > 0) copy_rows(ledger, process, rows, capacity);
    if (count) *count = std::ssize(ledger.supersteps);
}

}  // namespace bspfft::c
