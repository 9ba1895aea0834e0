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
    : s_(port_.s()),
      owns_arrays_(arrays.are_own),
      shape_(shape.begin(), shape.end()),
      options_(resolved(of_data(requested, data), shape_, port_.p(), bytes_per_real)),
      schedule_(schedule_for(shape_, port_.p(), options_, bytes_per_real)),
      recorder_(port_, schedule_, bytes_per_real),
      in_(arrays.in),
      out_(arrays.out)
{
    // reproducible, it is the same schedule back whether or not the two layouts are the same for this p
    if (options_.data != Data::complex || options_.reproducible || schedule_.problem().is_partial() ||
        !(schedule_.input() == schedule_.output())) {
        back_schedule_.emplace(bspfft::schedule_back(schedule_, options_));
        back_recorder_.emplace(port_, *back_schedule_, bytes_per_real);
    }
    span_ = spans_of(schedule_, schedule_back(), s_);
    // a process that has no elements needs no array
    if (!owns_arrays_ && ((!in_ && span_.input > 0) || (!out_ && span_.output > 0)))
        throw Error(Status::invalid_argument, "the array is NULL; leave it out to let the plan own one");
    bytes_ = bytes_of_all();
    require_memory(schedule_, host_bytes() + bytes_beside(schedule_, s_), processes_here);
}

template <class Real>
void PlanCore<Real>::build()
{
    if (options_.kernel == Kernel::cuda)
        device_ = std::make_unique<DeviceArrays<Real>>(options_, schedule_, schedule_back());
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
    there_.emplace(schedule_, options_, s_, arrays);
    if (!back_schedule_ && arrays.input != arrays.output) {
        back_schedule_.emplace(schedule_);
        back_recorder_.emplace(port_, *back_schedule_, bytes_per_real);
    }
    std::swap(arrays.input, arrays.output);
    if (back_schedule_) back_.emplace(*back_schedule_, options_, s_, arrays);
    Port::require_addressable(std::ssize(pushed_landing()) * bytes_per_real);
    Port::require_addressable(there_->pushed_bytes());
    if (back_) Port::require_addressable(back_->pushed_bytes());
    if (owns_arrays_) return;
    if (there_->registers_output()) registered_.add(out_, there_->pushed_bytes());
    if (back_ && back_->registers_output()) registered_.add(in_, back_->pushed_bytes());
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
    there_->push(port_);
    if (back_) back_->push(port_);
    port_.sync();
    if (device_ && device_->landing_on_device()) device_->share_landings(port_, device_landing_.data());
    there_->prepare(port_);
    if (back_) back_->prepare(port_);
    planning_ = port_.traffic();
}

template <class Real>
PlanCore<Real>::~PlanCore()
{
    if (!home_.is_here()) return;
    if (back_) back_->pop(port_);
    there_->pop(port_);
    if (pushed_landing().data()) port_.pop(pushed_landing().data());
}

template <class Real>
void PlanCore<Real>::execute(Direction direction)
{
    home_.require("the plan");
    const bool back = direction == Direction::inverse && back_;
    Recorder& recorder = back ? *back_recorder_ : recorder_;
    recorder.begin();
    const bool turned = direction == Direction::inverse;
    const Index in_size = in_ == out_ ? span_.shared : span_.input, out_size = in_ == out_ ? in_size : span_.output;
    if (mirror_in_) {
        turned ? device_->to_host(mirror_out_, out_, out_size) : device_->to_host(mirror_in_, in_, in_size);
    }
    (back ? *back_ : *there_).execute(port_, recorder, direction);
    if (mirror_in_) {
        turned ? device_->to_device(in_, mirror_in_, in_size) : device_->to_device(out_, mirror_out_, out_size);
    }
    recorder.end();
    went_back_ = back;
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
        if (back_recorder_) back_recorder_->account(on);
    });
}

template <class Real>
Ledger PlanCore<Real>::ledger() const
{
    require_equal_transforms();
    return went_back_ ? back_recorder_->ledger() : recorder_.ledger();
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
    const ScratchNeeds there = Execution<Real>::needs(schedule_, options_, s_);
    if (!back_schedule_) return there;
    return larger(there, Execution<Real>::needs(*back_schedule_, options_, s_));
}

template <class Real>
Index PlanCore<Real>::bytes_of_all() const
{
    const ScratchNeeds scratch = needs();
    Index bytes = (2 * (scratch.landing + scratch.padded) + scratch.workspace) * bytes_per_real +
                  Execution<Real>::bytes(schedule_, options_, s_);
    if (back_schedule_) bytes += Execution<Real>::bytes(*back_schedule_, options_, s_);
    if (owns_arrays_) bytes += (has_two_arrays() ? span_.input + span_.output : span_.shared) * bytes_per_real;
    return bytes;
}

// Without what is on a device.
template <class Real>
Index PlanCore<Real>::host_bytes() const
{
    const bool on_device = is_all_on_device(schedule_) && is_all_on_device(schedule_back());
    if (options_.memory == Memory::host || !on_device) return bytes_;
    const Index arrays = owns_arrays_ ? (has_two_arrays() ? span_.input + span_.output : span_.shared) : 0;
    const ScratchNeeds scratch = needs();
    return bytes_ - (arrays + 2 * (scratch.landing + scratch.padded)) * bytes_per_real;
}

template class PlanCore<float>;
template class PlanCore<double>;

}  // namespace bspfft
