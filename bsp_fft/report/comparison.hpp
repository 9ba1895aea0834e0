// Measured beside predicted over a grid of n and p: errors, and the largest discrepancy.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/measure/statistics.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/report/cost_report.hpp"

namespace bspfft {

/// With less of a core something else ran there.
inline constexpr double least_core_share = 0.95;

/// One n and p.
struct Comparison {
    Schedule schedule;
    Index repeats;
    MeasuredCost measured;
    /// CPU time over wall time of the process for which it is smallest, or the pace of the slowest core over its best;
    /// independent of predictions.
    double core_share;
    Predictions predictions;

    /// Whether something else ran on the cores meanwhile. Such rows are marked, but count like all others.
    bool disturbed() const { return core_share < least_core_share; }
    /// Whether there is a T_pcie, measured or predicted.
    bool has_pcie() const { return measured.pcie > 0 || predictions.calibrated.total().pcie > 0; }
};

/// The terms that some row has.
std::span<const Term> terms_of(const std::vector<Comparison>& rows);

/// The predictions of a comparison, the calibrated one first.
std::vector<const Prediction*> models_of(const Predictions& predictions);

/// (predicted - measured) / measured; not a number if nothing was measured.
double relative_error(const Comparison& row, const Prediction& prediction, Term term);

/// How large the errors of a model are; parts count where they are over 5% of the measured total.
struct ErrorSummary {
    double median = 0;
    double worst = 0;
    std::size_t points = 0;
};
ErrorSummary summary_of(const Samples& sizes);
ErrorSummary summarise(const std::vector<Comparison>& rows, std::size_t model, Term term);

/// The part of a prediction that is off by the largest share of its measured total.
struct Discrepancy {
    std::size_t row = 0;
    std::string model;
    Term term = Term::total;
    double error = 0;
    std::string sentence;  ///< with its likely cause
};
Discrepancy largest_discrepancy(const std::vector<Comparison>& rows);

Json json_of(const Comparison& row);
Json json_of(const ErrorSummary& errors);
/// By term, with the ends of its interval.
Json json_of(const Price& price, bool has_pcie);

}  // namespace bspfft
