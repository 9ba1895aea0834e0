// On the caller's arrays, without a copy of them: all axes at once, or one axis after the other.
#include <algorithm>
#include <vector>

#include "bsp_fft/calls/part.hpp"
#include "bsp_fft/plans/runner.hpp"

namespace bspfft::calls {

namespace {

constexpr Index line_bytes = 64;

enum class Place { input, output, buffer };

/// A transform of all axes or of one, from one array to another or in place.
struct Step {
    Request request;
    Place from;
    Place to;
    Problem problem = request.problem();
    SharedArrays strides = request.strides();
    std::unique_ptr<Runner> plan = {};
};

/// One axis of the request; lengths of the others are those of the side that is complex.
Step step_of(const Request& whole, std::size_t axis, std::size_t half, const std::vector<Index>& in,
             const std::vector<Index>& out, Place from, Place to)
{
    Request request = whole;
    const bool real = axis == half;
    request.data = real ? whole.data : Data::complex;
    request.scale = 1;
    request.in_place = from == to;
    for (std::size_t l = 0; l < request.axes.size(); ++l) {
        const Index length = whole.axes[l].length;
        const int kind = l == axis ? BSPFFT_FOURIER : BSPFFT_UNTOUCHED;
        request.axes[l] = {l == half && !real ? length / 2 + 1 : length, in[l], out[l], kind};
    }
    request.axes = simplest(request.axes);
    return {std::move(request), from, to};
}

/// The last axis first, which is contiguous in memory. Half a spectrum becomes real at the end, and is in a buffer
/// until then, unless it may be overwritten.
std::vector<Step> steps_by_axes(const Request& request)
{
    const std::vector<Index> axes = request.transformed();
    const bool is_inverse = request.data == Data::half_spectrum;
    const std::size_t none = request.axes.size();
    const std::size_t half = request.data == Data::complex ? none : static_cast<std::size_t>(axes.back());
    const SharedArrays strides = request.strides();
    const Place between = !is_inverse ? Place::output : request.in_place ? Place::input : Place::buffer;
    std::vector<Index> half_lengths = request.shape();
    if (half < none) half_lengths[half] = half_lengths[half] / 2 + 1;
    const std::vector<Index> between_strides = !is_inverse        ? strides.out
                                               : request.in_place ? strides.in
                                                                  : row_by_row(half_lengths);
    std::vector<Step> steps;
    for (std::size_t i = axes.size(); i-- > 0;) {
        const auto axis = static_cast<std::size_t>(axes[i]);
        if (is_inverse && axis == half) continue;
        const bool first = steps.empty();
        const Place from = first ? Place::input : between, to = between;
        steps.push_back(step_of(request, axis, half, first ? strides.in : between_strides, between_strides, from, to));
    }
    if (is_inverse) steps.push_back(step_of(request, half, half, between_strides, strides.out, between, Place::output));
    steps.back().request.scale = request.scale;
    return steps;
}

class DirectPart final : public Part {
public:
    DirectPart(const Request& request, bool by_axes) : direction_(request.direction)
    {
        if (by_axes) {
            steps_ = steps_by_axes(request);
        } else {
            steps_.push_back({request, Place::input, Place::output});
        }
        Index room = 0;
        for (const Step& step : steps_) {
            if (step.to == Place::buffer) room = 2 * step.request.elements() * request.bytes_per_real();
        }
        buffer_ = Buffer<std::byte>(room);
    }

    /// Collective, after all were made.
    void make_plans()
    {
        for (Step& step : steps_) {
            const Request& one = step.request;
            step.plan = make_shared_plan(step.problem, step.strides, one.scale, one.reproducible, one.bytes_per_real());
        }
    }

    void execute(const void* in, void* out) override
    {
        // the input is only read, unless it is the output
        const auto at = [&](Place place) -> void* {
            if (place == Place::input) return const_cast<void*>(in);
            return place == Place::output ? out : buffer_.data();
        };
        for (const Step& step : steps_) step.plan->execute_shared(direction_, at(step.from), at(step.to));
    }
    void account(bool on) override
    {
        for (const Step& step : steps_) step.plan->account(on);
    }
    Ledger ledger() const override
    {
        Ledger all = steps_.front().plan->ledger(0);
        for (std::size_t i = 1; i < steps_.size(); ++i) {
            const Ledger one = steps_[i].plan->ledger(0);
            all.seconds += one.seconds;
            all.supersteps.insert(all.supersteps.end(), one.supersteps.begin(), one.supersteps.end());
        }
        return all;
    }
    c::Counts counts() const override
    {
        c::Counts sum;
        for (const Step& step : steps_) {
            const Schedule& schedule = step.plan->schedule(Direction::forward, 0);
            sum.processes = schedule.p();
            sum.flops += schedule.flops();
            sum.words += schedule.words();
            sum.synchronisations += schedule.synchronisations();
            sum.bytes += step.plan->bytes();
        }
        sum.bytes += buffer_.size();
        return sum;
    }

private:
    Direction direction_;
    std::vector<Step> steps_;
    Buffer<std::byte> buffer_;
};

std::unique_ptr<Part> made(const Request& request, bool by_axes)
{
    auto part = made_together([&] { return std::make_unique<DirectPart>(request, by_axes); });
    part->make_plans();
    return part;
}

}  // namespace

bool can_go_by_axes(const Request& request, Index p)
{
    const std::vector<Index> axes = request.transformed();
    const Index bytes_per_real = request.bytes_per_real(), elements = request.elements();
    if (p > 1 || request.reproducible || axes.size() < 2) return false;
    // every axis must have enough columns to fill the lanes of tiles
    return std::all_of(axes.begin(), axes.end(), [&](Index l) {
        const Index length = request.axes[static_cast<std::size_t>(l)].length;
        return length > 1 && elements / length >= line_bytes / bytes_per_real;
    });
}

std::unique_ptr<Part> make_direct_part(const Request& request) { return made(request, false); }
std::unique_ptr<Part> make_part_by_axes(const Request& request) { return made(request, true); }

}  // namespace bspfft::calls
