#include "tools/bench/question.hpp"

#include "bsp_fft/measure/verification.hpp"
#include "tools/bench/operators.hpp"

namespace bspfft::tools {

const Question& Question::about(const Case& problem, Index places)
{
    static std::unique_ptr<Question> kept;
    const bool same = kept && kept->problem_.what == problem.what && kept->problem_.precision == problem.precision &&
                      kept->places_ == choose_bins(product_of(kept->transform_.output_shape()), places);
    if (!same) kept = std::make_unique<Question>(problem, places);
    return *kept;
}

Question::Question(const Case& problem, Index places)
    : problem_(problem),
      signal_(Signal::parse("random", problem.what.elements())),
      transform_(problem.what.task.is_fft()
                     ? problem.what.problem()
                     : Problem{problem.what.shape, std::vector<bool>(problem.what.shape.size(), true)}),
      places_(choose_bins(product_of(transform_.output_shape()), places))
{
    const bool single = problem.precision == Precision::single_, real = problem.what.task.real;
    run_section(static_cast<Index>(bsp_nprocs()), [&](Port& port) {
        const std::vector<PreciseComplex> found =
            real ? (single ? exact<float>(port) : exact<double>(port))
                 : (single ? exact<std::complex<float>>(port) : exact<std::complex<double>>(port));
        if (port.s() == 0) exact_ = found;
    });
}

template <class Number>
std::vector<PreciseComplex> Question::exact(Port& port) const
{
    const Workload& what = problem_.what;
    const Layout layout = Layout::block(what.elements(), port.p());
    const Buffer<Number> x(layout.local_size(port.s()));
    fill(x.data(), layout, port.s());
    if constexpr (std::is_floating_point_v<Number>) {
        if (what.task.is_trigonometric()) {
            std::vector<PreciseComplex> sums;
            for (const Index k : places_) {
                TrigonometricSum sum(what, k);
                for (Index i = 0; i < x.size(); ++i) sum.add(layout.global(port.s(), i), x.data()[i]);
                sums.push_back({sum.value(), {}});
            }
            return over_processes(port, sums);
        }
    }
    std::vector<PreciseComplex> values = transformed(port, layout, x.data());
    if (!what.task.is_operator()) return values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::complex<double> factor =
            factor_at(what.task, what.shape, coordinates_in(what.shape, places_[i]).data());
        values[i] = values[i] * PreciseComplex{{factor.real(), 0}, {factor.imag(), 0}};
    }
    return values;
}

}  // namespace bspfft::tools
