// The functions of the C interface: real numbers and half a spectrum. Translation only.
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
using bspfft::Port;
using bspfft::RealPlan;
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

struct bspfft_real_plan {
    std::variant<RealPlan<double>, RealPlan<float>> plan;
    bool batch_of_one = false;
    Index s = 0;
};

namespace {

template <class Real>
RealPlan<Real> make(Request& request, void* in, void* out)
{
    if (!in) return RealPlan<Real>(std::move(request.shape), request.options);
    return RealPlan<Real>(std::move(request.shape), static_cast<Real*>(in), static_cast<std::complex<Real>*>(out),
                          request.options);
}

}  // namespace

int bspfft_real_plan_shape(bspfft_real_plan** plan, const bspfft_shape* shape, void* in, void* out,
                           const bspfft_options* options)
{
    const auto translate = [&](Index p) {
        Request request = bspfft::c::translated(shape, options, Data::real, p);
        if (out) require(in, "bspfft_real_plan_shape", "in, but not out,");
        if (in) require(out, "bspfft_real_plan_shape", "out, but not in,");
        if (in && in == out) {
            throw Error(Status::invalid_argument,
                        "in and out are one array; give two, or let the plan own one that is for both");
        }
        return request;
    };
    const auto make_either = [&](Request& request) -> decltype(bspfft_real_plan::plan) {
        if (request.single) return make<float>(request, in, out);
        return make<double>(request, in, out);
    };
    return planned_together("bspfft_real_plan_shape", plan, translate, make_either);
}

void bspfft_real_plan_destroy(bspfft_real_plan* plan)
{
    guarded([&] { delete plan; });
}

int bspfft_real_shape_spans(int64_t* reals, int64_t* complexes, const bspfft_shape* shape,
                            const bspfft_options* options)
{
    return guarded([&] {
        require(reals, "bspfft_real_shape_spans", "the address for the reals");
        require(complexes, "bspfft_real_shape_spans", "the address for the complexes");
        HomeSection::require_any("bspfft_real_shape_spans");
        const Request request = bspfft::c::translated(shape, options, Data::real, Port().p());
        const bool single = bspfft::c::is_single(options);
        *reals = single ? RealPlan<float>::input_span(request.shape, request.options)
                        : RealPlan<double>::input_span(request.shape, request.options);
        *complexes = single ? RealPlan<float>::output_span(request.shape, request.options)
                            : RealPlan<double>::output_span(request.shape, request.options);
    });
}

void* bspfft_real_input(bspfft_real_plan* plan)
{
    return answer(plan, [](auto& p) -> void* { return p.input(); });
}

void* bspfft_real_output(bspfft_real_plan* plan)
{
    return answer(plan, [](auto& p) -> void* { return p.output(); });
}

int64_t bspfft_real_input_places(const bspfft_real_plan* plan) { return bspfft::c::places(input_of(plan)); }
int64_t bspfft_real_output_places(const bspfft_real_plan* plan) { return bspfft::c::places(output_of(plan)); }

int bspfft_real_input_index(const bspfft_real_plan* plan, int64_t place, int64_t index[])
{
    return bspfft::c::index_at("bspfft_real_input_index", input_of(plan), place, index);
}

int bspfft_real_output_index(const bspfft_real_plan* plan, int64_t place, int64_t index[])
{
    return bspfft::c::index_at("bspfft_real_output_index", output_of(plan), place, index);
}

int bspfft_real_input_place(const bspfft_real_plan* plan, const int64_t index[], int64_t* process, int64_t* place)
{
    return bspfft::c::place_of("bspfft_real_input_place", input_of(plan), index, process, place);
}

int bspfft_real_output_place(const bspfft_real_plan* plan, const int64_t index[], int64_t* process, int64_t* place)
{
    return bspfft::c::place_of("bspfft_real_output_place", output_of(plan), index, process, place);
}

int bspfft_real_forward(bspfft_real_plan* plan)
{
    return guarded_with(plan, "bspfft_real_forward", [](auto& p) { p.forward(); });
}

int bspfft_real_inverse(bspfft_real_plan* plan)
{
    return guarded_with(plan, "bspfft_real_inverse", [](auto& p) { p.inverse(); });
}

int64_t bspfft_real_flops(const bspfft_real_plan* plan)
{
    return answer(plan, [](const auto& p) { return p.schedule().flops(); });
}

int64_t bspfft_real_words(const bspfft_real_plan* plan)
{
    return answer(plan, [](const auto& p) { return p.schedule().words(); });
}

int64_t bspfft_real_synchronisations(const bspfft_real_plan* plan)
{
    return answer(plan, [](const auto& p) { return p.synchronisations(); });
}

int bspfft_real_account(bspfft_real_plan* plan, int on)
{
    return guarded_together(plan, "bspfft_real_account", [&](auto& p) { p.account(on != 0); });
}

int bspfft_real_ledger(const bspfft_real_plan* plan, int64_t process, bspfft_superstep* rows, int64_t capacity,
                       int64_t* count)
{
    return guarded_together(plan, "bspfft_real_ledger", [&](const auto& p) {
        bspfft::c::answer_ledger(p.ledger(), process, rows, capacity, count);
    });
}
