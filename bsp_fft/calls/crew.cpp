#include "bsp_fft/calls/crew.hpp"

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bspfft/error.hpp"

namespace bspfft::calls {

namespace {

constexpr std::size_t most_kept = 64;

// What the transforms of one crew may hold together besides the last one: an eighth of what is free.
Index most_bytes() { return available_memory() / 8; }

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

Transform& KeptTransforms::find(const CallKey& call)
{
    if (const auto found = places_.find(call); found != places_.end()) {
        latest_first_.splice(latest_first_.begin(), latest_first_, found->second);
        return *found->second->transform;
    }
    make_room(most_bytes());
    std::unique_ptr<Transform> transform = made(translated(call.request, call.in_place));
    latest_first_.push_front({call, std::move(transform)});
    try {
        places_.emplace(call, latest_first_.begin());
    } catch (...) {
        latest_first_.pop_front();
        throw;
    }
    bytes_ += latest_first_.front().transform->bytes();
    return *latest_first_.front().transform;
}

// What is kept is not worth a call that fails.
std::unique_ptr<Transform> KeptTransforms::made(const Request& request)
{
    try {
        return std::make_unique<Transform>(crew_, request);
    } catch (const Error& e) {
        if (e.status() != Status::out_of_memory || latest_first_.empty()) throw;
    }
    make_room(-1);
    return std::make_unique<Transform>(crew_, request);
}

void KeptTransforms::make_room(Index bytes)
{
    while (!latest_first_.empty() && (bytes_ > bytes || latest_first_.size() >= most_kept)) {
        bytes_ -= latest_first_.back().transform->bytes();
        places_.erase(latest_first_.back().key);
        latest_first_.pop_back();
    }
}

}  // namespace bspfft::calls
