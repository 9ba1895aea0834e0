#include "bsp_fft/kernel/fftw.hpp"

#include <mutex>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/kernel/fftw_names.hpp"
#include "bsp_fft/kernel/roots.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

// FFTW's planner is not safe for threads; its execute is. Every other call takes this lock.
std::mutex planner;

/// The columns of a problem, planned once for each direction.
template <class Real>
class Columns {
public:
    using Complex = std::complex<Real>;

    Columns(const LocalProblem& problem, Complex* in, Complex* out)
    {
        const fftw_iodim64 column{problem.radix, problem.block(), problem.block()};
        const fftw_iodim64 columns{problem.block(), 1, 1};
        const std::lock_guard lock(planner);
        for (const int sign : {FFTW_FORWARD, FFTW_BACKWARD}) {
            plans_[sign == FFTW_BACKWARD] = Api::plan(1, &column, 1, &columns, raw(in), raw(out), sign,
                                                      FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
        }
        if (!plans_[0] || !plans_[1]) {
            destroy();
            throw Error(Status::out_of_memory, text("FFTW has no plan for ", problem.block(),
                                                    " transforms of length ", problem.radix));
        }
    }
    ~Columns()
    {
        const std::lock_guard lock(planner);
        destroy();
    }
    Columns(const Columns&) = delete;
    Columns& operator=(const Columns&) = delete;

    void transform(Direction direction, const Complex* in, Complex* out) const
    {
        Api::execute_on(plans_[direction == Direction::inverse], raw(const_cast<Complex*>(in)), raw(out));
    }

private:
    using Api = Fftw3<Real>;

    static typename Api::Complex* raw(Complex* x) { return reinterpret_cast<typename Api::Complex*>(x); }
    void destroy()
    {
        for (auto& plan : plans_) {
            if (plan) Api::destroy(plan);
        }
    }

    typename Api::Plan plans_[2]{};
};

template <class Real>
class FftwWhole final : public LocalFft<Real> {
public:
    using typename LocalFft<Real>::Complex;

    FftwWhole(const LocalProblem& problem, Complex* in, Complex* out)
        : size_(problem.size), columns_(problem, in, out)
    {}

    void apply(Direction direction, Real scale, const Complex* in, Complex* out) override
    {
        columns_.transform(direction, in, out);
        if (scale == 1) return;
        for (Index j = 0; j < size_; ++j) out[j] *= scale;
    }
    bool scales_for_free() const override { return false; }

private:
    Index size_;
    Columns<Real> columns_;
};

template <class Real>
class FftwCombine final : public LocalFft<Real> {
public:
    using typename LocalFft<Real>::Complex;

    FftwCombine(const LocalProblem& problem, Complex* out) : problem_(problem), columns_(problem, out, out)
    {
        const Index order = problem.size * problem.cycle;
        weights_.reserve(static_cast<std::size_t>(problem.size - problem.block()));
        for (Index b = 1; b < problem.radix; ++b) {
            for (Index j = 0; j < problem.block(); ++j) {
                // b (first + j c) < R c M = order
                weights_.push_back(
                    static_cast<Complex>(root_of_unity(b * (problem.first + j * problem.cycle), order)));
            }
        }
    }

    void apply(Direction direction, Real scale, const Complex* in, Complex* out) override
    {
        direction == Direction::forward ? weigh<true>(scale, in, out) : weigh<false>(scale, in, out);
        columns_.transform(direction, out, out);
    }
    bool scales_for_free() const override { return true; }

private:
    // Block 0 has the weight 1.
    template <bool forward>
    void weigh(Real scale, const Complex* in, Complex* out) const
    {
        const Index block = problem_.block();
        if (in != out || scale != 1) {
            for (Index j = 0; j < block; ++j) out[j] = scale * in[j];
        }
        const Complex* const weights = weights_.data();
        for (Index j = block; j < problem_.size; ++j) {
            const Real wr = scale * weights[j - block].real();
            const Real wi = forward ? scale * weights[j - block].imag() : -scale * weights[j - block].imag();
            const Complex x = in[j];
            out[j] = {wr * x.real() - wi * x.imag(), wr * x.imag() + wi * x.real()};
        }
    }

    LocalProblem problem_;
    Columns<Real> columns_;
    std::vector<Complex> weights_;  ///< of blocks 1 .. R-1
};

}  // namespace

template <class Real>
std::unique_ptr<LocalFft<Real>> make_fftw(const LocalProblem& problem, std::complex<Real>* in,
                                          std::complex<Real>* out)
{
    if (problem.whole()) return std::make_unique<FftwWhole<Real>>(problem, in, out);
    return std::make_unique<FftwCombine<Real>>(problem, out);
}

template std::unique_ptr<LocalFft<float>> make_fftw(const LocalProblem&, std::complex<float>*,
                                                    std::complex<float>*);
template std::unique_ptr<LocalFft<double>> make_fftw(const LocalProblem&, std::complex<double>*,
                                                     std::complex<double>*);

}  // namespace bspfft
