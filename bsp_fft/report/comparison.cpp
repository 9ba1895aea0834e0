#include "bsp_fft/report/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/readable.hpp"

namespace bspfft {

namespace {

constexpr double share_that_counts = 0.05;

// The likely cause of a discrepancy, as far as the model explains it.
std::string likely_cause(const Comparison& row, const std::string& model, Term term, double error)
{
    const bool bspbench = model != "calibrated";
    if (!bspbench && row.disturbed())
        return text("something else was running: a process had only ", static_cast<int>(100 * row.core_share),
                    "% of a core, or of its pace");
    if (bspbench && term == Term::communicate && error > 0) {
        Index messages = 0;
        for (const Superstep& step : row.schedule.supersteps()) messages += step.communication.messages;
        messages = std::max(Index{1}, messages);
        return text("its g is measured with puts of 8 bytes, and this transform sends packets of ",
                    row.schedule.words() * row.schedule.bytes_per_real() / messages, " bytes");
    }
    if (bspbench && term == Term::compute && error < 0)
        return "its r is the rate of a DAXPY in the nearest cache, not that of these kernels on these data";
    if (bspbench && term == Term::pcie) return "it knows nothing of a device";
    if (bspbench && term == Term::sync) return "its l comes from a fit through puts, not from empty supersteps";
    if (term == Term::pcie) return "something else used the device or its bus";
    if (term == Term::communicate) return "the caches held other data than during the probe";
    if (term == Term::sync) return "a process was interrupted, or processes were late by turns";
    return error < 0 ? "the machine was busier or slower than when it was probed"
                     : "the machine was less busy or faster than when it was probed";
}

// "n = 2^10", "n = 1000" or "shape 16x64".
std::string size_of(const Schedule& schedule)
{
    const Index n = schedule.n();
    if (schedule.shape().size() == 1) return is_power_of_two(n) ? text("n = 2^", log2_exact(n)) : text("n = ", n);
    std::string lengths;
    for (const Index length : schedule.shape()) lengths += text(lengths.empty() ? "shape " : "x", length);
    return lengths;
}

Json costs(const auto& cost, bool has_pcie)
{
    Json json = Json::object();
    for (const Term term : terms(has_pcie)) {
        // what no model has
        if constexpr (requires { cost.other(); }) {
            if (term == Term::total) json["other"] = cost.other();
        }
        json[name_of(term)] = part_of(cost, term);
    }
    return json;
}

}  // namespace

std::span<const Term> terms_of(const std::vector<Comparison>& rows)
{
    return terms(std::any_of(rows.begin(), rows.end(), [](const Comparison& row) { return row.has_pcie(); }));
}

std::vector<const Prediction*> models_of(const Predictions& predictions)
{
    return {&predictions.calibrated, &predictions.counted, &predictions.textbook};
}

double relative_error(const Comparison& row, const Prediction& prediction, Term term)
{
    const double measured = part_of(row.measured, term);
    if (!(measured > 0)) return std::numeric_limits<double>::quiet_NaN();
    return part_of(prediction.total(), term) / measured - 1;
}

ErrorSummary summary_of(const Samples& sizes)
{
    if (sizes.empty()) return {};
    return {median(sizes), *std::max_element(sizes.begin(), sizes.end()), sizes.size()};
}

ErrorSummary summarise(const std::vector<Comparison>& rows, std::size_t model, Term term)
{
    Samples sizes;
    for (const Comparison& row : rows) {
        if (part_of(row.measured, term) <= share_that_counts * row.measured.total) continue;
        sizes.push_back(std::abs(relative_error(row, *models_of(row.predictions)[model], term)));
    }
    return summary_of(sizes);
}

Json json_of(const ErrorSummary& errors)
{
    return {{"median", errors.median}, {"worst", errors.worst}, {"points", errors.points}};
}

Discrepancy largest_discrepancy(const std::vector<Comparison>& rows)
{
    Discrepancy found;
    double largest = -1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const Prediction* prediction : models_of(rows[i].predictions)) {
            for (const Term term : {Term::compute, Term::pcie, Term::communicate, Term::sync}) {
                const double off = part_of(prediction->total(), term) - part_of(rows[i].measured, term);
                const double share = std::abs(off) / rows[i].measured.total;
                if (share <= largest) continue;
                largest = share;
                found = {i, prediction->model, term, relative_error(rows[i], *prediction, term), ""};
            }
        }
    }
    if (rows.empty()) return found;
    const Comparison& row = rows[found.row];
    found.sentence = text("The largest discrepancy is ", name_of(found.term), " of the ", found.model, " model at ",
                          size_of(row.schedule), ", p = ", row.schedule.p(), ": ", readable_error(found.error),
                          " of the ", readable_seconds(part_of(row.measured, found.term)), " measured; likely because ",
                          likely_cause(row, found.model, found.term, found.error), ".");
    return found;
}

Json json_of(const Price& price, bool has_pcie)
{
    Json json = costs(price, has_pcie);
    json["low"] = low_end(price);
    json["high"] = high_end(price);
    return json;
}

Json json_of(const Comparison& row)
{
    const Schedule& schedule = row.schedule;
    Json json{{"n", schedule.n()},
              {"p", schedule.p()},
              {"algorithm", algorithm_name(schedule.algorithm())},
              {"exchange", schedule.exchange() == Exchange::put ? "put" : "hpput"},
              {"cut", cut_of(schedule)},
              {"synchronisations", schedule.synchronisations()},
              {"repeats", row.repeats},
              {"measured", costs(row.measured, row.has_pcie())}};
    for (const Prediction* prediction : models_of(row.predictions))
        json[prediction->model] = json_of(prediction->total(), row.has_pcie());
    json["wait"] = row.measured.wait;
    json["without_ledger"] = row.measured.without_ledger;
    json["core_share"] = row.core_share;
    json["disturbed"] = row.disturbed();
    for (const Prediction* prediction : models_of(row.predictions)) {
        for (const Term term : terms(row.has_pcie())) {
            const double error = relative_error(row, *prediction, term);
            json["errors"][prediction->model][name_of(term)] = std::isfinite(error) ? Json(error) : Json();
        }
    }
    return json;
}

}  // namespace bspfft
