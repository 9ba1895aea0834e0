#include "bsp_fft/execution/plan_core.hpp"

#include <algorithm>

#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/execution/memory.hpp"

namespace bspfft {

template <class Real>
PlanCore<Real>::PlanCore(std::vector<Index> shape, Real* in, Real* out, bool owns_arrays, const PlanOptions& requested)
    : shape_(std::move(shape)),
      options_(resolved(requested, shape_, port_.p(), bytes_per_real)),
      schedule_(schedule_for(shape_, port_.p(), options_, bytes_per_real)),
      recorder_(port_, schedule_, bytes_per_real),
      in_(in),
      out_(out)
{
    // reproducible, it is the same schedule back whether or not the two layouts are the same for this p
    if (options_.data != Data::complex || options_.reproducible || schedule_.problem().is_partial() ||
        !(schedule_.input() == schedule_.output())) {
        back_schedule_.emplace(bspfft::schedule_back(schedule_, options_));
        back_recorder_.emplace(port_, *back_schedule_, bytes_per_real);
    }
    span_ = spans_of(schedule_, schedule_back(), port_.s());
    Agreement all(port_);
    all.on([&] {
        // a process that has no elements needs no array
        if (!owns_arrays && ((!in && span_.input > 0) || (!out && span_.output > 0)))
            throw Error(Status::invalid_argument, "the array is NULL; leave it out to let the plan own one");
        bytes_ = bytes_of(owns_arrays);
        require_memory(schedule_, bytes_);
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

template <class Real>
PlanCore<Real>::~PlanCore()
{
    if (!Port::inside_section()) return;
    if (back_) back_->pop(port_);
    there_->pop(port_);
    if (landing_.data()) port_.pop(landing_.data());
}

template <class Real>
void PlanCore<Real>::execute(Direction direction)
{
    const bool back = direction == Direction::inverse && back_;
    Recorder& recorder = back ? *back_recorder_ : recorder_;
    recorder.begin();
    (back ? *back_ : *there_).execute(port_, recorder, direction);
    recorder.end();
    went_back_ = back;
}

template <class Real>
void PlanCore<Real>::account(bool on)
{
    recorder_.account(on);
    if (back_recorder_) back_recorder_->account(on);
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
    const ScratchNeeds there = Execution<Real>::needs(schedule_, options_, port_.s());
    if (!back_schedule_) return there;
    return larger(there, Execution<Real>::needs(*back_schedule_, options_, port_.s()));
}

template <class Real>
Index PlanCore<Real>::bytes_of(bool owns_arrays) const
{
    const ScratchNeeds scratch = needs();
    Index bytes = (2 * (scratch.landing + scratch.padded) + scratch.workspace) * bytes_per_real +
                  Execution<Real>::bytes(schedule_, options_, port_.s());
    if (back_schedule_) bytes += Execution<Real>::bytes(*back_schedule_, options_, port_.s());
    if (owns_arrays) bytes += (has_two_arrays() ? span_.input + span_.output : span_.shared) * bytes_per_real;
    return bytes;
}

template <class Real>
void PlanCore<Real>::build(bool owns_arrays)
{
    if (owns_arrays) {
        const bool two = has_two_arrays();
        own_in_ = Buffer<Real>(std::max(Index{1}, two ? span_.input : span_.shared));
        in_ = out_ = own_in_.data();
        if (two) {
            own_out_ = Buffer<Real>(std::max(Index{1}, span_.output));
            out_ = own_out_.data();
        }
    }
    const ScratchNeeds scratch = needs();
    landing_ = Buffer<Real>(2 * scratch.landing);
    padded_ = Buffer<Real>(2 * scratch.padded);
    workspace_ = Buffer<Real>(scratch.workspace);
    PlanArrays<Real> arrays{in_, out_, landing_.data(), padded_.data(), workspace_.data(), &turn_};
    there_.emplace(schedule_, options_, port_.s(), arrays);
    if (!back_schedule_ && in_ != out_) {
        back_schedule_.emplace(schedule_);
        back_recorder_.emplace(port_, *back_schedule_, bytes_per_real);
    }
    std::swap(arrays.input, arrays.output);
    if (back_schedule_) back_.emplace(*back_schedule_, options_, port_.s(), arrays);
}

template class PlanCore<float>;
template class PlanCore<double>;

}  // namespace bspfft
