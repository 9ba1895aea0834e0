// Random problems of one to four axes, any lengths, grids, batches, layouts, algorithms; their definition in higher
// precision; and the port's counts beside the schedule's.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>

#include "bsp_fft/schedule/builders.hpp"
#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"
#include "tests/fft/oracle.hpp"

namespace bspfft {

struct Random {
    std::mt19937_64 engine;
    /// From first to last.
    Index number(Index first, Index last)
    {
        return first + static_cast<Index>(engine() % static_cast<std::uint64_t>(last - first + 1));
    }
    bool once_in(Index n) { return number(1, n) == 1; }
    template <class T>
    T one_of(std::initializer_list<T> choices)
    {
        return *(choices.begin() + number(0, static_cast<Index>(choices.size()) - 1));
    }
};

struct Case {
    std::vector<Index> shape;
    PlanOptions options;
};

// So many processes over the axes, at random.
inline std::vector<Index> random_grid(Random& random, std::size_t axes, Index p)
{
    std::vector<Index> grid(axes, 1);
    for (Index q = 2; p > 1; ++q) {
        for (; p % q == 0; p /= q) grid[static_cast<std::size_t>(random.number(0, static_cast<Index>(axes) - 1))] *= q;
    }
    return grid;
}

inline Layout random_layout(Random& random, const std::vector<Index>& shape, Index p)
{
    std::vector<AxisLayout> kinds;
    for (const Index n : shape) {
        const Index b = n % 3 == 0 ? n / 3 : n;
        kinds.push_back(random.one_of({AxisLayout::block(), AxisLayout::cyclic(), AxisLayout::residue_cyclic(b),
                                       AxisLayout::zig_zag(), AxisLayout::zig_zag(b), AxisLayout::folded()}));
    }
    Layout layout = Layout::grid(shape, random_grid(random, shape.size(), p), kinds);
    std::vector<Index> order(shape.size());
    std::iota(order.begin(), order.end(), Index{0});
    if (random.once_in(3)) std::shuffle(order.begin(), order.end(), random.engine);
    layout = layout.with_axes_in_memory(order);
    if (random.once_in(4)) layout = layout.with_leading_dimension(shape[static_cast<std::size_t>(order.back())] + 3);
    return layout;
}

inline Case random_case(unsigned seed, Index p, Data data = Data::complex)
{
    Random random{std::mt19937_64(seed)};
    Case result;
    const Index axes = random.one_of<Index>({1, 1, 1, 2, 2, 3, 3, 4});
    const Index most[] = {0, 700, 40, 14, 7};
    Index elements = 1;
    for (Index l = 0; l < axes; ++l) {
        const Index longest = std::max(Index{2}, std::min(most[axes], 2500 / elements));
        Index n = random.number(1, longest);
        // lengths that p divides often enough to have even cuts
        if (random.once_in(3) && p * p <= longest) n = p * p * random.number(1, longest / (p * p));
        result.shape.push_back(n);
        elements *= n;
    }
    PlanOptions& options = result.options;
    for (Index l = 0; axes > 1 && l < axes; ++l) {
        if (!random.once_in(4)) options.axes.push_back(l);
    }
    if (random.once_in(4) && elements < 400) options.batch = random.number(2, 30);
    std::vector<Index> whole = result.shape;
    if (options.batch > 1) whole.insert(whole.begin(), options.batch);
    options.exchange = random.one_of({Exchange::automatic, Exchange::put, Exchange::hpput});
    options.normalisation = random.one_of({Normalisation::inverse, Normalisation::symmetric});
    options.keep_input = random.once_in(3);
    if (random.once_in(6)) options.algorithm = axes > 1 || p == 1 ? Algorithm::pencils : Algorithm::bluestein;
    if (options.algorithm == Algorithm::bluestein && whole.size() > 1) options.algorithm = Algorithm::automatic;
    options.transposed_out = options.algorithm == Algorithm::pencils && random.once_in(2);
    options.data = data;
    const Problem problem = problem_of(result.shape, options);
    if (random.once_in(4)) options.input = random_layout(random, problem.input_shape(), p);
    if (random.once_in(4)) options.output = random_layout(random, problem.output_shape(), p);
    return result;
}

inline std::string words(const Case& now)
{
    return shape_text(now.shape) + " batch " + std::to_string(now.options.batch) + " algorithm " +
           algorithm_name(now.options.algorithm) +
           (now.options.axes.empty() ? "" : " axes " + shape_text(now.options.axes)) +
           (now.options.input ? " in " + now.options.input->description() : "") +
           (now.options.output ? " out " + now.options.output->description() : "") +
           (now.options.keep_input ? " keeps" : "");
}

// Along one axis after the other.
inline std::vector<LongComplex> transformed(const std::vector<LongComplex>& values, const Problem& problem)
{
    std::vector<std::complex<double>> x(values.begin(), values.end());
    Index inner = 1;
    for (std::size_t l = problem.shape.size(); l-- > 0;) {
        const Index n = problem.shape[l];
        for (Index start = 0; problem.transformed[l] && start < problem.n(); ++start) {
            if (start / inner % n != 0) continue;
            std::vector<std::complex<double>> line;
            for (Index i = 0; i < n; ++i) line.push_back(x[static_cast<std::size_t>(start + i * inner)]);
            line = dft_in_double(line);
            for (Index i = 0; i < n; ++i)
                x[static_cast<std::size_t>(start + i * inner)] = line[static_cast<std::size_t>(i)];
        }
        inner *= n;
    }
    return {x.begin(), x.end()};
}

template <class Element>
void fill(Element* to, const Layout& layout, const std::vector<LongComplex>& values)
{
    const auto s = static_cast<Index>(bsp_pid());
    for (Index i = 0; i < layout.local_span(s); ++i) {
        const Index j = layout.global(s, i);
        if (j < 0) continue;
        const LongComplex value = values[static_cast<std::size_t>(j)];
        if constexpr (std::is_floating_point_v<Element>) {
            to[i] = static_cast<Element>(value.real());
        } else {
            to[i] = static_cast<Element>(value);
        }
    }
}

template <class Element>
bool equal(const Element* to, const Layout& layout, const std::vector<LongComplex>& values,
           long double scale, Index length)
{
    const auto s = static_cast<Index>(bsp_pid());
    long double squares = 0, largest = 0;
    for (const LongComplex& v : values) squares += std::norm(v);
    const long double rms = std::sqrt(squares / static_cast<long double>(values.size()));
    for (Index i = 0; i < layout.local_span(s); ++i) {
        const Index j = layout.global(s, i);
        if (j < 0) continue;
        const LongComplex expected = values[static_cast<std::size_t>(j)];
        largest = std::max(largest, std::abs(LongComplex(to[i]) / scale - expected));
    }
    const auto digits = std::log2(2 * static_cast<double>(length));
    return largest <= 12 * std::numeric_limits<decltype(std::real(to[0]))>::epsilon() * digits * rms + 1e-30L;
}

inline bool counts_agree(const PlanTraffic& traffic, const Schedule& schedule)
{
    const auto s = static_cast<Index>(bsp_pid());
    Index puts = 0, words = 0;
    for (const Move* move : schedule.program().moves()) {
        const MoveCounts counts = move->counts(s);
        puts += counts.messages;
        words += counts.words_sent;
        if (counts.words_sent > move->words_sent || counts.words_received > move->words_received ||
            counts.messages > move->messages)
            return false;
    }
    return traffic.puts == puts && traffic.bytes == words * schedule.bytes_per_real() &&
           traffic.synchronisations == schedule.synchronisations();
}

}  // namespace bspfft
