// The functions of the C interface: forward, multiply, inverse. Translation only.
#include <algorithm>
#include <complex>
#include <variant>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/c/c_common.hpp"
#include "bsp_fft/c/c_translation.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/spectral_operator.hpp"

using bspfft::Data;
using bspfft::Error;
using bspfft::Index;
using bspfft::SpectralOperator;
using bspfft::Status;
using bspfft::text;
using bspfft::c::answer;
using bspfft::c::guarded;
using bspfft::c::guarded_together;
using bspfft::c::guarded_with;
using bspfft::c::planned_together;
using bspfft::c::Request;
using bspfft::c::require;
using bspfft::c::SideOfPlan;

struct bspfft_operator {
    std::variant<SpectralOperator<std::complex<double>>, SpectralOperator<std::complex<float>>,
                 SpectralOperator<double>, SpectralOperator<float>>
        plan;
    bool batch_of_one = false;
    Index s = 0;
};

namespace {

Data data_of(int number)
{
    if (number != BSPFFT_COMPLEX && number != BSPFFT_REAL)
        throw Error(Status::invalid_argument, text("data is ", number, "; it must be 0 to 1"));
    return number == BSPFFT_REAL ? Data::real : Data::complex;
}

template <class Real>
decltype(bspfft_operator::plan) make(Request& request)
{
    if (request.options.data == Data::real) return SpectralOperator<Real>(std::move(request.shape), request.options);
    return SpectralOperator<std::complex<Real>>(std::move(request.shape), request.options);
}

SideOfPlan side_of(const bspfft_operator* plan)
{
    if (!plan) return {};
    return {answer(plan, [](const auto& p) { return &p.layout(); }), plan->batch_of_one, plan->s};
}

// A function of C, at an index of C.
class Call {
public:
    Call(bspfft_function* function, void* context, const bspfft_operator& plan)
        : function_(function), context_(context), batch_(plan.batch_of_one ? 1 : 0), axes_(axes_of(plan))
    {}

    template <class Complex>
    Complex operator()(const Index* k, Complex value) const
    {
        int64_t index[BSPFFT_MOST_AXES + 1] = {};
        std::copy_n(k, axes_, index + batch_);
        double parts[2] = {value.real(), value.imag()};
        function_(index, context_, parts);
        using Real = typename Complex::value_type;
        return {static_cast<Real>(parts[0]), static_cast<Real>(parts[1])};
    }

private:
    static std::size_t axes_of(const bspfft_operator& plan) { return side_of(&plan).layout->shape().size(); }

    bspfft_function* function_;
    void* context_;
    std::size_t batch_;
    std::size_t axes_;
};

}  // namespace

int bspfft_operator_shape(bspfft_operator** plan, const bspfft_shape* shape, int data, const bspfft_options* options)
{
    const auto translate = [&](Index p) {
        Request request = bspfft::c::translated(shape, options, data_of(data), p);
        if (request.options.input || request.options.output) {
            throw Error(Status::invalid_argument,
                        "an operator has a layout of its own, which bspfft_operator_index says; set layout_in, "
                        "layout_out, order and leading of the shape to 0");
        }
        return request;
    };
    return planned_together("bspfft_operator_shape", plan, translate, [](Request& request) {
        return request.single ? make<float>(request) : make<double>(request);
    });
}

void bspfft_operator_destroy(bspfft_operator* plan)
{
    guarded([&] { delete plan; });
}

void* bspfft_operator_input(bspfft_operator* plan)
{
    return answer(plan, [](auto& p) -> void* { return p.input(); });
}

void* bspfft_operator_output(bspfft_operator* plan)
{
    return answer(plan, [](auto& p) -> void* { return p.output(); });
}

int64_t bspfft_operator_places(const bspfft_operator* plan) { return bspfft::c::places(side_of(plan)); }

int bspfft_operator_index(const bspfft_operator* plan, int64_t place, int64_t index[])
{
    return bspfft::c::index_at("bspfft_operator_index", side_of(plan), place, index);
}

int bspfft_operator_place(const bspfft_operator* plan, const int64_t index[], int64_t* process, int64_t* place)
{
    return bspfft::c::place_of("bspfft_operator_place", side_of(plan), index, process, place);
}

int bspfft_operator_set_factors(bspfft_operator* plan, bspfft_function* function, void* context)
{
    return guarded_with(plan, "bspfft_operator_set_factors", [&](auto& p) {
        using Complex = typename std::decay_t<decltype(p)>::Complex;
        if (!function) throw Error(Status::invalid_argument, "bspfft_operator_set_factors: the function is NULL");
        const Call call(function, context, *plan);
        p.set_factors([&](const Index* k) { return call(k, Complex(1)); });
    });
}

int bspfft_operator_set_kernel(bspfft_operator* plan)
{
    return guarded_together(plan, "bspfft_operator_set_kernel", [](auto& p) { p.set_kernel(); });
}

int bspfft_operator_set_correlation_kernel(bspfft_operator* plan)
{
    return guarded_together(plan, "bspfft_operator_set_correlation_kernel",
                            [](auto& p) { p.set_correlation_kernel(); });
}

int bspfft_operator_execute(bspfft_operator* plan)
{
    return guarded_with(plan, "bspfft_operator_execute", [](auto& p) { p.execute(); });
}

int bspfft_operator_apply(bspfft_operator* plan, bspfft_function* function, void* context)
{
    const auto require_function = [&] {
        if (!function) throw Error(Status::invalid_argument, "bspfft_operator_apply: the function is NULL");
    };
    return guarded_together(plan, "bspfft_operator_apply", require_function, [&](auto& p) {
        using Complex = typename std::decay_t<decltype(p)>::Complex;
        const Call call(function, context, *plan);
        p.apply([&](const Index* k, Complex& value) { value = call(k, value); });
    });
}

int bspfft_operator_is_fused(const bspfft_operator* plan)
{
    return answer(plan, [](const auto& p) { return p.is_fused() ? 1 : 0; });
}

int bspfft_operator_account(bspfft_operator* plan, int on)
{
    return guarded_together(plan, "bspfft_operator_account", [&](auto& p) { p.account(on != 0); });
}

int bspfft_operator_ledger(const bspfft_operator* plan, int64_t process, bspfft_superstep* rows, int64_t capacity,
                           int64_t* count)
{
    return guarded_together(plan, "bspfft_operator_ledger", [&](const auto& p) {
        bspfft::c::answer_ledger(p.ledger(), process, rows, capacity, count);
    });
}
