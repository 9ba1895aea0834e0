// The execution of a schedule: one process's arrays, kernels and exchanges.
#pragma once

#include <complex>
#include <memory>
#include <optional>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/exchange/exchange.hpp"
#include "bsp_fft/exchange/tile_exchange.hpp"
#include "bsp_fft/execution/arrays.hpp"
#include "bsp_fft/execution/chirp.hpp"
#include "bsp_fft/execution/landings.hpp"
#include "bsp_fft/execution/mirror.hpp"
#include "bsp_fft/kernel/lanes/between_lanes.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/layout/process_change.hpp"
#include "bsp_fft/measure/recorder.hpp"

namespace bspfft {

/// Executes any schedule whose passes its kernels fit, without allocation, if they allocate nothing (FFTW does).
template <class Real>
class Execution {
public:
    using Complex = std::complex<Real>;

    /// From input to output, which may be the same, with the scratch memory that needs() asks for. Options are
    /// resolved. The schedule must outlive the execution. Results are multiplied by the scale as well.
    Execution(const Schedule& schedule, const PlanOptions& options, Index s, const PlanArrays<Real>& arrays,
              double scale = 1);

    /// Of the simd kernel and shared arrays: other ones from now on, the same or two as before.
    void use(Real* input, Real* output)
    {
        arrays_.input = input;
        arrays_.output = output;
    }

    /// Registers the output, if packets land in it; usable after the next sync. Landing arrays are the caller's to
    /// register. Collective.
    void push(Port& port);
    /// Whether there is such a registration, the same on all processes, and its bytes.
    bool registers_output() const { return registers_output_; }
    Index pushed_bytes() const;
    void pop(Port& port);
    /// After that sync: makes tables that need communication. Collective. Cost: none, or half a transform's.
    void prepare(Port& port);

    /// Tells the recorder which superstep is done when.
    void execute(Port& port, Recorder& recorder, Direction direction);

    /// Of a SpectralOperator: the computation that has the spectrum; null if there is none.
    SpectrumKernel<Real>* spectrum() { return spectrum_; }
    /// The transform up to there only, which then copies the spectrum. Collective.
    void execute_to_spectrum(Port& port);

    static ScratchNeeds needs(const Schedule& schedule, const PlanOptions& options, Index s);
    /// Bytes that it takes on process s besides arrays and scratch memory.
    static Index bytes(const Schedule& schedule, const PlanOptions& options, Index s);

private:
    /// The work of a computation, of a move, or of both.
    struct Stage {
        Index computation = 0;  ///< its superstep
        Index move = 0;         ///< likewise; the computation's own where the move is no superstep
        bool begins_with_sync = false;
        bool packs_in_cache = true;
        ArrayId in = ArrayId::input;
        ArrayId out = ArrayId::output;
        std::optional<MultiplyStep::By> before, after;
        std::unique_ptr<PassKernel<Real>> kernel;
        Index tiles = 0;
        bool is_local = false;  ///< the kernel from one plain array to another, and nothing else

        std::unique_ptr<TileExchange<Real>> tile_exchange;
        std::unique_ptr<MoveExchange<Real>> exchange;
        std::optional<ProcessChange> change;  ///< of a move without a computation
        const Superstep* mirrors = nullptr;   ///< the superstep, if it exchanges or separates pairs
        Index reals = 2;                      ///< of an element that it moves
        ArrayId lands_in = ArrayId::landing;
        Index landing = 0;    ///< which of the landing arrays packets go to
        Index landed_in = 0;  ///< and which they are read from
    };

    void add_computation(const Pass& pass, std::size_t superstep, const Scales& scales);
    void add_exchange(Stage& stage, const Pass& pass);
    void add_move(std::size_t superstep);
    void add_mirror(std::size_t superstep);
    Index next_landing();
    void execute_stage(Stage& stage, Port& port, Recorder* recorder, Direction direction);
    /// Both halves of Bluestein's convolution have the same directions in either transform.
    Direction way(Direction direction) const { return chirp_ ? Direction::forward : direction; }
    void done(Recorder& recorder, Index computed, Index moved);
    void compute_and_move(Stage& stage, Recorder* recorder, Direction direction, Real* in);
    void multiply(MultiplyStep::By by, Direction direction, bool first);

    Real* array(ArrayId id, Index landing);
    Complex* padded() { return reinterpret_cast<Complex*>(arrays_.padded); }

    const Schedule& schedule_;
    PlanOptions options_;
    Index s_;
    PlanArrays<Real> arrays_;
    LandingSize landing_;
    bool in_turns_ = false;  ///< transforms alternate between the landing arrays
    bool moves_alternate_ = false;
    Index landing_alone_ = 0;  ///< of moves without a computation
    Index landing_mirrored_ = 0;
    Index copied_reals_ = 0;  ///< of the input, to the output, before all else
    Scales scales_;
    // while stages are added: where the data is, and what is used up
    ArrayId at_ = ArrayId::input;
    Index moves_ = 0;
    Index last_landing_ = 0;
    Index last_used_ = 0;  ///< the landing array that the last stage reads
    Index next_route_ = 0;
    std::vector<ArrayRoute> routes_;
    std::unique_ptr<Chirp<Real>> chirp_;
    std::unique_ptr<Mirror<Real>> mirror_;
    SpectrumKernel<Real>* spectrum_ = nullptr;
    std::vector<Stage> stages_;
    bool registers_output_ = false;
};

}  // namespace bspfft
