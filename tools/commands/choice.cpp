#include "tools/commands/choice.hpp"

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bspfft/model.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

std::string predicted(const Machine& machine, const Schedule& schedule)
{
    return readable_seconds(CalibratedModel(machine).price(schedule).total().total());
}

Precision precision_of(const Schedule& schedule)
{
    return schedule.bytes_per_real() == sizeof(float) ? Precision::single_ : Precision::double_;
}

std::string why_processes(const Schedule& schedule, const PlanOptions& options, bool asked,
                          const std::optional<KnownMachine>& known)
{
    const Index p = schedule.p(), n = schedule.n();
    const auto available = static_cast<Index>(bsp_nprocs());
    std::string sentence =
        asked ? text("p = ", p, ": asked for")
              : text("p = ", p,
                     ": the largest power of two that is at most n/2 and runs at once on this machine, ",
                     "which runs ", available);
    if (!known) return sentence;
    sentence += "; predicted:";
    for (Index q = p > 2 ? p / 2 : 1; q <= 2 * p && q <= n / 2; q *= 2) {
        sentence +=
            text(q == 1 || q == p / 2 ? " " : ", ", "p = ", q, " ",
                 predicted(known->machine, choose_schedule(n, q, options, precision_of(schedule), known->machine)));
    }
    return sentence;
}

std::string why_no_cut(const Schedule& schedule)
{
    const std::string moves = text("the data moves ", times(schedule.redistributions()));
    if (has_free_cut(schedule.n(), schedule.p())) return "no cut: the textbook's algorithm was asked for; " + moves;
    return text("no cut: p = ", schedule.p(), " is more than sqrt(n), so no single redistribution is enough; ", moves);
}

std::string why_cut(const Schedule& schedule, const PlanOptions& options,
                    const std::optional<KnownMachine>& known)
{
    if (schedule.algorithm() != Algorithm::fast) return why_no_cut(schedule);
    const Index n = schedule.n(), p = schedule.p(), a = cut_of(schedule), lanes = schedule.lanes();
    const auto tile = [&](Index length) { return length * lanes * 2 * schedule.bytes_per_real() / 1024; };
    std::string sentence =
        text("cut ", a, " x ", n / a, ": ",
             options.cut > 0 ? "asked for"
                             : text("near sqrt(n), where a tile of ", lanes, " columns (", tile(a), " KiB) and one of ",
                                    lanes, " rows (", tile(n / a),
                                    " KiB) are smallest, and main memory is swept twice in all"));
    if (!known) return sentence;
    sentence += "; predicted:";
    for (const Index cut : {a / 4, a, a * 4}) {
        if (cut < p || cut > n / p) continue;
        PlanOptions other = options;
        other.cut = cut;
        sentence += text(sentence.back() == ':' ? " " : ", ", cut, " ",
                         predicted(known->machine, choose_schedule(n, p, other, precision_of(schedule), known->machine)));
    }
    return sentence;
}

std::string why_exchange(const PlanOptions& options)
{
    const std::string name = name_of(exchanges, resolved(options.exchange));
    if (options.exchange != Exchange::automatic) return text("exchange ", name, ": asked for");
    return text(
        "exchange ", name, ": on the ", Port::runtime(), " runtime an hpput ",
        Port::completes_at_call()
            ? "is complete when it returns, so packets leave from a small buffer that stays in the cache"
            : "may read its source until the sync, so packets would need a buffer for all of them");
}

}  // namespace

Schedule choose_schedule(Index n, Index p, const PlanOptions& options, Precision precision, const Machine& machine)
{
    const Index bytes_per_real = bytes_per_complex(precision) / 2;
    PlanOptions chosen = resolved(options, n, p, bytes_per_real);
    const bool free = options.kernel == Kernel::automatic && chosen.algorithm == Algorithm::textbook;
    if (free && !machine.knows({kernel_name(chosen.kernel), Access::in_place, bytes_per_real, 1}))
        chosen.kernel = Kernel::radix2;
    return schedule_for(n, p, chosen, bytes_per_real);
}

std::vector<std::string> why(const Schedule& schedule, const PlanOptions& options, bool asked_for_p,
                             const std::optional<KnownMachine>& known)
{
    return {why_processes(schedule, options, asked_for_p, known), why_cut(schedule, options, known),
            why_exchange(options)};
}

}  // namespace bspfft::tools
