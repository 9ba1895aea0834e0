// A few numbers, or short lines, on one process: line after line of one axis, or many side by side, and then of the
// next. Tables are only read, and what is between steps is on the stack, so that threads may share a part.
#include <algorithm>

#include "bsp_fft/calls/small_line.hpp"
#include "bsp_fft/calls/steps.hpp"
#include "bsp_fft/calls/sweeps.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft::calls {

namespace {

// Complex numbers of half spectra between two axes.
constexpr Index longest_buffer = 1024;
// More elements have tiles (direct_part.cpp), unless lines are short, or cosines and sines.
constexpr Index most_elements = 1024, most_reals = 8192;

const Axis& transformed_axis(const Request& request)
{
    return *std::find_if(request.axes.begin(), request.axes.end(), [](const Axis& axis) { return axis.transformed(); });
}

std::vector<std::pair<std::string, Index>> sweeps_of(const std::vector<Step>& steps)
{
    std::vector<std::pair<std::string, Index>> sweeps;
    for (const auto& [request, from, to] : steps) {
        const Axis& axis = transformed_axis(request);
        const Index lines = request.elements() / axis.length;
        const Index stages = stages_length(axis.length, line_kind(request));
        const Index flops = stages > 0 ? flops_of(lines * stages, stages) + 10 * lines * (axis.length - stages)
                                       : lines * sums_of(axis, request).flops();
        sweeps.emplace_back(text(stages > 0 ? "" : "matrix, ", "lines of length ", axis.length), flops);
    }
    return sweeps;
}

/// The lines of one step.
template <class Real>
class SmallStep {
public:
    SmallStep(const Step& step, Arena& arena)
        : from(step.from), to(step.to), line_(transformed_axis(step.request), step.request, arena)
    {
        const Request& request = step.request;
        const Index reals_in = request.trigonometric || request.data == Data::real ? 1 : 2;
        const Index reals_out = request.trigonometric || request.data == Data::half_spectrum ? 1 : 2;
        for (const Axis& axis : request.axes) {
            if (!axis.transformed())
                loops_.push_back({axis.length, axis.in * reals_in, axis.out * reals_out, axis.kind});
        }
        if (!loops_.empty() && line_.take_lines(loops_.back().length, loops_.back().in, loops_.back().out))
            loops_.pop_back();
    }

    Place from, to;

    /// Null if there are several.
    const SmallLine<Real>* only_line() const { return loops_.empty() ? &line_ : nullptr; }

    void run(const Real* in, Real* out) const { run(loops_.data(), loops_.data() + loops_.size(), in, out); }

private:
    void run(const Axis* loop, const Axis* end, const Real* in, Real* out) const
    {
        if (loop == end) return line_.run(in, out);
        for (Index i = 0; i < loop->length; ++i, in += loop->in, out += loop->out) run(loop + 1, end, in, out);
    }

    SmallLine<Real> line_;
    std::vector<Axis> loops_;  ///< strides in reals
};

template <class Real>
class SmallPart final : public Sweeps, public Straight {
public:
    SmallPart(const Request& request, const std::vector<Step>& steps) : Sweeps(request, sweeps_of(steps))
    {
        for (const Step& one : steps) steps_.emplace_back(one, arena_);
        if (steps_.size() == 1) only_ = steps_.front().only_line();
    }

    void execute(const void* in, void* out) override
    {
        Real buffer[2 * longest_buffer];
        for (std::size_t i = 0; i < steps_.size(); ++i) sweep(i, [&] { step(steps_[i], in, out, buffer); });
    }
    const Straight* straight() const override { return this; }
    void run(const void* in, void* out) const override
    {
        if (only_) return only_->run(static_cast<const Real*>(in), static_cast<Real*>(out));
        Real buffer[2 * longest_buffer];
        for (const SmallStep<Real>& one : steps_) step(one, in, out, buffer);
    }

private:
    static void step(const SmallStep<Real>& one, const void* in, void* out, Real* buffer)
    {
        // the input is only read, unless it is the output
        const auto at = [&](Place place) {
            if (place == Place::buffer) return buffer;
            return static_cast<Real*>(place == Place::input ? const_cast<void*>(in) : out);
        };
        one.run(at(one.from), at(one.to));
    }

    std::vector<SmallStep<Real>> steps_;
    const SmallLine<Real>* only_ = nullptr;  ///< if that is all
};

// Whether a step has lines that one stage transforms many of at once, or that are products with a matrix.
bool has_short_lines(const Request& step, bool only_axis)
{
    if (step.trigonometric) return true;
    const Axis& line = transformed_axis(step);
    const bool contiguous = line.in == 1 && line.out == 1;
    if (step.data != Data::complex) return contiguous && line.length <= longest_radix;
    const auto stays = [](const Axis& axis) { return !axis.transformed(); };
    const auto other = std::find_if(step.axes.rbegin(), step.axes.rend(), stays);
    if (other == step.axes.rend() || other->length < most_short_lanes) return false;
    if (other->in == 1 && other->out == 1) return line.length <= longest_radix;
    // the longest is faster in two stages
    return contiguous && line.length <= (only_axis ? longest_radix - 1 : longest_radix);
}

// Two axes are swept twice at most; more, where they stay in a cache.
bool has_only_short_lines(const Request& request)
{
    constexpr Index bytes_in_cache = Index{1} << 20;
    const std::size_t axes = request.transformed().size();
    if (axes > 2 && 2 * request.elements() * request.bytes_per_real() > bytes_in_cache) return false;
    return std::ranges::all_of(steps_by_axes(request),
                               [&](const Step& step) { return has_short_lines(step.request, axes == 1); });
}

LineKind kind_of(const Request& request, Index l)
{
    return request.trigonometric || l == request.transformed().back() ? line_kind(request) : LineKind::complex;
}

}  // namespace

bool is_small(const Request& request, Index p)
{
    if (p > 1 || request.reproducible) return false;
    if (request.in_place && !request.keeps_places()) return false;
    if (request.trigonometric && request.data != Data::real) return false;
    const bool complex = request.data == Data::complex, many_axes = request.axes.size() > 1;
    const std::vector<Index> axes = request.transformed();
    for (const Index l : axes) {
        const Axis& axis = request.axes[static_cast<std::size_t>(l)];
        if (!has_small_line(axis, kind_of(request, l))) return false;
        // tiles have long lines that are not contiguous as lanes
        const bool is_gathered = axis.in != 1 || axis.out != 1;
        if (complex && many_axes && is_gathered && axis.length > longest_radix) return false;
    }
    const bool buffered = request.data == Data::half_spectrum && !request.in_place && axes.size() > 1;
    if (buffered && request.elements() > longest_buffer) return false;
    const bool is_large = request.elements() > (complex ? most_elements : most_reals);
    return simd::why_no_target().empty() && (!is_large || has_only_short_lines(request));
}

// For each number and axis, in nanoseconds of a Xeon; the other prices are of a Neoverse-N1, where these were not seen.
double small_price(const Request& request)
{
    double each = 0;
    for (const Index l : request.transformed()) {
        const double length = real(request.axes[static_cast<std::size_t>(l)].length);
        each += kind_of(request, l) == LineKind::complex ? 2 : 3 + length / 25;
    }
    return each * real(request.elements());
}

std::unique_ptr<Part> make_small_part(const Request& request)
{
    return made_together([&]() -> std::unique_ptr<Part> {
        const std::vector<Step> steps = steps_by_axes(request);
        if (request.single) return std::make_unique<SmallPart<float>>(request, steps);
        return std::make_unique<SmallPart<double>>(request, steps);
    });
}

}  // namespace bspfft::calls
