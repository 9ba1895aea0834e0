// Every allocation of a program, counted; and one of them refused on demand.
#pragma once

#include <cstddef>

/// Bytes that are allocated now: by malloc and its kin, and by mappings without a file.
long long live_bytes();
/// Allocations until now.
long long allocations();
/// From now on the k-th allocation of this program is refused, on whichever thread it is; 0: none.
void refuse_allocation(long long k);
/// Whether that has happened. It happens once.
bool was_refused();
/// Bytes of this program that are in memory, as the kernel sees it.
long long resident_bytes();
