// The only file that includes <bsp.h>: hides the differences between BSPlibs, and counts communication.
#pragma once

// Some BSPlibs' headers are for C only.
extern "C" {
#include <bsp.h>
}

#include <algorithm>
#include <utility>
#include <vector>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

// What our BSPlibs tell of themselves, answered for another one as far as it is known.
#ifdef BSPLIB_EMBEDDED
constexpr bool bsplib_is_embedded = true;
#else
constexpr bool bsplib_is_embedded = false;
inline int bsplib_completes_at_call() { return 0; }
inline int bsplib_inside_section() { return 1; }
inline int bsplib_moves_device_memory() { return 0; }
inline unsigned bsplib_processes_here() { return static_cast<unsigned>(bsp_nprocs()); }
inline std::size_t bsplib_bytes_per_process(unsigned) { return 0; }
inline const char* bsplib_runtime() { return BSPFFT_RUNTIME; }
constexpr auto bsplib_device_hpput = [](auto...) {};
#ifdef BSPFFT_PROCESSES_ARE_PROGRAMS
inline int bsplib_shares_memory() { return 0; }
#else
inline int bsplib_shares_memory() { return 1; }
#endif
#endif
#ifdef BSPFFT_PROCESSES_ARE_CALLED
constexpr bool bsplib_calls_processes = true;
#else
constexpr bool bsplib_calls_processes = false;
#endif

/// What a process has sent to other processes, and how often it has synchronised; while the port is timed,
/// also how long that took.
struct Traffic {
    Index puts = 0;
    Index bytes = 0;
    Index synchronisations = 0;
    double put_seconds = 0;      ///< inside puts
    double wait_seconds = 0;     ///< what syncs took longer than an empty one
    double deliver_seconds = 0;  ///< the same where puts are delivered at the sync
    double sync_seconds = 0;     ///< inside syncs, without these
    double empty_seconds = 0;    ///< inside the second, empty syncs
};

/// When a timed sync was called, when it was over, and when a second, empty one was over.
struct SyncStamp {
    double start;
    double arrived;
    double end;
    double puts;    ///< the traffic's put_seconds until then
    bool delivers;  ///< puts are delivered at this sync

    /// What the first took longer than the empty one.
    double waited() const { return std::max(0.0, (arrived - start) - (end - arrived)); }
};

/// A process's calls of its BSPlib. Sizes are 64-bit here; a BSPlib that counts in int throws on what does not fit.
class Port {
public:
    Index p() const { return static_cast<Index>(bsp_nprocs()); }
    Index s() const { return static_cast<Index>(bsp_pid()); }

    void push(void* address, Index bytes) { bsp_push_reg(address, narrow(bytes)); }
    void pop(void* address) { bsp_pop_reg(address); }

    void put(Index t, const void* source, void* destination, Index offset, Index bytes)
    {
        put_by(bsp_put, true, t, source, destination, offset, bytes);
    }
    void hpput(Index t, const void* source, void* destination, Index offset, Index bytes)
    {
        put_by(bsp_hpput, !completes_at_call(), t, source, destination, offset, bytes);
    }
    /// The same between devices' memories, to another process, where moves_device_memory().
    void device_hpput(Index t, const void* source, void* destination, Index offset, Index bytes)
    {
        put_by(bsplib_device_hpput, true, t, source, destination, offset, bytes);
    }
    /// Counts bytes that have reached process t in one piece without a put.
    void count_copied(Index t, Index bytes) { count(t, bytes); }
    void sync()
    {
        ++traffic_.synchronisations;
        timed_ ? timed_sync() : bsp_sync();
    }

    const Traffic& traffic() const { return traffic_; }

    /// Reads the clock around every put and sync from now on, and doubles every sync. All processes together.
    void time(bool on)
    {
        timed_ = on;
        deferred_ = false;
    }
    /// Adds the bytes for process t to bytes_to[t] from now on; null for no more.
    void count_into(Index* bytes_to) { bytes_to_ = bytes_to; }
    /// Appends the stamps of every timed sync from now on, as long as there is room; null for no more.
    void stamp_into(std::vector<SyncStamp>* stamps) { stamps_ = stamps; }

