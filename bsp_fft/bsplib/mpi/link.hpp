// Bytes from process to process, however many, with one place to wait.
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

/// What messages are about; those of one kind between two processes arrive in order.
enum Tag { announcement = 1, counts, bulk, replies, control, put_data, get_data, direct_reply };

/// Messages under way. MPI counts in int, so a long one travels in parts.
class Flock {
public:
    explicit Flock(MPI_Comm comm) : comm_(comm) {}

    void send(unsigned t, Tag tag, const void* from, std::size_t bytes);
    void receive(unsigned q, Tag tag, void* into, std::size_t bytes);

    /// Whether all have arrived; they are forgotten then.
    bool arrived();
    bool empty() const { return requests_.empty(); }

private:
    MPI_Comm comm_;
    std::vector<MPI_Request> requests_;
};

/// Lets another process have the core after many vain looks.
class Patience {
public:
    void look_again();

private:
    int looks_ = 0;
};

}  // namespace bsplib::mpi
