#include "bsp_fft/calls/crew.hpp"

#include <atomic>

#include "bsp_fft/bsp/port.hpp"

namespace bspfft::calls {

namespace {

constexpr std::size_t most_kept = 64;

// Goes on by two when a transform is made, and is only read when one is used: even at a making, odd at uses after it.
std::atomic<Index> clock_of_uses{0};

class RequestPlan final : public bspfft_plan {
public:
    RequestPlan(const Request& request, int direction) : request_(request), direction_(direction) { begin(); }
    ~RequestPlan() override
    {
        // after a fork the parent's threads are not here, and its memory is left alone
        if (is_parents()) {
            abandon();
            return;
        }
        const std::lock_guard lock(crew_->crew.mutex());
        transform_.reset();
    }

    bool is_collective() const override { return false; }
    void execute(Direction) override
    {
        throw refusal("bspfft_execute: the plan of a request has no arrays of its own; use bspfft_execute_on");
    }
    void execute_on(Direction direction, const void* in, void* out) override
    {
        if ((direction == Direction::inverse) != (direction_ == BSPFFT_INVERSE))
            throw refusal("bspfft_execute_on: the request of the plan has the other direction");
        if ((in == out) != request_.in_place)
            throw refusal(request_.in_place ? "bspfft_execute_on: the plan is in place, and out is not in"
                                            : "bspfft_execute_on: the plan is not in place, and out is in");
        with([&](Transform& one) { one.execute(in, out); });
    }
    void account(bool on) override
    {
        with([&](Transform& one) { one.account(on); });
    }
    Ledger ledger() const override
    {
        Ledger ledger;
        const_cast<RequestPlan*>(this)->with([&](Transform& one) { ledger = one.ledger(); });
        return ledger;
    }
    c::Counts counts() const override
    {
        if (!transform_) return {};  // after a fork that found no memory for a new one
        return transform_->counts();
    }

private:
    void begin()
    {
        born_ = generation();
        p_ = processes_for(request_, request_.threads > 0 ? request_.threads : threads());
        crew_ = crew_of(p_);
        const std::lock_guard lock(crew_->crew.mutex());
        transform_ = std::make_unique<Transform>(crew_->crew, request_);
    }
    bool is_parents() const { return born_ != generation() && p_ > 1; }
    void abandon()
    {
        [[maybe_unused]] const auto* const left = transform_.release();
        [[maybe_unused]] const auto* const kept = new std::shared_ptr<KeptCrew>(std::move(crew_));
    }

    /// Runs work with the transform; threads take turns.
    template <class Work>
    void with(Work work)
    {
        if (is_parents()) {
            abandon();
            begin();
        }
        const std::lock_guard lock(crew_->crew.mutex());
        work(*transform_);
    }

    Request request_;
    int direction_;
    unsigned born_ = 0;
    Index p_ = 1;
    std::shared_ptr<KeptCrew> crew_;
    std::unique_ptr<Transform> transform_;
};

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
    std::vector<c::Counts> counts(parts_.size());
    crew_.run_and_rethrow([&](Index s) {
        parts_[size_of(s)] = make_part(request);
        counts[size_of(s)] = parts_[size_of(s)]->counts();
    });
    counts_ = counts.front();
    for (std::size_t at = 1; at < counts.size(); ++at) counts_.bytes += counts[at].bytes;
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
    bytes_of_all += latest_first_.front().transform->counts().bytes;
    return *latest_first_.front().transform;
}

Index KeptTransforms::oldest_use(std::size_t stay) const
{
    return latest_first_.size() > stay ? latest_first_.back().used : never;
}

void KeptTransforms::drop_oldest()
{
    bytes_of_all -= latest_first_.back().transform->counts().bytes;
    places_.erase(latest_first_.back().key);
    latest_first_.pop_back();
}

std::unique_ptr<bspfft_plan> request_plan(const Request& request, int direction)
{
    return std::make_unique<RequestPlan>(request, direction);
}

}  // namespace bspfft::calls
