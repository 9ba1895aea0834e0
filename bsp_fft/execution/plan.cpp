// The plan makes the tables and buffers of its schedule in the constructor; execution allocates nothing.
#include "bspfft/plan.hpp"

#include <algorithm>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/execution/execution.hpp"
#include "bsp_fft/schedule/shape_text.hpp"

namespace bspfft {

template <class Real>
class Plan<Real>::Implementation {
public:
    /// The caller's arrays, or the plan's own where owns_arrays.
    Implementation(std::vector<Index> shape, Complex* in, Complex* out, bool owns_arrays, const PlanOptions& requested)
        : shape_(std::move(shape)),
          options_(resolved(requested, shape_, port_.p(), bytes_per_real)),
          schedule_(schedule_for(shape_, port_.p(), options_, bytes_per_real)),
          recorder_(port_, schedule_, bytes_per_real),
          in_(in),
          out_(out)
    {
        if (!(schedule_.input() == schedule_.output())) {
            back_schedule_.emplace(schedule_back(schedule_, options_));
            back_recorder_.emplace(port_, *back_schedule_, bytes_per_real);
        }
        span_ = span_of(schedule_, back_schedule_ ? *back_schedule_ : schedule_, port_.s());
        Agreement all(port_);
        all.on([&] {
            if (!owns_arrays && (!in || !out))
                throw Error(Status::invalid_argument, "the array is NULL; leave it out to let the plan own one");
            require_memory(owns_arrays);
        });
        all.on([&] { build(owns_arrays); });
        if (landing_.data()) port_.push(landing_.data(), landing_.size() * bytes_per_real);
        there_->push(port_);
        if (back_) back_->push(port_);
        port_.sync();
        there_->prepare(port_);
        if (back_) back_->prepare(port_);
        planning_ = port_.traffic();
    }

    ~Implementation()
    {
        if (!Port::inside_section()) return;
        if (back_) back_->pop(port_);
        there_->pop(port_);
        if (landing_.data()) port_.pop(landing_.data());
    }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    void execute(Direction direction)
    {
        const bool back = direction == Direction::inverse && back_;
        Recorder& recorder = back ? *back_recorder_ : recorder_;
        recorder.begin();
        (back ? *back_ : *there_).execute(port_, recorder, direction);
        recorder.end();
        went_back_ = back;
    }

    void account(bool on)
    {
        recorder_.account(on);
        if (back_recorder_) back_recorder_->account(on);
    }
    Ledger ledger() const { return went_back_ ? back_recorder_->ledger() : recorder_.ledger(); }

    Complex* input() { return in_; }
    Complex* output() { return out_; }
    const std::vector<Index>& shape() const { return shape_; }
    const Schedule& schedule() const { return schedule_; }
    const PlanOptions& options() const { return options_; }
    Index s() const { return port_.s(); }
    Index span() const { return span_; }
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

    ScratchNeeds needs() const
    {
        const ScratchNeeds there = Execution<Real>::needs(schedule_, options_, port_.s());
        if (!back_schedule_) return there;
        return larger(there, Execution<Real>::needs(*back_schedule_, options_, port_.s()));
    }

    Index bytes_of(bool owns_arrays) const
    {
        constexpr auto bytes_per_complex = static_cast<Index>(sizeof(Complex));
        const ScratchNeeds scratch = needs();
        Index bytes = (scratch.landing + scratch.padded) * bytes_per_complex + scratch.workspace * bytes_per_real +
                      Execution<Real>::bytes(schedule_, options_, port_.s());
        if (back_schedule_) bytes += Execution<Real>::bytes(*back_schedule_, options_, port_.s());
        if (owns_arrays) bytes += (options_.keep_input ? 2 : 1) * span() * bytes_per_complex;
        return bytes;
    }

    void require_memory(bool owns_arrays)
    {
        bytes_ = bytes_of(owns_arrays);
        const Index processes = Port::on_this_machine(schedule_.p());
        const Index available = available_memory();
        if (bytes_ <= available / processes) return;
        throw Error(Status::out_of_memory,
                    text("a plan for ", shape_words(), " needs ", bytes_, " bytes on each process, ",
                         bytes_ * processes, " on this machine, which has ", available, " available; ",
                         largest_shape(bytes_ * processes, available)));
    }

    std::string shape_words() const
    {
        const std::vector<Index>& shape = schedule_.shape();
        return shape.size() == 1 ? text("n = ", shape.front()) : shape_text(shape);
    }

