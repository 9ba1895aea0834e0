#include "bspfft/ledger.hpp"

#include <algorithm>

namespace bspfft {

namespace {

// Number by number.
void combine(LedgerEntry& into, const LedgerEntry& entry, auto combine)
{
    combine(into.flops, entry.flops);
    combine(into.words_sent, entry.words_sent);
    combine(into.words_received, entry.words_received);
    combine(into.puts, entry.puts);
    combine(into.bytes, entry.bytes);
    combine(into.synchronisations, entry.synchronisations);
    combine(into.compute_seconds, entry.compute_seconds);
    combine(into.communicate_seconds, entry.communicate_seconds);
    combine(into.wait_seconds, entry.wait_seconds);
    combine(into.sync_seconds, entry.sync_seconds);
    combine(into.ledger_seconds, entry.ledger_seconds);
    combine(into.pcie_seconds, entry.pcie_seconds);
    combine(into.pcie_bytes, entry.pcie_bytes);
}

}  // namespace

LedgerEntry LedgerRow::largest() const
{
    LedgerEntry most;
    for (const LedgerEntry& entry : processes)
        combine(most, entry, [](auto& into, auto value) { into = std::max(into, value); });
    return most;
}

double LedgerRow::imbalance() const
{
    double sum = 0;
    for (const LedgerEntry& entry : processes) sum += entry.compute_seconds;
    if (!(sum > 0)) return 0;
    return largest().compute_seconds * static_cast<double>(processes.size()) / sum - 1;
}

LedgerEntry Ledger::total() const
{
    LedgerEntry sum;
    for (const LedgerRow& row : supersteps) combine(sum, row.largest(), [](auto& into, auto value) { into += value; });
    return sum;
}

bool Ledger::has_pcie() const
{
    const LedgerEntry sum = total();
    return sum.pcie_bytes > 0 || sum.pcie_seconds > 0;
}

}  // namespace bspfft
