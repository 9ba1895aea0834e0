#include "tools/commands/choice.hpp"

#include <complex>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/predict/bsp_models.hpp"
#include "bsp_fft/schedule/cut_shape.hpp"
#include "bsp_fft/transform/choices.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

constexpr Index bytes_per_number = sizeof(std::complex<double>);

std::string predicted(const Machine& machine, const Schedule& schedule, Exchange exchange)
{
    return readable_seconds(CalibratedModel(machine).price(schedule, exchange).total().total());
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
                 predicted(known->machine, choose_schedule(n, q, options), decided(options.exchange)));
    }
    return sentence;
}

std::string why_cut(const Schedule& schedule, const PlanOptions& options,
                    const std::optional<KnownMachine>& known)
{
    const Index n = schedule.n(), p = schedule.p();
    if (schedule.cut() == 0) {
        const std::string moves = "the data moves " + times(schedule.redistributions());
        if (Schedule::can_be_fast(n, p)) return "no cut: the textbook's algorithm was asked for; " + moves;
        return text("no cut: p = ", p, " is more than sqrt(n), so no single redistribution is enough; ",
                    moves);
    }
    const CutShape shape = choose_cut(n, p, 0, schedule.cut(), bytes_per_number);
    const auto tile = [&](Index length) { return length * shape.lanes * bytes_per_number / 1024; };
    std::string sentence = text(
        "cut ", shape.n1, " x ", shape.n2, ": ",
        options.cut > 0 ? "asked for"
                        : text("near sqrt(n), where a tile of ", shape.lanes, " columns (", tile(shape.n1),
                               " KiB) and one of ", shape.lanes, " rows (", tile(shape.n2),
                               " KiB) are smallest, and main memory is swept twice in all"));
    if (!known) return sentence;
    sentence += "; predicted:";
    for (const Index cut : {shape.n1 / 4, shape.n1, shape.n1 * 4}) {
        if (cut < p || cut > n / p) continue;
        sentence += text(sentence.back() == ':' ? " " : ", ", cut, " ",
                         predicted(known->machine, Schedule::fast(n, p, cut), decided(options.exchange)));
    }
    return sentence;
}

std::string why_exchange(const PlanOptions& options)
{
    const std::string name = name_of(exchanges, decided(options.exchange));
    if (options.exchange != Exchange::automatic) return text("exchange ", name, ": asked for");
    return text(
        "exchange ", name, ": on the ", Port::runtime(), " runtime an hpput ",
        Port::completes_at_call()
            ? "is complete when it returns, so packets leave from a small buffer that stays in the cache"
            : "may read its source until the sync, so packets would need a buffer for all of them");
}

}  // namespace

Schedule choose_schedule(Index n, Index p, const PlanOptions& options)
{
    return schedule_for(n, p, decided(options, n, p), bytes_per_number);
}

std::vector<std::string> why(const Schedule& schedule, const PlanOptions& options, bool asked_for_p,
                             const std::optional<KnownMachine>& known)
{
    return {why_processes(schedule, options, asked_for_p, known), why_cut(schedule, options, known),
            why_exchange(options)};
}

}  // namespace bspfft::tools