    // The same shape with its longest axis shortened until it fits, by the bytes of an element here.
    std::string largest_shape(Index needed, Index available) const
    {
        std::vector<Index> shape = schedule_.shape();
        Index& longest = *std::max_element(shape.begin(), shape.end());
        const double share = static_cast<double>(available) / static_cast<double>(needed);
        const bool power = is_power_of_two(longest);
        longest = static_cast<Index>(static_cast<double>(longest) * share);
        if (power && longest > 0) longest = power_of_two_below(longest);
        return longest < 1 ? std::string("take a smaller one") : text("about ", shape_text(shape), " would fit");
    }

    void build(bool owns_arrays)
    {
        if (owns_arrays) {
            own_in_ = Buffer<Complex>(std::max(Index{1}, span()));
            in_ = out_ = own_in_.data();
            if (options_.keep_input) {
                own_out_ = Buffer<Complex>(std::max(Index{1}, span()));
                out_ = own_out_.data();
            }
        }
        const ScratchNeeds scratch = needs();
        landing_ = Buffer<Real>(2 * scratch.landing);
        padded_ = Buffer<Real>(2 * scratch.padded);
        workspace_ = Buffer<Real>(scratch.workspace);
        PlanArrays<Real> arrays{reinterpret_cast<Real*>(in_), reinterpret_cast<Real*>(out_), landing_.data(),
                                padded_.data(), workspace_.data(), &turn_};
        there_.emplace(schedule_, options_, port_.s(), arrays);
        if (!back_schedule_ && in_ != out_) {
            back_schedule_.emplace(schedule_);
            back_recorder_.emplace(port_, *back_schedule_, bytes_per_real);
        }
        std::swap(arrays.input, arrays.output);
        if (back_schedule_) back_.emplace(*back_schedule_, options_, port_.s(), arrays);
    }

    Port port_;
    std::vector<Index> shape_;
    PlanOptions options_;
    Schedule schedule_;
    Recorder recorder_;
    /// The way back, where it is another: between other layouts, or between other arrays.
    std::optional<Schedule> back_schedule_;
    std::optional<Recorder> back_recorder_;
    Complex* in_;
    Complex* out_;
    Buffer<Complex> own_in_, own_out_;
    Buffer<Real> landing_, padded_, workspace_;
    std::optional<Execution<Real>> there_, back_;
    Index turn_ = 0;
    bool went_back_ = false;
    Index span_ = 0;
    Index bytes_ = 0;
    Traffic planning_;
};

template <class Real>
Plan<Real>::Plan(std::vector<Index> shape, const PlanOptions& options)
    : implementation_(std::make_unique<Implementation>(std::move(shape), nullptr, nullptr, true, options))
{}

template <class Real>
Plan<Real>::Plan(Index n, const PlanOptions& options) : Plan(std::vector<Index>{n}, options)
{}

template <class Real>
Plan<Real>::Plan(std::vector<Index> shape, Complex* x, const PlanOptions& options)
    : implementation_(std::make_unique<Implementation>(std::move(shape), x, x, false, options))
{}

template <class Real>
Plan<Real>::Plan(Index n, Complex* x, const PlanOptions& options) : Plan(std::vector<Index>{n}, x, options)
{}

template <class Real>
Plan<Real>::Plan(std::vector<Index> shape, Complex* in, Complex* out, const PlanOptions& options)
    : implementation_(std::make_unique<Implementation>(std::move(shape), in, out, false, options))
{}

template <class Real>
Plan<Real>::Plan(Plan&&) noexcept = default;
template <class Real>
Plan<Real>& Plan<Real>::operator=(Plan&&) noexcept = default;
template <class Real>
Plan<Real>::~Plan() = default;

template <class Real>
auto Plan<Real>::input() -> Complex*
{
    return implementation_->input();
}
template <class Real>
auto Plan<Real>::input() const -> const Complex*
{
    return implementation_->input();
}
template <class Real>
auto Plan<Real>::output() -> Complex*
{
    return implementation_->output();
}
template <class Real>
auto Plan<Real>::output() const -> const Complex*
{
    return implementation_->output();
}
template <class Real>
Index Plan<Real>::local_size() const
{
    return layout_in().local_size(implementation_->s());
}
template <class Real>
Index Plan<Real>::span() const
{
    return implementation_->span();
}
template <class Real>
Index Plan<Real>::span(const std::vector<Index>& shape, const PlanOptions& options)
{
    const Port port;
    constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));
    const PlanOptions choices = resolved(options, shape, port.p(), bytes_per_real);
    const Schedule there = schedule_for(shape, port.p(), choices, bytes_per_real);
    const bool same = there.input() == there.output();
    return span_of(there, same ? there : schedule_back(there, choices), port.s());
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
const Layout& Plan<Real>::layout_in() const
{
    return schedule().input();
}
template <class Real>
const Layout& Plan<Real>::layout_out() const
{
    return schedule().output();
}
template <class Real>
const std::vector<Index>& Plan<Real>::shape() const
{
    return implementation_->shape();
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
