// Elements are taken in runs along one axis. Inside a run the roots are those of a short table, the same for all runs;
// only its first element needs the roots of all axes.
#include "bsp_fft/measure/precise_sums.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/axis_parts.hpp"

namespace bspfft {

namespace {

constexpr Index longest_run = 1024;

Index times_modulo(Index a, Index b, Index n)
{
    __extension__ using Wide = __int128;
    return static_cast<Index>(static_cast<Wide>(a) * b % n);
}

DoubleDouble split(long double x)
{
    const auto high = static_cast<double>(x);
    return {high, static_cast<double>(x - static_cast<long double>(high))};
}

// exp(-2 pi i k/n), from the nearest quarter turn.
PreciseComplex precise_root(Index k, Index n)
{
    const Index quarters = (4 * k + n / 2) / n;
    const long double turn = static_cast<long double>(4 * k - quarters * n) / (4 * static_cast<long double>(n));
    const long double angle = 2 * std::numbers::pi_v<long double> * turn;
    long double re = std::cos(angle), im = -std::sin(angle);
    for (Index turns = quarters % 4; turns > 0; --turns) re = std::exchange(im, -re);
    return {split(re), split(im)};
}

/// exp(-+2 pi i step t k/n) for t = 0 .. count-1.
std::vector<PreciseComplex> roots(Index step, Index count, Index k, Index n, Direction direction)
{
    std::vector<PreciseComplex> table(size_of(count));
    for (Index t = 0; t < count; ++t) {
        PreciseComplex& w = table[size_of(t)];
        w = precise_root(times_modulo(times_modulo(step, t, n), k, n), n);
        if (direction == Direction::inverse) w.im = {-w.im.high, -w.im.low};
    }
    return table;
}

/// The roots of one axis for one k, as products of two of about sqrt(n).
class AxisRoots {
public:
    AxisRoots(Index k, Index n, Direction direction)
        : row_(static_cast<Index>(std::ceil(std::sqrt(static_cast<double>(n))))),
          inside_(roots(1, row_, k, n, direction)),
          starts_(roots(row_, (n + row_ - 1) / row_, k, n, direction))
    {}

    PreciseComplex operator()(Index j) const { return starts_[size_of(j / row_)] * inside_[size_of(j % row_)]; }

private:
    Index row_;
    std::vector<PreciseComplex> inside_;
    std::vector<PreciseComplex> starts_;
};

/// Elements at consecutive places of a process whose coordinates on one axis grow by the same step.
struct Run {
    std::vector<Index> start;  ///< coordinates
    std::size_t axis;
    Index step;
    Index count;
};

// The run of process s that begins at place i of `end`.
Run run_at(const std::vector<Index>& shape, const Layout& layout, Index s, Index i, Index end)
{
    const Index j = layout.global(s, i);
    Run run{coordinates_in(shape, j), shape.size() - 1, 1, 1};
    if (i + 1 == end) return run;
    const Index apart = layout.global(s, i + 1) - j;
    // the first axis whose elements are as close together
    Index stride = product_of(shape);
    std::size_t axis = 0;
    while (axis < shape.size() && (stride /= shape[axis]) > apart) ++axis;
    if (axis == shape.size() || apart % stride != 0) return run;
    run.axis = axis;
    run.step = apart / stride;
    const Index room = (shape[axis] - 1 - run.start[axis]) / run.step + 1;
    const Index most = std::min({room, end - i, longest_run});
    while (run.count < most && layout.global(s, i + run.count) == j + run.count * apart) ++run.count;
    return run;
}

/// One k.
class BinSum {
public:
    BinSum(const Problem& problem, std::vector<Index> k, Direction direction)
        : problem_(problem), k_(std::move(k)), direction_(direction)
    {
        for (std::size_t l = 0; l < k_.size(); ++l)
            axes_.emplace_back(k_[l], problem.transformed[l] ? problem.shape[l] : 1, direction);
    }

    template <class Real>
    void add(const Run& run, const std::complex<Real>* x)
    {
        PreciseComplex start{{1, 0}, {0, 0}};
        for (std::size_t l = 0; l < k_.size(); ++l) {
            if (problem_.transformed[l])
                start = start * axes_[l](run.start[l]);
            else if (l != run.axis && run.start[l] != k_[l])
                return;
        }
        if (!problem_.transformed[run.axis]) return add_one(run, x, start);
        const std::vector<PreciseComplex>& inside = roots_of(run);
        PreciseComplex sum;
        for (Index t = 0; t < run.count; ++t) sum.add_product(x[t].real(), x[t].imag(), inside[size_of(t)]);
        total_.add_product(sum, start);
    }
    const PreciseComplex& total() const { return total_; }

private:
    // Along an axis that is not transformed at most one element of a run belongs to this k.
    template <class Real>
    void add_one(const Run& run, const std::complex<Real>* x, const PreciseComplex& start)
    {
        const Index distance = k_[run.axis] - run.start[run.axis], t = distance / run.step;
        if (distance >= 0 && distance % run.step == 0 && t < run.count)
            total_.add_product(x[t].real(), x[t].imag(), start);
    }

    const std::vector<PreciseComplex>& roots_of(const Run& run)
    {
        std::vector<PreciseComplex>& table = inside_[{run.axis, run.step}];
        const Index n = problem_.shape[run.axis];
        if (table.empty()) table = roots(run.step, std::min(n, longest_run), k_[run.axis], n, direction_);
        return table;
    }

    const Problem& problem_;
    std::vector<Index> k_;
    Direction direction_;
    std::vector<AxisRoots> axes_;
    std::map<std::pair<std::size_t, Index>, std::vector<PreciseComplex>> inside_;
    PreciseComplex total_;
};

}  // namespace

template <class Real>
std::vector<PreciseComplex> precise_sums(const Problem& problem, const Layout& layout, Index s,
                                         const std::complex<Real>* x, const std::vector<Index>& bins,
                                         Direction direction)
{
    const std::vector<Index> shape = problem.input_shape(), output_shape = problem.output_shape();
    std::vector<BinSum> sums;
    for (const Index k : bins) sums.emplace_back(problem, coordinates_in(output_shape, k), direction);
    const Index end = layout.local_size(s);
    for (Index i = 0; i < end;) {
        const Run run = run_at(shape, layout, s, i, end);
        for (BinSum& sum : sums) sum.add(run, x + i);
        i += run.count;
    }
    std::vector<PreciseComplex> totals;
    for (const BinSum& sum : sums) totals.push_back(sum.total());
    return totals;
}

template std::vector<PreciseComplex> precise_sums(const Problem&, const Layout&, Index, const std::complex<float>*,
                                                  const std::vector<Index>&, Direction);
template std::vector<PreciseComplex> precise_sums(const Problem&, const Layout&, Index, const std::complex<double>*,
                                                  const std::vector<Index>&, Direction);

}  // namespace bspfft
