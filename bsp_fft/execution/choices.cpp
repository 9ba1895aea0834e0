#include "bsp_fft/execution/choices.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/exchange/outbox.hpp"
#include "bsp_fft/gpu/device_arrays.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

// Whether a kernel that was asked for works on tiles, as those of all algorithms but the textbook's.
bool has_tiles(Kernel kernel)
{
    return kernel == Kernel::automatic || kernel == Kernel::simd || kernel == Kernel::cuda;
}

bool is_textbooks(const Problem& problem, Index p)
{
    return problem.shape.size() == 1 && is_power_of_two(problem.n()) && is_power_of_two(p) && p <= problem.n() / 2;
}

// A prime factor whose own convolution does not fit in the cache is better transformed by one over all processes, and
// one with few other columns, on one process, by one of the whole vector. A cut that was asked for stays.
bool is_convolved(const PlanOptions& options, const Problem& problem, Index p, Index bytes_per_real)
{
    const Index n = problem.n();
    const bool chosen = std::ranges::any_of(options.cut, [](Index a) { return a > 0; });
    return has_long_prime(n) || (p == 1 && !chosen && leaves_lanes_empty(n, 1, line_bytes / bytes_per_real));
}

// Another kernel than the fast algorithm's own implies the textbook algorithm.
Algorithm resolved_algorithm(const PlanOptions& options, const Problem& problem, Index p, Index bytes_per_real)
{
    if (options.algorithm != Algorithm::automatic) return options.algorithm;
    if (options.reproducible) return options.grid.empty() ? reproducible_algorithm(problem) : Algorithm::fast;
    if (problem.is_partial()) return Algorithm::fast;
    if (!has_tiles(options.kernel)) return Algorithm::textbook;
    const bool alone = problem.shape.size() == 1;
    const bool convolved = alone && problem.n() > 1 && options.kernel != Kernel::cuda &&
                           is_convolved(options, problem, p, bytes_per_real);
    if (!options.grid.empty() || (!convolved && has_free_cut(problem, p))) return Algorithm::fast;
    if (!alone) return Algorithm::pencils;
    const bool textbook =
        options.kernel == Kernel::automatic && problem.data == Data::complex && is_textbooks(problem, p);
    return textbook ? Algorithm::textbook : Algorithm::bluestein;
}

// A processor that has no code for its vectors has the book's kernel, where that is enough.
PlanOptions with_vectors_or_book(PlanOptions options, const Problem& problem, Index p)
{
    if (options.kernel != Kernel::automatic && options.kernel != Kernel::simd) return options;
    const std::string why = simd::why_no_target();
    if (why.empty()) return options;
    if (options.kernel == Kernel::simd || !is_textbooks(problem, p)) throw Error(Status::not_available, why);
    options.kernel = Kernel::radix2;
    return options;
}

void require_one_axis(const Problem& problem)
{
    if (problem.shape.size() == 1) return;
    throw refusal("the textbook's algorithm has one axis, and the array is ", shape_text(problem.shape),
                  "; the algorithm fast has up to sixteen");
}

// Without tiles there is the textbook's algorithm, and the fast one of complex numbers.
void require_kernel_for(const PlanOptions& options)
{
    const bool real = options.data != Data::complex;
    if (has_tiles(options.kernel) || options.algorithm == Algorithm::textbook) return;
    if (options.algorithm == Algorithm::fast && !real) return;
    throw refusal("the kernel ", kernel_name(options.kernel), " cannot do the algorithm ",
                  algorithm_name(options.algorithm), real ? " of real data" : "", "; the kernel simd can",
                  real ? ", or take textbook" : "");
}

void require_reproducible(const PlanOptions& options)
{
    if (!options.reproducible) return;
    if (options.kernel != Kernel::automatic && options.kernel != Kernel::simd)
        throw refusal("the kernel ", kernel_name(options.kernel),
                      " is not reproducible: what it computes depends on p; the kernel simd is");
    if (options.algorithm == Algorithm::textbook)
        throw refusal("the textbook's algorithm is not reproducible: its cut is by p; the algorithms fast, pencils and "
                      "bluestein are");
}

void require_textbooks(const Problem& problem, Index p)
{
    require_one_axis(problem);
    problem.data == Data::complex ? require_powers_of_two(problem.n(), p)
                                  : require_powers_of_two_in_pairs(problem.n(), p);
}

Schedule build(Algorithm algorithm, const Problem& problem, Index p, const ScheduleOptions& details)
{
    switch (algorithm) {
    case Algorithm::textbook:
        require_one_axis(problem);
        if (problem.data != Data::complex) return real_textbook_schedule(problem, p, details);
        return textbook_schedule(problem.n(), p, details);
    case Algorithm::pencils:
        return pencils_schedule(problem, p, details);
    case Algorithm::bluestein:
        return bluestein_schedule(problem, p, details);
    default:
        if (details.device_window > 0) return window_schedule(problem, details);
        return free_cut_schedule(problem, p, details);
    }
}

}  // namespace

