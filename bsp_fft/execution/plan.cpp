// The plan makes the tables and buffers of its schedule in the constructor; execution allocates nothing.
#include "bspfft/plan.hpp"

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/execution/execution.hpp"

namespace bspfft {

template <class Real>
class Plan<Real>::Implementation {
public:
    /// x is the caller's array, or the plan owns one.
    Implementation(Index n, Complex* x, bool owns_x, const PlanOptions& requested)
        : options_(resolved(requested, n, port_.p(), bytes_per_real)),
          schedule_(schedule_for(n, port_.p(), options_, bytes_per_real)),
          recorder_(port_, schedule_, bytes_per_real),
          x_(x)
    {
        Agreement all(port_);
        all.on([&] {
            if (!x && !owns_x)
                throw Error(Status::invalid_argument, "the array is NULL; leave it out to let the plan own one");
            require_memory(owns_x);
        });
        all.on([&] { build(); });
        execution_->push(port_);
        port_.sync();
        planning_ = port_.traffic();
    }

    ~Implementation()
    {
        if (Port::inside_section()) execution_->pop(port_);
    }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    void execute(Direction direction)
    {
        recorder_.begin();
        execution_->execute(port_, recorder_, direction);
        recorder_.end();
    }

    void account(bool on) { recorder_.account(on); }
    Ledger ledger() const { return recorder_.ledger(); }

    Complex* data() { return x_; }
    const Schedule& schedule() const { return schedule_; }
    const PlanOptions& options() const { return options_; }
    Index bytes() const { return bytes_; }
    Index synchronisations() const { return schedule_.synchronisations(); }

    PlanTraffic traffic() const
    {
        const Traffic& now = port_.traffic();
        return {now.puts - planning_.puts, now.bytes - planning_.bytes,
                now.synchronisations - planning_.synchronisations};
    }

private:
    static constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));

    void require_memory(bool owns_x)
    {
        bytes_ = Execution<Real>::bytes(schedule_, options_, port_.s());
        if (owns_x) bytes_ += schedule_.input().local_size() * static_cast<Index>(sizeof(Complex));
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
            own_x_ = Buffer<Complex>(schedule_.input().local_size());
            x_ = own_x_.data();
        }
        execution_.emplace(schedule_, options_, port_.s(), x_);
    }

    Port port_;
    PlanOptions options_;
    Schedule schedule_;
    Recorder recorder_;
    Complex* x_;
    Buffer<Complex> own_x_;
    std::optional<Execution<Real>> execution_;
    Index bytes_ = 0;
    Traffic planning_;
};

template <class Real>
Plan<Real>::Plan(Index n, const PlanOptions& options)
    : implementation_(std::make_unique<Implementation>(n, nullptr, true, options))
{}

template <class Real>
Plan<Real>::Plan(Index n, Complex* x, const PlanOptions& options)
    : implementation_(std::make_unique<Implementation>(n, x, false, options))
{}

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
    return layout().local_size();
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
const Layout& Plan<Real>::layout() const
{
    return schedule().input();
}
template <class Real>
const PlanOptions& Plan<Real>::options() const
{
    return implementation_->options();
}
template <class Real>
std::string Plan<Real>::kernel_name() const
{
    return bspfft::kernel_name(options().kernel);
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
