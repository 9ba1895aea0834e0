// The plan builds what the schedule names, then walks it. All tables and buffers are made by the constructor;
// nothing is allocated afterwards.
#include "bspfft/plan.hpp"

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/kernel/local_fft.hpp"
#include "bsp_fft/transform/choices.hpp"
#include "bsp_fft/transform/walk.hpp"

namespace bspfft {

template <class Real>
class Plan<Real>::Implementation {
public:
    Implementation(Index n, Complex* x, const PlanOptions& wishes)
        : options_(decided(wishes, n, port_.p())),
          schedule_(schedule_for(n, port_.p(), options_, static_cast<Index>(sizeof(Complex)))),
          distribution_(GroupCyclic::cyclic(n, port_.p())),
          recorder_(port_, schedule_, static_cast<Index>(sizeof(Real))),
          x_(x)
    {
        Agreement all(port_);
        all.on([&] { require_memory(!x); });
        all.on([&] { build(); });
        walk_->push(port_);
        port_.sync();
        planning_ = port_.traffic();
    }

    ~Implementation()
    {
        if (Port::inside_section()) walk_->pop(port_);
    }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    void execute(Direction direction)
    {
        recorder_.begin();
        walk_->execute(port_, recorder_, direction);
        recorder_.end();
    }

    void account(bool on) { recorder_.account(on); }
    Ledger ledger() const { return recorder_.ledger(); }

    Complex* data() { return x_; }
    const Schedule& schedule() const { return schedule_; }
    const GroupCyclic& distribution() const { return distribution_; }
    const PlanOptions& options() const { return options_; }
    Index bytes() const { return bytes_; }
    Index synchronisations() const { return schedule_.synchronisations(options_.exchange); }

    PlanTraffic traffic() const
    {
        const Traffic& now = port_.traffic();
        return {now.puts - planning_.puts, now.bytes - planning_.bytes,
                now.synchronisations - planning_.synchronisations};
    }

private:
    bool fast() const { return options_.algorithm == Algorithm::fast; }

    void require_memory(bool owns_x)
    {
        bytes_ = fast() ? fast_bytes<Real>(schedule_, options_, port_.s())
                        : textbook_bytes<Real>(schedule_, options_, port_.s());
        if (owns_x) bytes_ += distribution_.local_size() * static_cast<Index>(sizeof(Complex));
        const Index processes = Port::on_this_machine(schedule_.p());
        const Index available = available_memory();
        if (bytes_ <= available / processes) return;
        throw Error(Status::out_of_memory,
                    text("a plan for n = ", schedule_.n(), " needs ", bytes_, " bytes on each process, ",
                         bytes_ * processes, " on this machine, which has ", available,
                         " available; take a smaller n"));
    }

    void build()
    {
        if (!x_) {
            own_x_ = Buffer<Complex>(distribution_.local_size());
            x_ = own_x_.data();
        }
        walk_ = fast() ? make_fast<Real>(schedule_, options_, port_.s(), x_)
                       : make_textbook<Real>(schedule_, options_, port_.s(), x_);
    }

    Port port_;
    PlanOptions options_;
    Schedule schedule_;
    GroupCyclic distribution_;
    Recorder recorder_;
    Complex* x_;
    Buffer<Complex> own_x_;
    std::unique_ptr<Walk<Real>> walk_;
    Index bytes_ = 0;
    Traffic planning_;
};

template <class Real>
Plan<Real>::Plan(Index n, const PlanOptions& options)
    : implementation_(std::make_unique<Implementation>(n, nullptr, options))
{}

template <class Real>
Plan<Real>::Plan(Index n, Complex* x, const PlanOptions& options)
{
    if (!x) throw Error(Status::invalid_argument, "the array is NULL; leave it out to let the plan own one");
    implementation_ = std::make_unique<Implementation>(n, x, options);
}

template <class Real>
Plan<Real>::Plan(Plan&&) noexcept = default;
template <class Real>
Plan<Real>& Plan<Real>::operator=(Plan&&) noexcept = default;
template <class Real>
Plan<Real>::~Plan() = default;

template <class Real>
auto Plan<Real>::data() -> Complex*
{
    return implementation_->data();
}
template <class Real>
auto Plan<Real>::data() const -> const Complex*
{
    return implementation_->data();
}
template <class Real>
Index Plan<Real>::local_size() const
{
    return distribution().local_size();
}
template <class Real>
void Plan<Real>::execute(Direction direction)
{
    implementation_->execute(direction);
}
template <class Real>
const Schedule& Plan<Real>::schedule() const
{
    return implementation_->schedule();
}
template <class Real>
const GroupCyclic& Plan<Real>::distribution() const
{
    return implementation_->distribution();
}
template <class Real>
const PlanOptions& Plan<Real>::options() const
{
    return implementation_->options();
}
template <class Real>
std::string Plan<Real>::kernel_name() const
{
    return describe(options().kernel).name;
}
template <class Real>
Index Plan<Real>::bytes() const
{
    return implementation_->bytes();
}
template <class Real>
Index Plan<Real>::synchronisations() const
{
    return implementation_->synchronisations();
}
template <class Real>
void Plan<Real>::account(bool on)
{
    implementation_->account(on);
}
template <class Real>
Ledger Plan<Real>::ledger() const
{
    return implementation_->ledger();
}
template <class Real>
PlanTraffic Plan<Real>::traffic() const
{
    return implementation_->traffic();
}

template class Plan<float>;
template class Plan<double>;

}  // namespace bspfft
