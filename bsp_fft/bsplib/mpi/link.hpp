// Nonblocking messages of any length, completed together.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <vector>

namespace bsplib::mpi {

struct Span {
    const unsigned char* begin = nullptr;
    std::size_t bytes = 0;
    const unsigned char* end() const { return begin + bytes; }
};

/// Kinds of messages; those of one kind between two processes arrive in order.
enum Tag { section_start = 1, counts, bulk, replies, announcement, put_data, get_data, direct_reply };

// MPI counts in int: a long message is sent in parts.
constexpr std::size_t longest_part = std::size_t{1} << 30;

/// Calls part(address, bytes as int) for one part after another; for no bytes once, for an empty message.
template <class Byte, class Part>
void in_parts(Byte* at, std::size_t bytes, Part part, std::size_t longest = longest_part)
{
    static_assert(longest_part <= INT_MAX);
    do {
        const std::size_t now = std::min(bytes, longest);
        part(at, static_cast<int>(now));
        at += now;
        bytes -= now;
    } while (bytes > 0);
}

/// Messages in progress.
class PendingMessages {
public:
    explicit PendingMessages(MPI_Comm comm) : comm_(comm) {}

    void send(unsigned t, Tag tag, const void* from, std::size_t bytes);
    void receive(unsigned q, Tag tag, void* into, std::size_t bytes);

    /// Whether all are complete; they are removed then.
    bool arrived();
    bool empty() const { return requests_.empty(); }

private:
    MPI_Comm comm_;
    std::vector<MPI_Request> requests_;
};

/// Yields the core after many polls without result.
class Backoff {
public:
    void wait();

private:
    int polls_ = 0;
};

}  // namespace bsplib::mpi
