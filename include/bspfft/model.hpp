// Predicts the cost of a transform on a machine: models that price a schedule.
#pragma once

#include <string>
#include <vector>

#include "bspfft/export.hpp"
#include "bspfft/machine.hpp"
#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// Seconds of one superstep, or of all.
struct BSPFFT_API Price {
    double compute = 0;
    double communicate = 0;
    double sync = 0;
    /// The total with every measured number at its lower quartile, and at its upper one; NaN if a number has none.
    double low = 0;
    double high = 0;
    /// Copying between host and device while nothing is computed; 0 without a device.
    double pcie = 0;

    /// Seconds of all four; and the sum of two prices, part by part.
    double total() const { return compute + communicate + sync + pcie; }
    /// Whether low and high say anything.
    bool has_interval() const { return low < high; }
    Price& operator+=(const Price& other);
};

/// A model's prediction for a schedule.
struct BSPFFT_API Prediction {
    std::string model;
    std::vector<Price> supersteps;  ///< as many as the schedule's

    /// The sum over all supersteps.
    Price total() const;
};

/// Prices of one machine.
class BSPFFT_API Model {
public:
    /// The machine must outlive the model.
    explicit Model(const Machine& machine) : machine_(machine) {}
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    virtual ~Model() = default;

    /// One transform by this schedule. Throws Error(file_error) without a matching measurement.
    virtual Prediction price(const Schedule& schedule) const = 0;

protected:
    const Machine& machine() const { return machine_; }

private:
    const Machine& machine_;
};

// The BSP cost, three times: as in the textbook, with exact counts, and with measured rates.

/// T = 5 n log2 n / p + 2 t (n/p) g + (2t + 1) l flops, t = ceil(log p / log(n/p)), with bspbench's r, g and
/// l [PSC 3.4]: all local data count as moved, and every superstep ends in a synchronisation. Other algorithms and
/// shapes are charged by the same rules for their own supersteps, with the largest part of a process for n/p. One
/// process waits for nobody: for p = 1 there is no l.
class BSPFFT_API TextbookModel final : public Model {
public:
    using Model::Model;
    Prediction price(const Schedule& schedule) const override;
};

/// How many l it charges: 2t + 1, and 0 for p = 1.
BSPFFT_API Index textbook_l(const Schedule& schedule);

/// The same r, g and l, but the h and the synchronisations that the algorithm has. The counts are exact; the
/// price is not, because r, g and l are measured with other work than an FFT's.
class BSPFFT_API CountedModel final : public Model {
public:
    using Model::Model;
    Prediction price(const Schedule& schedule) const override;
};

/// The same counts, with the kernels' r for their pass and the place of their data, the cost of a put of that
/// size, the l of an empty superstep, and packing outside the cache and Bluestein's products at the speed of a copy. On
/// a device a pass also costs its launch, and copies of arrays on the host their latency and their bytes.
class BSPFFT_API CalibratedModel final : public Model {
public:
    using Model::Model;
    Prediction price(const Schedule& schedule) const override;
};

/// The three.
struct Predictions {
    Prediction textbook;
    Prediction counted;
    Prediction calibrated;
};
/// What each of them says of this schedule.
BSPFFT_API Predictions predict_all(const Machine& machine, const Schedule& schedule);

// Messages and memory. Local work is that of the calibrated model, and synchronising is part of the messages.

/// For every move messages alpha + bytes beta, one after another.
class BSPFFT_API AlphaBetaModel final : public Model {
public:
    using Model::Model;
    Prediction price(const Schedule& schedule) const override;
};

/// A message for every complex number: 2o + L + (h - 1) g.
class BSPFFT_API LogPModel final : public Model {
public:
    using Model::Model;
    Prediction price(const Schedule& schedule) const override;
};

/// The messages that the schedule has, of k bytes: 2o + L + (k-1) G + (messages - 1) (g + (k-1) G).
class BSPFFT_API LogGPModel final : public Model {
public:
    using Model::Model;
    Prediction price(const Schedule& schedule) const override;
};

/// Local work takes its flops at bspbench's r, or its sweeps over the data at the speed of a copy,
/// whichever is longer; moves take bytes beta  [after Czechowski et al. 2012, 3.1 and 3.2]. A device has its own peak
/// and memory, and copies of arrays on the host take their bytes.
class BSPFFT_API MemoryModel final : public Model {
public:
    using Model::Model;
    Prediction price(const Schedule& schedule) const override;
};

/// The three of messages, and memory.
BSPFFT_API std::vector<Prediction> predict_by_messages(const Machine& machine, const Schedule& schedule);

}  // namespace bspfft
