// Messages longer than an int can say.
#include <doctest/doctest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "bsp_fft/bsplib/mpi/transfers.hpp"

using namespace bsplib::mpi;

namespace {

using Parts = std::vector<std::pair<std::size_t, int>>;  // where each begins, and its bytes

Parts parts_of(std::size_t bytes, std::size_t longest)
{
    static const unsigned char start = 0;
    Parts parts;
    const auto note = [&](const unsigned char* at, int count) {
        parts.emplace_back(static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(at) -
                                                    reinterpret_cast<std::uintptr_t>(&start)),
                           count);
    };
    in_parts(&start, bytes, note, longest);
    return parts;
}

}  // namespace

TEST_CASE("a message is sent in parts of the longest length, and a rest")
{
    CHECK(parts_of(0, 4) == Parts{{0, 0}});
    CHECK(parts_of(3, 4) == Parts{{0, 3}});
    CHECK(parts_of(4, 4) == Parts{{0, 4}});
    CHECK(parts_of(9, 4) == Parts{{0, 4}, {4, 4}, {8, 1}});
}

TEST_CASE("more bytes than an int holds are all sent")
{
    constexpr std::size_t many = (std::size_t{5} << 31) + 17;
    std::size_t next = 0;
    for (const auto& part : parts_of(many, longest_part)) {
        CHECK(part.first == next);
        CHECK(part.second > 0);
        next += static_cast<std::size_t>(part.second);
    }
    CHECK(next == many);
}
