#include "bsp_fft/calls/crews.hpp"

#include <atomic>
#include <cstdlib>
#include <unordered_map>

#include <pthread.h>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft::calls {

namespace {

constexpr long most_threads = 4096;

struct Crews {
    std::mutex mutex;
    std::vector<std::shared_ptr<KeptCrew>> alone;  ///< of one process, that are not in use
    std::map<Index, std::shared_ptr<KeptCrew>> shared;
    std::unordered_map<CallKey, Index, CallHash> processes;  ///< that calls have
};

std::atomic<unsigned> forks{0};
std::atomic<Crews*> all{nullptr};

// A child has none of its parent's threads, and maybe locked mutexes: it begins anew, and leaves them alone.
void begin_anew()
{
    forks.fetch_add(1);
    all.store(new Crews);
}

// Never destroyed: other threads may call while the program ends.
Crews& crews()
{
    static std::once_flag once;
    std::call_once(once, [] {
        all.store(new Crews);
        pthread_atfork(nullptr, nullptr, begin_anew);
    });
    return *all.load();
}

std::atomic<int> wanted{0};

Index threads_by_default()
{
    const char* const requested = std::getenv("BSPFFT_THREADS");
    if (!requested) return static_cast<Index>(bsplib_cores());
    char* end = nullptr;
    const long number = std::strtol(requested, &end, 10);
    if (*requested == '\0' || *end != '\0' || number < 1 || number > most_threads) {
        throw Error(Status::invalid_argument, text("the environment variable BSPFFT_THREADS is \"", requested,
                                                   "\"; it must be a number of threads from 1 to ", most_threads));
    }
    return number;
}

}  // namespace

void set_threads(int threads)
{
    if (threads < 0 || threads > most_threads)
        throw Error(Status::invalid_argument,
                    text(threads, " threads; there may be 1 to ", most_threads, ", or 0 for the default"));
    wanted.store(threads);
}

Index threads()
{
    const int set = wanted.load();
    if (set > 0) return set;
    static const Index by_default = threads_by_default();
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

void release()
{
    std::vector<std::shared_ptr<KeptCrew>> alone;
    std::map<Index, std::shared_ptr<KeptCrew>> shared;
    Crews& here = crews();
    {
        const std::lock_guard lock(here.mutex);
        alone.swap(here.alone);
        shared.swap(here.shared);
    }
    // a crew that a call is using ends with that call
}

}  // namespace bspfft::calls
