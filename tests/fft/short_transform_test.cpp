// Short vectors against the definition in long double: all lengths, both ways, in place and not, wherever they are.
#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"
#include "bsp_fft/kernel/short/short_transform.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "tests/fft/oracle.hpp"
#include "tests/fft/tile_checks.hpp"

using namespace bspfft;

namespace {

constexpr Index longest = longest_stages_bytes / 16;
bool is_short_length(Index n) { return bspfft::is_short_length(n, 8); }

/// A vector between untouched numbers, `shift` reals behind the beginning of a cache line.
template <class Real>
class Vector {
public:
    Vector(Index n, Index shift) : n_(n), begin_(32 + shift), memory_(2 * n + 96)
    {
        std::fill_n(memory_.data(), memory_.size(), static_cast<Real>(untouched));
    }

    Real* data() { return memory_.data() + begin_; }
    std::complex<Real> operator[](Index i) { return {data()[2 * i], data()[2 * i + 1]}; }
    void set(const std::vector<LongComplex>& x)
    {
        for (Index i = 0; i < n_; ++i) {
            data()[2 * i] = static_cast<Real>(x[at(i)].real());
            data()[2 * i + 1] = static_cast<Real>(x[at(i)].imag());
        }
    }
    bool is(const std::vector<LongComplex>& x)
    {
        for (Index i = 0; i < n_; ++i) {
            if (LongComplex((*this)[i]) != x[at(i)]) return false;
        }
        return true;
    }
    bool is_untouched_around() const
    {
        for (Index i = 0; i < memory_.size(); ++i) {
            if ((i < begin_ || i >= begin_ + 2 * n_) && memory_.data()[i] != static_cast<Real>(untouched)) return false;
        }
        return true;
    }

private:
    Index n_;
    Index begin_;
    Buffer<Real> memory_;
};

template <class Real>
void check_transform(const std::vector<LongComplex>& x, const std::vector<LongComplex>& y)
{
    const auto n = static_cast<Index>(x.size());
    CAPTURE(n);
    CAPTURE(sizeof(Real));
    Arena counting(Arena::counts), arena;
    const ShortTransform<Real> counted(n, counting);
    const Index size = counting.workspace_bytes() / static_cast<Index>(sizeof(Real));
    Real* const workspace = arena.workspace<Real>(size + 16);
    std::fill_n(workspace + size, 16, static_cast<Real>(untouched));
    ShortTransform<Real> transform(n, arena);
    CHECK(arena.bytes() == counting.bytes() + 16 * static_cast<Index>(sizeof(Real)));
    for (const bool in_place : {false, true}) {
        for (const bool inverse : {false, true}) {
            CAPTURE(in_place);
            CAPTURE(inverse);
            // at complex numbers that are not aligned
            Vector<Real> in(n, n % 5), other(n, 1);
            in.set(x);
            Vector<Real>& out = in_place ? in : other;
            const auto scale = static_cast<Real>(inverse ? 0.5 : 1);
            transform.run(in.data(), out.data(), inverse, scale);
            Error2 errors;
            for (Index k = 0; k < n; ++k)
                errors.add(LongComplex(out[inverse ? (n - k) % n : k]) / static_cast<long double>(scale), y[at(k)]);
            errors.check<Real>({n});
            CHECK(in.is_untouched_around());
            CHECK(other.is_untouched_around());
            if (!in_place) CHECK(in.is(x));
        }
    }
    for (Index i = size; i < size + 16; ++i) CHECK(workspace[i] == static_cast<Real>(untouched));
}

void check_length(Index n)
{
    const std::vector<LongComplex> x = random_vector(at(n));
    const std::vector<LongComplex> y = (n & (n - 1)) == 0 ? long_double_dft(x) : dft_by_definition(x);
    with_every_instruction_set([&] {
        check_transform<double>(x, y);
        check_transform<float>(x, y);
    });
}

/// Lines of r numbers side by side: neighbours, or each contiguous, with gaps between them.
template <class Real>
void check_lines(ShortKind kind, Index r, Index width, bool in_place, bool inverse)
{
    CAPTURE(r);
    CAPTURE(width);
    CAPTURE(in_place);
    const bool columns = kind == ShortKind::columns;
    ShortTask<Real> task;
    task.width = width;
    task.padding_in = 2 * (columns ? width + 1 : r + 1);
    task.padding_out = in_place ? task.padding_in : 2 * (columns ? width + 3 : r);
    const auto place = [&](Index padding, Index line, Index j) {
        return at(columns ? j * padding + 2 * line : line * padding + 2 * j);
    };
    const Index lines = columns ? r : width;
    std::vector<Real> in(at(lines * task.padding_in), static_cast<Real>(untouched));
    std::vector<Real> other(at(lines * task.padding_out), static_cast<Real>(untouched));
    std::vector<std::vector<LongComplex>> results;
    for (Index line = 0; line < width; ++line) {
        const std::vector<LongComplex> x = random_vector(at(r));
        results.push_back(dft_by_definition(x));
        for (Index j = 0; j < r; ++j) {
            in[place(task.padding_in, line, j)] = static_cast<Real>(x[at(j)].real());
            in[place(task.padding_in, line, j) + 1] = static_cast<Real>(x[at(j)].imag());
        }
    }
    const std::vector<Real> before = in;
    std::vector<Real>& out = in_place ? in : other;
    const Index lanes = std::min(width, most_short_lanes);
    simd::short_code(kind, r, lanes, static_cast<const Real*>(nullptr))
        .run(task, in.data(), out.data(), inverse, Real(0.5));
    Error2 errors;
    for (Index line = 0; line < width; ++line) {
        for (Index k = 0; k < r; ++k) {
            Real* const found = &out[place(task.padding_out, line, k)];
            errors.add({2 * found[0], 2 * found[1]}, results[at(line)][at(inverse ? (r - k) % r : k)]);
            found[0] = found[1] = static_cast<Real>(untouched);
        }
    }
    errors.check<Real>({r});
    check_untouched(out);
    if (!in_place) CHECK(in == before);
}

}  // namespace

