// If one process cannot continue, none does; nor do processes that call the same with other arguments.
#pragma once

#include <array>
#include <exception>
#include <new>
#include <span>
#include <stdexcept>
#include <string>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

/// Calls say(status, message) once, of the exception that is being handled. Nothing is allocated, unless say does.
void tell_current_failure(auto say) noexcept
{
    try {
        throw;
    } catch (const Error& e) {
        say(e.status(), e.what());
    } catch (const NoMemory& e) {
        say(Status::out_of_memory, e.what());
    } catch (const std::bad_alloc&) {
        say(Status::out_of_memory, "no memory");
    } catch (const std::length_error&) {
        say(Status::out_of_memory, "no memory for an array of that length");
    } catch (const std::exception& e) {
        say(Status::internal_error, e.what());
    } catch (...) {
        say(Status::internal_error, "an exception that is not a std::exception");
    }
}

/// What a process gives to a collective call, so that processes can compare it: named numbers and lists, in the same
/// order on all processes that make the same call. Nothing is allocated.
class Arguments {
public:
    /// What travels.
    struct Given {
        char call[64] = "";
        Index words[96] = {};
    };

    /// The call in words, such as "a plan of complex numbers". The names of arguments must stay.
    explicit Arguments(const char* call);

    Arguments& add(const char* name, Index number);
    Arguments& add(const char* name, std::span<const Index> list);
    /// Something that can only be compared, by a number that is equal if it is.
    Arguments& add_mark(const char* name, Index mark);

    const Given& given() const { return given_; }
    /// The first difference from what that process gave, as a sentence; empty if there is none.
    std::string difference(const Given& theirs, Index process) const;

private:
    static constexpr std::size_t most_fields = 32, most_listed = 9;

    enum class Kind { number, list, mark };
    struct Field {
        const char* name;
        Kind kind;
        std::size_t at;  ///< of its first word; a list has its length, its first numbers, and a mark of all
    };

    Index* room_for(const char* name, Kind kind, std::size_t words);
    static std::string words_of(const Field& field, const Given& given);

    Given given_;
    std::array<Field, most_fields> fields_{};
    std::size_t count_ = 0;
    std::size_t used_ = 0;
};

/// A mark of several numbers.
Index mark_of(std::span<const Index> numbers);

/// Combines the values of all processes, in the same order each time, up a binary tree; process 0 sends the result to
/// all. tell(t, place) puts `mine` to a place of process t's `landed`, which all have registered; the places are used
/// in turn, because a process may be one superstep ahead. Cost: ceil(log2(p)) + 1 supersteps, h = p - 1 values.
template <class Value, class Tell, class Combine>
void combine_all(Port& port, Value& mine, Value (&landed)[2], Tell tell, Combine combine)
{
    const Index p = port.p(), s = port.s();
    std::size_t turn = 0;
    for (Index step = 1; step < p; step *= 2, turn = 1 - turn) {
        if (s % (2 * step) == step) tell(s - step, landed[turn]);
        port.sync();
        if (s % (2 * step) == 0 && s + step < p) combine(mine, landed[turn]);
    }
    for (Index t = 1; s == 0 && t < p; ++t) tell(t, landed[turn]);
    port.sync();
    if (s > 0) mine = landed[turn];
}

/// Makes a failure of one process the failure of all. Constructed collectively. It allocates nothing, so that it also
/// carries the news that there is no memory.
class Agreement {
public:
    /// Cost: one superstep; none on one process.
    explicit Agreement(Port& port);
    ~Agreement();
    Agreement(const Agreement&) = delete;
    Agreement& operator=(const Agreement&) = delete;

    /// Runs work(), which must not communicate, on every process; if it throws on any, all throw the Error of the
    /// first of them, with its number in the message unless all failed alike. Cost: one superstep, among more than
    /// 64 processes log64(p) + 1, h = 0 without failures; with one about log2(p) + 1 more.
    void on(auto work)
    {
        Verdict mine;
        try {
            work();
        } catch (...) {
            mine = of_current_exception(port_.s());
        }
        settle(mine);
    }

    /// All throw Error(invalid_argument), which names an argument, if they are not equal on all processes.
    /// Cost: two supersteps, h = some hundred bytes.
    void compare(const Arguments& arguments);

private:
    struct Verdict {
        Status status = Status::ok;
        Index process = 0;   ///< the first that failed
        Index failures = 0;  ///< processes that failed
        bool alike = true;   ///< with the same message
        char message[500] = "";
    };
    /// One for each process that may raise it: two that wrote the same byte would be a data race.
    using Flags = std::array<char, 64>;
    /// Written by other processes.
    struct Board {
        Flags flags[2] = {};  ///< in turn: a process may be one superstep ahead
        Verdict verdicts[2];
        Arguments::Given theirs;
    };

    static Verdict of_current_exception(Index s) noexcept;
    static void merge(Verdict& mine, const Verdict& theirs);
    void settle(Verdict& mine);
    /// Whether any process says so.
    bool any(bool mine);
    /// One superstep, in which each process may raise its flag on processes begin to end. Whether any was raised here.
    bool exchange_flags(bool raises, Index begin, Index end, Index flag);
    void send(Index t, const void* source, const void* to, std::size_t bytes);

    Port& port_;
    Board board_;
    std::size_t turn_ = 0;
};

}  // namespace bspfft
