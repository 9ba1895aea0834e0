#include "bsp_fft/calls/crew.hpp"

#include <atomic>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bspfft/error.hpp"

namespace bspfft::calls {

namespace {

constexpr std::size_t most_kept = 64;

// What the kept transforms of all crews hold.
std::atomic<Index> kept_bytes{0};
// Goes on by two when a transform is made, and is only read when one is used: even at a making, odd at uses after it.
std::atomic<Index> clock_of_uses{0};

}  // namespace

Crew::Crew(Index p) : p_(p), team_(bsplib_team_create(static_cast<bsp_nprocs_t>(p)))
{
    if (!team_)
        throw Error(Status::out_of_memory, text("the system gives no threads for ", p, " processes; take fewer"));
}

Crew::~Crew() { bsplib_team_destroy(team_); }

// Plans agree on failures: all processes throw, or none.
Transform::Transform(Crew& crew, const Request& request) : crew_(crew), parts_(static_cast<std::size_t>(crew.p()))
{
    std::vector<Index> bytes(parts_.size());
    crew_.run_and_rethrow([&](Index s) {
        const auto at = static_cast<std::size_t>(s);
        parts_[at] = make_part(request);
        bytes[at] = parts_[at]->bytes();
    });
    for (const Index each : bytes) bytes_ += each;
}

Transform::~Transform()
{
    crew_.run([&](Index s) { parts_[static_cast<std::size_t>(s)].reset(); });
}

void Transform::execute(const void* in, void* out)
{
    crew_.run([&](Index s) { parts_[static_cast<std::size_t>(s)]->execute(in, out); });
}

void Transform::account(bool on)
{
    crew_.run_and_rethrow([&](Index s) { parts_[static_cast<std::size_t>(s)]->account(on); });
}

Ledger Transform::ledger()
{
    std::vector<Ledger> ledgers(parts_.size());
    crew_.run_and_rethrow([&](Index s) {
        ledgers[static_cast<std::size_t>(s)] = parts_[static_cast<std::size_t>(s)]->ledger();
    });
    return std::move(ledgers.front());
}

KeptTransforms::~KeptTransforms()
{
    while (!latest_first_.empty()) drop_oldest();
}

Transform* KeptTransforms::find(const CallKey& call)
{
    const auto found = places_.find(call);
    if (found == places_.end()) return nullptr;
    latest_first_.splice(latest_first_.begin(), latest_first_, found->second);
    found->second->used = clock_of_uses.load(std::memory_order_relaxed) + 1;
    return found->second->transform.get();
}

Transform& KeptTransforms::keep(const CallKey& call, std::unique_ptr<Transform> transform)
{
    if (latest_first_.size() >= most_kept) drop_oldest();
    latest_first_.push_front({call, std::move(transform), clock_of_uses += 2});
    try {
        places_.emplace(call, latest_first_.begin());
    } catch (...) {
        latest_first_.pop_front();
        throw;
    }
    kept_bytes += latest_first_.front().transform->bytes();
    return *latest_first_.front().transform;
}

Index KeptTransforms::oldest_use(std::size_t stay) const
{
    return latest_first_.size() > stay ? latest_first_.back().used : never;
}

void KeptTransforms::drop_oldest()
{
    kept_bytes -= latest_first_.back().transform->bytes();
    places_.erase(latest_first_.back().key);
    latest_first_.pop_back();
}

Index KeptTransforms::bytes_of_all() { return kept_bytes.load(); }

void KeptTransforms::forget_all() { kept_bytes.store(0); }

}  // namespace bspfft::calls
