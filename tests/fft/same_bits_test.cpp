// Reproducible transforms have the same bits on every machine: AArch64, x86-64, whatever its C library has for sines.
// Sums over all bits are compared with those written here. When an algorithm changes on purpose so do they: this test
// then says the new ones, which have to be the same on both architectures.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bspfft/bspfft.hpp"
#include "tests/bsplib/spmd.hpp"

using namespace bspfft;

namespace {

/// FNV's sum over bytes.
class BitSum {
public:
    template <class Number>
    void add(const Number& number)
    {
        unsigned char bytes[sizeof number];
        std::memcpy(bytes, &number, sizeof number);
        for (const unsigned char byte : bytes) sum_ = (sum_ ^ byte) * 0x100000001B3U;
    }
    std::uint64_t sum() const { return sum_; }

private:
    std::uint64_t sum_ = 0xCBF29CE484222325U;
};

// A number in [-0.5, 0.5) for an index.
double number(Index j)
{
    const auto mixed = (static_cast<std::uint64_t>(j) + 1) * 0x9E3779B97F4A7C15U;
    return static_cast<double>(mixed >> 40) / (1 << 24) - 0.5;
}
void set(float& value, Index j) { value = static_cast<float>(number(j)); }
void set(double& value, Index j) { value = number(j); }
template <class Real>
void set(std::complex<Real>& value, Index j)
{
    value = {static_cast<Real>(number(2 * j)), static_cast<Real>(number(2 * j + 1))};
}

/// The result of one process, which has everything, in the order of its array.
template <class TypedPlan>
void add(BitSum& bits, TypedPlan plan)
{
    for (Index i = 0; i < plan.layout_in().local_span(0); ++i) set(plan.input()[i], i);
    plan.forward();
    for (Index i = 0; i < plan.layout_out().local_span(0); ++i) bits.add(plan.output()[i]);
    plan.inverse();
    for (Index i = 0; i < plan.layout_in().local_span(0); ++i) bits.add(plan.input()[i]);
}

template <class Real>
void add_all(BitSum& bits)
{
    PlanOptions options;
    options.reproducible = true;
    for (const std::vector<Index>& shape : std::vector<std::vector<Index>>{
             {12}, {64}, {97}, {360}, {4096}, {5005}, {8219}, {32768}, {60, 64}, {16, 12, 20}}) {
        add(bits, Plan<Real>(shape, options));
        add(bits, RealPlan<Real>(shape, options));
    }
    for (const Trigonometric kind : {Trigonometric::dct1, Trigonometric::dct2, Trigonometric::dst3,
                                     Trigonometric::dct4})
        add(bits, TrigonometricPlan<Real>({240}, kind, options));
}

BitSum found;

void add_everything()
{
    found = BitSum();
    add_all<double>(found);
    add_all<float>(found);
}

// Products and sums are rounded once.
bool fuses(const std::string& set)
{
    return set.rfind("NEON", 0) == 0 || set.rfind("SVE", 0) == 0 || set.rfind("AVX", 0) == 0;
}

}  // namespace

TEST_CASE("roots of unity have the same bits everywhere")
{
    BitSum bits;
    for (const Index n : {7, 1000, 5005, 65536, 1000003}) {
        for (Index k = 0; k < n; k += 1 + n / 5000) bits.add(root_of_unity(k, n));
    }
    CHECK(bits.sum() == 1513778324306823599U);
}

TEST_CASE("so have reproducible transforms, by all instruction sets that fuse, and by all others")
{
    std::string tried;
    for (const std::string& set : simd::targets()) {
        CAPTURE(set);
        simd::force_target(set);
        CHECK(on(1, add_everything) == "");
        CHECK(found.sum() == (fuses(set) ? 4462486205328157523U : 4615772756472925552U));
        tried += " " + set;
    }
    simd::force_target("auto");
    MESSAGE("tried:" << tried);
}
