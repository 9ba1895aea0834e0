// The functions of bspfft.h. Translation only.
#include <algorithm>
#include <memory>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/c/handle.hpp"

using namespace bspfft;
using namespace bspfft::c;

namespace {

// What is not executed often: if one process of a section has no plan, or fails in `check`, none goes on.
template <class Check, class Work>
int with_together(const bspfft_plan* plan, const char* function, Check check, Work work) noexcept
{
    return guarded([&] {
        const auto check_all = [&] {
            require(plan, function, "the plan");
            check();
        };
        if (Port::section() == 0 || (plan && !plan->is_collective())) {
            check_all();
        } else {
            Port port;
            Agreement(port).on(check_all);
        }
        work();
    });
}

constexpr auto unchecked = [] {};

// Plans on all processes, or on none: translate(p) makes a request of C's arguments.
template <class Translate>
int planned(const char* function, bspfft_plan** plan, void* in, void* out, Translate translate) noexcept
{
    if (plan) *plan = nullptr;
    return guarded([&] {
        Port::require_section(function);
        Port port;
        Agreement all(port);
        Request request;
        all.on([&] {
            require(plan, function, "the address for the plan");
            request = translate(port.p());
            require_arrays(function, request, in, out);
        });
        *plan = section_plan(request, in, out, port, all).release();
    });
}

// What a plan answers; all 0 and NULL without one.
template <class Answer>
Answer asked(const bspfft_plan* plan, Answer (bspfft_plan::*question)() const) noexcept
{
    Answer answer{};
    if (plan) guarded([&] { answer = (plan->*question)(); });
    return answer;
}

}  // namespace

int bspfft_plan_create(bspfft_plan** plan, int64_t n, void* x, const bspfft_options* options)
{
    return planned("bspfft_plan_create", plan, x, x, [&](Index) { return translated(n, options); });
}

int bspfft_plan_shape(bspfft_plan** plan, const bspfft_shape* shape, void* in, void* out, const bspfft_options* options)
{
    return planned("bspfft_plan_shape", plan, in, out, [&](Index p) { return translated(shape, options, p); });
}

void bspfft_plan_destroy(bspfft_plan* plan) { guarded(std::default_delete<bspfft_plan>(), plan); }

int bspfft_shape_span(int64_t* in, int64_t* out, const bspfft_shape* shape, const bspfft_options* options)
{
    return guarded([&] {
        require(in, "bspfft_shape_span", "the address for the span of the input");
        Port::require_section("bspfft_shape_span");
        const auto [span_in, span_out] = spans_of(translated(shape, options, Port().p()));
        *in = span_in;
        if (out) *out = span_out;
    });
}

int bspfft_measure_shape(bspfft_shape* shape, double seconds, const bspfft_options* options)
{
    return guarded([&] {
        Port::require_section("bspfft_measure_shape");
        Port port;
        Agreement all(port);
        Request request;
        all.on([&] {
            request = translated(shape, options, port.p());
            if (!request.kinds.empty()) throw refusal("bspfft_measure_shape has no trials of cosines and sines");
        });
        const auto best = request.single ? measured_choice<float>(request.shape, request.options, seconds).options
                                         : measured_choice<double>(request.shape, request.options, seconds).options;
        // a batch of one array is an axis here
        std::size_t at = request.batch_of_one && !best.grid.empty() ? 1 : 0;
        if (at > 0) shape->grid[0] = 1;
        for (const Index p : best.grid) shape->grid[at++] = p;
        std::copy(best.cut.begin(), best.cut.end(), shape->cut);
    });
}

void* bspfft_input(bspfft_plan* plan) { return asked(plan, &bspfft_plan::input).array; }
void* bspfft_output(bspfft_plan* plan) { return asked(plan, &bspfft_plan::output).array; }
int64_t bspfft_input_places(const bspfft_plan* plan) { return asked(plan, &bspfft_plan::input).places; }
int64_t bspfft_output_places(const bspfft_plan* plan) { return asked(plan, &bspfft_plan::output).places; }

int bspfft_input_index(const bspfft_plan* plan, int64_t place, int64_t index[])
{
    return index_at("bspfft_input_index", plan, &bspfft_plan::input, place, index);
}

int bspfft_output_index(const bspfft_plan* plan, int64_t place, int64_t index[])
{
    return index_at("bspfft_output_index", plan, &bspfft_plan::output, place, index);
}

int bspfft_input_place(const bspfft_plan* plan, const int64_t index[], int64_t* process, int64_t* place)
{
    return place_of("bspfft_input_place", plan, &bspfft_plan::input, index, process, place);
}

int bspfft_output_place(const bspfft_plan* plan, const int64_t index[], int64_t* process, int64_t* place)
{
    return place_of("bspfft_output_place", plan, &bspfft_plan::output, index, process, place);
}

int bspfft_execute(bspfft_plan* plan, int direction)
{
    return guarded([&] {
        require(plan, "bspfft_execute", "the plan");
        plan->execute(translated_direction(direction));
    });
}

int bspfft_execute_on(bspfft_plan* plan, int direction, const void* in, void* out)
{
    return guarded([&] {
        require(plan, "bspfft_execute_on", "the plan");
        require(in, "bspfft_execute_on", "in");
        require(out, "bspfft_execute_on", "out");
        plan->execute_on(translated_direction(direction), in, out);
    });
}

int64_t bspfft_processes(const bspfft_plan* plan) { return asked(plan, &bspfft_plan::counts).processes; }
int64_t bspfft_flops(const bspfft_plan* plan) { return asked(plan, &bspfft_plan::counts).flops; }
int64_t bspfft_words(const bspfft_plan* plan) { return asked(plan, &bspfft_plan::counts).words; }
int64_t bspfft_synchronisations(const bspfft_plan* plan) { return asked(plan, &bspfft_plan::counts).synchronisations; }
int64_t bspfft_bytes(const bspfft_plan* plan) { return asked(plan, &bspfft_plan::counts).bytes; }

int bspfft_account(bspfft_plan* plan, int on)
{
    return with_together(plan, "bspfft_account", unchecked, [&] { plan->account(on != 0); });
}

int bspfft_ledger(const bspfft_plan* plan, int64_t process, bspfft_superstep* rows, int64_t capacity, int64_t* count)
{
    return with_together(plan, "bspfft_ledger", unchecked,
                         [&] { copy_ledger(plan->ledger(), process, rows, capacity, count); });
}

int bspfft_set_factors(bspfft_plan* plan, bspfft_function function, void* context)
{
    return guarded([&] {
        require(plan, "bspfft_set_factors", "the plan");
        require(reinterpret_cast<const void*>(function), "bspfft_set_factors", "the function");
        plan->set_factors(function, context);
    });
}

int bspfft_set_kernel(bspfft_plan* plan, int use)
{
    const auto check = [&] {
        if (use != BSPFFT_CONVOLUTION && use != BSPFFT_CORRELATION)
            throw refusal("use is ", use, "; it must be 0 to 1");
    };
    return with_together(plan, "bspfft_set_kernel", check, [&] { plan->set_kernel(use == BSPFFT_CORRELATION); });
}

int bspfft_apply(bspfft_plan* plan, bspfft_function function, void* context)
{
    const auto check = [&] { require(reinterpret_cast<const void*>(function), "bspfft_apply", "the function"); };
    return with_together(plan, "bspfft_apply", check, [&] { plan->apply(function, context); });
}

int bspfft_is_fused(const bspfft_plan* plan) { return asked(plan, &bspfft_plan::is_fused) ? 1 : 0; }

const char* bspfft_message(void) { return last_message(); }
