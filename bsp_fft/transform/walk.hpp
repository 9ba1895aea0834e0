// The way of a vector through its supersteps: one class for each algorithm, one door for the plan.
#pragma once

#include <complex>
#include <memory>

#include "bsp_fft/measure/recorder.hpp"
#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// One process's arrays, buffers and tables for one schedule; walks it without allocation.
template <class Real>
class Walk {
public:
    using Complex = std::complex<Real>;

    Walk() = default;
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;
    virtual ~Walk() = default;

    /// Registers what packets land in; it is usable after the next sync. Collective.
    virtual void push(Port& port) = 0;
    virtual void pop(Port& port) = 0;

    /// Tells the recorder which superstep is done when.
    virtual void execute(Port& port, Recorder& recorder, Direction direction) = 0;
};

/// Bytes that a walk takes on process s, besides the vector itself. Options are decided.
template <class Real>
Index textbook_bytes(const Schedule& schedule, const PlanOptions& options, Index s);
template <class Real>
Index fast_bytes(const Schedule& schedule, const PlanOptions& options, Index s);

/// Makes a walk for this process's vector x.
template <class Real>
std::unique_ptr<Walk<Real>> make_textbook(const Schedule& schedule, const PlanOptions& options, Index s,
                                          std::complex<Real>* x);
template <class Real>
std::unique_ptr<Walk<Real>> make_fast(const Schedule& schedule, const PlanOptions& options, Index s,
                                      std::complex<Real>* x);

}  // namespace bspfft
