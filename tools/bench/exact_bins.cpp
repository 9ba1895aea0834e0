#include "tools/bench/exact_bins.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <set>

namespace bspfft::tools {

namespace {

constexpr Index longest_run = 1024;

Index times_modulo(Index a, Index b, Index n)
{
    __extension__ using Wide = __int128;
    return static_cast<Index>(static_cast<Wide>(a) * b % n);
}

DoubleDouble split(long double x)
{
    const auto high = static_cast<double>(x);
    return {high, static_cast<double>(x - static_cast<long double>(high))};
}

// exp(-2 pi i t/n), from the nearest quarter turn.
PreciseComplex precise_root(Index t, Index n)
{
    const Index quarters = (4 * t + n / 2) / n;
    const long double turn = static_cast<long double>(4 * t - quarters * n) / (4 * static_cast<long double>(n));
    const long double angle = 2 * std::numbers::pi_v<long double> * turn;
    const long double c = std::cos(angle), s = std::sin(angle);
    switch (quarters % 4) {
    case 0:
        return {split(c), split(-s)};
    case 1:
        return {split(-s), split(-c)};
    case 2:
        return {split(-c), split(s)};
    default:
        return {split(s), split(c)};
    }
}

PreciseComplex product(const PreciseComplex& a, const PreciseComplex& b)
{
    PreciseComplex result;
    result.add_product(a, b);
    return result;
}

std::vector<Index> strides_of(const std::vector<Index>& shape)
{
    std::vector<Index> strides(shape.size(), 1);
    for (std::size_t l = shape.size() - 1; l > 0; --l) strides[l - 1] = strides[l] * shape[l];
    return strides;
}

std::vector<Index> choose(Index elements, Index count)
{
    std::set<Index> places;
    if (elements <= count) {
        for (Index k = 0; k < elements; ++k) places.insert(k);
    } else {
        places = {0, elements - 1};
        std::mt19937_64 generator(static_cast<std::uint64_t>(elements));
        std::uniform_int_distribution<Index> anywhere(0, elements - 1);
        while (static_cast<Index>(places.size()) < count) places.insert(anywhere(generator));
    }
    return {places.begin(), places.end()};
}

}  // namespace

void PreciseComplex::add_product(std::complex<double> x, const PreciseComplex& w)
{
    re.add_product(x.real(), w.re.high);
    re.add_product(-x.imag(), w.im.high);
    re.low += x.real() * w.re.low - x.imag() * w.im.low;
    im.add_product(x.real(), w.im.high);
    im.add_product(x.imag(), w.re.high);
    im.low += x.real() * w.im.low + x.imag() * w.re.low;
}

void PreciseComplex::add_product(const PreciseComplex& x, const PreciseComplex& w)
{
    add_product(std::complex<double>(x.re.high, x.im.high), w);
    add_product(std::complex<double>(x.re.low, x.im.low), w);
}

PreciseRoots::PreciseRoots(Index n) : block_(1)
{
    while (block_ * block_ < n) block_ *= 2;
    for (Index t = 0; t < n; t += block_) coarse_.push_back(precise_root(t, n));
    for (Index t = 0; t < std::min(block_, n); ++t) fine_.push_back(precise_root(t, n));
}

PreciseComplex PreciseRoots::operator()(Index t) const
{
    return product(coarse_[static_cast<std::size_t>(t / block_)], fine_[static_cast<std::size_t>(t % block_)]);
}

ExactBins::ExactBins(const Workload& what, Index count)
    : what_(what), n_(what.n()), strides_(strides_of(what.shape)), places_(choose(what.elements(), count))
{
    for (const Index length : what.shape) roots_.emplace_back(length);
    for (const Index place : places_) {
        bins_of_array_[place / n_].push_back(bins_.size());
        Bin bin;
        for (std::size_t l = 0; l < what.shape.size(); ++l) bin.k.push_back(coordinate(place, l));
        bins_.push_back(bin);
    }
}

void ExactBins::add(Index j, std::complex<double> x)
{
    const bool next = run_.count < run_.most && j == run_.first + run_.count * run_.distance;
    if (!next && !has_second(j)) start(j);
    if (!run_.bins) return;
    for (const std::size_t b : *run_.bins) {
        PreciseComplex& inside = bins_[b].inside;
        if (run_.count == 0) {
            inside = {{x.real(), 0}, {x.imag(), 0}};
        } else {
            inside.add_product(x, (*run_.tables)[b][static_cast<std::size_t>(run_.count)]);
        }
    }
    ++run_.count;
}

std::vector<double> ExactBins::sums()
{
    finish();
    std::vector<double> list;
    for (const Bin& bin : bins_)
        list.insert(list.end(), {bin.total.re.high, bin.total.re.low, bin.total.im.high, bin.total.im.low});
    return list;
}

void ExactBins::start(Index j)
{
    finish();
    const auto wanted = bins_of_array_.find(j / n_);
    run_ = {};
    run_.first = j;
    if (wanted != bins_of_array_.end()) run_.bins = &wanted->second;
}

// Whether j can be the second element of the run, which then has a direction.
bool ExactBins::has_second(Index j)
{
    const Index distance = j - run_.first;
    if (!run_.bins || run_.count != 1 || distance <= 0 || j / n_ != run_.first / n_) return false;
    std::size_t axis = 0;
    while (strides_[axis] > distance) ++axis;
    const Index step = distance / strides_[axis], from = coordinate(run_.first, axis);
    const Index last = what_.shape[axis] - 1;
    if (distance % strides_[axis] != 0 || from + step > last) return false;
    run_.distance = distance;
    run_.most = std::min(longest_run, (last - from) / step + 1);
    run_.tables = &tables_for(axis, step);
    return true;
}

void ExactBins::finish()
{
    if (!run_.bins || run_.count == 0) return;
    for (const std::size_t b : *run_.bins) bins_[b].total.add_product(bins_[b].inside, root_of(run_.first, bins_[b]));
    run_ = {};
}

PreciseComplex ExactBins::root_of(Index j, const Bin& bin) const
{
    PreciseComplex root{{1, 0}, {0, 0}};
    for (std::size_t l = 0; l < roots_.size(); ++l)
        root = product(root, roots_[l](times_modulo(coordinate(j, l), bin.k[l], what_.shape[l])));
    return root;
}

const std::vector<ExactBins::Table>& ExactBins::tables_for(std::size_t axis, Index step)
{
    std::vector<Table>& tables = tables_[{axis, step}];
    if (!tables.empty()) return tables;
    const Index n = what_.shape[axis], length = std::min(longest_run, (n - 1) / step + 1);
    for (const Bin& bin : bins_) {
        Table table;
        for (Index i = 0; i < length; ++i)
            table.push_back(roots_[axis](times_modulo(i * step, bin.k[axis], n)));
        tables.push_back(table);
    }
    return tables;
}

double relative_error(std::size_t bins, const std::vector<double>& sums, const std::vector<double>& values)
{
    double differences = 0, exact = 0;
    for (std::size_t part = 0; part < 2 * bins; ++part) {  // real and imaginary
        DoubleDouble sum, difference;
        for (std::size_t at = 2 * part; at < sums.size(); at += 4 * bins) sum.add({sums[at], sums[at + 1]});
        for (std::size_t at = part; at < values.size(); at += 2 * bins) difference.add(values[at]);
        exact += sum.value() * sum.value();
        difference.add({-sum.high, -sum.low});
        differences += difference.value() * difference.value();
    }
    return exact > 0 ? std::sqrt(differences / exact) : std::sqrt(differences);
}

}  // namespace bspfft::tools
