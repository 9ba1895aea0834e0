// Cosine and sine transforms by their definition.
#include "tools/bench/exact_error.hpp"

#include "bsp_fft/base/roots.hpp"

namespace bspfft::tools {

namespace {

// On one axis y_k = 2 sum of x_j cos(pi u v/d), or sin, where u depends on j and v on k; some x_j count half.
struct Line {
    Index u, v, d;
    double weight;
};

Line line_of(const Task& task, Index n, Index j, Index k)
{
    const Index from = task.sine ? 1 : 0;  // sines begin at the index 1
    switch (task.type) {
    case 1:
        if (task.sine) return {j + 1, k + 1, n + 1, 2};
        return {j, k, n - 1, j == 0 || j == n - 1 ? 1.0 : 2.0};
    case 2:
        return {2 * j + 1, k + from, 2 * n, 2};
    case 3:
        return {j + from, 2 * k + 1, 2 * n, j == (task.sine ? n - 1 : 0) ? 1.0 : 2.0};
    default:
        return {2 * j + 1, 2 * k + 1, 4 * n, 2};
    }
}

double factor(const Task& task, Index n, Index j, Index k)
{
    const Line line = line_of(task, n, j, k);
    const std::complex<double> root = root_of_unity(line.u % (2 * line.d) * line.v % (2 * line.d), 2 * line.d);
    return line.weight * (task.sine ? -root.imag() : root.real());
}

}  // namespace

TrigonometricSum::TrigonometricSum(const Workload& what, Index k) : tables_(what.shape.size())
{
    for (std::size_t l = what.shape.size(); l-- > 0; k /= what.shape[l]) {
        const Index n = what.shape[l];
        for (Index j = 0; j < n; ++j) tables_[l].push_back(factor(what.task, n, j, k % n));
    }
}

void TrigonometricSum::add(Index j, double x)
{
    double factors = 1;
    for (std::size_t l = tables_.size(); l-- > 1;) {
        const auto n = static_cast<Index>(tables_[l].size());
        factors *= tables_[l][static_cast<std::size_t>(j % n)];
        j /= n;
    }
    sum_.add_product(x, factors * tables_.front()[static_cast<std::size_t>(j)]);
}

}  // namespace bspfft::tools
