#include "bsp_fft/calls/crew.hpp"

#include <algorithm>
#include <atomic>
#include <map>

#include <malloc.h>
#include <pthread.h>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/environment.hpp"
#include "bsp_fft/base/refusal.hpp"

namespace bspfft::calls {

namespace {

struct KeptOfCalls {
    std::vector<std::shared_ptr<KeptCrew>> alone;  ///< of one process, that are not in use
    std::map<Index, std::shared_ptr<KeptCrew>> shared;
    std::unordered_map<CallKey, Index, CallHash> processes;  ///< that calls have
    std::list<std::shared_ptr<SharedTransform>> plans;       ///< the latest first
};
struct Crews : KeptOfCalls {
    std::mutex mutex;
};

std::atomic<unsigned> forks{0};
std::atomic<Crews*> all{nullptr};

// Never destroyed: other threads may call while the program ends. A child has none of its parent's threads, and maybe
// locked mutexes: it begins anew, and leaves them alone.
Crews& crews()
{
    static std::once_flag once;
    std::call_once(once, [] {
        all.store(new Crews);
        pthread_atfork(nullptr, nullptr, [] {
            forks.fetch_add(1);
            KeptTransforms::bytes_of_all = 0;
            all.store(new Crews);
        });
    });
    return *all.load();
}

std::atomic<Index> requested_limit{0};

// Plans that were destroyed, and how small a part of the limit each is at most; those that hold much take long anyhow.
constexpr std::size_t most_idle = 16;
constexpr Index largest_idle = Index{16} << 20;

/// Drops what no plan has, beyond the latest few and what the limit allows, and copies. The caller has no mutex: each
/// that goes takes that of its crew.
void trim_shared(Index limit)
{
    std::list<std::shared_ptr<SharedTransform>> gone;  // after the lock
    std::list<SharedTransform::Copies> copies;
    Crews& here = crews();
    const std::lock_guard lock(here.mutex);
    const Index largest = std::min(limit / static_cast<Index>(most_idle), largest_idle);
    std::size_t idle = 0;
    for (auto at = here.plans.begin(); at != here.plans.end();) {
        const auto next = std::next(at);
        const bool is_idle = at->use_count() == 1;
        idle += is_idle ? 1 : 0;
        if (is_idle) copies.push_back((*at)->give_up_copies());
        if (is_idle && (idle > most_idle || (*at)->counts().bytes > largest))
            gone.splice(gone.end(), here.plans, at);
        at = next;
    }
}

/// Drops transforms until those of all crews hold no more than this many bytes, but none that other calls may be using,
/// nor the latest of `mine`, as many as `stay`. The caller has the mutex of `mine`, which may be null.
void make_room(KeptCrew* mine, std::size_t stay, Index bytes)
{
    Crews& here = crews();
    const std::lock_guard lock(here.mutex);
    while (KeptTransforms::bytes_of_all > bytes) {
        KeptTransforms* oldest = mine ? &mine->transforms : nullptr;
        Index used = oldest ? oldest->oldest_use(stay) : KeptTransforms::never;
        std::unique_lock<std::mutex> in_use;
        const auto look_at = [&](KeptTransforms& other, std::unique_lock<std::mutex> lock_of_other) {
            if (other.oldest_use(0) >= used) return;
            used = other.oldest_use(0);
            oldest = &other;
            in_use = std::move(lock_of_other);
        };
        for (const auto& crew : here.alone) look_at(crew->transforms, {});
        for (const auto& [p, crew] : here.shared) {
            if (crew.get() == mine) continue;
            std::unique_lock its(crew->crew.mutex(), std::try_to_lock);
            if (its) look_at(crew->transforms, std::move(its));
        }
        if (used == KeptTransforms::never) return;
        oldest->drop_oldest();
    }
}

bool keeps_something() { return KeptTransforms::bytes_of_all > 0 || bytes_of_idle() > 0; }

}  // namespace

void set_kept_limit(Index bytes)
{
    if (bytes < 0) throw refusal(bytes, " bytes for the plans that are kept; give 1 or more, or 0 for the default");
    requested_limit.store(bytes);
    trim_shared(kept_limit());
    make_room(nullptr, 0, kept_limit());
}

Index kept_limit()
{
    const Index set = requested_limit.load();
    if (set > 0) return set;
    static const Index requested =
        number_in_environment("BSPFFT_KEPT_LIMIT", std::numeric_limits<Index>::max(), "bytes");
    static const Index by_default = requested > 0 ? requested : available_memory() / 16;
    return by_default;
}

Index processes_of_call(const CallKey& call)
{
    constexpr std::size_t most_remembered = 256;
    const bspfft_request& request = call.request;
    double elements = 1;
    for (int l = 0; l < request.dimensions; ++l) elements *= static_cast<double>(request.length[l]);
    if (request.threads == 1 || elements < elements_worth_sharing) return 1;
    // Not of each thread: where memory lacks, glibc ends the program when a thread_local with a destructor is made.
    Crews& here = crews();
    {
        const std::lock_guard lock(here.mutex);
        if (const auto found = here.processes.find(call); found != here.processes.end()) return found->second;
    }
    const Index p = processes_for(translated(request, call.in_place), request.threads);
    const std::lock_guard lock(here.mutex);
    if (here.processes.size() >= most_remembered) here.processes.clear();
    return here.processes[call] = p;
}

unsigned generation() { return forks.load(); }

std::shared_ptr<KeptCrew> crew_of(Index p)
{
    if (p == 1) return std::make_shared<KeptCrew>(1);
    Crews& here = crews();
    const std::lock_guard lock(here.mutex);
    std::shared_ptr<KeptCrew>& crew = here.shared[p];
    if (!crew) crew = std::make_shared<KeptCrew>(p);
    return crew;
}

std::shared_ptr<SharedTransform> shared_transform(const CallKey& call)
{
    Crews& here = crews();
    {
        const std::lock_guard lock(here.mutex);
        for (auto at = here.plans.begin(); at != here.plans.end(); ++at) {
            if (!((*at)->call() == call)) continue;
            here.plans.splice(here.plans.begin(), here.plans, at);
            return *at;
        }
    }
    const auto make = [&] { return std::make_shared<SharedTransform>(call); };
    std::shared_ptr<SharedTransform> made;
    try {
        made = make();
    } catch (const Error& e) {
        if (e.status() != Status::out_of_memory || !keeps_something()) throw;
        trim_shared(0);
        make_room(nullptr, 0, 0);
        made = make();
    }
    const std::lock_guard lock(here.mutex);
    here.plans.push_front(made);
    return made;
}

void trim_shared() noexcept
{
    try {
        trim_shared(kept_limit());
    } catch (const Error&) {
        // an invalid limit, which those are told who ask for it
    }
}

Index bytes_of_idle()
{
    Crews& here = crews();
    const std::lock_guard lock(here.mutex);
    Index bytes = 0;
    for (const auto& plan : here.plans) bytes += plan.use_count() == 1 ? plan->counts().bytes : 0;
    return bytes;
}

Loan::Loan(Index p)
{
    if (p > 1) {
        crew_ = crew_of(p);
        lock_ = std::unique_lock(crew_->crew.mutex());
        return;
    }
    Crews& here = crews();
    {
        const std::lock_guard lock(here.mutex);
        if (!here.alone.empty()) {
            crew_ = std::move(here.alone.back());
            here.alone.pop_back();
        }
    }
    if (!crew_) crew_ = std::make_shared<KeptCrew>(1);
}

Loan::~Loan()
{
    if (lock_) {
        lock_.unlock();
        return;
    }
    Crews& here = crews();
    const std::lock_guard lock(here.mutex);
    try {
        here.alone.push_back(std::move(crew_));
    } catch (const std::bad_alloc&) {
        // without room for it, it ends with this call
    }
}

Transform& Loan::transform(const CallKey& call)
{
    KeptTransforms& kept = crew_->transforms;
    if (Transform* const found = kept.find(call)) return *found;
    const Index limit = kept_limit();
    const Request request = translated(call.request, call.in_place);
    std::unique_ptr<Transform> made;
    try {
        made = std::make_unique<Transform>(crew_->crew, request);
    } catch (const Error& e) {
        if (e.status() != Status::out_of_memory || !keeps_something()) throw;
        // kept transforms go before a call fails
        if (lock_) lock_.unlock();
        trim_shared(0);
        if (lock_.mutex()) lock_.lock();
        if (Transform* const found = kept.find(call)) return *found;  // another call made it meanwhile
        make_room(crew_.get(), 0, 0);
        made = std::make_unique<Transform>(crew_->crew, request);
    }
    Transform& transform = kept.keep(call, std::move(made));
    make_room(crew_.get(), 1, limit);
    return transform;
}

void release()
{
    Crews& here = crews();
    {
        KeptOfCalls gone;
        const std::lock_guard lock(here.mutex);
        std::swap<KeptOfCalls>(gone, here);
    }
    // a crew that a call is using ends with that call
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

}  // namespace bspfft::calls
