// The BSP cost of a schedule, three times: as the textbook has it, with exact counts, and with what a machine
// really does.
#pragma once

#include "bsp_fft/machine/machine.hpp"
#include "bsp_fft/predict/model.hpp"

namespace bspfft {

/// T = 5 n log2 n / p + 2 t (n/p) g + (2t + 1) l flops, t = ceil(log p / log(n/p)), with bspbench's r, g and
/// l [PSC 3.4]: all local data count as moved, and every superstep ends in a synchronisation.
class TextbookModel final : public Model {
public:
    explicit TextbookModel(const Machine& machine) : machine_(machine) {}
    Prediction price(const Schedule& schedule, Exchange exchange) const override;

private:
    const Machine& machine_;
};

/// The same r, g and l, but the h and the synchronisations that the algorithm really has.
class CountedModel final : public Model {
public:
    explicit CountedModel(const Machine& machine) : machine_(machine) {}
    Prediction price(const Schedule& schedule, Exchange exchange) const override;

private:
    const Machine& machine_;
};

/// The exact counts, with the kernels' r for their length and where their data live, what a put of that size
/// costs, and the l of an empty superstep. Of the textbook's algorithm: with the radix-2 kernel, and packing
/// at the speed of a copy.
class CalibratedModel final : public Model {
public:
    explicit CalibratedModel(const Machine& machine) : machine_(machine) {}
    Prediction price(const Schedule& schedule, Exchange exchange) const override;

private:
    Price computation(const Schedule& schedule, const Superstep& step) const;
    Price move(const Schedule& schedule, const Superstep& step, Exchange exchange) const;

    const Machine& machine_;
};

/// The three.
struct Predictions {
    Prediction textbook;
    Prediction counted;
    Prediction calibrated;
};
Predictions predict_all(const Machine& machine, const Schedule& schedule, Exchange exchange);

}  // namespace bspfft
