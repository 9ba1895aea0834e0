// The functions of the C interface: translation only.
#include <exception>
#include <string>
#include <variant>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/c_translation.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/plan.hpp"

using bspfft::Error;
using bspfft::Index;
using bspfft::Layout;
using bspfft::Plan;
using bspfft::PlanOptions;
using bspfft::Port;
using bspfft::Status;
using bspfft::text;

struct bspfft_plan {
    std::variant<Plan<double>, Plan<float>> plan;
    bool batch_of_one = false;  // an axis for C, but none for C++
};

namespace {

thread_local std::string last_message;

// Runs work and converts exceptions into a status.
template <class Work>
int guarded(Work work)
{
    Status status = Status::ok;
    try {
        work();
    } catch (const Error& e) {
        status = e.status();
        last_message = e.what();
    } catch (const std::bad_alloc&) {
        status = Status::out_of_memory;
        last_message = "no memory";
    } catch (const std::exception& e) {
        status = Status::internal_error;
        last_message = e.what();
    }
    return static_cast<int>(status);
}

void require(const void* address, const char* function, const char* what)
{
    if (!address) throw Error(Status::invalid_argument, text(function, ": ", what, " is NULL"));
}

// Runs work on the plan, of either precision.
template <class Pointer, class Work>
int guarded_with(Pointer* plan, const char* function, Work work)
{
    return guarded([&] {
        require(plan, function, "the plan");
        std::visit(work, plan->plan);
    });
}

// What a plan answers; nothing without one.
template <class Pointer, class Work>
auto answer(Pointer* plan, Work work) -> decltype(std::visit(work, plan->plan))
{
    if (plan) return std::visit(work, plan->plan);
    return {};
}

template <class Real>
Plan<Real> make(const std::vector<Index>& shape, void* in, void* out, const PlanOptions& options)
{
    using Complex = std::complex<Real>;
    if (!in && !out) return Plan<Real>(shape, options);
    return Plan<Real>(shape, static_cast<Complex*>(in), static_cast<Complex*>(out), options);
}

bspfft_plan* made(bool single, const bspfft::c::Request& request, void* in, void* out)
{
    if (single) return new bspfft_plan{make<float>(request.shape, in, out, request.options), request.batch_of_one};
    return new bspfft_plan{make<double>(request.shape, in, out, request.options), request.batch_of_one};
}

enum class Side { input, output };

const Layout& layout_of(const bspfft_plan& plan, Side side)
{
    const auto layout = [&](const auto& p) -> const Layout& {
        return side == Side::input ? p.layout_in() : p.layout_out();
    };
    return std::visit(layout, plan.plan);
}

int64_t places(const bspfft_plan* plan, Side side)
{
    return plan ? layout_of(*plan, side).local_span(Port().s()) : 0;
}

int index_at(const char* function, const bspfft_plan* plan, Side side, int64_t place, int64_t* index)
{
    bool gap = false;
    const int status = guarded([&] {
        require(plan, function, "the plan");
        require(index, function, "index");
        const Layout& layout = layout_of(*plan, side);
        const Index s = Port().s(), count = layout.local_span(s);
        if (place < 0 || place >= count) {
            throw Error(Status::invalid_argument, text(function, ": place ", place, "; process ", s, " has ", count,
                                                       " places, numbered from 0 on"));
        }
        Index j = layout.global(s, place);
        gap = j < 0;
        if (gap) return;
        if (plan->batch_of_one) *index++ = 0;
        for (std::size_t l = layout.shape().size(); l-- > 0;) {
            index[l] = j % layout.shape()[l];
            j /= layout.shape()[l];
        }
    });
    return gap ? static_cast<int>(BSPFFT_GAP) : status;
}

int place_of(const char* function, const bspfft_plan* plan, Side side, const int64_t* index, int64_t* process,
             int64_t* place)
{
    return guarded([&] {
        require(plan, function, "the plan");
        require(index, function, "index");
        const Layout& layout = layout_of(*plan, side);
        std::vector<Index> lengths = layout.shape();
        if (plan->batch_of_one) lengths.insert(lengths.begin(), 1);
        Index j = 0;
        for (std::size_t l = 0; l < lengths.size(); ++l) {
            if (index[l] < 0 || index[l] >= lengths[l]) {
                throw Error(Status::invalid_argument, text(function, ": index[", l, "] is ", index[l],
                                                           "; it must be 0 to ", lengths[l] - 1));
            }
            j = j * lengths[l] + index[l];
        }
        if (process) *process = layout.owner(j);
        if (place) *place = layout.local(j);
    });
}

}  // namespace

