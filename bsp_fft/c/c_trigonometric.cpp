// The functions of the C interface: cosine and sine transforms. Translation only.
#include <cstddef>
#include <variant>
#include <vector>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/c/c_common.hpp"
#include "bsp_fft/c/c_translation.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/plan.hpp"

using bspfft::Data;
using bspfft::Error;
using bspfft::Index;
using bspfft::Status;
using bspfft::text;
using bspfft::Trigonometric;
using bspfft::TrigonometricPlan;
using bspfft::c::answer;
using bspfft::c::guarded;
using bspfft::c::guarded_with;
using bspfft::c::planned_together;
using bspfft::c::Request;
using bspfft::c::require;
using bspfft::c::input_of;
using bspfft::c::output_of;

struct bspfft_trigonometric_plan {
    std::variant<TrigonometricPlan<double>, TrigonometricPlan<float>> plan;
    bool batch_of_one = false;
    Index s = 0;
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

struct KindsRequest : Request {
    std::vector<Trigonometric> kinds;
};

template <class Real>
TrigonometricPlan<Real> make(KindsRequest& request)
{
    return TrigonometricPlan<Real>(std::move(request.shape), std::move(request.kinds), request.options);
}

}  // namespace

int bspfft_trigonometric_plan_shape(bspfft_trigonometric_plan** plan, const bspfft_shape* shape,
                                    const int32_t kinds[], const bspfft_options* options)
{
    const auto translate = [&](Index p) {
        require(kinds, "bspfft_trigonometric_plan_shape", "kinds");
        KindsRequest request{bspfft::c::translated(shape, options, Data::complex, p), {}};
        if (shape->order != BSPFFT_ORDER_C || shape->leading != 0) {
            throw Error(Status::invalid_argument,
                        "a cosine or sine transform has the last axis fastest, without gaps; set order and leading of "
                        "the shape to 0");
        }
        request.kinds = kinds_of(*shape, kinds);
        return request;
    };
    const auto make_either = [](KindsRequest& request) -> decltype(bspfft_trigonometric_plan::plan) {
        if (request.single) return make<float>(request);
        return make<double>(request);
    };
    return planned_together("bspfft_trigonometric_plan_shape", plan, translate, make_either);
}

void bspfft_trigonometric_plan_destroy(bspfft_trigonometric_plan* plan)
{
    guarded([&] { delete plan; });
}

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
