#include "bsp_fft/measure/precise_sums.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "bsp_fft/measure/signal.hpp"

using namespace bspfft;

namespace {

using Precise = std::complex<long double>;

std::vector<Index> coordinates(Index j, const std::vector<Index>& shape)
{
    std::vector<Index> at(shape.size());
    for (std::size_t l = shape.size(); l-- > 0; j /= shape[l]) at[l] = j % shape[l];
    return at;
}

// By the definition, element by element.
Precise plain_sum(const Problem& problem, const Signal& x, Index bin, Direction direction)
{
    const std::vector<Index> k = coordinates(bin, problem.shape);
    const long double sign = direction == Direction::forward ? -1 : 1;
    Precise sum = 0;
    for (Index j = 0; j < problem.n(); ++j) {
        const std::vector<Index> at = coordinates(j, problem.shape);
        long double turns = 0;
        bool counts = true;
        for (std::size_t l = 0; l < at.size(); ++l) {
            if (problem.transformed[l])
                turns += static_cast<long double>(at[l] * k[l] % problem.shape[l]) /
                         static_cast<long double>(problem.shape[l]);
            else
                counts = counts && at[l] == k[l];
        }
        if (counts) sum += Precise(x(j)) * std::polar(1.0L, sign * 2 * std::numbers::pi_v<long double> * turns);
    }
    return sum;
}

void check_sums(const Problem& problem, const Layout& layout)
{
    const Signal signal = Signal::parse("random:3", problem.n());
    std::vector<Index> bins;
    for (Index k = 0; k < problem.n(); k += 1 + problem.n() / 7) bins.push_back(k);
    for (const Direction direction : {Direction::forward, Direction::inverse}) {
        std::vector<Precise> sums(bins.size());
        for (Index s = 0; s < layout.p(); ++s) {
            std::vector<std::complex<double>> x;
            for (Index i = 0; i < layout.local_size(s); ++i) x.push_back(signal(layout.global(s, i)));
            const auto mine = precise_sums(problem, layout, s, x.data(), bins, direction);
            for (std::size_t i = 0; i < bins.size(); ++i) {
                sums[i] += Precise(mine[i].re.high, mine[i].im.high);
                sums[i] += Precise(mine[i].re.low, mine[i].im.low);
            }
        }
        for (std::size_t i = 0; i < bins.size(); ++i) {
            CAPTURE(bins[i]);
            CHECK(std::abs(sums[i] - plain_sum(problem, signal, bins[i], direction)) < 1e-16L);
        }
    }
}

}  // namespace

TEST_CASE("sums in twice the precision are those of the definition, for any axes and layouts")
{
    check_sums({{1}, {true}}, Layout::cyclic(1, 1));
    check_sums({{97}, {true}}, Layout::cyclic(97, 3));
    check_sums({{72}, {true}}, Layout::residue_cyclic(72, 4, 9));
    check_sums({{64}, {true}}, Layout::block(64, 5));
    check_sums({{6, 5}, {true, true}}, Layout::cyclic_grid({6, 5}, {2, 2}));
    check_sums({{4, 6, 5}, {true, false, true}}, Layout::blocks({4, 6, 5}, {2, 3, 1}));
    check_sums({{4, 6, 5}, {false, true, false}}, Layout::blocks({4, 6, 5}, {1, 2, 2}).with_axes_in_memory({2, 0, 1}));
    check_sums({{3, 1, 8}, {false, true, true}}, Layout::cyclic_grid({3, 1, 8}, {2, 1, 3}));
}

TEST_CASE("a vector longer than a table of roots has the right sums too")
{
    check_sums({{5000}, {true}}, Layout::cyclic(5000, 2));
    check_sums({{2, 2400}, {true, true}}, Layout::blocks({2, 2400}, {1, 1}));
}
