// Records of puts, in words of eight bytes.
#pragma once

#include <cstddef>
#include <cstring>

#include "bsp_fft/bsplib/arena.hpp"

/// Most puts of fine-grained programs carry one number, and the time of a superstep is that of moving the
/// cache lines of these records between cores. A put of eight bytes is (destination, value); any other is (0,
/// destination, bytes, payload ...). The destination is an address of the process that receives it.
namespace bsplib::put_record {

constexpr std::size_t word = 8;
using Destination = unsigned char*;

inline void append(Arena& arena, Destination destination, const void* source, std::size_t bytes,
                   std::size_t arena_start = Arena::usual_start)
{
    if (bytes == word) {
        unsigned char* const place = arena.append(2 * word, arena_start);
        std::memcpy(place, &destination, word);
        std::memcpy(place + word, source, word);
    } else {
        unsigned char* const place = arena.append(3 * word + round_up(bytes, word), arena_start);
        std::memset(place, 0, word);
        std::memcpy(place + word, &destination, word);
        std::memcpy(place + 2 * word, &bytes, word);
        std::memcpy(place + 3 * word, source, bytes);
    }
}

/// Writes the put to its destination and returns where the next one starts.
inline const unsigned char* write(const unsigned char* at)
{
    Destination destination;
    std::memcpy(&destination, at, word);
    if (destination) {
        std::memcpy(destination, at + word, word);
        return at + 2 * word;
    }
    std::size_t bytes;
    std::memcpy(&destination, at + word, word);
    std::memcpy(&bytes, at + 2 * word, word);
    std::memcpy(destination, at + 3 * word, bytes);
    return at + 3 * word + round_up(bytes, word);
}

/// Writes all puts of a run of records.
inline void write_all(const unsigned char* begin, const unsigned char* end)
{
    while (begin != end) begin = write(begin);
}

}  // namespace bsplib::put_record
