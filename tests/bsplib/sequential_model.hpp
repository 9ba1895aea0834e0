// What BSPlib means, played by one thread: the memories, registrations and queues of all processes.
#pragma once

#include <cstddef>
#include <vector>

namespace model {

using Bytes = std::vector<unsigned char>;

/// A place in an array of a process. Every process has equally many arrays, of equal sizes.
struct Place {
    std::size_t array = 0;
    std::size_t offset = 0;
    bool operator==(const Place&) const = default;
    Place operator+(std::size_t bytes) const { return {array, offset + bytes}; }
};

/// What one process gave to bsp_push_reg; 0 bytes and null: NULL.
struct Registered {
    bool null = true;
    Place base;
    std::size_t bytes = 0;
};
using Row = std::vector<Registered>;  // of all processes

struct Message {
    Bytes tag;
    Bytes payload;
};

/// How an operation uses bytes in a superstep. What "at any time" uses must not be changed meanwhile.
enum class Use { read, read_at_any_time, written_at_once, written_at_any_time, got_at_the_sync, put_at_the_sync };

/// A superstep of all processes is made of calls, of one process after another; those that would break a rule of BSPlib
/// are not legal, and may not be made.
class Model {
public:
    Model(unsigned p, const std::vector<std::size_t>& sizes);

    unsigned p() const { return static_cast<unsigned>(memory_.size()); }
    const std::vector<Bytes>& memory(unsigned s) const { return memory_[s]; }
    const std::vector<Row>& rows() const { return rows_; }
    std::vector<Message>& queue(unsigned s) { return queues_[s]; }
    std::size_t tag_size() const { return tag_size_; }

    /// The newest registration that process s may use this place by; null if there is none.
    const Row* usable(unsigned s, Place base) const;
    /// Whether all processes may pop this row next.
    bool can_be_popped(const Row& row) const;

    /// Whether process s may use these bytes; if so, they count as used so.
    bool use(unsigned s, Place at, std::size_t bytes, Use how);
    /// Both, or none.
    bool use(unsigned s, Place from, Use how, unsigned t, Place to, Use how_there, std::size_t bytes);

    // Each after use() has allowed it.
    void write(unsigned s, Place at, const Bytes& content);
    void put(unsigned s, Place source, unsigned t, Place destination, std::size_t bytes);
    void get(unsigned s, Place destination, unsigned t, Place source, std::size_t bytes);
    void move(unsigned s, Place source, unsigned t, Place destination, std::size_t bytes);
    void move_now(unsigned s, Place destination, unsigned t, Place source, std::size_t bytes);
    void send(unsigned t, const Message& message) { sent_[t].push_back(message); }
    void push(const Row& row) { rows_.push_back(row); }
    void pop(std::size_t row) { rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(row)); }
    /// Returns the one set before.
    std::size_t set_tag_size(std::size_t bytes);

    void sync();

private:
    struct Used {
        std::size_t begin, end;
        Use how;
    };
    struct Transfer {
        unsigned from;
        Place source;
        unsigned to;
        Place destination;
        std::size_t bytes;
    };
    struct Put {
        unsigned to;
        Place destination;
        Bytes content;
    };

    bool allowed(unsigned s, Place at, std::size_t bytes, Use how) const;
    Bytes content(unsigned s, Place at, std::size_t bytes) const;

    std::vector<std::vector<Bytes>> memory_;
    std::vector<std::vector<std::vector<Used>>> used_;  ///< by process and array
    std::vector<Row> rows_;                             ///< as all calls have left them
    std::vector<Row> usable_;                           ///< as they were at the last sync
    std::vector<Put> puts_;
    std::vector<Transfer> gets_, moves_;
    std::vector<std::vector<Message>> queues_, sent_;
    std::size_t tag_size_ = 0, next_tag_size_ = 0;
};

}  // namespace model
