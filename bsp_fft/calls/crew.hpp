// Processes that wait for calls, and the transforms that they keep; all crews of this program, of which a call gets
// one; and the settings of calls.
#pragma once

#include <bsplib_team.h>

#include <atomic>
#include <exception>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/calls/part.hpp"

namespace bspfft::calls {

/// The processes. They do one thing at a time: the caller holds the mutex.
class Crew {
public:
    /// Throws Error(out_of_memory) if the system gives no threads.
    explicit Crew(Index p);
    ~Crew();

    Index p() const { return p_; }
    std::mutex& mutex() { return mutex_; }

    /// Every process calls work(s). It must not throw.
    template <class Work>
    void run(Work work)
    {
        bsplib_team_run(
            team_, [](void* argument) { (*static_cast<Work*>(argument))(static_cast<Index>(bsp_pid())); }, &work);
    }

    /// The same for work that may throw, on all processes or on some: then the exception of the first is thrown here.
    template <class Work>
    void run_and_rethrow(Work work)
    {
        std::vector<std::exception_ptr> failures(static_cast<std::size_t>(p_));
        run([&](Index s) {
            try {
                work(s);
            } catch (const Error&) {
                failures[size_of(s)] = std::current_exception();
            } catch (const std::exception& e) {
                // a plan's own failures are agreed on; this one is the BSPlib's, and the others may wait for ever
                if (p_ > 1) bsp_abort("bspfft: process %d of a call cannot go on: %s\n", static_cast<int>(s), e.what());
                failures[size_of(s)] = std::current_exception();
            }
        });
        for (const std::exception_ptr& failure : failures) {
            if (failure) std::rethrow_exception(failure);
        }
    }

private:
    Index p_;
    bsplib_team* team_;
    std::mutex mutex_;
};

/// One transform on a crew, which must outlive it. The caller holds the crew's mutex.
class Transform {
public:
    /// Throws what the plan throws.
    Transform(Crew& crew, const Request& request);
    ~Transform()
    {
        crew_.run([&](Index s) { parts_[size_of(s)].reset(); });
    }

    void execute(const void* in, void* out)
    {
        if (straight_) return straight_->run(in, out);
        crew_.run([&](Index s) { parts_[size_of(s)]->execute(in, out); });
    }
    /// What any thread may do without the crew and its mutex; null if there is no such way, or a ledger was asked for.
    const Straight* straight() const { return straight_; }
    void account(bool on)
    {
        crew_.run_and_rethrow([&](Index s) { parts_[size_of(s)]->account(on); });
        straight_ = nullptr;
    }
    Ledger ledger()
    {
        std::vector<Ledger> ledgers(parts_.size());
        crew_.run_and_rethrow([&](Index s) { ledgers[size_of(s)] = parts_[size_of(s)]->ledger(); });
        return std::move(ledgers.front());
    }
    /// Bytes are those of all processes.
    const c::Counts& counts() const { return counts_; }

private:
    Crew& crew_;
    std::vector<std::unique_ptr<Part>> parts_;  ///< by process
    const Straight* straight_ = nullptr;
    c::Counts counts_;
};

/// Transforms that were requested before, on one crew. The caller holds its mutex.
class KeptTransforms {
public:
    static constexpr Index never = std::numeric_limits<Index>::max();

    ~KeptTransforms();

    /// Null if it is not kept.
    Transform* find(const CallKey& call);
    /// If there are too many, the one that was not used for longest goes.
    Transform& keep(const CallKey& call, std::unique_ptr<Transform> transform);

    /// When the one was used that was not used for longest, as all crews count; never if there are no more than `stay`.
    Index oldest_use(std::size_t stay) const;
    void drop_oldest();

    /// Bytes that the transforms of all crews hold; a child forgets them after a fork, since it has none of their
    /// threads.
    static inline std::atomic<Index> bytes_of_all{0};

private:
    struct Kept {
        CallKey key;
        std::unique_ptr<Transform> transform;
        Index used;
    };

    std::list<Kept> latest_first_;
    std::unordered_map<CallKey, std::list<Kept>::iterator, CallHash> places_;
};

/// A crew with what it keeps for calls.
struct KeptCrew {
    explicit KeptCrew(Index p) : crew(p) {}

    Crew crew;
    KeptTransforms transforms;
};

/// Threads of calls: 0 for the default. Throws Error(invalid_argument) for more than most_threads().
void set_threads(int threads);
/// As many as were set, or as the environment variable BSPFFT_THREADS requests, or as there are cores. Throws
/// Error(invalid_argument) if the variable is invalid.
Index threads();

/// Bytes that the kept transforms of all crews may hold together: 0 for the default, which is what the environment
/// variable BSPFFT_KEPT_LIMIT says, or a sixteenth of the memory that is available at the first use.
void set_kept_limit(Index bytes);
Index kept_limit();

/// The number of processes of a call, for a normalised request whose number of threads is resolved. Quick: results are
/// kept.
Index processes_of_call(const CallKey& call);

/// A crew for one call; its mutex is held until the loan ends. There is one crew for each number of processes from 2
/// on, and calls take turns. Each call on one process has a crew of its own while it runs.
class Loan {
public:
    explicit Loan(Index p);
    ~Loan();

    /// The transform of this call, which is kept from now on. To make room, those that were not used for longest go,
    /// on crews that no call is using; this one stays, however large it is.
    Transform& transform(const CallKey& call);

private:
    std::shared_ptr<KeptCrew> crew_;
    std::unique_lock<std::mutex> lock_;
};

/// The crew of p processes, to be shared; or a new one, if it is one process.
std::shared_ptr<KeptCrew> crew_of(Index p);

/// A transform with its crew, which plans of equal requests share.
class SharedTransform {
public:
    /// On the crew of its number of processes, or on one of its own.
    explicit SharedTransform(const CallKey& call);
    ~SharedTransform();

    const CallKey& call() const { return call_; }
    Index p() const { return p_; }
    const c::Counts& counts() const { return transform_->counts(); }
    const Straight* straight() const { return transform_->straight(); }

    /// On one process threads do not wait for each other, as many as there are cores: where two meet, a copy is made,
    /// which is kept.
    void execute(const void* in, void* out);

    /// Runs work with the transform; threads take turns.
    template <class Work>
    void with(Work work)
    {
        const std::lock_guard lock(crew_->crew.mutex());
        work(*transform_);
    }

    using Copies = std::vector<std::unique_ptr<SharedTransform>>;
    Copies give_up_copies();

private:
    /// A copy that no thread uses now; null if there are enough of them, or no memory for one.
    std::unique_ptr<SharedTransform> take_copy();

    CallKey call_;
    Index p_;
    std::shared_ptr<KeptCrew> crew_;
    std::unique_ptr<Transform> transform_;
    std::mutex copies_are_changed_;
    Copies idle_;
    std::size_t copies_ = 0;
};

/// The transform of this request that is kept, or a new one, which is kept from now on. When no plan has it any more,
/// it stays for the next one, if it is among the latest few and a small part of what may be kept.
std::shared_ptr<SharedTransform> shared_transform(const CallKey& call);
/// To be called when a plan has given up its own.
void trim_shared() noexcept;
/// Bytes of those that no plan has.
Index bytes_of_idle();

/// A plan that is the caller's.
std::unique_ptr<bspfft_plan> request_plan(const CallKey& call);

/// Counts the forks above this program: crews of the parent have no threads here.
unsigned generation();

/// Forgets all crews, and returns their memory to the system; those that are in use end with their users.
void release();

}  // namespace bspfft::calls
