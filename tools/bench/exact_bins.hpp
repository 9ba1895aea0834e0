// Some values of a transform of any shape, exact for any double: sums in twice the precision.
#pragma once

#include <complex>
#include <map>
#include <vector>

#include "bsp_fft/base/double_double.hpp"
#include "tools/bench/workload.hpp"

namespace bspfft::tools {

struct PreciseComplex {
    DoubleDouble re;
    DoubleDouble im;

    /// Adds x * w.
    void add_product(std::complex<double> x, const PreciseComplex& w);
    void add_product(const PreciseComplex& x, const PreciseComplex& w);
};

/// exp(-2 pi i t/n) for all t, as products of two short tables.
class PreciseRoots {
public:
    explicit PreciseRoots(Index n);
    /// Requires 0 <= t < n.
    PreciseComplex operator()(Index t) const;

private:
    Index block_;
    std::vector<PreciseComplex> coarse_;
    std::vector<PreciseComplex> fine_;
};

/// Sums x_j exp(-2 pi i (j_0 k_0/n_0 + j_1 k_1/n_1 + ...)) for some k, over elements that are given in any order;
/// fastest if they follow each other at equal distances along an axis, as they do in the memory of any layout.
class ExactBins {
public:
    /// Chooses about so many k: the first, others at random; all, if there are few.
    ExactBins(const Workload& what, Index count);

    /// Where these k are in the array of results; arrays of a batch are numbered one after the other.
    const std::vector<Index>& places() const { return places_; }

    /// Element j of the input, of all arrays one after the other.
    void add(Index j, std::complex<double> x);

    /// For each k the sum over what was added, real part and imaginary part, each as its high and its low half.
    std::vector<double> sums();

private:
    using Table = std::vector<PreciseComplex>;
    using Numbers = std::vector<std::size_t>;  ///< of bins

    /// A value to compute: k in one array.
    struct Bin {
        std::vector<Index> k;
        PreciseComplex inside;  ///< of the run, relative to its first element
        PreciseComplex total;
    };

    /// Elements at equal distances along an axis.
    struct Run {
        Index first = 0;
        Index count = 0;
        Index most = 0;                              ///< as far as the axis and the tables go
        Index distance = 0;                          ///< from one to the next
        const Numbers* bins = nullptr;               ///< null: nobody wants its array
        const std::vector<Table>* tables = nullptr;  ///< roots of its elements, for each bin
    };

    void start(Index j);
    bool has_second(Index j);
    void finish();
    Index coordinate(Index j, std::size_t axis) const { return j / strides_[axis] % what_.shape[axis]; }
    PreciseComplex root_of(Index j, const Bin& bin) const;
    const std::vector<Table>& tables_for(std::size_t axis, Index step);

    Workload what_;
    Index n_;
    std::vector<Index> strides_;
    std::vector<PreciseRoots> roots_;
    std::vector<Index> places_;
    std::vector<Bin> bins_;
    std::map<Index, Numbers> bins_of_array_;
    std::map<std::pair<std::size_t, Index>, std::vector<Table>> tables_;
    Run run_;
};

/// |y - exact|_2 / |exact|_2, from sums as above (those of several processes one after the other), and the
/// values of y, real parts and imaginary parts (likewise, 0 where a process does not have them).
double relative_error(std::size_t bins, const std::vector<double>& sums, const std::vector<double>& values);

}  // namespace bspfft::tools