PlanOptions resolved(const PlanOptions& given, const std::vector<Index>& shape, Index p, Index bytes_per_real)
{
    if (p < 1) throw refusal("p = ", p, " processes; at least 1 is needed");
    const Problem problem = problem_of(shape, given);
    const PlanOptions requested = with_vectors_or_book(with_device_choices(given, p), problem, p);
    require_reproducible(requested);
    if (requested.algorithm == Algorithm::textbook) require_all_elements(problem, "textbook's algorithm");
    if (!has_tiles(requested.kernel)) require_all_elements(problem, text("kernel ", kernel_name(requested.kernel)));
    PlanOptions options = requested;
    options.algorithm = resolved_algorithm(requested, problem, p, bytes_per_real);
    options.exchange = resolved(requested.exchange);
    require_kernel_for(options);
    if (options.algorithm == Algorithm::textbook) require_textbooks(problem, p);
    // the textbook's algorithm has no tiles, and the others have nothing else
    if (requested.kernel == Kernel::automatic) {
        options.kernel = options.algorithm == Algorithm::textbook ? Kernel::radix2 : Kernel::simd;
        return options;
    }
    const Schedule schedule = schedule_for(shape, p, options, bytes_per_real);
    const std::string objection = objection_to(kernel_entry(requested.kernel), schedule);
    if (!objection.empty()) throw refusal(objection);
    return options;
}

Exchange resolved(Exchange requested)
{
    if (requested != Exchange::automatic) return requested;
    return Port::prefers_hpput() ? Exchange::hpput : Exchange::put;
}

bool packets_share_a_buffer(Exchange resolved) { return reuses_packet_buffer(resolved == Exchange::hpput); }

std::string instruction_set() { return simd::target(); }
Index vector_bytes()
{
    const std::string name = simd::target();
    return name.starts_with("AVX3") ? 64 : name.starts_with("AVX") || name == "SVE_256" ? 32 : 16;
}
void use_instruction_set(const std::string& name) { simd::force_target(name); }

double normalisation_factor(Normalisation normalisation, Direction direction, Index n)
{
    const auto length = static_cast<double>(n);
    if (normalisation == Normalisation::symmetric) return 1 / std::sqrt(length);
    const auto here = direction == Direction::forward ? Normalisation::forward : Normalisation::inverse;
    return normalisation == here ? 1 / length : 1;
}

ScheduleOptions request_of(const PlanOptions& options, Index bytes_per_real)
{
    return {.exchange = options.exchange,
            .bytes_per_real = bytes_per_real,
            .cut = options.cut,
            .kernel = options.kernel,
            .order = kernel_entry(options.kernel).order,
            .grid = options.grid,
            .input = options.input,
            .output = options.output,
            .transposed_out = options.transposed_out,
            .reproducible = options.reproducible,
            .memory = options.memory};
}

Schedule schedule_for(const std::vector<Index>& shape, Index p, const PlanOptions& options, Index bytes_per_real)
{
    const Problem problem = problem_of(shape, options);
    ScheduleOptions details = request_of(options, bytes_per_real);
    if (!details.cut.empty() && problem.shape.size() > shape.size()) details.cut.insert(details.cut.begin(), 0);
    choose_for_device(details, problem, options, p);
    return build(options.algorithm, problem, p, details);
}

Schedule inverse_schedule(const Schedule& forward, const PlanOptions& options)
{
    ScheduleOptions details = forward.program().options;
    details.grid.clear();
    details.cut.clear();
    details.transposed_out = false;
    details.device_window = 0;
    details.input = forward.output();
    details.output = forward.input();
    if (forward.algorithm() == Algorithm::fast) {
        for (const AxisCut& axis : forward.program().cut()) {
            details.grid.resize(forward.shape().size(), 1);
            details.grid[static_cast<std::size_t>(axis.axis)] = axis.p;
            if (forward.program().is_whole()) continue;
            details.cut.resize(forward.shape().size(), 0);
            // real data and half a spectrum name the same cut: that of the forward transform
            const Index a = forward.problem().data == Data::real ? axis.a : axis.b;
            details.cut[static_cast<std::size_t>(axis.axis)] = axis.transformed ? a : 0;
        }
    }
    Problem problem = forward.problem();
    if (problem.data != Data::complex)
        problem.data = problem.data == Data::real ? Data::half_spectrum : Data::real;
    else
        problem.back = !problem.back;
    choose_for_device(details, problem, options, forward.p());
    return build(forward.algorithm(), problem, forward.p(), details);
}

ArraySpans spans_of(const Program& forward, const Program& inverse, Index s)
{
    ArraySpans spans{std::max(forward.array(ArrayId::input).reals(s), inverse.array(ArrayId::output).reals(s)),
                     std::max(forward.array(ArrayId::output).reals(s), inverse.array(ArrayId::input).reals(s)), 0};
    spans.shared = std::max(spans.input, spans.output);
    // users know of one span for complex numbers
    if (forward.problem.data == Data::complex) spans.input = spans.output = spans.shared;
    return spans;
}

}  // namespace bspfft
