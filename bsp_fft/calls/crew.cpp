#include "bsp_fft/calls/crew.hpp"

#include <atomic>
#include <thread>
#include <utility>

#include "bsp_fft/bsp/port.hpp"

namespace bspfft::calls {

namespace {

constexpr std::size_t most_kept = 64;

// Goes on by two when a transform is made, and is only read when one is used: even at a making, odd at uses after it.
std::atomic<Index> clock_of_uses{0};

class RequestPlan final : public bspfft_plan {
public:
    explicit RequestPlan(const CallKey& call) : call_(call) { begin(); }
    ~RequestPlan() override
    {
        // after a fork the parent's threads are not here, and its memory is left alone
        if (is_parents()) abandon();
        shared_.reset();
        trim_shared();
    }

    const Straight* straight() const { return straight_; }
    bool is_collective() const override { return false; }
    void execute(Direction) override
    {
        throw refusal("bspfft_execute: the plan of a request has no arrays of its own; use bspfft_execute_on");
    }
    void execute_on(Direction direction, const void* in, void* out) override
    {
        if ((direction == Direction::inverse) != (call_.request.direction == BSPFFT_INVERSE))
            throw refusal("bspfft_execute_on: the request of the plan has the other direction");
        if ((in == out) != call_.in_place)
            throw refusal(call_.in_place ? "bspfft_execute_on: the plan is in place, and out is not in"
                                         : "bspfft_execute_on: the plan is not in place, and out is in");
        if (straight_) return straight_->run(in, out);
        if (!accounts_) return here().execute(in, out);
        here().with([&](Transform& one) { one.execute(in, out); });
    }
    // A ledger is that of one plan, which then has a transform of its own.
    void account(bool on) override
    {
        if (is_parents()) abandon();
        const auto switch_to = [on](Transform& one) { one.account(on); };
        if (accounts_ && shared_) return shared_->with(switch_to);
        auto own = std::make_shared<SharedTransform>(call_);
        own->with(switch_to);
        shared_ = std::move(own);
        born_ = generation();
        straight_ = nullptr;
        accounts_ = true;
        trim_shared();
    }
    Ledger ledger() const override
    {
        auto& self = const_cast<RequestPlan&>(*this);
        if (!accounts_ || is_parents()) self.account(false);
        Ledger ledger;
        shared_->with([&](Transform& one) { ledger = one.ledger(); });
        return ledger;
    }
    c::Counts counts() const override
    {
        if (!shared_) return {};  // after a fork that found no memory for a new one
        return shared_->counts();
    }

private:
    void begin()
    {
        born_ = generation();
        shared_ = shared_transform(call_);
        straight_ = shared_->straight();
        accounts_ = false;
    }
    // what needs no threads and no mutex is this process's as well
    bool is_parents() const { return born_ != generation() && shared_ && !straight_; }
    void abandon() { [[maybe_unused]] const auto* const left = new std::shared_ptr(std::move(shared_)); }

    /// What it has in this process.
    SharedTransform& here()
    {
        if (is_parents()) abandon();
        if (!shared_) begin();
        return *shared_;
    }

    CallKey call_;
    unsigned born_ = 0;
    bool accounts_ = false;  ///< or did
    std::shared_ptr<SharedTransform> shared_;
    const Straight* straight_ = nullptr;
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
    straight_ = parts_.front()->straight();
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

SharedTransform::SharedTransform(const CallKey& call) : call_(call)
{
    const Request request = translated(call.request, call.in_place);
    p_ = processes_for(request, request.threads);
    crew_ = crew_of(p_);
    const std::lock_guard lock(crew_->crew.mutex());
    transform_ = std::make_unique<Transform>(crew_->crew, request);
}

SharedTransform::~SharedTransform()
{
    const std::lock_guard lock(crew_->crew.mutex());
    transform_.reset();
}

std::unique_ptr<SharedTransform> SharedTransform::take_copy()
{
    try {
        const std::lock_guard lock(copies_are_changed_);
        if (!idle_.empty()) {
            std::unique_ptr<SharedTransform> copy = std::move(idle_.back());
            idle_.pop_back();
            return copy;
        }
        if (copies_ + 1 >= std::thread::hardware_concurrency()) return nullptr;
        idle_.reserve(copies_ + 1);
        ++copies_;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
    try {
        return std::make_unique<SharedTransform>(call_);
    } catch (const std::exception&) {
        const std::lock_guard lock(copies_are_changed_);
        --copies_;
        return nullptr;
    }
}

SharedTransform::Copies SharedTransform::give_up_copies()
{
    const std::lock_guard lock(copies_are_changed_);
    copies_ = 0;
    return std::exchange(idle_, {});
}

void SharedTransform::execute(const void* in, void* out)
{
    std::unique_lock lock(crew_->crew.mutex(), std::defer_lock);
    if (p_ > 1) {
        lock.lock();
    } else if (!lock.try_lock()) {
        if (std::unique_ptr<SharedTransform> copy = take_copy()) {
            copy->transform_->execute(in, out);
            const std::lock_guard changed(copies_are_changed_);
            return idle_.push_back(std::move(copy));
        }
        lock.lock();
    }
    transform_->execute(in, out);
}

const Straight* straight_of(const bspfft_plan* plan)
{
    const auto* const planned = dynamic_cast<const RequestPlan*>(plan);
    return planned ? planned->straight() : nullptr;
}

std::unique_ptr<bspfft_plan> request_plan(const CallKey& call) { return std::make_unique<RequestPlan>(call); }

}  // namespace bspfft::calls
