#include "bsp_fft/plans/plan_core.hpp"

#include <algorithm>

#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/execution/memory.hpp"
#include "bsp_fft/schedule/device_kind.hpp"

namespace bspfft {

namespace {

PlanOptions of_data(PlanOptions options, Data data)
{
    options.data = data;
    return options;
}

}  // namespace

template <class Real>
PlanCore<Real>::PlanCore(Index processes_here, std::span<const Index> shape, const Arrays& arrays,
                         const PlanOptions& requested, Data data)
    : owns_arrays_(arrays.are_own),
      shape_(shape.begin(), shape.end()),
      options_(resolved(of_data(requested, data), shape_, port_.p(), bytes_per_real)),
      schedule_(schedule_for(shape_, port_.p(), options_, bytes_per_real)),
      recorder_(port_, schedule_, bytes_per_real),
      in_(arrays.in),
      out_(arrays.out)
{
    // reproducible, the inverse has the same schedule whether or not the two layouts are the same for this p
    if (options_.data != Data::complex || options_.reproducible || schedule_.problem().is_partial() ||
        !(schedule_.input() == schedule_.output())) {
        inverse_schedule_.emplace(bspfft::schedule_back(schedule_, options_));
        inverse_recorder_.emplace(port_, *inverse_schedule_, bytes_per_real);
    }
    span_ = spans_of(schedule_, schedule(Direction::inverse, 0), s());
    // a process that has no elements needs no array
    if (!owns_arrays_ && ((!in_ && span_.input > 0) || (!out_ && span_.output > 0)))
        throw Error(Status::invalid_argument, "the array is NULL; leave it out to let the plan own one");
    bytes_ = bytes_of_all();
    require_memory(schedule_, host_bytes() + bytes_beside(schedule_, s()), processes_here);
}

template <class Real>
void PlanCore<Real>::build()
{
    if (options_.kernel == Kernel::cuda)
        device_ = std::make_unique<DeviceArrays<Real>>(options_, schedule_, schedule(Direction::inverse, 0));
    if (owns_arrays_) own_arrays();
    const ScratchNeeds scratch = needs();
    PlanArrays<Real> arrays{in_, out_, nullptr, nullptr, nullptr, &turn_, scratch.apart};
    if (!device_ || !device_->landing_on_device()) landing_ = Buffer<Real>(2 * scratch.landing);
    if (!device_ || !device_->scratch_on_device()) padded_ = Buffer<Real>(2 * scratch.padded);
    workspace_ = Buffer<Real>(scratch.workspace);
    arrays.landing = landing_.data();
    arrays.padded = padded_.data();
    arrays.workspace = workspace_.data();
    if (device_) place_on_device(arrays, scratch);
    forward_.emplace(schedule_, options_, s(), arrays);
    if (!inverse_schedule_ && arrays.input != arrays.output) {
        inverse_schedule_.emplace(schedule_);
        inverse_recorder_.emplace(port_, *inverse_schedule_, bytes_per_real);
    }
    std::swap(arrays.input, arrays.output);
    if (inverse_schedule_) inverse_.emplace(*inverse_schedule_, options_, s(), arrays);
    Port::require_addressable(std::ssize(pushed_landing()) * bytes_per_real);
    Port::require_addressable(forward_->pushed_bytes());
    if (inverse_) Port::require_addressable(inverse_->pushed_bytes());
    if (owns_arrays_) return;
    if (forward_->registers_output()) registered_.add(out_, forward_->pushed_bytes());
    if (inverse_ && inverse_->registers_output()) registered_.add(in_, inverse_->pushed_bytes());
}

template <class Real>
std::span<Real> PlanCore<Real>::pushed_landing()
{
    if (device_ && device_->sends_from_device()) return device_landing_;
    return {landing_.data(), static_cast<std::size_t>(landing_.size())};
}

template <class Real>
void PlanCore<Real>::own_arrays()
{
    const bool two = has_two_arrays(), on_device = device_ && device_->on_device();
    const auto own = [&](Buffer<Real>& buffer, Index reals) {
        if (on_device) return device_->zeros(std::max(Index{1}, reals));
        buffer = Buffer<Real>(std::max(Index{1}, reals));
        return buffer.data();
    };
    in_ = out_ = own(own_in_, two ? span_.input : span_.shared);
    if (two) out_ = own(own_out_, span_.output);
}

template <class Real>
void PlanCore<Real>::place_on_device(PlanArrays<Real>& arrays, const ScratchNeeds& scratch)
{
    arrays.device = &device_->work();
    const bool one = in_ == out_;
    const Index in_size = one ? span_.shared : span_.input, out_size = one ? span_.shared : span_.output;
    if (device_->has_mirrors()) {
        arrays.input = mirror_in_ = device_->mirror(std::max(Index{1}, in_size));
        arrays.output = mirror_out_ = one ? mirror_in_ : device_->mirror(std::max(Index{1}, out_size));
    } else if (!device_->on_device()) {
        device_->pin(in_, in_size);
        device_->pin(out_, out_size);
    }
    if (device_->scratch_on_device()) arrays.padded = device_->zeros(2 * scratch.padded);
    if (device_->landing_on_device()) {
        arrays.landing = device_->zeros(2 * scratch.landing);
        device_landing_ = {arrays.landing, static_cast<std::size_t>(2 * scratch.landing)};
    } else {
        device_->pin(landing_.data(), landing_.size());
    }
}

template <class Real>
void PlanCore<Real>::join()
{
    if (registers_arrays()) {
        Port apart;
        Agreement(apart).compare(registered_.sharing());
    }
    home_.join();
    if (pushed_landing().data()) port_.push(pushed_landing().data(), std::ssize(pushed_landing()) * bytes_per_real);
    forward_->push(port_);
    if (inverse_) inverse_->push(port_);
    port_.sync();
    if (device_ && device_->landing_on_device()) device_->share_landings(port_, device_landing_.data());
    forward_->prepare(port_);
    if (inverse_) inverse_->prepare(port_);
    planning_ = port_.traffic();
}

template <class Real>
PlanCore<Real>::~PlanCore()
{
    if (!home_.is_here()) return;
    if (inverse_) inverse_->pop(port_);
    forward_->pop(port_);
    if (pushed_landing().data()) port_.pop(pushed_landing().data());
}

template <class Real>
void PlanCore<Real>::execute(Direction direction)
{
    home_.require("the plan");
    const bool other = direction == Direction::inverse && inverse_;
    Recorder& recorder = other ? *inverse_recorder_ : recorder_;
    recorder.begin();
    const bool turned = direction == Direction::inverse;
    const Index in_size = in_ == out_ ? span_.shared : span_.input, out_size = in_ == out_ ? in_size : span_.output;
    if (mirror_in_) {
        turned ? device_->to_host(mirror_out_, out_, out_size) : device_->to_host(mirror_in_, in_, in_size);
    }
    (other ? *inverse_ : *forward_).execute(port_, recorder, direction);
    if (mirror_in_) {
        turned ? device_->to_device(in_, mirror_in_, in_size) : device_->to_device(out_, mirror_out_, out_size);
    }
    recorder.end();
    ran_inverse_ = other;
    ++executed_[turned];
}

template <class Real>
void PlanCore<Real>::require_equal_transforms() const
{
    home_.require("the plan");
    bspfft::require_equal_transforms("a plan", executed_[0], executed_[1]);
}

template <class Real>
void PlanCore<Real>::account(bool on)
{
    require_equal_transforms();
    Port apart;
    Agreement(apart).on([&] {
        if (device_) device_->wait_always(on);
        recorder_.account(on);
        if (inverse_recorder_) inverse_recorder_->account(on);
    });
}

template <class Real>
Ledger PlanCore<Real>::ledger(Index transform) const
{
    require_first(transform);
    require_equal_transforms();
    return ran_inverse_ ? inverse_recorder_->ledger() : recorder_.ledger();
}

template <class Real>
PlanTraffic PlanCore<Real>::traffic() const
{
    const Traffic& now = port_.traffic();
    return {now.puts - planning_.puts, now.bytes - planning_.bytes, now.synchronisations - planning_.synchronisations};
}

template <class Real>
ScratchNeeds PlanCore<Real>::needs() const
{
    const ScratchNeeds forward = Execution<Real>::needs(schedule_, options_, s());
    if (!inverse_schedule_) return forward;
    return larger(forward, Execution<Real>::needs(*inverse_schedule_, options_, s()));
}

template <class Real>
Index PlanCore<Real>::bytes_of_all() const
{
    const ScratchNeeds scratch = needs();
    Index bytes = (2 * (scratch.landing + scratch.padded) + scratch.workspace) * bytes_per_real +
                  Execution<Real>::bytes(schedule_, options_, s());
    if (inverse_schedule_) bytes += Execution<Real>::bytes(*inverse_schedule_, options_, s());
    if (owns_arrays_) bytes += (has_two_arrays() ? span_.input + span_.output : span_.shared) * bytes_per_real;
    return bytes;
}

// Without what is on a device.
template <class Real>
Index PlanCore<Real>::host_bytes() const
{
    const bool on_device = is_all_on_device(schedule_) && is_all_on_device(schedule(Direction::inverse, 0));
    if (options_.memory == Memory::host || !on_device) return bytes_;
    const Index arrays = owns_arrays_ ? (has_two_arrays() ? span_.input + span_.output : span_.shared) : 0;
    const ScratchNeeds scratch = needs();
    return bytes_ - (arrays + 2 * (scratch.landing + scratch.padded)) * bytes_per_real;
}

template class PlanCore<float>;
template class PlanCore<double>;

}  // namespace bspfft
