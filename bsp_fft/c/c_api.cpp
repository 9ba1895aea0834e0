// The functions of the C interface: complex numbers. Translation only.
#include <complex>
#include <variant>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/c/c_common.hpp"
#include "bsp_fft/c/c_translation.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/plan.hpp"

using bspfft::Data;
using bspfft::Error;
using bspfft::HomeSection;
using bspfft::Index;
using bspfft::Plan;
using bspfft::PlanOptions;
using bspfft::Port;
using bspfft::Status;
using bspfft::c::answer;
using bspfft::c::guarded;
using bspfft::c::guarded_together;
using bspfft::c::guarded_with;
using bspfft::c::planned_together;
using bspfft::c::Request;
using bspfft::c::require;
using bspfft::c::input_of;
using bspfft::c::output_of;

struct bspfft_plan {
    std::variant<Plan<double>, Plan<float>> plan;
    bool batch_of_one = false;
    Index s = 0;
};

namespace {

template <class Real>
Plan<Real> make(std::vector<Index>& shape, void* in, void* out, const PlanOptions& options)
{
    using Complex = std::complex<Real>;
    if (!in && !out) return Plan<Real>(std::move(shape), options);
    return Plan<Real>(std::move(shape), static_cast<Complex*>(in), static_cast<Complex*>(out), options);
}

decltype(bspfft_plan::plan) made(Request& request, void* in, void* out)
{
    if (request.single) return make<float>(request.shape, in, out, request.options);
    return make<double>(request.shape, in, out, request.options);
}

}  // namespace

int bspfft_plan_create(bspfft_plan** plan, int64_t n, void* x, const bspfft_options* options)
{
    return planned_together(
        "bspfft_plan_create", plan,
        [&](Index) {
            return Request{{n}, bspfft::c::translated(options), bspfft::c::is_single(options)};
        },
        [&](Request& request) { return made(request, x, x); });
}

int bspfft_plan_shape(bspfft_plan** plan, const bspfft_shape* shape, void* in, void* out,
                      const bspfft_options* options)
{
    const auto translate = [&](Index p) {
        Request request = bspfft::c::translated(shape, options, Data::complex, p);
        if (out) require(in, "bspfft_plan_shape", "in, but not out,");
        if (!out) out = in;
        if (in && in == out && request.options.keep_input) {
            throw Error(Status::invalid_argument,
                        "keep_input is 1, and in and out are one array; give two, or let the plan own them");
        }
        return request;
    };
    return planned_together("bspfft_plan_shape", plan, translate,
                            [&](Request& request) { return made(request, in, out); });
}

int bspfft_shape_span(int64_t* span, const bspfft_shape* shape, const bspfft_options* options)
{
    return guarded([&] {
        require(span, "bspfft_shape_span", "the address for the span");
        HomeSection::require_any("bspfft_shape_span");
        const Request request = bspfft::c::translated(shape, options, Data::complex, Port().p());
        *span = request.single ? Plan<float>::span(request.shape, request.options)
                               : Plan<double>::span(request.shape, request.options);
    });
}

void bspfft_plan_destroy(bspfft_plan* plan)
{
    guarded([&] { delete plan; });
}

void* bspfft_data(bspfft_plan* plan) { return bspfft_input(plan); }

void* bspfft_input(bspfft_plan* plan)
{
    return answer(plan, [](auto& p) -> void* { return p.input(); });
}

void* bspfft_output(bspfft_plan* plan)
{
    return answer(plan, [](auto& p) -> void* { return p.output(); });
}

int64_t bspfft_local_size(const bspfft_plan* plan)
{
    return answer(plan, [](const auto& p) { return p.local_size(); });
}

int64_t bspfft_span(const bspfft_plan* plan)
{
    return answer(plan, [](const auto& p) { return p.span(); });
}

int64_t bspfft_input_places(const bspfft_plan* plan) { return bspfft::c::places(input_of(plan)); }
int64_t bspfft_output_places(const bspfft_plan* plan) { return bspfft::c::places(output_of(plan)); }

int bspfft_input_index(const bspfft_plan* plan, int64_t place, int64_t index[])
{
    return bspfft::c::index_at("bspfft_input_index", input_of(plan), place, index);
}

int bspfft_output_index(const bspfft_plan* plan, int64_t place, int64_t index[])
{
    return bspfft::c::index_at("bspfft_output_index", output_of(plan), place, index);
}

int bspfft_input_place(const bspfft_plan* plan, const int64_t index[], int64_t* process, int64_t* place)
{
    return bspfft::c::place_of("bspfft_input_place", input_of(plan), index, process, place);
}

int bspfft_output_place(const bspfft_plan* plan, const int64_t index[], int64_t* process, int64_t* place)
{
    return bspfft::c::place_of("bspfft_output_place", output_of(plan), index, process, place);
}

int bspfft_forward(bspfft_plan* plan)
{
    return guarded_with(plan, "bspfft_forward", [](auto& p) { p.forward(); });
}

int bspfft_inverse(bspfft_plan* plan)
{
    return guarded_with(plan, "bspfft_inverse", [](auto& p) { p.inverse(); });
}

int64_t bspfft_flops(const bspfft_plan* plan)
{
    return answer(plan, [](const auto& p) { return p.schedule().flops(); });
}

int64_t bspfft_words(const bspfft_plan* plan)
{
    return answer(plan, [](const auto& p) { return p.schedule().words(); });
}

int64_t bspfft_synchronisations(const bspfft_plan* plan)
{
    return answer(plan, [](const auto& p) { return p.synchronisations(); });
}

int bspfft_account(bspfft_plan* plan, int on)
{
    return guarded_together(plan, "bspfft_account", [&](auto& p) { p.account(on != 0); });
}

int bspfft_ledger(const bspfft_plan* plan, int64_t process, bspfft_superstep* rows, int64_t capacity,
                  int64_t* count)
{
    return guarded_together(plan, "bspfft_ledger", [&](const auto& p) {
        bspfft::c::answer_ledger(p.ledger(), process, rows, capacity, count);
    });
}

const char* bspfft_message(void) { return bspfft::c::last_message(); }
