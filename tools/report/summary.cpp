#include <cmath>
#include <set>
#include <stdexcept>

#include "bsp_fft/base/text.hpp"
#include "tools/report/parts.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

// The parts of the slowest process in each superstep, of which BSP's total is the sum.
std::string shares(const Json& cost)
{
    const double compute = amount(cost.at("T_comp"), "measured");
    const double communicate = amount(cost.at("T_comm"), "measured");
    const double sync = amount(cost.at("T_sync"), "measured");
    const double pcie = cost.contains("T_pcie") ? amount(cost.at("T_pcie"), "measured") : 0;
    const double sum = compute + communicate + sync + pcie;
    if (!(sum > 0)) return "";
    return text("Of what BSP charges, ", percent(compute / sum), " is computing, ",
                pcie > 0 ? text(percent(pcie / sum), " copying between host and device, ") : "",
                percent(communicate / sum), " communicating, ", percent(sync / sum),
                " synchronising; beside it, the process that waited longest for the others waited ",
                readable_seconds(amount(cost.at("wait"), "measured")), ".");
}

std::string imbalance(const Json& supersteps)
{
    const Json* worst = &supersteps.at(0);
    for (const Json& step : supersteps) {
        if (amount(step, "imbalance") > amount(*worst, "imbalance")) worst = &step;
    }
    return text("The work is least balanced in \"", worst->at("name").get<std::string>(),
                "\": the slowest process computes ", percent(amount(*worst, "imbalance")), " longer than the mean.");
}

std::string predictions(const Json& total)
{
    const double measured = amount(total, "measured");
    const auto of = [&](const char* key) {
        const double predicted = prediction(total, key);
        return text(readable_seconds(predicted), " (", readable_error(predicted / measured - 1), ")");
    };
    return text("With the ledger a transform took ", readable_seconds(measured), ". Predicted were ", of("predicted"),
                " by the calibrated model, ", of("counted"), " by counts with bspbench's r, g and l, ", of("textbook"),
                " by the textbook's formula.");
}

// "n = 1024 (2^10) numbers", or "16x64 numbers".
std::string size_of(const Json& from)
{
    if (!from.contains("shape") || from.at("shape").size() == 1) return "n = " + with_power(from.at("n").get<Index>());
    return shape_text(from.at("shape").get<std::vector<Index>>());
}

const char* kind_of(const Json& from) { return from.value("real", false) ? " real" : ""; }

// A comparison of one shape, or a grid of lengths.
std::string extent(const Json& grid)
{
    if (grid.size() > 0 && grid.at(0).contains("shape") && grid.at(0).at("shape").size() > 1)
        return text("the shape ", size_of(grid.at(0)), " by ", grid.size(), kind_of(grid.at(0)), " transforms");
    std::set<Index> lengths, processes;
    for (const Json& row : grid) {
        lengths.insert(row.at("n").get<Index>());
        processes.insert(row.at("p").get<Index>());
    }
    if (lengths.empty()) throw std::domain_error("the grid is empty");
    return text("n = ", with_power(*lengths.begin()), " to ", with_power(*lengths.rbegin()),
                " and p = ", *processes.begin(),
                *processes.begin() == *processes.rbegin() ? "" : text(" to ", *processes.rbegin()));
}

// A result may have a list of them, such as those of the probe that its predictions are made from.
void warn_as_listed(Page& page, const Json& from)
{
    if (!from.contains("warnings")) return;
    for (const Json& words : from.at("warnings")) page.warning(words.get<std::string>());
}

}  // namespace

std::string percent(double share)
{
    // A share that is larger says no more, but takes the room of the column beside it.
    constexpr double most = 10;
    return share > most ? text(">", 100 * most, "%") : text(std::round(1000 * share) / 10, "%");
}

double prediction(const Json& from, const char* key)
{
    const double value = from.at(key).get<double>();
    if (!std::isfinite(value)) throw std::domain_error(text(key, " is infinite"));
    return value;
}

double amount(const Json& from, const char* key)
{
    const double value = prediction(from, key);
    if (value < 0) throw std::domain_error(text(key, " is less than 0"));
    return value;
}

void summarise_run(Page& page, const Json& run)
{
    const Json& seconds = run.at("seconds");
    page.paragraph(
        text("One ", run.at("direction").get<std::string>(), " transform of ", size_of(run), kind_of(run),
             " numbers in ", run.at("precision").get<std::string>(), " precision on p = ", run.at("p").get<Index>(),
             " processes (", run.at("runtime").get<std::string>(), " runtime, ", run.at("algorithm").get<std::string>(),
             " algorithm, ", run.at("exchange").get<std::string>(), ") took ",
             readable_seconds(amount(seconds, "median")), ", the median of ", seconds.at("repeats").get<Index>(),
             "; the fastest was ", readable_seconds(amount(seconds, "min")), ", ",
             std::round(100 * amount(run, "gflops")) / 100, " Gflop/s counted as 5 n log2 n."));
    const Json& total = run.at("cost").at("total");
    page.paragraph(shares(run.at("cost")) + " " + imbalance(run.at("supersteps")));
    if (total.contains("predicted")) page.paragraph(predictions(total));
    if (run.contains("pages")) page.paragraph("It had " + run.at("pages").at("words").get<std::string>() + ".");
    if (run.contains("remembered")) page.paragraph("The " + run.at("remembered").get<std::string>() + ".");
}

void summarise_comparison(Page& page, const Json& comparison)
{
    const Json& grid = comparison.at("grid");
    const Json& errors = comparison.at("summary").at("calibrated").at("total");
    page.paragraph(text("Over ", extent(grid), " (", comparison.at("cpu").get<std::string>(),
                        "), the calibrated total is off by ", percent(amount(errors, "median")), " at the median and ",
                        percent(amount(errors, "worst")), " at the worst. ",
                        comparison.at("largest_discrepancy").at("sentence").get<std::string>()));
}

void summarise_machine(Page& page, const KnownMachine& known)
{
    const Machine& machine = known.machine;
    page.paragraph(text("The machine: ", machine.cpu, ", ", machine.runtime, " runtime, ", machine.simd,
                        ", probed with up to ", machine.p, " processes on ", machine.cores, " cores at ", machine.date,
                        "."));
    if (!machine.device) return;
    const DeviceParameters& device = *machine.device;
    page.paragraph(text("Its device: ", device.name, ", ", readable_bytes(static_cast<double>(device.memory)),
                        "; copying within it moves ", std::round(device.bytes_per_second.value / 1e9),
                        " GB/s, and work that does nothing takes ", readable_seconds(device.launch.value), "."));
}

void warn_of_run(Page& page, const Json& run)
{
    if (run.contains("note")) page.warning(run.at("note").get<std::string>());
    warn_as_listed(page, run);
}

void warn_of_comparison(Page& page, const Json& comparison)
{
    const Json& grid = comparison.at("grid");
    Index disturbed = 0;
    for (const Json& row : grid) disturbed += row.at("disturbed").get<bool>() ? 1 : 0;
    if (disturbed > 0) {
        page.warning(text("something else ran on the cores during ", disturbed, " of ", grid.size(),
                          " measurements: they count, and should be made again on a quiet machine"));
    }
    warn_as_listed(page, comparison);
}

void warn_of_machine(Page& page, const KnownMachine& known)
{
    if (!known.mark.empty()) page.warning(known.mark);
    for (const std::string& words : known.machine.warnings) page.warning(words);
}

}  // namespace bspfft::tools
