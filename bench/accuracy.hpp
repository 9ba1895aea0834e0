// What the parts of `accuracy` share: inputs, the mean of errors, what is acceptable, a line of the table.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bsp_fft/measure/verification.hpp"
#include "bspfft/options.hpp"
#include "tools/bench/fftw_fourier.hpp"
#include "tools/bench/question.hpp"

namespace bspfft::tools {

constexpr Index bins_of_each = 64;
/// Over FFTW's error.
constexpr double allowed = 1.5, allowed_to_bluestein = 3;

// Several even of large ones: a ratio of single errors varies too much.
inline Index inputs(Index n) { return std::max<Index>(n < 1 << 16 ? 4 : 2, 1024 / n); }
inline Signal input(Index number, Index n) { return Signal::parse("random:" + std::to_string(number + 1), n); }

/// Once.
template <class Real>
void execute(typename Fftw3<Real>::Plan plan, Real)
{
    fftw().of<Real>().execute(plan);
    fftw().of<Real>().destroy(plan);
}

/// The root mean square of errors.
class Mean {
public:
    void add(double error)
    {
        squares_ += error * error;
        ++count_;
    }
    double value() const { return std::sqrt(squares_ / count_); }

private:
    double squares_ = 0;
    int count_ = 0;
};

/// An input, and some values of its transform.
struct Reference {
    Signal signal;
    std::vector<Index> places;
    std::vector<PreciseComplex> exact;
};

template <class Number>
std::vector<Number> values_of(const Signal& signal, Index n)
{
    std::vector<Number> x;
    for (Index j = 0; j < n; ++j) x.push_back(number_from<Number>(signal(j)));
    return x;
}

/// Some inputs of real or complex numbers.
template <class Number>
std::vector<Reference> references(const Workload& what)
{
    const Problem problem = what.problem();
    const std::vector<Index> places = choose_bins(product_of(problem.output_shape()), bins_of_each);
    std::vector<Reference> list;
    for (Index number = 0; number < inputs(what.n()); ++number) {
        const Signal signal = input(number, what.n());
        const std::vector<Number> x = values_of<Number>(signal, what.n());
        const std::vector<std::complex<typename RealOf<Number>::type>> complex(x.begin(), x.end());
        list.push_back(
            {signal, places,
             precise_sums(problem, Layout::block(what.n(), 1), 0, complex.data(), places, Direction::forward)});
    }
    return list;
}

struct Ours {
    double error = 0;
    Algorithm algorithm = Algorithm::automatic;
    std::string kernel;
};

/// Prints ours beside FFTW's; returns whether it is acceptable.
bool print(const char* what_of, bool single, const Workload& what, Index p, const Ours& ours, double theirs);

/// The table of tools/docs/reproducible.md, of complex data: L2 and the largest error beside FFTW's, for lengths up to
/// `longest` of all kinds of radices. Returns whether no error is much larger than FFTW's.
bool print_table(Index longest);

/// Real data: to half a spectrum, and back.
bool compare_real(const Workload& what);

}  // namespace bspfft::tools
