#include "tests/fft/oracle.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <random>

namespace {

void transform_odd(const LongComplex* x, std::size_t n, std::size_t stride, const std::vector<LongComplex>& w,
                   LongComplex* y);

// Transforms the n elements x[0], x[stride], x[2 stride], ...; w are the twiddles of length `n * stride`.
void transform(const LongComplex* x, std::size_t n, std::size_t stride, const std::vector<LongComplex>& w,
               LongComplex* y)
{
    if (n == 1) {
        y[0] = x[0];
        return;
    }
    if (n % 2 != 0) return transform_odd(x, n, stride, w, y);
    transform(x, n / 2, 2 * stride, w, y);
    transform(x + stride, n / 2, 2 * stride, w, y + n / 2);
    for (std::size_t k = 0; k < n / 2; ++k) {
        const LongComplex even = y[k];
        const LongComplex odd = w[k * stride] * y[k + n / 2];
        y[k] = even + odd;
        y[k + n / 2] = even - odd;
    }
}

// By the least prime factor, whose short transforms are done by the definition.
void transform_odd(const LongComplex* x, std::size_t n, std::size_t stride, const std::vector<LongComplex>& w,
                   LongComplex* y)
{
    std::size_t prime = 3;
    while (n % prime != 0) prime += 2;
    const std::size_t m = n / prime;
    for (std::size_t r = 0; r < prime; ++r) transform(x + r * stride, m, prime * stride, w, y + r * m);
    std::vector<LongComplex> parts(prime);
    for (std::size_t k = 0; k < m; ++k) {
        for (std::size_t r = 0; r < prime; ++r) parts[r] = w[r * k * stride] * y[k + r * m];
        for (std::size_t q = 0; q < prime; ++q) {
            y[k + q * m] = 0;
            for (std::size_t r = 0; r < prime; ++r) y[k + q * m] += parts[r] * w[r * q % prime * m * stride];
        }
    }
}

}  // namespace

const std::vector<LongComplex>& long_roots(std::size_t n)
{
    thread_local std::map<std::size_t, std::vector<LongComplex>> tables;
    std::vector<LongComplex>& table = tables[n];
    for (std::size_t k = table.size(); k < n; ++k) {
        const long double angle =
            -2 * std::numbers::pi_v<long double> * static_cast<long double>(k) / static_cast<long double>(n);
        table.emplace_back(std::cos(angle), std::sin(angle));
    }
    return table;
}

const std::vector<std::complex<double>>& rounded_roots(std::size_t n)
{
    thread_local std::map<std::size_t, std::vector<std::complex<double>>> tables;
    std::vector<std::complex<double>>& table = tables[n];
    if (table.empty()) table.assign(long_roots(n).begin(), long_roots(n).end());
    return table;
}

std::vector<LongComplex> long_double_dft(const std::vector<LongComplex>& x)
{
    const std::size_t n = x.size();
    std::vector<LongComplex> y(n);
    transform(x.data(), n, 1, long_roots(n), y.data());
    return y;
}

std::vector<LongComplex> dft_by_definition(const std::vector<LongComplex>& x)
{
    const std::size_t n = x.size();
    const std::vector<LongComplex>& roots = long_roots(n);
    std::vector<LongComplex> y(n);
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t j = 0; j < n; ++j) y[k] += x[j] * roots[j * k % n];
    }
    return y;
}

std::vector<std::complex<double>> dft_in_double(const std::vector<std::complex<double>>& x)
{
    const std::size_t n = x.size();
    const std::complex<double>* const roots = rounded_roots(n).data();
    const std::complex<double>* const values = x.data();
    std::vector<std::complex<double>> y(n);
    for (std::size_t k = 0; k < n; ++k) {
        double re = 0, im = 0;
        for (std::size_t j = 0, power = 0; j < n; ++j) {
            const std::complex<double> a = values[j], w = roots[power];
            re += a.real() * w.real() - a.imag() * w.imag();
            im += a.real() * w.imag() + a.imag() * w.real();
            power += power + k < n ? k : k - n;
        }
        y[k] = {re, im};
    }
    return y;
}

std::vector<LongComplex> random_vector(std::size_t n)
{
    std::mt19937 generator(12345);
    std::uniform_real_distribution<float> uniform(-0.5F, 0.5F);
    std::vector<LongComplex> x(n);
    for (LongComplex& value : x) {
        const float re = uniform(generator);
        const float im = uniform(generator);
        value = {re, im};
    }
    return x;
}
