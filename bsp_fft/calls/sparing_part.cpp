// A long vector in place, without a second array: n = a c a, with j = (j1, j2, j3) and k = (k3, k2, k1), the first
// digit the most significant  [Bailey 1990]:
//
//     columns  over j1, length a, times w_n^(k1 (j2, j3))      in place: (k1, j2, j3)
//     rows     over (j2, j3), length c a, stored as            in place: (k1, k2, k3)
//     exchange of the first and the last digit                 in place: (k3, k2, k1), which is natural order
//
// Three sweeps, and no array besides the caller's; the free cut has two sweeps and an array for packets.
#include <algorithm>
#include <complex>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/calls/sweeps.hpp"
#include "bsp_fft/kernel/digit_transform.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft::calls {

namespace {

/// a as large as can be.
struct Digits {
    explicit Digits(Index n) : a(root_of_largest_square(n)), c(n / a / a) {}

    Index a, c;
};

// So that tiles of rows are a small part of the vector.
constexpr Index shortest_columns = 256;

template <class Real>
class SparingPart final : public Sweeps {
public:
    using Complex = std::complex<Real>;

    SparingPart(const Request& request, const Digits& digits)
        : Sweeps(request, sweeps_of(request, digits)),
          a_(digits.a),
          c_(digits.c),
          scale_(static_cast<Real>(request.scale)),
          columns_({1, a_, c_ * a_}, out_, DigitTransform<Real>::Twiddles::after, arena_),
          rows_({a_, c_ * a_, 1}, out_, DigitTransform<Real>::Twiddles::none, arena_)
    {
        // k2 + c k3 is to be at (k2, k3)
        std::vector<Index> places;
        for (Index k = 0; k < c_ * a_; ++k) places.push_back(k % c_ * a_ + k / c_);
        if (c_ > 1) rows_.put_results_at(places);
    }

    void execute(const void* in, void* out) override
    {
        auto* const to = static_cast<Real*>(out);
        const auto* from = static_cast<const Real*>(in);
        std::size_t number = 0;
        if (copies()) {
            sweep(number++, [&] { copy(static_cast<const Complex*>(in), static_cast<Complex*>(out)); });
            from = to;
        }
        const typename DigitTransform<Real>::Run plain{1, inverse_, inverse_}, scaled{scale_, inverse_, inverse_};
        sweep(number++, [&] { transform(columns_, from, to, plain); });
        sweep(number++, [&] { transform(rows_, to, to, scaled); });
        sweep(number, [&] { exchange(static_cast<Complex*>(out)); });
    }

private:
    static std::vector<std::pair<std::string, Index>> sweeps_of(const Request& request, const Digits& digits)
    {
        const Index a = digits.a, b = digits.c * digits.a, n = a * b;
        std::vector<std::pair<std::string, Index>> sweeps{{text("columns of length ", a), flops_of(n, a)},
                                                          {text("rows of length ", b), flops_of(n, b)},
                                                          {"exchange of digits", 0}};
        if (request.axes.front().in != request.axes.front().out) sweeps.insert(sweeps.begin(), {"copy", 0});
        return sweeps;
    }

    /// From one array to another of other strides.
    bool copies() const { return in_ != out_; }

    void transform(DigitTransform<Real>& digit, const Real* from, Real* to,
                   const typename DigitTransform<Real>::Run& run)
    {
        for_my(digit.tiles(), [&](Index tile) { digit.run(tile, from, to, run); });
    }

    void copy(const Complex* from, Complex* to) const
    {
        for_my(a_ * c_ * a_, [&](Index j) { to[j * out_] = from[j * in_]; });
    }

    // Blocks that are exchanged with their mirrors are in the nearest cache together. Those of a block row before the
    // diagonal are few in the beginning and many in the end: processes take them in turn.
    void exchange(Complex* x) const
    {
        constexpr Index block = 16;
        for (Index i = s() * block; i < a_; i += p() * block) {
            for (Index j = 0; j <= i; j += block) {
                for (Index m = 0; m < c_; ++m) exchange_block(x, m, i, std::min(i + block, a_), j, j + block);
            }
        }
    }

    void exchange_block(Complex* x, Index m, Index i, Index i_end, Index j, Index j_end) const
    {
        const auto at = [&](Index first, Index last) -> Complex& { return x[((first * c_ + m) * a_ + last) * out_]; };
        for (Index row = i; row < i_end; ++row) {
            for (Index column = j; column < std::min(j_end, row); ++column) std::swap(at(row, column), at(column, row));
        }
    }

    Index a_, c_;
    Real scale_;
    DigitTransform<Real> columns_, rows_;
};

}  // namespace

bool can_spare(const Request& request)
{
    if (request.trigonometric || request.reproducible || request.data != Data::complex) return false;
    if (request.axes.size() > 1 || (request.in_place && !request.keeps_places())) return false;
    return Digits(request.elements()).a >= shortest_columns;
}

std::unique_ptr<Part> make_sparing_part(const Request& request)
{
    return made_together([&]() -> std::unique_ptr<Part> {
        const Digits digits(request.elements());
        if (request.single) return std::make_unique<SparingPart<float>>(request, digits);
        return std::make_unique<SparingPart<double>>(request, digits);
    });
}

}  // namespace bspfft::calls
