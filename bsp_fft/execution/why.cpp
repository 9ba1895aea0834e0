#include "bsp_fft/execution/why.hpp"

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

namespace {

std::string why_processes(const Schedule& schedule, const PlanOptions& requested, bool asked, const PriceInWords& price)
{
    const Index p = schedule.p(), n = schedule.n();
    std::string sentence =
        asked ? text("p = ", p, ": asked for")
              : text("p = ", p, ": the largest power of two that is at most n/2 and runs at once on this machine, ",
                     "which runs ", static_cast<Index>(bsp_nprocs()));
    if (!price) return sentence;
    sentence += "; predicted:";
    for (Index q = p > 2 ? p / 2 : 1; q <= 2 * p && q <= n / 2; q *= 2)
        sentence += text(sentence.back() == ':' ? " " : ", ", "p = ", q, " ", price(q, requested));
    return sentence;
}

std::string why_no_cut(const Schedule& schedule, const PlanOptions& requested)
{
    const std::string data = "the data moves " + times(schedule.redistributions());
    if (requested.algorithm == Algorithm::textbook) return "no cut: the textbook's algorithm was asked for; " + data;
    if (has_free_cut(schedule.n(), schedule.p())) {
        return text("no cut: the kernel ", kernel_name(requested.kernel),
                    " was asked for, and with it the textbook's algorithm is taken; ", data);
    }
    return text("no cut: p = ", schedule.p(), " is more than sqrt(n), so no single redistribution is enough; ", data);
}

// The lengths of the columns and of the rows, and what a tile of each takes in the cache.
std::string near_the_root(const Schedule& schedule, Index a, Index b)
{
    const Index lanes = schedule.lanes();
    const auto tile = [&](Index length) { return length * lanes * 2 * schedule.bytes_per_real() / 1024; };
    return text("near sqrt(n), where a tile of ", lanes, " columns (", tile(a), " KiB) and one of ", lanes, " rows (",
                tile(b), " KiB) are smallest, and main memory is swept twice in all");
}

std::string why_cut(const Schedule& schedule, const PlanOptions& requested, const PriceInWords& price)
{
    if (schedule.algorithm() != Algorithm::fast) return why_no_cut(schedule, requested);
    const Index n = schedule.n(), p = schedule.p(), a = schedule.radices().front(), b = n / a;
    std::string sentence =
        text("cut ", a, " x ", b, ": ", requested.cut > 0 ? "asked for" : near_the_root(schedule, a, b));
    if (!price) return sentence;
    sentence += "; predicted:";
    for (const Index cut : {a / 4, a, a * 4}) {
        if (cut < p || cut > n / p) continue;
        PlanOptions other = requested;
        other.cut = cut;
        sentence += text(sentence.back() == ':' ? " " : ", ", cut, " ", price(p, other));
    }
    return sentence;
}

std::string why_kernel(const Schedule& schedule, const PlanOptions& requested)
{
    const Kernel chosen = schedule.supersteps().front().kernel;
    if (requested.kernel != Kernel::automatic) return text("kernel ", kernel_name(chosen), ": asked for");
    std::string sweeps;
    for (const KernelEntry* kernel : kernels()) {
        PlanOptions options = requested;
        options.algorithm = schedule.algorithm();
        options.exchange = schedule.exchange();
        options.kernel = kernel->kernel;
        const Schedule with = schedule_for(schedule.n(), schedule.p(), options, schedule.bytes_per_real());
        if (!objection_to(*kernel, with).empty()) continue;
        sweeps += text(sweeps.empty() ? "" : ", ", kernel_name(kernel->kernel), " ", cost_of(*kernel, with));
    }
    return text("kernel ", kernel_name(chosen), ": goes through the data least often of those that can do its passes (",
                sweeps, " times)");
}

std::string why_exchange(const PlanOptions& requested)
{
    const char* const name = resolved(requested.exchange) == Exchange::hpput ? "hpput" : "put";
    if (requested.exchange != Exchange::automatic) return text("exchange ", name, ": asked for");
    return text("exchange ", name, ": on the ", Port::runtime(), " runtime an hpput ",
                Port::completes_at_call()
                    ? "is complete when it returns, so packets leave from a small buffer that stays in the cache"
                : Port::prefers_hpput() ? "moves packets without a copy, from a buffer for all of them"
                                        : "may read its source until the sync, so packets would need a buffer for all");
}

}  // namespace

std::vector<std::string> why(const Schedule& schedule, const PlanOptions& requested, bool asked_for_p,
                             const PriceInWords& price)
{
    return {why_processes(schedule, requested, asked_for_p, price), why_cut(schedule, requested, price),
            why_kernel(schedule, requested), why_exchange(requested)};
}

}  // namespace bspfft