    /// Seconds since some moment while the port is timed; otherwise 0, and no clock is read.
    double now() const { return timed_ ? steady_seconds() : 0; }

    /// Whether the source of an hpput may be reused when the call returns.
    static bool completes_at_call() { return bsplib_completes_at_call() != 0; }
    /// Whether hpput is known to move packets better than put does.
    static bool prefers_hpput() { return bsplib_is_embedded; }
    /// How many of the processes are on this machine, as far as is known. Collective.
    static Index on_this_machine() { return static_cast<Index>(bsplib_processes_here()); }
    /// How many bytes the BSPlib takes for each of p processes, as far as is known, without what is sent.
    static Index runtime_bytes(Index p)
    {
        return static_cast<Index>(bsplib_bytes_per_process(static_cast<unsigned>(p)));
    }
    /// Whether processes are separate programs, which share no variables and run main from its start.
    static bool processes_are_programs() { return !bsplib_shares_memory(); }
    /// Whether such programs run no main, but are called into each section by the name of its function.
    static bool processes_are_called() { return bsplib_calls_processes; }
    /// Whether device_hpput may be called: processes are programs, and MPI takes a device's memory as its own.
    static bool moves_device_memory() { return bsplib_moves_device_memory() != 0; }
    /// Whether a program may have one section after another.
    static bool sections_repeat() { return bsplib_is_embedded || processes_are_called() || !processes_are_programs(); }
    /// The number of the section that this process is in, which no other has; 0 outside. Other BSPlibs cannot tell.
    static int section() { return bsplib_inside_section(); }
    /// Throws Error(invalid_argument) outside any section.
    static void require_section(const char* what)
    {
        if (section() != 0) return;
        throw refusal(what, " outside an SPMD section; all processes call it between bsp_begin and bsp_end");
    }
    static const char* runtime() { return bsplib_runtime(); }

    /// Throws Error(not_available) for sizes that this BSPlib cannot register; push does not throw for others.
    /// Processes agree on that before the first of several blocks, so that none is left behind.
    static void require_addressable(Index bytes) { narrow(bytes); }

private:
    // The types are deduced from the functions: the headers' own names for them differ or are missing.
    using Pid = decltype(bsp_pid());
    template <class Address, class Bytes>
    static Bytes size_type(void (*)(Address, Bytes));
    using Bytes = decltype(size_type(&bsp_push_reg));

    static Bytes narrow(Index bytes)
    {
        if (!std::in_range<Bytes>(bytes))
            throw Error(Status::not_available,
                        text(bytes, " bytes are more than this BSPlib can address; use one whose sizes are size_t"));
        return static_cast<Bytes>(bytes);
    }
    void put_by(auto put, bool deferred, Index t, const void* source, void* destination, Index offset, Index bytes)
    {
        count(t, bytes);
        deferred_ = deferred_ || deferred;
        const double start = now();
        put(static_cast<Pid>(t), source, destination, narrow(offset), narrow(bytes));
        traffic_.put_seconds += now() - start;
    }
    void count(Index t, Index bytes)
    {
        if (t == s()) return;
        ++traffic_.puts;
        traffic_.bytes += bytes;
        if (bytes_to_) bytes_to_[t] += bytes;
    }
    // The first sync waits for all processes and delivers deferred puts; a second one measures an empty sync.
    void timed_sync()
    {
        const double start = now();
        bsp_sync();
        const double arrived = now();
        bsp_sync();
        const SyncStamp stamp{start, arrived, now(), traffic_.put_seconds, deferred_};
        (deferred_ ? traffic_.deliver_seconds : traffic_.wait_seconds) += stamp.waited();
        traffic_.sync_seconds += arrived - start - stamp.waited();
        traffic_.empty_seconds += stamp.end - arrived;
        if (stamps_ && stamps_->size() < stamps_->capacity()) stamps_->push_back(stamp);
        deferred_ = false;
    }

    Traffic traffic_;
    bool timed_ = false;
    bool deferred_ = false;  ///< puts of this superstep are delivered at the sync
    Index* bytes_to_ = nullptr;
    std::vector<SyncStamp>* stamps_ = nullptr;
};

}  // namespace bspfft
