// What is behind the public plans, of any kind of data and either precision: how a plan is made on all processes or on
// none, and what it holds of its section.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bspfft/plan.hpp"

namespace bspfft {

/// One process's part of a plan. Its functions are those of AnyPlan, and so are their contracts.
class PlanBody {
public:
    virtual ~PlanBody() = default;

    virtual void execute(Direction direction) = 0;
    virtual void execute_on(Direction direction, const void* from, void* to) { execute_by_copies(direction, from, to); }
    /// Through the plan's arrays.
    void execute_by_copies(Direction direction, const void* from, void* to);
    virtual void account(bool on) = 0;
    virtual Ledger ledger(Index transform) const = 0;

    virtual const Schedule& schedule(Direction direction, Index transform) const = 0;
    virtual Index transforms() const { return 1; }
    virtual Index moves_between() const { return 0; }
    virtual const Layout& layout_in() const { return schedule(Direction::forward, 0).input(); }
    virtual const Layout& layout_out() const { return schedule(Direction::forward, 0).output(); }

    virtual void* input() const = 0;
    virtual void* output() const = 0;
    /// Bytes of an element of the input, or of the output.
    virtual Index element_bytes(bool output) const = 0;
    virtual const std::vector<Index>& shape() const = 0;
    virtual const PlanOptions& options() const = 0;
    virtual Index bytes() const = 0;
    virtual PlanTraffic traffic() const = 0;

    /// The process that it belongs to.
    Index s() const { return s_; }

private:
    Index s_ = Port().s();
};

/// Makes something without communication on every process; if one fails, all throw. Cost: two supersteps, h = 0.
template <class Make>
auto made_together(Make make) -> decltype(make())
{
    // what was made of a plan is destroyed after the agreement, as the plan itself is where nothing was made
    decltype(make()) made{};
    {
        Port port;
        Agreement all(port);
        all.on([&] { made = make(); });
    }
    return made;
}

/// make(processes on this machine) gives a pointer to what resolves and checks, its build() allocates, both without
/// communication. Then join() registers, which fails on all processes or on none. A plan that was not joined pops
/// nothing. Cost: five supersteps and those of join(), h = 0.
template <class Make>
auto planned(const Arguments& arguments, Make make) -> decltype(make(Index{}))
{
    Port::require_section(arguments.given().call);
    Port port;
    Agreement all(port);
    all.compare(arguments);
    const Index here = Port::on_this_machine();
    decltype(make(Index{})) made;
    all.on([&] { made = make(here); });
    all.on([&] { made->build(); });
    made->join();
    return made;
}

/// The port of one plan, which knows its section, the blocks that the plan has registered there, and what it has sent.
/// A plan may outlive its section, where the BSPlib can tell: then there is nothing left to pop, and nothing that it
/// could do.
class PlanPort : public Port {
public:
    /// The plan belongs to the section that runs.
    void join() { home_ = section(); }
    /// Registers a block until leave(); there may be three.
    void hold(void* address, Index bytes)
    {
        push(address, bytes);
        blocks_.at(count_++) = address;
    }
    /// Planning is over: traffic counts from now on.
    void planned() { planning_ = traffic(); }
    void leave()
    {
        while (is_home() && count_ > 0) pop(blocks_[--count_]);
    }

    /// Throws Error(invalid_argument) outside the section.
    void require(const char* what) const
    {
        if (is_home()) [[likely]]
            return;
        throw refusal(what, " was made in another section, or on another process, than where it is used",
                      section() == 0 ? ": there is none now" : "", "; make one in each section");
    }
    PlanTraffic traffic_of_plan() const
    {
        const Traffic& now = traffic();
        return {now.puts - planning_.puts, now.bytes - planning_.bytes,
                now.synchronisations - planning_.synchronisations};
    }

private:
    bool is_home() const { return home_ != 0 && section() == home_; }

    int home_ = 0;  ///< the number of its section
    Traffic planning_;
    std::array<void*, 3> blocks_ = {};
    std::size_t count_ = 0;
};

/// Callers' arrays that one plan has registered, on one process. A BSPlib knows a block by its address: where two plans
/// have one array, the newer registration serves both. What other plans of the same process and section have registered
/// is kept by the library, and forgotten when this is destroyed.
class RegisteredArrays {
public:
    RegisteredArrays() = default;
    ~RegisteredArrays();
    RegisteredArrays(const RegisteredArrays&) = delete;
    RegisteredArrays& operator=(const RegisteredArrays&) = delete;

    /// Throws Error(invalid_argument) if another plan has registered it with another size.
    void add(const void* address, Index bytes);

    /// Which older plan's arrays they are: to be the same on all processes, for a put names a block by the sender's
    /// address.
    Arguments sharing() const;

private:
    static constexpr std::size_t most = 2;  ///< the output, and the input for the inverse

    int section_ = 0;
    std::size_t count_ = 0;
    Index shared_with_[most] = {};
};

/// What all processes must give alike to a plan.
Arguments arguments_of(const char* call, std::span<const Index> shape, const PlanOptions& options,
                       Index bytes_per_real);
/// The elements of a layout, as far as a few of them tell.
Index mark_of(const Layout& layout);

}  // namespace bspfft
