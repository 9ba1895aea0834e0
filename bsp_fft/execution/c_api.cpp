// The C interface: translation only.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <exception>
#include <string>
#include <variant>

#include "bsp_fft/base/text.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/plan.hpp"

using bspfft::Error;
using bspfft::Plan;
using bspfft::PlanOptions;
using bspfft::Status;

struct bspfft_plan {
    std::variant<Plan<double>, Plan<float>> plan;
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

// The choice with this number, in the order of the C enumeration.
template <class Choice, std::size_t size>
Choice choose(const char* name, int number, const std::array<Choice, size>& choices)
{
    if (number < 0 || static_cast<std::size_t>(number) >= size) {
        throw Error(Status::invalid_argument,
                    bspfft::text(name, " is ", number, "; it must be 0 to ", size - 1));
    }
    return choices[static_cast<std::size_t>(number)];
}

PlanOptions translated(const bspfft_options& options)
{
    using namespace bspfft;
    PlanOptions result;
    result.normalisation = choose("normalisation", options.normalisation,
                                  std::array{Normalisation::inverse, Normalisation::none,
                                             Normalisation::symmetric, Normalisation::forward});
    result.algorithm = choose("algorithm", options.algorithm,
                              std::array{Algorithm::automatic, Algorithm::textbook, Algorithm::fast});
    result.kernel = choose("kernel", options.kernel,
                           std::array{Kernel::automatic, Kernel::radix2, Kernel::fftw, Kernel::simd});
    result.exchange =
        choose("exchange", options.exchange, std::array{Exchange::automatic, Exchange::put, Exchange::hpput});
    if (options.cut != 0) result.cut = {options.cut};
    return result;
}

bspfft_superstep translated(const bspfft::LedgerRow& row, std::int64_t process)
{
    const bspfft::LedgerEntry entry =
        process < 0 ? row.largest() : row.processes[static_cast<std::size_t>(process)];
    bspfft_superstep result{};
    row.name.copy(result.name, sizeof result.name - 1);
    result.flops = entry.flops;
    result.words_sent = entry.words_sent;
    result.words_received = entry.words_received;
    result.puts = entry.puts;
    result.bytes = entry.bytes;
    result.synchronisations = entry.synchronisations;
    result.compute_seconds = entry.compute_seconds;
    result.communicate_seconds = entry.communicate_seconds;
    result.wait_seconds = entry.wait_seconds;
    result.sync_seconds = entry.sync_seconds;
    return result;
}

// The caller's rows may be those of another version: only as many bytes as they have are written.
void copy_rows(const bspfft::Ledger& ledger, std::int64_t process, bspfft_superstep* rows, std::int64_t capacity)
{
    const std::int64_t size = rows->size;
    if (size < static_cast<std::int64_t>(offsetof(bspfft_superstep, flops))) {
        throw Error(Status::invalid_argument,
                    bspfft::text("rows[0].size is ", size, "; set it to sizeof(bspfft_superstep) = ", sizeof *rows));
    }
    auto* at = reinterpret_cast<char*>(rows);
    for (const bspfft::LedgerRow& row : ledger.supersteps) {
        if (capacity-- == 0) break;
        bspfft_superstep filled = translated(row, process);
        filled.size = size;
        std::memcpy(at, &filled, std::min(static_cast<std::size_t>(size), sizeof filled));
        at += size;
    }
}

template <class Real>
Plan<Real> make(std::int64_t n, void* x, const PlanOptions& options)
{
    if (x) return Plan<Real>(n, static_cast<std::complex<Real>*>(x), options);
    return Plan<Real>(n, options);
}

}  // namespace

int bspfft_plan_create(bspfft_plan** plan, int64_t n, void* x, const bspfft_options* options)
{
    return guarded([&] {
        if (!plan) throw Error(Status::invalid_argument, "bspfft_plan_create: the address for the plan is NULL");
        *plan = nullptr;
        const bspfft_options requested = options ? *options : bspfft_options{};
        const bool single = choose("precision", requested.precision, std::array{false, true});
        const PlanOptions resolved = translated(requested);
        *plan = single ? new bspfft_plan{make<float>(n, x, resolved)}
                       : new bspfft_plan{make<double>(n, x, resolved)};
    });
}

void bspfft_plan_destroy(bspfft_plan* plan) { delete plan; }

void* bspfft_data(bspfft_plan* plan)
{
    return std::visit([](auto& p) -> void* { return p.data(); }, plan->plan);
}

int64_t bspfft_local_size(const bspfft_plan* plan)
{
    return std::visit([](const auto& p) { return p.local_size(); }, plan->plan);
}

int bspfft_forward(bspfft_plan* plan)
{
    return guarded([&] { std::visit([](auto& p) { p.forward(); }, plan->plan); });
}

int bspfft_inverse(bspfft_plan* plan)
{
    return guarded([&] { std::visit([](auto& p) { p.inverse(); }, plan->plan); });
}

int64_t bspfft_flops(const bspfft_plan* plan)
{
    return std::visit([](const auto& p) { return p.schedule().flops(); }, plan->plan);
}

int64_t bspfft_words(const bspfft_plan* plan)
{
    return std::visit([](const auto& p) { return p.schedule().words(); }, plan->plan);
}

int64_t bspfft_synchronisations(const bspfft_plan* plan)
{
    return std::visit([](const auto& p) { return p.synchronisations(); }, plan->plan);
}

int bspfft_account(bspfft_plan* plan, int on)
{
    return guarded([&] { std::visit([&](auto& p) { p.account(on != 0); }, plan->plan); });
}

int bspfft_ledger(const bspfft_plan* plan, int64_t process, bspfft_superstep* rows, int64_t capacity,
                  int64_t* count)
{
    return guarded([&] {
        const bspfft::Ledger ledger = std::visit([](const auto& p) { return p.ledger(); }, plan->plan);
        const auto p = static_cast<std::int64_t>(ledger.supersteps.front().processes.size());
        if (process < -1 || process >= p) {
            throw Error(Status::invalid_argument, bspfft::text("process is ", process, "; it must be 0 to ",
                                                               p - 1, ", or -1 for the largest over all"));
        }
        if (capacity > 0) copy_rows(ledger, process, rows, capacity);
        if (count) *count = std::ssize(ledger.supersteps);
    });
}

const char* bspfft_message(void) { return last_message.c_str(); }
