#include "bsp_fft/plans/alternatives.hpp"

#include <set>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/schedule/program.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

std::string why_processes(const Schedule& schedule, const PlanOptions& requested, bool asked, const Quotes& quotes)
{
    const Index p = schedule.p();
    const auto most = static_cast<Index>(bsp_nprocs());
    const std::string reason = asked                              ? "asked for"
                               : schedule.kernel() == Kernel::cuda ? "processes share the device"
                               : p == most ? "as many as run at once on this machine"
                                           : text("the lowest price of up to ", most, " that run at once");
    std::string sentence = text("p = ", p, ": ", reason);
    if (!quotes) return sentence;
    sentence += "; predicted:";
    Index fastest = p;
    double least = quotes(p, requested).seconds;
    // half and double, or one for comparison
    for (const Index q : std::set{p > 2 ? p / 2 : 1, p, 2 * p}) {
        if (requested.input || requested.output || (!requested.grid.empty() && q != p)) continue;
        const Quote quote = quotes(q, requested);
        sentence += text(sentence.back() == ':' ? " " : ", ", "p = ", q, " ", quote.words);
        if (q < p && quote.seconds < least) {
            least = quote.seconds;
            fastest = q;
        }
    }
    if (sentence.back() == ':') sentence += text(" ", quotes(p, requested).words);
    if (fastest < p) sentence += text("; fewer processes, p = ", fastest, ", would be faster");
    return sentence;
}

// What the algorithm needs, and whether parts are even: the first of three ways that is possible is taken.
std::string why_algorithm(const Schedule& schedule, const PlanOptions& requested)
{
    const std::string name = algorithm_name(schedule.algorithm());
    const std::string data = "the data moves " + times(schedule.redistributions());
    if (requested.algorithm != Algorithm::automatic) return text("algorithm ", name, ": asked for; ", data);
    if (requested.reproducible) return text("algorithm ", name, ": reproducible, by the shape alone; ", data);
    switch (schedule.algorithm()) {
    case Algorithm::fast:
        if (schedule.input().is_even() && schedule.output().is_even())
            return text("algorithm fast: every axis has a cut n = a b with parts that are even; ", data);
        if (schedule.problem().data != Data::complex && schedule.input().is_even() != schedule.output().is_even())
            return text("algorithm fast: every axis has a cut n = a b with parts that are even, but for the one line ",
                        "more that half a spectrum has; ", data);
        return text("algorithm fast: axes have cuts n = a b with a >= p and b >= p, but p does not divide both, so ",
                    "that parts are uneven by a column; ", data);
    case Algorithm::bluestein:
        return text("algorithm bluestein: n = ", schedule.n(),
                    leaves_lanes_empty(schedule.n(), 1, schedule.lanes()) && schedule.p() == 1
                        ? text(" has the prime factor ", prime_factors(schedule.n()).back(), " and few columns for it")
                        : text(" is no product of two factors of at least p = ", schedule.p(), " without a long prime"),
                    ", so it becomes a convolution of length ", schedule.program().convolution, "; ", data);
    case Algorithm::pencils:
        return text("algorithm pencils: no grid of p = ", schedule.p(), " processes has a free cut of ",
                    shape_text(schedule.shape()), ", so blocks move between the axes; ", data);
    default:
        break;
    }
    if (requested.kernel != Kernel::automatic) {
        return text("algorithm textbook: the kernel ", kernel_name(requested.kernel),
                    " was asked for, and with it the textbook's algorithm is taken; ", data);
    }
    return text("algorithm textbook: p = ", schedule.p(),
                " is more than sqrt(n), so no single redistribution is enough; ", data);
}

// In the order of the shape's axes.
std::vector<Index> by_axis(const std::vector<AxisCut>& axes, Index AxisCut::* number)
{
    std::vector<Index> result(axes.size());
    for (const AxisCut& axis : axes) result[static_cast<std::size_t>(axis.axis)] = axis.*number;
    return result;
}

std::string tiles_in_words(const Schedule& schedule, Index a, Index b)
{
    const Index lanes = schedule.lanes();
    const auto tile = [&](Index length) { return length * lanes * 2 * schedule.bytes_per_real() / 1024; };
    return text("a tile of ", lanes, " columns (", tile(a), " KiB) and one of ", lanes, " rows (", tile(b),
                " KiB) are in the cache, and main memory is swept ", times(schedule.sweeps()), " in all");
}

