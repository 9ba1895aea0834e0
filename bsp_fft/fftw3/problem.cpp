#include "bsp_fft/fftw3/problem.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>

#include "bsp_fft/base/text.hpp"

namespace bspfft::fftw3 {

namespace {

// A kind in the numbers of bspfft.h; BSPFFT_UNTOUCHED for those of half spectra.
int trigonometric_kind(int kind)
{
    // REDFT00, 01, 10, 11 are the cosine transforms I, III, II, IV; then the sines
    constexpr int ours[] = {BSPFFT_DCT_1, BSPFFT_DCT_3, BSPFFT_DCT_2, BSPFFT_DCT_4,
                            BSPFFT_DST_1, BSPFFT_DST_3, BSPFFT_DST_2, BSPFFT_DST_4};
    if (kind < 0 || kind > last_kind)
        throw NotCovered(text("there is no kind ", kind, "; they are 0 to ", int{last_kind}));
    return is_of_half_spectrum(kind) ? static_cast<int>(BSPFFT_UNTOUCHED) : ours[kind - first_trigonometric];
}

void merge_loops(std::vector<Axis>& loops)
{
    std::ranges::stable_sort(loops, std::greater(), [](const Axis& loop) { return std::abs(loop.in); });
    std::vector<Axis> merged;
    for (Axis loop : loops) {
        if (loop.n == 1) continue;
        if (!merged.empty() && merged.back().in == loop.n * loop.in && merged.back().out == loop.n * loop.out) {
            loop.n *= merged.back().n;
            merged.pop_back();
        }
        merged.push_back(loop);
    }
    loops = std::move(merged);
}

// One element is its own Fourier transform, half spectrum and Hartley transform; cosines and sines change it, and on a
// halved axis it becomes complex.
void drop_axes_of_one(Problem& problem)
{
    const bool ends_with_one = problem.axes.empty() || problem.axes.back().n == 1;
    for (std::size_t l = problem.axes.size(); l-- > 0;) {
        const bool has_kind = !problem.kinds.empty();
        if (problem.axes[l].n != 1 || (has_kind && !is_of_half_spectrum(problem.kinds[l]))) continue;
        problem.axes.erase(problem.axes.begin() + static_cast<std::ptrdiff_t>(l));
        if (has_kind) problem.kinds.erase(problem.kinds.begin() + static_cast<std::ptrdiff_t>(l));
    }
    if (problem.is_halved() && ends_with_one) problem.axes.push_back({1, 1, 1});
}

}  // namespace

bool is_empty(const Problem& problem)
{
    for (const Axis& axis : problem.axes) {
        if (axis.n <= 0) throw NotCovered(text("the length ", axis.n, " is not positive"));
    }
    bool is_empty = false;
    for (const Axis& loop : problem.loops) {
        if (loop.n < 0) throw NotCovered(text("the number of transforms ", loop.n, " is negative"));
        is_empty |= loop.n == 0;
    }
    return is_empty;
}

Problem simplified(Problem problem)
{
    merge_loops(problem.loops);
    drop_axes_of_one(problem);
    return problem;
}

Digest digest_of(const Problem& given, bool in_place)
{
    const Problem problem = is_empty(given) ? given : simplified(given);
    std::vector<Index> numbers{static_cast<Index>(problem.data), problem.is_inverse, problem.is_split, in_place,
                               static_cast<Index>(problem.axes.size())};
    for (const auto* const axes : {&problem.axes, &problem.loops}) {
        for (const Axis& axis : *axes) numbers.insert(numbers.end(), {axis.n, axis.in, axis.out});
    }
    numbers.insert(numbers.end(), problem.kinds.begin(), problem.kinds.end());
    // FNV-1a, from two beginnings
    Digest digest{0xCBF29CE484222325U, 0x6C62272E07BB0142U};
    for (const Index number : numbers) {
        for (int shift = 0; shift < 64; shift += 8) {
            for (std::uint64_t& half : digest)
                half = (half ^ (static_cast<std::uint64_t>(number) >> shift & 0xFFU)) * 0x100000001B3U;
        }
    }
    return digest;
}

bool is_surely_covered(const Problem& problem)
{
    if (is_empty(problem)) return true;
    // cosines and sines have other rules
    if (problem.data == Data::real) return false;
    request_of(compacted(simplified(problem)));
    return true;
}

bspfft_request request_of(const Problem& problem)
{
    bspfft_request request{};
    const std::size_t loops = problem.loops.size(), axes = loops + problem.axes.size();
    const std::size_t most = std::size(request.length);
    if (axes > most) throw NotCovered(text("there are ", axes, " axes and loops; at most ", most));
    request.size = sizeof request;
    request.precision = problem.precision;
    request.data = problem.data == Data::complex ? BSPFFT_COMPLEX : BSPFFT_REAL;
    request.direction =
        problem.is_inverse || problem.data == Data::to_real ? BSPFFT_INVERSE : BSPFFT_FORWARD;
    request.dimensions = static_cast<int32_t>(axes);
    request.threads = problem.threads;
    request.sparing = problem.spares_memory ? 1 : 0;
    for (std::size_t l = 0; l < axes; ++l) {
        const Axis& axis = l < loops ? problem.loops[l] : problem.axes[l - loops];
        request.length[l] = axis.n;
        request.stride_in[l] = axis.in;
        request.stride_out[l] = axis.out;
        request.kind[l] = l < loops ? BSPFFT_UNTOUCHED
                          : problem.kinds.empty() ? BSPFFT_FOURIER
                                                  : trigonometric_kind(problem.kinds[l - loops]);
    }
    return request;
}

bool fits_in_place(const Problem& problem)
{
    const auto begins_alike = [&](const Axis& axis) {
        return problem.reals(Side::in) * axis.in == problem.reals(Side::out) * axis.out;
    };
    if (!std::ranges::all_of(problem.loops, begins_alike)) return false;
    if (!problem.is_halved()) return std::ranges::all_of(problem.axes, begins_alike);
    const Axis& last = problem.axes.back();
    return last.in == 1 && last.out == 1 && std::all_of(problem.axes.begin(), problem.axes.end() - 1, begins_alike);
}

Problem compacted(const Problem& problem)
{
    Problem compact = problem;
    compact.is_split = false;
    Index in = 1, out = 1;
    for (std::size_t l = compact.axes.size(); l-- > 0;) {
        compact.axes[l].in = in;
        compact.axes[l].out = out;
        in *= problem.room(l, Side::in);
        out *= problem.room(l, Side::out);
    }
    Index count = 1;
    for (const Axis& loop : problem.loops) count *= loop.n;
    compact.loops = count == 1 ? std::vector<Axis>{} : std::vector<Axis>{{count, in, out}};
    return compact;
}

}  // namespace bspfft::fftw3
