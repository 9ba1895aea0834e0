// The local work of a computation superstep, and the engines that do it.
#pragma once

#include <complex>
#include <memory>
#include <string>

#include "bspfft/index.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// What a process computes on its N elements, in R blocks of M = N/R: for every j, 0 <= j < M, a transform of
/// length R over the j-th elements of the blocks,
///
///     out[a M + j] = sum over b of  w_R^(a b)  w_(N c)^(b (first + j c))  in[b M + j].
///
/// These are the butterfly stages k = 2 M c .. N c under the cycle c on process s, first = s mod c [PSC 3.4].
/// With R = N and c = 1 there is one column and no weight: an ordinary FFT.
struct LocalProblem {
    Index size;   ///< N
    Index radix;  ///< R
    Index cycle;  ///< c
    Index first;  ///< 0 <= first < c

    Index block() const { return size / radix; }
    bool whole() const { return radix == size && cycle == 1; }
};

/// In which order an engine wants the R blocks of its input: b = 0, 1, 2, ..., or bit-reversed as butterflies
/// in place need them. The redistribution before it delivers them so. The input of a whole FFT is in natural
/// order for every engine.
enum class BlockOrder { natural, bit_reversed };

/// One engine, made for one problem and its arrays; computes without allocation.
template <class Real>
class LocalFft {
public:
    using Complex = std::complex<Real>;

    LocalFft() = default;
    LocalFft(const LocalFft&) = delete;
    LocalFft& operator=(const LocalFft&) = delete;
    virtual ~LocalFft() = default;

    /// From in to out, the arrays it was made for; also multiplies by scale.
    virtual void apply(Direction direction, Real scale, const Complex* in, Complex* out) = 0;

    /// Whether a scale other than 1 costs no extra sweep over the data.
    virtual bool scales_for_free() const = 0;
};

/// An engine by name.
struct Engine {
    std::string name;
    BlockOrder order;
};

/// Whether FFTW is built in.
bool has_fftw();

/// Resolves `automatic`; throws Error(not_available) for an engine that is not built in.
Kernel resolve(Kernel wish);
Engine describe(Kernel kernel);

/// Bytes of weights that an engine keeps for a problem, for the check before planning.
Index table_bytes(Kernel kernel, const LocalProblem& problem, Index bytes_per_complex);

/// Makes an engine. in and out (which may be the same) are not read or written.
template <class Real>
std::unique_ptr<LocalFft<Real>> make_local_fft(Kernel kernel, const LocalProblem& problem,
                                               std::complex<Real>* in, std::complex<Real>* out);

}  // namespace bspfft
