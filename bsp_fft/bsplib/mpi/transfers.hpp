// Large hpputs and hpgets, which move without a copy, from the moment they are called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "bsp_fft/bsplib/mpi/link.hpp"

namespace bsplib::mpi {

/// A flight begins with a note to the other side: what moves, and where. The other side reads its notes
/// whenever it calls the BSPlib, and then receives straight into the registered memory, or sends straight
/// from it. bsp_direct_get is a note too, answered at once.
class Flights {
public:
    Flights(MPI_Comm comm, unsigned p);
    ~Flights();
    Flights(const Flights&) = delete;
    Flights& operator=(const Flights&) = delete;

    /// Starts to move bytes to process t, whose address the destination is.
    void put(unsigned t, unsigned char* destination, const void* source, std::size_t bytes);
    /// Starts to fetch bytes from process t, whose address the source is.
    void get(unsigned t, const unsigned char* source, void* destination, std::size_t bytes);
    /// Fetches them now; returns when they are here.
    void get_now(unsigned t, const unsigned char* source, void* destination, std::size_t bytes);

    /// How many flights with process t began here in this superstep.
    std::uint32_t begun(unsigned t) const { return begun_[t]; }

    /// Reads the notes that have come.
    void look();

    /// Looks until done() and then returns.
    template <class Done>
    void look_until(Done done)
    {
        for (Patience patience; !done(); patience.look_again()) look();
    }

    /// Ends the superstep, in which so many flights began elsewhere that end here: waits for all, from here
    /// and from elsewhere.
    void land(std::uint64_t begun_elsewhere);
    /// The same at the end of a section, where what has not begun to move here is dropped.
    void drop(std::uint64_t begun_elsewhere);
    /// Begins the next one: what others have already begun in it may move from now on.
    void start_superstep();

private:
    enum class Kind : std::uint64_t { put, get, get_now };
    struct Note {
        Kind kind;
        std::uint64_t superstep;
        std::uint64_t address;  ///< of the process that reads this
        std::uint64_t bytes;
    };
    struct Kept {
        Note note;
        unsigned sender;
    };

    void tell(unsigned t, const Note& note);
    void expect_note();
    void read(const Note& note, unsigned sender);
    void follow(const Note& note, unsigned sender);
    unsigned char* place_of(const Note& note);

    MPI_Comm comm_;
    std::uint64_t superstep_ = 0;
    std::vector<std::uint32_t> begun_;
    std::uint64_t followed_ = 0;  ///< notes of others' flights in this superstep
    Flock flock_;
    std::deque<Note> told_;  ///< notes under way; a deque does not move them
    std::size_t told_now_ = 0;
    Note incoming_{};
    MPI_Request incoming_request_ = MPI_REQUEST_NULL;
    bool dropping_ = false;
    std::vector<unsigned char> dropped_;
    std::vector<Kept> early_;  ///< notes of a superstep that has not begun here
};

}  // namespace bsplib::mpi
