// How a computation meets the memory.
#pragma once

namespace bspfft {

enum class Access {
    to_packets,    ///< columns of the process's array, which leave as packets
    from_packets,  ///< rows out of packets, into the process's array
    in_place,      ///< through all of the array, again and again
};

}  // namespace bspfft