int bspfft_plan_create(bspfft_plan** plan, int64_t n, void* x, const bspfft_options* options)
{
    return guarded([&] {
        require(plan, "bspfft_plan_create", "the address for the plan");
        *plan = nullptr;
        *plan = made(bspfft::c::is_single(options), {{n}, bspfft::c::translated(options)}, x, x);
    });
}

int bspfft_plan_shape(bspfft_plan** plan, const bspfft_shape* shape, void* in, void* out,
                      const bspfft_options* options)
{
    return guarded([&] {
        require(plan, "bspfft_plan_shape", "the address for the plan");
        *plan = nullptr;
        const bspfft::c::Request request = bspfft::c::translated(shape, options, Port().p());
        if (out) require(in, "bspfft_plan_shape", "in, but not out,");
        if (!out) out = in;
        if (in && in == out && request.options.keep_input) {
            throw Error(Status::invalid_argument,
                        "keep_input is 1, and in and out are one array; give two, or let the plan own them");
        }
        *plan = made(bspfft::c::is_single(options), request, in, out);
    });
}

int bspfft_shape_span(int64_t* span, const bspfft_shape* shape, const bspfft_options* options)
{
    return guarded([&] {
        require(span, "bspfft_shape_span", "the address for the span");
        const bspfft::c::Request request = bspfft::c::translated(shape, options, Port().p());
        *span = bspfft::c::is_single(options) ? Plan<float>::span(request.shape, request.options)
                                              : Plan<double>::span(request.shape, request.options);
    });
}

void bspfft_plan_destroy(bspfft_plan* plan) { delete plan; }

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

int64_t bspfft_input_places(const bspfft_plan* plan) { return places(plan, Side::input); }
int64_t bspfft_output_places(const bspfft_plan* plan) { return places(plan, Side::output); }

int bspfft_input_index(const bspfft_plan* plan, int64_t place, int64_t index[])
{
    return index_at("bspfft_input_index", plan, Side::input, place, index);
}

int bspfft_output_index(const bspfft_plan* plan, int64_t place, int64_t index[])
{
    return index_at("bspfft_output_index", plan, Side::output, place, index);
}

int bspfft_input_place(const bspfft_plan* plan, const int64_t index[], int64_t* process, int64_t* place)
{
    return place_of("bspfft_input_place", plan, Side::input, index, process, place);
}

int bspfft_output_place(const bspfft_plan* plan, const int64_t index[], int64_t* process, int64_t* place)
{
    return place_of("bspfft_output_place", plan, Side::output, index, process, place);
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
    return guarded_with(plan, "bspfft_account", [&](auto& p) { p.account(on != 0); });
}

int bspfft_ledger(const bspfft_plan* plan, int64_t process, bspfft_superstep* rows, int64_t capacity,
                  int64_t* count)
{
    return guarded_with(plan, "bspfft_ledger", [&](const auto& planned) {
        const bspfft::Ledger ledger = planned.ledger();
        const auto p = static_cast<std::int64_t>(ledger.supersteps.front().processes.size());
        if (process < -1 || process >= p) {
            throw Error(Status::invalid_argument, text("process is ", process, "; it must be 0 to ", p - 1,
                                                       ", or -1 for the largest over all"));
        }
        if (capacity > 0) bspfft::c::copy_rows(ledger, process, rows, capacity);
        if (count) *count = std::ssize(ledger.supersteps);
    });
}

const char* bspfft_message(void) { return last_message.c_str(); }
