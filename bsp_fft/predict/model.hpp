// The door of the room: a model puts a price on a schedule.
#pragma once

#include <string>
#include <vector>

#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// Seconds of one superstep, or of all.
struct Price {
    double compute = 0;
    double communicate = 0;
    double sync = 0;

    double total() const { return compute + communicate + sync; }
    Price& operator+=(const Price& other);
};

/// What a model says of a schedule.
struct Prediction {
    std::string model;
    std::vector<Price> supersteps;  ///< as many as the schedule's

    Price total() const;
};

class Model {
public:
    Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    virtual ~Model() = default;

    /// One transform in double precision whose packets travel by this exchange (put or hpput).
    virtual Prediction price(const Schedule& schedule, Exchange exchange) const = 0;
};

}  // namespace bspfft