TEST_CASE("short lines side by side")
{
    with_every_instruction_set([] {
        for (Index r = 2; r <= longest_radix; ++r) {
            for (const Index width : {1, 2, 5, 8, 9, 31, 64}) {
                for (const ShortKind kind : {ShortKind::columns, ShortKind::lines}) {
                    check_lines<double>(kind, r, width, false, width % 2 == 0);
                    check_lines<double>(kind, r, width, true, width % 2 != 0);
                    check_lines<float>(kind, r, width, false, width % 2 != 0);
                    check_lines<float>(kind, r, width, true, width % 2 == 0);
                }
            }
        }
    });
}

TEST_CASE("every short length is transformed")
{
    Index count = 0;
    for (Index n = 1; n <= 300; n += slow && n > 64 ? 7 : 1) {
        if (!is_short_length(n)) continue;
        check_length(n);
        ++count;
    }
    CHECK(count > (slow ? 50 : 60));
}

TEST_CASE("longer lengths are transformed, by all radices")
{
    for (Index n = 512; n <= (slow ? 512 : longest / 2); n *= n < 4096 ? 2 : 8) check_length(n);
    for (const Index n : {13 * 13 * 2, 11 * 11 * 4, 7 * 7 * 7, 1000, 625, 1260})
        if (!slow || n < 500) check_length(n);
}

