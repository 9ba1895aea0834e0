// Nonblocking messages of any length, completed together; and large hpputs and hpgets, which start at the call and need
// no copy.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include <sched.h>

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
void in_parts(auto* at, std::size_t bytes, auto part, std::size_t longest = longest_part)
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

    void send(unsigned t, Tag tag, const void* from, std::size_t bytes)
    {
        in_parts(static_cast<const unsigned char*>(from), bytes, [&](const unsigned char* at, int count) {
            MPI_Isend(at, count, MPI_BYTE, static_cast<int>(t), tag, comm_, &requests_.emplace_back());
        });
    }
    void receive(unsigned q, Tag tag, void* into, std::size_t bytes)
    {
        in_parts(static_cast<unsigned char*>(into), bytes, [&](unsigned char* at, int count) {
            MPI_Irecv(at, count, MPI_BYTE, static_cast<int>(q), tag, comm_, &requests_.emplace_back());
        });
    }

    /// Whether all are complete; they are removed then.
    bool arrived()
    {
        if (requests_.empty()) return true;
        int all = 0;
        MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &all, MPI_STATUSES_IGNORE);
        if (all) requests_.clear();
        return all != 0;
    }

private:
    MPI_Comm comm_;
    std::vector<MPI_Request> requests_;
};

/// Calls work() until done(); yields the core after many calls without result.
void work_until(auto done, auto work)
{
    constexpr int before_yielding = 200;
    for (int calls = 1; !done(); ++calls) {
        work();
        if (calls > before_yielding) ::sched_yield();
    }
}

/// A transfer begins with an announcement to the other side: kind, address and size. The other side polls for
/// announcements whenever it calls the BSPlib, and then receives straight into the registered memory, or
/// sends straight from it. bsp_direct_get is an announcement too, answered at once.
class Transfers {
public:
    Transfers(MPI_Comm comm, unsigned p);
    ~Transfers();
    Transfers(const Transfers&) = delete;
    Transfers& operator=(const Transfers&) = delete;

    /// Starts to move bytes to process t, whose address the destination is.
    void put(unsigned t, unsigned char* destination, const void* source, std::size_t bytes);
    /// Starts to fetch bytes from process t, whose address the source is.
    void get(unsigned t, const unsigned char* source, void* destination, std::size_t bytes);
    /// Fetches them now; returns when they are here.
    void get_now(unsigned t, const unsigned char* source, void* destination, std::size_t bytes);

    /// How many transfers with process t began here in this superstep.
    std::uint32_t begun(unsigned t) const { return begun_[t]; }

    /// Handles the announcements that have arrived.
    void poll();

    /// Polls until done().
    void poll_until(auto done)
    {
        work_until(done, [&] { poll(); });
    }

    /// Ends the superstep: waits for the transfers that began here and for those that other processes began
    /// with this one.
    void complete(std::uint64_t begun_elsewhere);
    /// The same at the end of a section: data of transfers that have not started here are discarded.
    void drop(std::uint64_t begun_elsewhere);
    /// Begins the next superstep: transfers that others have announced for it may start.
    void start_superstep();

private:
    enum class Kind : std::uint64_t { put, get, get_now };
    struct Announcement {
        Kind kind;
        std::uint64_t superstep;
        std::uint64_t address;  ///< of the process that reads this
        std::uint64_t bytes;
    };

    void announce(unsigned t, Kind kind, const void* address, std::size_t bytes);
    void expect_announcement();
    void receive(const Announcement& announcement, unsigned sender);
    void start(const Announcement& announcement, unsigned sender);

    MPI_Comm comm_;
    std::uint64_t superstep_ = 0;
    std::vector<std::uint32_t> begun_;
    std::uint64_t started_ = 0;  ///< announcements of other processes in this superstep
    PendingMessages pending_;
    std::deque<Announcement> announced_;  ///< announcements being sent; a deque does not move them
    std::size_t announced_now_ = 0;
    Announcement incoming_{};
    MPI_Request incoming_request_ = MPI_REQUEST_NULL;
    bool dropping_ = false;
    std::vector<unsigned char> dropped_;
    /// Announcements of a superstep that has not begun here, and their senders.
    std::vector<std::pair<Announcement, unsigned>> early_;
};

}  // namespace bsplib::mpi
