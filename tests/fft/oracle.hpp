// A discrete Fourier transform in higher precision, written independently of the library.
#pragma once

#include <complex>
#include <vector>

using LongComplex = std::complex<long double>;

/// exp(-2 pi i k/n) for all k < n, from cosl and sinl directly, which take long on some machines: once in a thread. The
/// other function rounds them.
const std::vector<LongComplex>& long_roots(std::size_t n);
const std::vector<std::complex<double>>& rounded_roots(std::size_t n);

/// sum_j x_j exp(-2 pi i j k/n) for all k, by prime factors.
std::vector<LongComplex> long_double_dft(const std::vector<LongComplex>& x);

/// The same by the definition, for any n: n^2 products.
std::vector<LongComplex> dft_by_definition(const std::vector<LongComplex>& x);

/// The same in double, with roots from long double: long double itself is slow on some machines.
std::vector<std::complex<double>> dft_in_double(const std::vector<std::complex<double>>& x);

/// n numbers, uniform in [-0.5, 0.5) in both parts, exactly representable in float; the same on every call.
std::vector<LongComplex> random_vector(std::size_t n);