TEST_CASE("longer lengths are transformed in two sweeps")
{
    CHECK(square_side(longest / 2, 8) == 0);
    CHECK(square_side(longest, 8) == 64);
    CHECK(square_side(longest, 4) == 0);
    CHECK(square_side(2 * longest, 4) == 64);
    CHECK(square_side(8 * longest, 8) == 64);
    CHECK(square_side(16 * longest, 8) == 0);
    CHECK(square_side(16 * longest, 4) == 64);
    // the longest side up to 64, or else the shortest above: rows are whole lanes, and squares whole
    CHECK(square_side(40 * 41 * 40, 8) == 40);
    CHECK(square_side(48 * 48 * 45, 8) == 48);
    CHECK(square_side(72 * 72 * 13, 8) == 72);
    CHECK(square_side(72 * 72 * 26, 4) == 0);
    CHECK(square_side(136 * 136 * 4, 8) == 0);
    CHECK(square_side(100000, 8) == 0);
    // of powers of two, of a side that is no power of two, of a length that has an odd factor
    for (const Index n : {longest, Index{160000}, Index{98304}}) {
        CAPTURE(n);
        CHECK(square_side(n, 8) > 0);
        const std::vector<LongComplex> x = random_vector(at(n));
        const std::vector<LongComplex> y = long_double_dft(x);
        with_every_instruction_set([&] { check_transform<double>(x, y); });
    }
    if (slow) return;
    const std::vector<LongComplex> x = random_vector(at(2 * longest));
    const std::vector<LongComplex> y = long_double_dft(x);
    with_every_instruction_set([&] { check_transform<float>(x, y); });
}

TEST_CASE("radices are few and their product is the length")
{
    for (Index n = 1; n <= longest; n += n < 2048 ? 1 : 8) {
        if (!is_short_length(n)) continue;
        Index product = 1;
        for (const Index radix : short_radices(n)) {
            REQUIRE(radix <= longest_radix);
            product *= radix;
        }
        REQUIRE(product == n);
        REQUIRE(short_radices(n).size() <= 8);
    }
    CHECK(short_radices(64) == std::vector<Index>{8, 8});
    CHECK(short_radices(4096) == std::vector<Index>{8, 8, 8, 8});
    CHECK_FALSE(is_short_length(17));
    CHECK_FALSE(is_short_length(1001));
    CHECK(is_short_length(2 * longest));
    CHECK_FALSE(is_short_length(2 * longest + 16));
    CHECK_FALSE(is_short_length(16 * longest));
}

TEST_CASE("few contiguous vectors on one process have one computation, others a cut")
{
    const auto lanes = [](const std::vector<Index>& shape, const std::vector<bool>& transformed, Index p) {
        const Schedule schedule = free_cut_schedule(Problem{shape, transformed}, p);
        std::vector<Index> result;
        for (const Compute* compute : schedule.program().computations()) result.push_back(compute->lanes);
        return result;
    };
    const auto is_short = [](const std::vector<Index>& of_all) { return of_all == std::vector<Index>{1}; };
    CHECK(is_short(lanes({1024}, {true}, 1)));
    CHECK(is_short(lanes({3, 96}, {false, true}, 1)));
    CHECK(is_short(lanes({6, 96}, {false, true}, 2)));
    CHECK_FALSE(is_short(lanes({96, 3}, {true, false}, 1)));
    CHECK_FALSE(is_short(lanes({17 * 16}, {true}, 1)));
    CHECK(is_short(lanes({2 * longest}, {true}, 1)));
    CHECK_FALSE(is_short(lanes({16 * longest}, {true}, 1)));
    CHECK_FALSE(is_short(lanes({1024}, {true}, 2)));
    ScheduleOptions cut;
    cut.cut = {32};
    CHECK(free_cut_schedule(1024, 1, cut).radices().size() == 2);
    // and their kernel is the one for them
    const Schedule schedule = free_cut_schedule(Problem{{3, 96}, {false, true}}, 1);
    const Pass pass = passes_of(schedule, 0).front();
    CHECK(has_short_columns(pass));
    Arena arena;
    CHECK(kernel_entry(Kernel::simd).make<double>(pass, {}, {nullptr, nullptr}, arena)->tiles() == 3);
}
