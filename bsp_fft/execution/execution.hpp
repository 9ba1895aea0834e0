// The execution of a schedule: one process's arrays, kernels and exchanges.
#pragma once

#include <complex>
#include <memory>
#include <optional>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/exchange/packet_exchange.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/measure/recorder.hpp"

namespace bspfft {

/// Which of the two arrays, x and the landing array, holds the data.
struct ArrayRoute {
    bool lands_in_x = true;  ///< packets, else in the landing array
    bool in_place = false;   ///< packets land in the array that they come from
    bool ends_in_x = true;   ///< the data, after the move
};

/// Executes any schedule whose passes its kernels fit, without allocation, if they allocate nothing (FFTW does).
template <class Real>
class Execution {
public:
    using Complex = std::complex<Real>;

    /// For this process's part x. Options are resolved. The schedule must outlive the execution.
    Execution(const Schedule& schedule, const PlanOptions& options, Index s, Complex* x);

    /// Registers what packets land in; it is usable after the next sync. Collective.
    void push(Port& port);
    void pop(Port& port);

    /// Tells the recorder which superstep is done when.
    void execute(Port& port, Recorder& recorder, Direction direction);

    /// Bytes that it takes on process s, besides x.
    static Index bytes(const Schedule& schedule, const PlanOptions& options, Index s);

private:
    /// The work between two syncs, and the move after it, if there is one.
    struct Stage {
        std::unique_ptr<PassKernel<Real>> kernel;
        Index tiles = 1;
        std::unique_ptr<PacketExchange<Real>> exchange;
        ArrayRoute route;
        bool packs_in_cache = true;
        Index computation = 0;  ///< the number of its superstep
        Index move = 0;         ///< likewise; the computation's own where the move is no superstep
    };

    void add_stage(const Pass& pass, const ArrayRoute* route, const KernelEntry& kernel, const Scales& scales);
    void run_stage(Stage& stage, Recorder& recorder, Direction direction, Real* in);
    Real* array(bool is_x) { return is_x ? x_ : landing_.data(); }

    const Schedule& schedule_;
    bool by_hpput_;
    Real* x_;
    Index landing_length_ = 0;  ///< elements of one landing array
    Index turns_ = 1;           ///< landing arrays that transforms use in turn
    Index turn_ = 0;
    Buffer<Real> landing_;
    Buffer<Real> workspace_;
    std::vector<Stage> stages_;
    bool opens_with_sync_;
    bool registers_x_ = false;
    bool registers_landing_ = false;
};

}  // namespace bspfft
