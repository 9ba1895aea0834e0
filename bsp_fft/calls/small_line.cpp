#include "bsp_fft/calls/small_line.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/roots.hpp"

namespace bspfft::calls {

namespace {

constexpr Index longest_stages = 128;
// Longer ones are faster in other ways.
constexpr Index longest_half_spectrum = 100, longest_fourth = 48;

bool has_stages(Index n) { return n > 1 && n <= longest_stages && prime_factors(n).back() <= 13; }

template <class Real>
void copy_numbers(Index n, const Real* from, Index from_step, Real* to, Index to_step)
{
    for (Index j = 0; j < n; ++j, from += 2 * from_step, to += 2 * to_step) {
        to[0] = from[0];
        to[1] = from[1];
    }
}

}  // namespace

LineKind line_kind(const Request& request)
{
    if (request.trigonometric) return LineKind::trigonometric;
    return request.data == Data::complex ? LineKind::complex
           : request.data == Data::real  ? LineKind::to_half_spectrum
                                         : LineKind::to_reals;
}

Index stages_length(Index n, LineKind kind)
{
    const bool halved = kind == LineKind::to_half_spectrum || kind == LineKind::to_reals;
    const bool splits = halved && n % 2 == 0 && n > most_real_dense;
    const Index length = splits ? n / 2 : kind == LineKind::complex ? n : 0;
    return has_stages(length) ? length : 0;
}

bool has_small_line(const Axis& axis, LineKind kind)
{
    const Index n = axis.length;
    if (stages_length(n, kind) > 0) return true;
    if (kind == LineKind::complex) return n == 1 || (n <= longest_dense && prime_factors(n).back() > 13);
    if (kind != LineKind::trigonometric) return n <= longest_half_spectrum;
    return n <= (axis.kind == BSPFFT_DCT_4 || axis.kind == BSPFFT_DST_4 ? longest_fourth : longest_dense);
}

template <class Real>
SmallLine<Real>::SmallLine(const Axis& axis, const Request& request, Arena& arena)
    : axis_(axis), kind_(line_kind(request)), scale_(static_cast<Real>(request.scale))
{
    const Index n = axis.length, length = stages_length(n, kind_);
    if (length == 0) {
        sums_.emplace(sums_of(axis, request), arena);
        return;
    }
    stages_.emplace(length, arena);
    swap_ = request.direction == Direction::inverse || kind_ == LineKind::to_reals;
    if (kind_ == LineKind::complex) {
        // the longest radix is faster in two stages
        if (!is_contiguous()) {
            take_lines(1, 2, 2);  // one column
        } else if (n < longest_radix) {
            take_only(ShortKind::only, 1);
        }
        return;
    }
    roots_ = arena.table<Real>(length + 2, [&](Real* table) {
        for (Index k = 0; 2 * k <= length; ++k) {
            const std::complex<double> w = root_of_unity(k, n) * (kind_ == LineKind::to_reals ? 1.0 : 0.5);
            table[2 * k] = static_cast<Real>(w.real());
            table[2 * k + 1] = static_cast<Real>(w.imag());
        }
    });
}

template <class Real>
void SmallLine<Real>::take_only(ShortKind kind, Index lanes)
{
    if (axis_.length <= longest_radix)
        only_ = simd::short_code(kind, axis_.length, lanes, static_cast<const Real*>(nullptr)).run;
}

template <class Real>
bool SmallLine<Real>::take_lines(Index number, Index step_in, Index step_out)
{
    const bool are_neighbours = step_in == 2 && step_out == 2;
    if (kind_ != LineKind::complex || !stages_ || (!are_neighbours && !is_contiguous())) return false;
    lines_.width = number;
    lines_.padding_in = are_neighbours ? 2 * axis_.in : step_in;
    lines_.padding_out = are_neighbours ? 2 * axis_.out : step_out;
    take_only(are_neighbours ? ShortKind::columns : ShortKind::lines, std::min(number, most_short_lanes));
    return only_ != nullptr;
}

// Even and odd elements of the reals are real and imaginary parts of m = n/2 numbers z. Of their spectrum,
// X_k = (Z_k + conj Z_(m-k))/2 - i w_n^k (Z_k - conj Z_(m-k))/2.
template <class Real>
void SmallLine<Real>::separate(const Real* z, Real* out) const
{
    const Index m = axis_.length / 2, step = 2 * axis_.out;
    Real *first = out, *last = out + m * step;
    first[0] = z[0] + z[1];
    last[0] = z[0] - z[1];
    first[1] = last[1] = 0;
    for (Index k = 1; 2 * k <= m; ++k) {
        const Real *a = z + 2 * k, *b = z + 2 * (m - k), *w = roots_.data() + 2 * k;
        const Real sum_re = (a[0] + b[0]) / 2, sum_im = (a[1] - b[1]) / 2;
        const Real re = a[0] - b[0], im = a[1] + b[1];
        const Real turned_re = im * w[0] + re * w[1], turned_im = im * w[1] - re * w[0];
        first += step;
        last -= step;
        first[0] = sum_re + turned_re;
        first[1] = sum_im + turned_im;
        last[0] = sum_re - turned_re;
        last[1] = turned_im - sum_im;
    }
}

// Z_k = (X_k + conj X_(m-k)) + i conj(w_n^k) (X_k - conj X_(m-k)); the inverse of z without a factor is that of n
// numbers.
template <class Real>
void SmallLine<Real>::join(const Real* in, Real* z) const
{
    const Index m = axis_.length / 2, step = 2 * axis_.in;
    const Real *first = in, *last = in + m * step;
    z[0] = first[0] + last[0];
    z[1] = first[0] - last[0];
    for (Index k = 1; 2 * k <= m; ++k) {
        Real *a = z + 2 * k, *b = z + 2 * (m - k);
        const Real* const w = roots_.data() + 2 * k;
        first += step;
        last -= step;
        const Real sum_re = first[0] + last[0], sum_im = first[1] - last[1];
        const Real re = first[0] - last[0], im = first[1] + last[1];
        const Real turned_re = re * w[1] - im * w[0], turned_im = re * w[0] + im * w[1];
        a[0] = sum_re + turned_re;
        a[1] = sum_im + turned_im;
        b[0] = sum_re - turned_re;
        b[1] = turned_im - sum_im;
    }
}

template <class Real>
void SmallLine<Real>::run_stages(const Real* in, Real* out) const
{
    alignas(64) Real workspace[ShortTransform<Real>::workspace_size(longest_stages)];
    Real line[2 * longest_stages];
    const Index n = axis_.length;
    if (kind_ == LineKind::complex) {
        if (axis_.in != 1) copy_numbers(n, in, axis_.in, line, 1);
        stages_->run(axis_.in != 1 ? line : in, axis_.out != 1 ? line : out, swap_, scale_, workspace);
        if (axis_.out != 1) copy_numbers(n, line, 1, out, axis_.out);
    } else if (kind_ == LineKind::to_half_spectrum) {
        for (Index j = 0; j < n && axis_.in != 1; ++j) line[j] = in[j * axis_.in];
        stages_->run(axis_.in != 1 ? line : in, line, swap_, scale_, workspace);
        separate(line, out);
    } else {
        join(in, line);
        stages_->run(line, axis_.out != 1 ? line : out, swap_, scale_, workspace);
        for (Index j = 0; j < n && axis_.out != 1; ++j) out[j * axis_.out] = line[j];
    }
}

template class SmallLine<float>;
template class SmallLine<double>;

}  // namespace bspfft::calls
