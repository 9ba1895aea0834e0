#include "bsp_fft/c/handle.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/bsp/agreement.hpp"

namespace bspfft::c {

namespace {

thread_local constinit char message_of_thread[1024] = "";

bspfft_superstep translated(const LedgerRow& row, std::int64_t process)
{
    const LedgerEntry entry = process < 0 ? row.largest() : row.processes[static_cast<std::size_t>(process)];
    bspfft_superstep result{0,
                            {},
                            entry.flops,
                            entry.words_sent,
                            entry.words_received,
                            entry.puts,
                            entry.bytes,
                            entry.synchronisations,
                            entry.compute_seconds,
                            entry.communicate_seconds,
                            entry.wait_seconds,
                            entry.sync_seconds,
                            entry.pcie_seconds,
                            entry.pcie_bytes};
    row.name.copy(result.name, sizeof result.name - 1);
    return result;
}

void copy_rows(const Ledger& ledger, std::int64_t process, bspfft_superstep* rows, std::int64_t capacity)
{
    if (!rows) throw refusal("rows is NULL, for ", capacity, " supersteps");
    const std::int64_t size = rows->size;
    if (size < static_cast<std::int64_t>(offsetof(bspfft_superstep, flops)))
        throw refusal("rows[0].size is ", size, "; set it to sizeof(bspfft_superstep) = ", sizeof *rows);
    auto* at = reinterpret_cast<char*>(rows);
    for (const LedgerRow& row : ledger.supersteps) {
        if (capacity-- == 0) break;
        bspfft_superstep filled = translated(row, process);
        filled.size = size;
        std::memcpy(at, &filled, std::min(static_cast<std::size_t>(size), sizeof filled));
        at += size;
    }
}

[[noreturn]] void refuse_other_plan(const char* function)
{
    throw refusal(function, ": the plan is not that of an operator; set is_operator of its shape to 1");
}

// A side of a plan that has a layout.
Side side_with_layout(const char* function, const bspfft_plan* plan, SideOf side_of, const std::int64_t* index)
{
    require(plan, function, "the plan");
    const Side side = (plan->*side_of)();
    if (!side.layout)
        throw refusal(function, ": the plan has no arrays of its own; those of its caller are in natural order");
    require(index, function, "index");
    return side;
}

}  // namespace

const char* last_message() noexcept { return message_of_thread; }

int status_of_exception() noexcept
{
    Status status = Status::internal_error;
    const auto say = [&](Status is, const char* message) {
        status = is;
        if (message == message_of_thread) return;
        const std::size_t length = std::min(std::strlen(message), sizeof message_of_thread - 1);
        std::memcpy(message_of_thread, message, length);
        message_of_thread[length] = '\0';
    };
    tell_current_failure(say);
    return static_cast<int>(status);
}

void refuse_null(const char* function, const char* what) { throw refusal(function, ": ", what, " is NULL"); }

int index_at(const char* function, const bspfft_plan* plan, SideOf side_of, Index place, std::int64_t* index) noexcept
{
    bool is_element = true;
    const int status = guarded([&] {
        const Side side = side_with_layout(function, plan, side_of, index);
        if (place < 0 || place >= side.places)
            throw refusal(function, ": place ", place, "; process ", side.s, " has ", side.places,
                          " places, numbered from 0 on");
        Index j = side.layout->global(side.s, place);
        is_element = j >= 0;
        if (!is_element) return;
        if (side.batch_of_one) *index++ = 0;
        const std::vector<Index>& lengths = side.layout->shape();
        for (std::size_t l = lengths.size(); l-- > 0; j /= lengths[l]) index[l] = j % lengths[l];
    });
    return is_element ? status : static_cast<int>(BSPFFT_GAP);
}

int place_of(const char* function, const bspfft_plan* plan, SideOf side_of, const std::int64_t* index,
             std::int64_t* process, std::int64_t* place) noexcept
{
    return guarded([&] {
        const Side side = side_with_layout(function, plan, side_of, index);
        std::vector<Index> lengths = side.layout->shape();
        if (side.batch_of_one) lengths.insert(lengths.begin(), 1);
        Index j = 0;
        for (std::size_t l = 0; l < lengths.size(); ++l) {
            if (index[l] < 0 || index[l] >= lengths[l])
                throw refusal(function, ": index[", l, "] is ", index[l], "; it must be 0 to ", lengths[l] - 1);
            j = j * lengths[l] + index[l];
        }
        if (process) *process = side.layout->owner(j);
        if (place) *place = side.layout->local(j);
    });
}

void copy_ledger(const Ledger& ledger, std::int64_t process, bspfft_superstep* rows, std::int64_t capacity,
                 std::int64_t* count)
{
    if (ledger.supersteps.empty()) throw Error(Status::internal_error, "a ledger without supersteps");
    const auto p = static_cast<std::int64_t>(ledger.supersteps.front().processes.size());
    if (process < -1 || process >= p)
        throw refusal("process is ", process, "; it must be 0 to ", p - 1, ", or -1 for the largest over all");
    if (capacity > 0) copy_rows(ledger, process, rows, capacity);
    if (count) *count = std::ssize(ledger.supersteps);
}

}  // namespace bspfft::c

void bspfft_plan::set_factors(bspfft_function, void*) { bspfft::c::refuse_other_plan("bspfft_set_factors"); }
void bspfft_plan::set_kernel(bool) { bspfft::c::refuse_other_plan("bspfft_set_kernel"); }
void bspfft_plan::apply(bspfft_function, void*) { bspfft::c::refuse_other_plan("bspfft_apply"); }
