// How a computation accesses memory.
#pragma once

namespace bspfft {

enum class Access {
    to_packets,       ///< columns of the process's array, which become packets
    from_packets,     ///< rows from packets to the process's array
    between_packets,  ///< rows from packets to other packets: forward and inverse in one
    in_place,         ///< repeated sweeps of the whole array
};

}  // namespace bspfft
