// Sweeps of cosine and sine transforms, over arrays of many sizes and in rows of one number or several; and products.
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/kernel/sweeps.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/laboratory.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

namespace {

constexpr int least_sweep_bits = 8, most_sweep_bits = 20;  // of a process's complex numbers
constexpr double seconds_a_sweep_sample = 3e-4;

/// Between the arrays of the bench: `size` complex numbers, and twice as many real ones.
template <class Real>
class SweepRun {
    using Pattern = SweepStep::Pattern;

public:
    SweepRun(const Bench& bench, const SweepStep& step, Index size)
        : step_(step),
          rows_(size / step.width),
          x_(bench.x<Real>()),
          y_(bench.landing<Real>()),
          turns_({rows_, 1, 1, 4 * rows_}, [](Index i) { return i; })
    {}

    void run() const
    {
        const Rows rows{0, rows_, step_.width};
        const Index step = step_.strided ? 2 : 1, last = 2 * rows_ - 1;
        const RealParts<Real> parts{y_, step, y_ + last * step_.width, -step};
        auto* const z = reinterpret_cast<std::complex<Real>*>(x_);
        if (step_.pattern == Pattern::take_apart) return turns_.take_apart(rows, z, {2, -2}, parts);
        if (step_.pattern == Pattern::put_together) return turns_.put_together(true, rows, parts, {1, -1}, z);
        const bool folds = step_.pattern == Pattern::fold;
        const RealRows<Real> even{x_, 2}, odd{x_ + last, -2}, first{y_}, second{y_ + rows_};
        copy_rows<Real>(folds ? even : first, folds ? first : even, rows_, 1, 1);
        copy_rows<Real>(folds ? odd : second, folds ? second : odd, rows_, 1, 1);
    }

private:
    SweepStep step_;
    Index rows_;
    Real* x_;
    Real* y_;
    Turns<Real> turns_;
};

// run(size) is what is timed, on arrays of that many complex numbers.
void add_sweep(Probe& probe, const SweepKind& kind, int bits_apart, auto run)
{
    const int most = std::min(most_sweep_bits, log2_exact(probe.bench.size()));
    for (int bits = least_sweep_bits; bits <= most; bits += bits_apart) {
        const Index size = Index{1} << bits;
        const std::string curve =
            text(kind.pattern, " ", kind.width, kind.strided ? " strided " : " ", kind.bytes_per_real);
        const auto sampler = probe.bench.sampler(seconds_a_sweep_sample, static_cast<double>(size), run(size));
        probe.experiments.push_back(time_experiment(sampler,
                                                    [&probe, kind, size](const Estimate& seconds) {
                                                        probe.machine.sweeps.push_back(
                                                            {kind, size, probe.p(), seconds});
                                                    },
                                                    {{curve, log2_of(size)}}));
    }
}

template <class Real>
void add_sweep(Probe& probe, const SweepStep& step, int bits_apart)
{
    add_sweep(probe, {step.name(), sizeof(Real), step.width, step.strided}, bits_apart, [&](Index size) {
        return [sweep = std::make_shared<SweepRun<Real>>(probe.bench, step, size)] { sweep->run(); };
    });
}

// In place, by a table that is as long as the array.
template <class Real>
void add_products(Probe& probe)
{
    add_sweep(probe, {SweepKind::multiply, sizeof(Real)}, 4, [&](Index size) {
        auto* const numbers = reinterpret_cast<std::complex<Real>*>(probe.bench.x<Real>());
        const auto* const table = reinterpret_cast<const std::complex<Real>*>(probe.bench.landing<Real>());
        return [=] { multiply(Direction::forward, numbers, table, 1, size, numbers); };
    });
}

template <class Real>
void add_all_sweeps(Probe& probe)
{
    using Pattern = SweepStep::Pattern;
    for (const Pattern pattern : {Pattern::fold, Pattern::unfold}) add_sweep<Real>(probe, {pattern}, 4);
    for (const Pattern pattern : {Pattern::take_apart, Pattern::put_together}) {
        // which compute more than they wait for memory
        add_sweep<Real>(probe, {pattern}, 6);
        add_sweep<Real>(probe, {pattern, true}, 10);
        for (const Index width : {2, 32}) add_sweep<Real>(probe, {pattern, false, width}, 10);
    }
    add_products<Real>(probe);
}

}  // namespace

void Probe::add_sweeps(Index bytes_per_real)
{
    bytes_per_real == sizeof(float) ? add_all_sweeps<float>(*this) : add_all_sweeps<double>(*this);
}

}  // namespace bspfft
