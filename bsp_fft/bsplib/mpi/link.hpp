// Nonblocking messages of any length, completed together.
#pragma once

#include <mpi.h>

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

/// Messages in progress. MPI counts in int, so a long one is sent in parts.
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
