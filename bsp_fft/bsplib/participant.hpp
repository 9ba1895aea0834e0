// What a BSP process has on every runtime: its number, its registrations, and checks that all processes agree.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bsp_fft/bsplib/failure.hpp"
#include "bsp_fft/bsplib/records.hpp"
#include "bsp_fft/bsplib/registrations.hpp"

namespace bsplib {

/// Kinds of requests of a process in a superstep, so that the sync skips kinds that no process has.
enum Brought : std::uint8_t {
    puts = 1,
    gets = 2,
    messages = 4,
    registrations = 8,
    tag_size = 16,
    goes_on = 32,  ///< it called bsp_sync
    leaves = 64,   ///< it called bsp_end
};

class Participant {
public:
    Participant(const Registrations& registrations, unsigned s, unsigned p);

    unsigned s() const { return s_; }
    unsigned p() const { return p_; }
    /// Positive, and that of no other process of any section.
    int number() const { return number_; }

    void check_pid(const char* function, unsigned t) const
    {
        if (t >= p_) fail(function, "there is no process %u; processes are numbered 0 to %u", t, p_ - 1);
    }

    /// A size near the largest number is a negative one that was converted.
    static void check_bytes(const char* function, const char* name, std::size_t bytes)
    {
        if (bytes > most_bytes) [[unlikely]]
            fail(function, "%s has %zu bytes; at most %zu are possible (was it a negative number?)", name, bytes,
                 most_bytes);
    }

    /// The address in process t's memory that corresponds to (address, offset) here; fails if fewer bytes are
    /// registered there.
    unsigned char* resolve(const char* function, unsigned t, const void* address, std::size_t offset, std::size_t bytes)
    {
        const Block* const blocks = address ? registered_.find(address) : nullptr;
        if (!blocks || offset > blocks[t].bytes || bytes > blocks[t].bytes - offset)
            refuse(function, t, address, offset, bytes);
        return blocks[t].base + offset;
    }

    // These take effect at the end of the superstep.
    void push(const void* address, std::size_t bytes);
    void pop(const void* address);
    /// Returns the size before.
    std::size_t set_tag_size(std::size_t bytes);

    MessageQueue& queue() { return queue_; }
    std::size_t sent_tag_size() const { return sent_tag_size_; }

protected:
    /// Fails if some processes end the section and others the superstep; `all` is the union of their requests.
    void check_together(unsigned all, bool leaving) const;
    /// Fails unless bsp_set_tagsize was called here and on process q, as the requests of both say, with the same size.
    void check_tag_size(unsigned q, unsigned brought_there, std::size_t theirs) const;

    const unsigned s_;
    const unsigned p_;
    const int number_;
    RegistrationView registered_;
    std::uint8_t brought_ = 0;                ///< kinds of requests of this superstep
    RegistrationChanges* changes_ = nullptr;  ///< those of this superstep
    MessageQueue queue_;
    std::size_t next_tag_size_ = 0;
    std::size_t sent_tag_size_ = 0;

private:
    [[noreturn]] void refuse(const char* function, unsigned t, const void* address, std::size_t offset,
                             std::size_t bytes);

    /// How many bsp_pop_reg of each address are possible now: the registrations of this process and its changes in
    /// this superstep. The sync changes nothing of it, for it applies just these changes.
    AddressTable poppable_;
};

}  // namespace bsplib
