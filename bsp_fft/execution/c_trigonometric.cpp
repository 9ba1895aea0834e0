// The functions of the C interface: cosine and sine transforms. Translation only.
#include <cstddef>
#include <variant>
#include <vector>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/c_common.hpp"
#include "bsp_fft/execution/c_translation.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/trigonometric_plan.hpp"

using bspfft::Data;
using bspfft::Error;
using bspfft::Status;
using bspfft::text;
using bspfft::Trigonometric;
using bspfft::TrigonometricPlan;
using bspfft::c::answer;
using bspfft::c::guarded;
using bspfft::c::guarded_with;
using bspfft::c::Request;
using bspfft::c::require;
using bspfft::c::SideOfPlan;

struct bspfft_trigonometric_plan {
    std::variant<TrigonometricPlan<double>, TrigonometricPlan<float>> plan;
    bool batch_of_one = false;
};

namespace {

// Of the axes that are transformed, in their order.
std::vector<Trigonometric> kinds_of(const bspfft_shape& shape, const int32_t* numbers)
{
    std::vector<Trigonometric> kinds;
    for (int32_t l = 0; l < shape.dimensions; ++l) {
        const int32_t number = numbers[l];
        const bool is_batch = shape.is_batch[l] != 0;
        if (is_batch && number != 0) {
            throw Error(Status::invalid_argument,
                        text("kinds[", l, "] is ", number, ", and the axis is not transformed; set it to 0"));
        }
        if (!is_batch && (number < BSPFFT_DCT_1 || number > BSPFFT_DST_4)) {
            throw Error(Status::invalid_argument, text("kinds[", l, "] is ", number, "; it must be ",
                                                       +BSPFFT_DCT_1, " to ", +BSPFFT_DST_4));
        }
        if (!is_batch) kinds.push_back(static_cast<Trigonometric>(number - BSPFFT_DCT_1));
    }
    return kinds;
}

template <class Real>
bspfft_trigonometric_plan* make(const Request& request, const std::vector<Trigonometric>& kinds)
{
    return new bspfft_trigonometric_plan{TrigonometricPlan<Real>(request.shape, kinds, request.options),
                                         request.batch_of_one};
}

SideOfPlan input_of(const bspfft_trigonometric_plan* plan)
{
    if (!plan) return {};
    return {answer(plan, [](const auto& p) { return &p.layout_in(); }), plan->batch_of_one};
}

SideOfPlan output_of(const bspfft_trigonometric_plan* plan)
{
    if (!plan) return {};
    return {answer(plan, [](const auto& p) { return &p.layout_out(); }), plan->batch_of_one};
}

}  // namespace

int bspfft_trigonometric_plan_shape(bspfft_trigonometric_plan** plan, const bspfft_shape* shape,
                                    const int32_t kinds[], const bspfft_options* options)
{
    return guarded([&] {
        require(plan, "bspfft_trigonometric_plan_shape", "the address for the plan");
        *plan = nullptr;
        require(kinds, "bspfft_trigonometric_plan_shape", "kinds");
        const Request request = bspfft::c::translated(shape, options, Data::complex, bspfft::Port().p());
        if (shape->order != BSPFFT_ORDER_C || shape->leading != 0) {
            throw Error(Status::invalid_argument,
                        "a cosine or sine transform has the last axis fastest, without gaps; set order and leading of "
                        "the shape to 0");
        }
        const std::vector<Trigonometric> wanted = kinds_of(*shape, kinds);
        *plan = bspfft::c::is_single(options) ? make<float>(request, wanted) : make<double>(request, wanted);
    });
}

void bspfft_trigonometric_plan_destroy(bspfft_trigonometric_plan* plan) { delete plan; }

void* bspfft_trigonometric_input(bspfft_trigonometric_plan* plan)
{
    return answer(plan, [](auto& p) -> void* { return p.input(); });
}

void* bspfft_trigonometric_output(bspfft_trigonometric_plan* plan)
{
    return answer(plan, [](auto& p) -> void* { return p.output(); });
}

int64_t bspfft_trigonometric_input_places(const bspfft_trigonometric_plan* plan)
{
    return bspfft::c::places(input_of(plan));
}

int64_t bspfft_trigonometric_output_places(const bspfft_trigonometric_plan* plan)
{
    return bspfft::c::places(output_of(plan));
}

int bspfft_trigonometric_input_index(const bspfft_trigonometric_plan* plan, int64_t place, int64_t index[])
{
    return bspfft::c::index_at("bspfft_trigonometric_input_index", input_of(plan), place, index);
}

int bspfft_trigonometric_output_index(const bspfft_trigonometric_plan* plan, int64_t place, int64_t index[])
{
    return bspfft::c::index_at("bspfft_trigonometric_output_index", output_of(plan), place, index);
}

int bspfft_trigonometric_input_place(const bspfft_trigonometric_plan* plan, const int64_t index[], int64_t* process,
                                     int64_t* place)
{
    return bspfft::c::place_of("bspfft_trigonometric_input_place", input_of(plan), index, process, place);
}

int bspfft_trigonometric_output_place(const bspfft_trigonometric_plan* plan, const int64_t index[], int64_t* process,
                                      int64_t* place)
{
    return bspfft::c::place_of("bspfft_trigonometric_output_place", output_of(plan), index, process, place);
}

int bspfft_trigonometric_forward(bspfft_trigonometric_plan* plan)
{
    return guarded_with(plan, "bspfft_trigonometric_forward", [](auto& p) { p.forward(); });
}

int bspfft_trigonometric_inverse(bspfft_trigonometric_plan* plan)
{
    return guarded_with(plan, "bspfft_trigonometric_inverse", [](auto& p) { p.inverse(); });
}
