#include "bsp_fft/plans/runner.hpp"

#include <algorithm>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bsp_fft/schedule/device.hpp"

namespace bspfft {

namespace {

// A plan's first and only transform is number 0.
void require_first(Index transform)
{
    if (transform != 0) throw refusal("transform ", transform, " of a plan that has one; its number is 0");
}

}  // namespace

RunnerRequest plan_request(Data data, std::span<const Index> shape, const PlanOptions& requested, Index bytes_per_real)
{
    const Index p = Port().p();
    const std::vector<Index> lengths(shape.begin(), shape.end());
    PlanOptions options = requested;
    options.data = data;
    options = resolved(options, lengths, p, bytes_per_real);
    Schedule forward = schedule_for(lengths, p, options, bytes_per_real);
    // reproducible, the inverse has the same schedule whether or not the two layouts are the same for this p
    const bool same = data == Data::complex && !options.reproducible && !forward.problem().is_partial() &&
                      forward.input() == forward.output();
    std::optional<Schedule> inverse;
    if (!same) inverse.emplace(inverse_schedule(forward, options));
    return {lengths, std::move(options), bytes_per_real, std::move(forward), std::move(inverse)};
}

Runner::Runner(Index processes_here, RunnerRequest request)
    : request_(std::move(request)),
      forward_(port_, std::move(request_.forward), request_.bytes_per_real),
      in_(request_.in),
      out_(request_.out)
{
    if (request_.inverse) inverse_.emplace(port_, std::move(*request_.inverse), request_.bytes_per_real);
    const Program &forward = forward_.schedule.program(), &inverse = side(Direction::inverse).schedule.program();
    if (request_.arrays != RunnerRequest::Arrays::shared) spans_ = spans_of(forward, inverse, s());
    for (const Program* program : {&forward, &inverse}) scratch_.raise_to(*program, s());
    has_two_arrays_ = request_.options.keep_input || forward.needs_two_arrays();
    // a process that has no elements needs no array
    if (!owns_arrays() && ((!in_ && spans_.input > 0) || (!out_ && spans_.output > 0)))
        throw refusal("the array is NULL; leave it out to let the plan own one");
    Arena counting(Arena::counts);
    make_execution(forward, request_.options, s(), {}, counting);
    if (has_two_executions()) make_execution(inverse, request_.options, s(), {}, counting);
    workspace_bytes_ = counting.workspace_bytes();
    const Index own = !owns_arrays() ? 0 : has_two_arrays_ ? spans_.input + spans_.output : spans_.shared;
    const Index arrays = bytes_of(own + 2 * (scratch_.landing() + scratch_.padded));
    bytes_ = arrays + counting.bytes() + request_.more_bytes;
    const bool on_device =
        request_.options.memory == Memory::device && is_all_on_device(forward) && is_all_on_device(inverse);
    require_memory(forward_.schedule, bytes_ - (on_device ? arrays : 0) + bytes_beside(forward_.schedule, s()),
                   processes_here);
}

void Runner::build()
{
    if (request_.options.kernel == Kernel::cuda) {
        device_ =
            std::make_unique<DeviceArrays>(request_.options, forward_.schedule, side(Direction::inverse).schedule);
    }
    if (owns_arrays()) make_own_arrays();
    if (!device_ || !device_->landing_on_device) landing_ = Buffer<std::byte>(bytes_of(2 * scratch_.landing()));
    if (!device_ || !device_->arrays_on_device) padded_ = Buffer<std::byte>(bytes_of(2 * scratch_.padded));
    arrays_ = {in_, out_, landing_.data(), padded_.data(), &turn_, scratch_.apart, nullptr, &request_.sweep};
    pushed_landing_ = {landing_.data(), landing_.size()};
    if (device_) place_on_device();
    arena_.workspace<std::byte>(workspace_bytes_);
    const auto add_execution = [&](Side& one) {
        one.execution = make_execution(one.schedule.program(), request_.options, s(), arrays_, arena_, request_.scale);
    };
    add_execution(forward_);
    if (!inverse_ && has_two_executions()) inverse_.emplace(port_, forward_.schedule, request_.bytes_per_real);
    std::swap(arrays_.input, arrays_.output);
    if (inverse_) add_execution(*inverse_);
    Port::require_addressable(pushed_landing_.bytes);
    for (Side* const one : {&forward_, inverse_ ? &*inverse_ : nullptr}) {
        if (!one) continue;
        const Index bytes = one->execution->registered_bytes();
        Port::require_addressable(bytes);
        if (!owns_arrays() && bytes > 0) registered_.add(one == &forward_ ? out_ : in_, bytes);
    }
}

void Runner::make_own_arrays()
{
    const bool two = has_two_arrays_, on_device = device_ && device_->on_device();
    const auto own = [&](Buffer<std::byte>& buffer, Index reals) -> void* {
        const Index bytes = bytes_of(std::max(Index{1}, reals));
        if (on_device) return device_->zeros(bytes);
        buffer = Buffer<std::byte>(bytes);
        return buffer.data();
    };
    in_ = out_ = own(own_in_, two ? spans_.input : spans_.shared);
    if (two) out_ = own(own_out_, spans_.output);
}

void Runner::place_on_device()
{
    arrays_.device = device_.get();
    if (device_->has_mirrors()) {
        arrays_.input = mirror_in_ = device_->mirror(std::max(Index{1}, in_bytes()));
        arrays_.output = mirror_out_ = in_ == out_ ? mirror_in_ : device_->mirror(std::max(Index{1}, out_bytes()));
    } else if (!device_->on_device()) {
        device_->pin(in_, in_bytes());
        device_->pin(out_, out_bytes());
    }
    if (device_->arrays_on_device) arrays_.padded = device_->zeros(bytes_of(2 * scratch_.padded));
    if (!device_->landing_on_device) return device_->pin(landing_.data(), landing_.size());
    arrays_.landing = device_->zeros(bytes_of(2 * scratch_.landing()));
    // on threads a device's are written to without puts
    if (device_->sends_from_device) pushed_landing_ = {arrays_.landing, bytes_of(2 * scratch_.landing())};
}

void Runner::join()
{
    AnyExecution& forward = *forward_.execution;
    AnyExecution* const inverse = inverse_ ? inverse_->execution.get() : nullptr;
    const Index out_bytes = forward.registered_bytes(), in_bytes = inverse ? inverse->registered_bytes() : 0;
    if (out_bytes + in_bytes > 0) {
        Port apart;
        Agreement(apart).compare(registered_.sharing());
    }
    port_.join();
    if (pushed_landing_.address) port_.hold(pushed_landing_.address, pushed_landing_.bytes);
    if (out_bytes > 0) port_.hold(out_, out_bytes);
    if (in_bytes > 0) port_.hold(in_, in_bytes);
    port_.sync();
    if (device_ && device_->landing_on_device) device_->share_landings(port_, arrays_.landing);
    forward.prepare(port_);
    if (inverse) inverse->prepare(port_);
    port_.planned();
}

Runner::~Runner() { port_.leave(); }

void Runner::execute_on(Direction direction, const void* from, void* to)
{
    AnyExecution& now = *side(direction).execution;
    const Kernel kernel = request_.options.kernel;
    const bool takes_any = (kernel == Kernel::simd || kernel == Kernel::radix2) && now.registered_bytes() == 0;
    if (!takes_any || !needs_layouts_only() || (from == to) != (in_ == out_))
        return execute_by_copies(direction, from, to);
    port_.require("the plan");
    // the input is only read, unless it is the output
    now.use(const_cast<void*>(from), to);
    Runner::execute(direction);
    const bool inverse = direction == Direction::inverse;
    now.use(inverse ? out_ : in_, inverse ? in_ : out_);
}

bool Runner::needs_layouts_only() const
{
    const Index in = layout_in().local_span(s()) * element_bytes(false);
    const Index out = layout_out().local_span(s()) * element_bytes(true);
    if (in_ == out_) return in_bytes() <= std::max(in, out);
    return in_bytes() <= in && out_bytes() <= out;
}

void Runner::execute(Direction direction)
{
    port_.require("the plan");
    Side& now = side(direction);
    const bool inverse = direction == Direction::inverse;
    now.recorder.begin();
    if (mirror_in_) [[unlikely]]
        device_->copy(BSPFFT_DEVICE_TO_HOST, inverse ? mirror_out_ : mirror_in_, inverse ? out_ : in_,
                      inverse ? out_bytes() : in_bytes());
    now.execution->execute(port_, now.recorder, direction);
    if (mirror_in_) [[unlikely]]
        device_->copy(BSPFFT_DEVICE_TO_DEVICE, inverse ? in_ : out_, inverse ? mirror_in_ : mirror_out_,
                      inverse ? in_bytes() : out_bytes());
    now.recorder.end();
    last_ = &now;
    ++executed_[inverse];
}

void Runner::require_equal_transforms() const
{
    port_.require("the plan");
    bspfft::require_equal_transforms("a plan", executed_[0], executed_[1]);
}

void Runner::account(bool on)
{
    require_equal_transforms();
    Port apart;
    Agreement(apart).on([&] {
        if (device_) device_->wait_always(on);
        forward_.recorder.account(on);
        if (inverse_) inverse_->recorder.account(on);
    });
}

Ledger Runner::ledger(Index transform) const
{
    require_first(transform);
    require_equal_transforms();
    return last_->recorder.ledger();
}

const Schedule& Runner::schedule(Direction direction, Index transform) const
{
    require_first(transform);
    return direction == Direction::inverse && inverse_ ? inverse_->schedule : forward_.schedule;
}

// From one array to another the inverse has arrays of its own, even with the same schedule.
bool Runner::has_two_executions() const
{
    return inverse_ || (request_.has_inverse && (owns_arrays() ? has_two_arrays_ : in_ != out_));
}

namespace {

PlanOptions shared_options(const Problem& problem, bool reproducible)
{
    PlanOptions options;
    options.normalisation = Normalisation::none;
    options.algorithm = Algorithm::fast;
    options.kernel = Kernel::simd;
    options.exchange = resolved(Exchange::automatic);
    options.data = problem.data;
    options.reproducible = reproducible;
    return options;
}

}  // namespace

Schedule shared_schedule(const Problem& problem, const SharedArrays& arrays, Index p, bool reproducible,
                         Index bytes_per_real)
{
    ScheduleOptions details = request_of(shared_options(problem, reproducible), bytes_per_real);
    details.shared = arrays;
    return free_cut_schedule(problem, p, details);
}

std::unique_ptr<Runner> make_shared_plan(const Problem& problem, const SharedArrays& arrays, double scale,
                                         bool reproducible, Index bytes_per_real)
{
    // all processes have the arguments of one call
    return planned(Arguments("a plan of shared arrays"), [&](Index here) {
        RunnerRequest request{problem.shape, shared_options(problem, reproducible), bytes_per_real,
                              shared_schedule(problem, arrays, Port().p(), reproducible, bytes_per_real)};
        request.has_inverse = false;
        request.arrays = RunnerRequest::Arrays::shared;
        request.scale = scale;
        return std::make_unique<Runner>(here, std::move(request));
    });
}

// What a plan would take: another algorithm where there is no cut, or where a prime is too long for one.
bool has_shared_plan(const Problem& problem, Index p, bool reproducible, Index bytes_per_real)
{
    PlanOptions options;
    options.reproducible = reproducible;
    options.data = problem.data == Data::complex ? Data::complex : Data::real;
    options.axes = transformed_axes(problem);
    return resolved(options, problem.shape, p, bytes_per_real).algorithm == Algorithm::fast;
}

}  // namespace bspfft
