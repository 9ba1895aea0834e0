#include "tools/commands/collectives.hpp"

#include <algorithm>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/measure/statistics.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

namespace {

constexpr int collective_runs = 15;
constexpr auto word_bytes = static_cast<Index>(sizeof(double));

void put_blocks(const CollectiveArrays& a, Index t, const double* source, double* array, Index place, Index count = 1)
{
    const Index bytes = a.block * word_bytes;
    const auto put = Port::prefers_hpput() ? &Port::hpput : &Port::put;
    (a.port.*put)(t, source, array, place * bytes, count * bytes);
}

// Each process sends block t of `from` to process t.
void send_each_its_block(const CollectiveArrays& a, double* array)
{
    for (Index j = 1; j <= a.port.p(); ++j) {
        const Index t = (a.port.s() + j) % a.port.p();
        put_blocks(a, t, a.from + t * a.block, array, a.port.s());
    }
    a.port.sync();
}

// Each process sends its block of `to` to all others.
void send_own_block(const CollectiveArrays& a)
{
    const Index p = a.port.p(), s = a.port.s();
    for (Index j = 1; j < p; ++j) put_blocks(a, (s + j) % p, a.to + s * a.block, a.to, s);
    a.port.sync();
}

void send_and_add(const CollectiveArrays& a, double* sum)
{
    send_each_its_block(a, a.work);
    std::copy_n(a.work, a.block, sum);
    for (Index t = 1; t < a.port.p(); ++t)
        std::transform(sum, sum + a.block, a.work + t * a.block, sum, std::plus<>());
}

// Process 0 does this for each other process.
void from_root(const CollectiveArrays& a, auto send)
{
    for (Index t = 1; a.port.s() == 0 && t < a.port.p(); ++t) send(t);
    a.port.sync();
}

std::vector<ExecutedCollective> executed_collectives()
{
    using Arrays = CollectiveArrays;
    std::vector<ExecutedCollective> all{
        {"broadcast", "direct",
         [](const Arrays& a) { from_root(a, [&](Index t) { put_blocks(a, t, a.to, a.to, 0, a.port.p()); }); }},
        {"broadcast", "scatter-allgather",
         [](const Arrays& a) {
             from_root(a, [&](Index t) { put_blocks(a, t, a.to + t * a.block, a.to, t); });
             send_own_block(a);
         }},
        {"scatter", "direct",
         [](const Arrays& a) {
             if (a.port.s() == 0) std::copy_n(a.from, a.block, a.to);
             from_root(a, [&](Index t) { put_blocks(a, t, a.from + t * a.block, a.to, 0); });
         }},
        {"gather", "direct",
         [](const Arrays& a) {
             put_blocks(a, 0, a.from, a.to, a.port.s());
             a.port.sync();
         }},
        {"allgather", "direct",
         [](const Arrays& a) {
             std::copy_n(a.from, a.block, a.to + a.port.s() * a.block);
             send_own_block(a);
         }},
        {"reduce-scatter", "direct", [](const Arrays& a) { send_and_add(a, a.to); }},
        {"allreduce", "direct",
         [](const Arrays& a) {
             send_and_add(a, a.to + a.port.s() * a.block);
             send_own_block(a);
         }},
        {"all-to-all", "direct", [](const Arrays& a) { send_each_its_block(a, a.to); }}};
    for (const ExecutedCollective& each : mpi_collectives()) all.push_back(each);
    std::ranges::stable_sort(all, {}, &ExecutedCollective::collective);
    return all;
}

// Process s gives numbers 1 + s, so that every block of a result is known.
bool is_right(const std::string& collective, const CollectiveArrays& a)
{
    const Index p = a.port.p();
    if (collective == "gather" && a.port.s() > 0) return true;
    const bool is_from_root = collective == "broadcast" || collective == "scatter";
    const bool is_sum = collective == "reduce-scatter" || collective == "allreduce";
    const bool is_one_block = collective == "scatter" || collective == "reduce-scatter";
    for (Index t = 0; t < (is_one_block ? 1 : p); ++t) {
        const auto wanted = static_cast<double>(is_sum ? p * (p + 1) / 2 : is_from_root ? 1 : 1 + t);
        const double* const block = a.to + t * a.block;
        if (std::count(block, block + a.block, wanted) != a.block) return false;
    }
    return true;
}

double measured_seconds(const ExecutedCollective& what, const CollectiveArrays& a)
{
    std::fill_n(a.to, a.port.p() * a.block, what.collective == "broadcast" && a.port.s() == 0 ? 1.0 : 0.0);
    Samples seconds;
    for (int i = 0; i < collective_runs; ++i) {
        a.port.sync();
        const double start = steady_seconds();
        what.run(a);
        seconds.push_back(largest_over_processes(a.port, steady_seconds() - start));
    }
    Agreement(a.port).on([&] {
        if (!is_right(what.collective, a))
            throw Error(Status::internal_error, text(what.collective, " by ", what.by, " has a wrong result"));
    });
    return median(seconds);
}

}  // namespace

std::vector<CollectiveRow> measure_collectives(Index p, const std::vector<Index>& sizes,
                                               const std::vector<AlgorithmCosts>& collectives)
{
    std::vector<CollectiveRow> rows;
    run_section(p, [&](Port& port) {
        const Index words = sizes.back() / word_bytes;
        Buffer<double> from, to, work;
        Agreement(port).on([&] {
            for (Buffer<double>* each : {&from, &to, &work}) *each = Buffer<double>(words);
            std::fill_n(from.data(), words, static_cast<double>(1 + port.s()));
            Port::require_addressable(words * word_bytes);
        });
        for (double* array : {to.data(), work.data()}) port.push(array, words * word_bytes);
        port.sync();
        for (const Index bytes : sizes) {
            const CollectiveArrays arrays{port, from.data(), to.data(), work.data(), bytes / word_bytes / p};
            for (const ExecutedCollective& what : executed_collectives()) {
                if (std::ranges::find(collectives, what.collective, &collective_of) == collectives.end()) continue;
                const double seconds = measured_seconds(what, arrays);
                if (port.s() == 0) rows.push_back({p, bytes, what.collective, what.by, seconds});
            }
        }
        for (double* array : {to.data(), work.data()}) port.pop(array);
        port.sync();
    });
    return rows;
}

}  // namespace bspfft::tools
