// What all contestants are asked, and how far an answer is from the exact one.
#pragma once

#include <algorithm>
#include <type_traits>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/measure/signal.hpp"
#include "bspfft/spectral_operator.hpp"
#include "tools/bench/contestant.hpp"
#include "tools/bench/exact_error.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

/// The number as the signal has it, or its real part.
template <class Number>
Number number_from(std::complex<double> value)
{
    if constexpr (std::is_floating_point_v<Number>) {
        return static_cast<Number>(value.real());
    } else {
        return static_cast<Number>(value);
    }
}

/// The sums of all processes, from those of each. Collective.
inline std::vector<PreciseComplex> over_processes(Port& port, const std::vector<PreciseComplex>& sums)
{
    std::vector<double> mine;
    for (const PreciseComplex& sum : sums) mine.insert(mine.end(), {sum.re.high, sum.re.low, sum.im.high, sum.im.low});
    const std::vector<double> all = gather(port, mine);
    std::vector<PreciseComplex> totals(sums.size());
    for (std::size_t at = 0; at < all.size(); at += 4) {
        PreciseComplex& total = totals[at / 4 % totals.size()];
        total.re.add(DoubleDouble{all[at], all[at + 1]});
        total.im.add(DoubleDouble{all[at + 2], all[at + 3]});
    }
    return totals;
}

/// y_k for these k, of an array in a layout. Collective.
template <class Number>
std::vector<std::complex<double>> values_at(Port& port, const std::vector<Index>& places, const Layout& layout,
                                            const Number* y)
{
    std::vector<double> mine;  // and zeros for those of the others
    for (const Index k : places) {
        const std::complex<double> value = layout.owner(k) == port.s() ? y[layout.local(k)] : Number();
        mine.insert(mine.end(), {value.real(), value.imag()});
    }
    const std::vector<double> all = gather(port, mine);
    std::vector<std::complex<double>> values(places.size());
    for (std::size_t at = 0; at < all.size(); at += 2)
        values[at / 2 % values.size()] += std::complex<double>(all[at], all[at + 1]);
    return values;
}

/// A random array, and exact values of the answer at some places. Those of an operator's answer are of its transform.
class Question {
public:
    /// It is kept for the next contestant, until there is another question. All cores find the values, which a process
    /// of a section does not have: this comes before there is one.
    static const Question& about(const Case& problem, Index places = bins_to_check);

    Question(const Case& problem, Index places);

    const std::vector<Index>& places() const { return places_; }

    template <class Number>
    Number element(Index j) const
    {
        return number_from<Number>(signal_(j));
    }

    /// The elements that process s has in a layout.
    template <class Number>
    void fill(Number* x, const Layout& layout, Index s = 0) const
    {
        for (Index i = 0; i < layout.local_size(s); ++i) x[i] = element<Number>(layout.global(s, i));
    }

    /// The error of an answer. Collective.
    template <class Number>
    double error(Port& port, const Layout& layout, const Number* y) const
    {
        if (!problem_.what.task.is_operator()) return error(values_at(port, places_, layout, y));
        std::vector<std::complex<double>> values;
        for (const auto& [re, im] : transformed(port, layout, y)) values.emplace_back(re.value(), im.value());
        return error(values);
    }

    /// The error of an answer in natural order, on one process.
    template <class Number>
    double error(const Number* y) const
    {
        double found = 0;
        run_section(
            1, [&](Port& port) { found = error(port, Layout::block(product_of(transform_.output_shape()), 1), y); });
        return found;
    }

    double error(const std::vector<std::complex<double>>& values) const { return relative_error(exact_, values); }

private:
    /// The transform of an array, at the places.
    template <class Number>
    std::vector<PreciseComplex> transformed(Port& port, const Layout& layout, const Number* x) const
    {
        const Buffer<std::complex<typename RealOf<Number>::type>> copy(layout.local_size(port.s()));
        std::copy_n(x, copy.size(), copy.data());
        return over_processes(port,
                              precise_sums(transform_, layout, port.s(), copy.data(), places_, Direction::forward));
    }

    template <class Number>
    std::vector<PreciseComplex> exact(Port& port) const;

    Case problem_;
    Signal signal_;
    Problem transform_;  ///< along all axes, unless the task is a transform itself
    std::vector<Index> places_;
    std::vector<PreciseComplex> exact_;
};

}  // namespace bspfft::tools
