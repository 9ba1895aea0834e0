// The parallel cosine and sine transforms of real data.
#pragma once

#include <memory>
#include <vector>

#include "bspfft/error.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/options.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// The kinds, as FFTW's r2r (REDFT00, 10, 01, 11, RODFT00, 10, 01, 11) and scipy.fft.dct and dst define them. For n
/// elements, with sums over j = 0 .. n-1 and one y_k for each k = 0 .. n-1:
enum class Trigonometric {
    dct1,  ///< x_0 + (-1)^k x_(n-1) + 2 sum over 0 < j < n-1 of x_j cos(pi j k/(n-1)); n >= 2
    dct2,  ///< 2 sum x_j cos(pi (2j+1) k/2n)
    dct3,  ///< x_0 + 2 sum over j > 0 of x_j cos(pi j (2k+1)/2n)
    dct4,  ///< 2 sum x_j cos(pi (2j+1) (2k+1)/4n)
    dst1,  ///< 2 sum x_j sin(pi (j+1) (k+1)/(n+1))
    dst2,  ///< 2 sum x_j sin(pi (2j+1) (k+1)/2n)
    dst3,  ///< (-1)^k x_(n-1) + 2 sum over j < n-1 of x_j sin(pi (j+1) (2k+1)/2n)
    dst4,  ///< 2 sum x_j sin(pi (2j+1) (2k+1)/4n)
};

/// Its name for users, "DCT-II".
BSPFFT_API const char* trigonometric_name(Trigonometric kind);

/// What a round trip without any normalisation multiplies by: 2n, of a DCT-I 2(n-1), of a DST-I 2(n+1). To the
/// normalisations it is what n is to the Fourier transform.
BSPFFT_API Index logical_length(Trigonometric kind, Index n);

/// Cosine or sine transforms of an array of real numbers over the p processes of the section, along one axis or
/// several, each of its own kind.
///
/// Along one distributed axis everything is local but the one move of a real transform, in these layouts
/// (axis_layout.hpp), where p divides well:
///   - II: input folded, output in zig-zag, of sines from one; III: the other way round;
///   - I: input cyclic, output in zig-zag, of sines from one;
///   - IV: both folded if 2p divides n, otherwise both cyclic.
/// Along several axes, one after the other is transformed where it is not distributed, with as few moves in between as
/// can be; then, and on one process, elements are in their natural order. options.input and options.output ask for
/// other layouts, each for one more move; a folded input of a II or output of a III on one process saves a sweep.
///
/// Normalisations: inverse, symmetric and forward are SciPy's "backward", "ortho" and "forward"; none has no factors
/// at all. Symmetric makes the matrix orthogonal: of a II the output 0, of sines n-1, has another factor 1/sqrt(2), of
/// a III the input has sqrt(2) there, of a DCT-I the first and the last have both. (SciPy 1.10 scales output 0 of
/// a DST-II in place of n-1, which is not orthogonal.)
///
/// Every member function but the getters is collective, as in Plan.
template <class Real>
class BSPFFT_API TrigonometricPlan {
public:
    /// Plans for arrays of its own (zeros at first): one kind for all axes, or one for each of options.axes in its
    /// order, or of all axes. Input and output share memory unless options.keep_input.
    /// Throws as Plan does, and Error(invalid_argument) for a DCT-I of length 1 or a wrong number of kinds.
    explicit TrigonometricPlan(std::vector<Index> shape, Trigonometric kind, const PlanOptions& options = {});
    TrigonometricPlan(std::vector<Index> shape, std::vector<Trigonometric> kinds, const PlanOptions& options = {});

    TrigonometricPlan(TrigonometricPlan&&) noexcept;
    TrigonometricPlan& operator=(TrigonometricPlan&&) noexcept;
    ~TrigonometricPlan();

    /// This process's part: element j of the input at place layout_in().local(j), element k of the output at
    /// layout_out().local(k).
    Real* input();
    const Real* input() const;
    Real* output();
    const Real* output() const;

    /// Forward from input() to output(), inverse back; unless options.keep_input, what it comes from is destroyed.
    void execute(Direction direction);
    void forward() { execute(Direction::forward); }
    void inverse() { execute(Direction::inverse); }

    /// Which elements of input() and output() each process has, and where.
    const Layout& layout_in() const;
    const Layout& layout_out() const;
    /// The lengths of the axes, and what happens along each.
    const std::vector<Index>& shape() const;
    const std::vector<Trigonometric>& kinds() const;

    /// The transforms inside, one for each axis in the order that forward does them: how many there are, and the
    /// schedule of each.
    Index transforms() const;
    const Schedule& schedule(Index transform = 0) const;
    /// Moves of one execution between the layouts of two transforms, or of one and the caller's; besides the moves of
    /// the transforms themselves.
    Index moves_between() const;

    /// With the choices of the first transform inside.
    const PlanOptions& options() const;
    /// Synchronisations of one forward transform.
    Index synchronisations() const;

    /// As of Plan; the ledger is of one transform inside.
    void account(bool on);
    Ledger ledger(Index transform = 0) const;
    Index bytes() const;
    PlanTraffic traffic() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

extern template class BSPFFT_API TrigonometricPlan<float>;
extern template class BSPFFT_API TrigonometricPlan<double>;

}  // namespace bspfft
