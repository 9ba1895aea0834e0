// If one process cannot continue, none does.
#pragma once

#include <array>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/arguments.hpp"
#include "bsp_fft/bsp/port.hpp"

namespace bspfft {

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
    template <class Work>
    void on(Work work)
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
    /// Everyone's verdict, to everyone.
    void spread(Verdict& mine);
    [[noreturn]] void raise(const Verdict& verdict) const;
    void send(Index t, const void* source, const void* to, std::size_t bytes);

    Port& port_;
    Board board_;
    std::size_t turn_ = 0;
};

}  // namespace bspfft