std::string sweeps_in_words(const Program& program)
{
    std::string words;
    for (const Compute* const sweep : program.computations()) {
        if (!words.empty()) words += sweep->by_blocks ? ", in turns with " : ", then ";
        words += sweep->name;
        if (sweep->by_blocks) words += " on blocks that stay in the cache";
    }
    return words;
}

std::string why_cut(const Schedule& schedule, const PlanOptions& requested, const Quotes& quotes)
{
    const std::vector<AxisCut>& axes = schedule.program().cut();
    const std::vector<Index> lengths = schedule.radices();
    if (schedule.algorithm() == Algorithm::pencils) return "no cut: each axis is transformed where it is whole";
    if (lengths.size() == 1 && schedule.lanes() == 1) {
        const bool are_pairs = half_axis_of(axes);
        return text("no cut: one process has all of it, and a vector of ", lengths[0],
                    are_pairs ? text(", as ", lengths[0] / 2, " complex numbers,") : "", " is transformed ",
                    schedule.sweeps() > 1 ? "in place, in two sweeps over it"
                                          : "in the cache, in stages whose lanes are its own elements");
    }
    if (schedule.program().is_whole() && lengths.size() > 1)
        return "no cut: no axis that is transformed is distributed, and sweeps in place promise less time: " +
               sweeps_in_words(schedule.program());
    if (lengths.size() == 1)
        return text("no cut: no axis that is transformed is distributed, and the batch fills the lanes (",
                    schedule.lanes(), ") of tiles that are in the cache");
    if (schedule.supersteps().front().computation.slices > 1)
        return text("cut ", lengths[0], " by ", lengths[1], ": in slices that fit in the device window, in place, and ",
                    "the bus is swept ", times(schedule.sweeps()), " each way");
    const bool asked = !requested.cut.empty();
    std::string sentence = text("cut ", shape_text(by_axis(axes, &AxisCut::a)), " by ",
                                shape_text(by_axis(axes, &AxisCut::b)), ": ", asked                    ? "asked for; "
                                : requested.reproducible ? "reproducible, by the shape alone; "
                                                         : "",
                                tiles_in_words(schedule, lengths[0], lengths[1]));
    if (!quotes || axes.size() > 1 || schedule.algorithm() != Algorithm::fast) return sentence;
    sentence += "; predicted:";
    const AxisCut& axis = axes.front();
    for (const Index cut : {axis.a / 4, axis.a, axis.a * 4}) {
        if (cut < axis.p || cut < 1 || axis.n % cut != 0 || axis.n / cut < axis.p) continue;
        PlanOptions other = requested;
        other.cut = {cut};
        sentence += text(sentence.back() == ':' ? " " : ", ", cut, " ", quotes(schedule.p(), other).words);
    }
    return sentence;
}

std::string why_layouts(const Schedule& schedule, const PlanOptions& requested)
{
    std::string sentence = text("layouts: ", schedule.input().description(), " in, ", schedule.output().description(),
                                " out");
    const Index own = schedule.algorithm() == Algorithm::bluestein ? 2 : 1;
    const Index extra = schedule.algorithm() == Algorithm::fast || schedule.algorithm() == Algorithm::bluestein
                            ? schedule.redistributions() - (schedule.p() > 1 ? own : 0)
                            : 0;
    if (requested.input || requested.output)
        sentence += extra > 0 ? text(": asked for, at the price of ", extra, " more move", extra > 1 ? "s" : "")
                              : std::string(": asked for, and the algorithm's own");
    else
        sentence += ": the algorithm's own";
    return sentence;
}

std::string why_kernel(const Schedule& schedule, const PlanOptions& requested)
{
    const Kernel chosen = schedule.kernel();
    if (requested.kernel != Kernel::automatic) return text("kernel ", kernel_name(chosen), ": asked for");
    if (schedule.algorithm() != Algorithm::textbook)
        return text("kernel ", kernel_name(chosen), ": transforms tiles of columns in the cache, of any length");
    return text("kernel ", kernel_name(chosen), ": the textbook's butterflies, on the bit-reversed order that lands");
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
                             const Quotes& quotes)
{
    std::vector<std::string> sentences{why_processes(schedule, requested, asked_for_p, quotes),
                                       why_algorithm(schedule, requested)};
    if (schedule.algorithm() != Algorithm::textbook) sentences.push_back(why_cut(schedule, requested, quotes));
    sentences.push_back(why_layouts(schedule, requested));
    sentences.push_back(why_kernel(schedule, requested));
    sentences.push_back(why_exchange(requested));
    return sentences;
}

}  // namespace bspfft
