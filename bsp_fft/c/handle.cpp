#include "bsp_fft/c/handle.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/c/border.hpp"
#include "bspfft/error.hpp"

namespace bspfft::c {

namespace {

bspfft_superstep translated(const LedgerRow& row, std::int64_t process)
{
    const LedgerEntry entry = process < 0 ? row.largest() : row.processes[static_cast<std::size_t>(process)];
    bspfft_superstep result{};
    row.name.copy(result.name, sizeof result.name - 1);
    result.flops = entry.flops;
    result.words_sent = entry.words_sent;
    result.words_received = entry.words_received;
    result.puts = entry.puts;
    result.bytes = entry.bytes;
    result.synchronisations = entry.synchronisations;
    result.compute_seconds = entry.compute_seconds;
    result.communicate_seconds = entry.communicate_seconds;
    result.wait_seconds = entry.wait_seconds;
    result.sync_seconds = entry.sync_seconds;
    result.pcie_seconds = entry.pcie_seconds;
    result.pcie_bytes = entry.pcie_bytes;
    return result;
}

void copy_rows(const Ledger& ledger, std::int64_t process, bspfft_superstep* rows, std::int64_t capacity)
{
    if (!rows) throw Error(Status::invalid_argument, text("rows is NULL, for ", capacity, " supersteps"));
    const std::int64_t size = rows->size;
    if (size < static_cast<std::int64_t>(offsetof(bspfft_superstep, flops))) {
        throw Error(Status::invalid_argument,
                    text("rows[0].size is ", size, "; set it to sizeof(bspfft_superstep) = ", sizeof *rows));
    }
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
    throw Error(Status::invalid_argument,
                text(function, ": the plan is not that of an operator; set is_operator of its shape to 1"));
}

const Layout& layout_of(const char* function, const Side& side)
{
    if (!side.layout) {
        throw Error(Status::invalid_argument,
                    text(function, ": the plan has no arrays of its own; those of its caller are in natural order"));
    }
    return *side.layout;
}

}  // namespace

Index places(const Side& side) { return side.layout ? side.layout->local_span(side.s) : 0; }

bool index_at(const char* function, const Side& side, Index place, std::int64_t* index)
{
    const Layout& layout = layout_of(function, side);
    require(index, function, "index");
    const Index count = places(side);
    if (place < 0 || place >= count) {
        throw Error(Status::invalid_argument, text(function, ": place ", place, "; process ", side.s, " has ", count,
                                                   " places, numbered from 0 on"));
    }
    Index j = layout.global(side.s, place);
    if (j < 0) return false;
    if (side.batch_of_one) *index++ = 0;
    for (std::size_t l = layout.shape().size(); l-- > 0;) {
        index[l] = j % layout.shape()[l];
        j /= layout.shape()[l];
    }
    return true;
}

void place_of(const char* function, const Side& side, const std::int64_t* index, std::int64_t* process,
              std::int64_t* place)
{
    const Layout& layout = layout_of(function, side);
    require(index, function, "index");
    std::vector<Index> lengths = layout.shape();
    if (side.batch_of_one) lengths.insert(lengths.begin(), 1);
    Index j = 0;
    for (std::size_t l = 0; l < lengths.size(); ++l) {
        if (index[l] < 0 || index[l] >= lengths[l]) {
            throw Error(Status::invalid_argument,
                        text(function, ": index[", l, "] is ", index[l], "; it must be 0 to ", lengths[l] - 1));
        }
        j = j * lengths[l] + index[l];
    }
    if (process) *process = layout.owner(j);
    if (place) *place = layout.local(j);
}

void copy_ledger(const Ledger& ledger, std::int64_t process, bspfft_superstep* rows, std::int64_t capacity,
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

void bspfft_plan::set_factors(bspfft_function, void*) { bspfft::c::refuse_other_plan("bspfft_set_factors"); }
void bspfft_plan::set_kernel(bool) { bspfft::c::refuse_other_plan("bspfft_set_kernel"); }
void bspfft_plan::apply(bspfft_function, void*) { bspfft::c::refuse_other_plan("bspfft_apply"); }
