// One line of a few numbers: complex ones in the stages of a short transform, reals as half as many complex numbers,
// and all others as a product with a matrix.
#pragma once

#include <optional>

#include "bsp_fft/calls/small_sums.hpp"
#include "bsp_fft/kernel/short/short_transform.hpp"

namespace bspfft::calls {

enum class LineKind { complex, to_half_spectrum, to_reals, trigonometric };
/// What the last axis has.
LineKind line_kind(const Request& request);

/// The complex numbers that are transformed in stages for a line of length n, n or n/2; 0 if there is a matrix.
Index stages_length(Index n, LineKind kind);
bool has_small_line(const Axis& axis, LineKind kind);

/// Threads may share it.
template <class Real>
class SmallLine {
public:
    SmallLine(const Axis& axis, const Request& request, Arena& arena);

    /// Transforms `number` complex lines at once from now on, which begin these distances in reals apart: neighbours,
    /// or each of them contiguous. False if that is impossible.
    bool take_lines(Index number, Index step_in, Index step_out);

    /// In may be out.
    void run(const Real* in, Real* out) const
    {
        if (only_) return only_(lines_, in, out, swap_, scale_);
        if (sums_) return sums_->run(in, out);
        run_stages(in, out);
    }

private:
    /// Where one stage does it all.
    void take_only(ShortKind kind, Index lanes);
    bool is_contiguous() const { return axis_.in == 1 && axis_.out == 1; }
    void run_stages(const Real* in, Real* out) const;
    void separate(const Real* z, Real* out) const;
    void join(const Real* in, Real* z) const;

    Axis axis_;
    LineKind kind_;
    bool swap_ = false;
    Real scale_ = 1;
    ShortStage<Real> only_ = nullptr;  ///< for all of a line, or of lines_
    ShortTask<Real> lines_;
    std::optional<ShortTransform<Real>> stages_;
    std::optional<DenseTransform<Real>> sums_;
    Buffer<Real> roots_;  ///< w_n^k / 2 and w_n^k for k up to n/4: of half spectra
};

extern template class SmallLine<float>;
extern template class SmallLine<double>;

}  // namespace bspfft::calls
