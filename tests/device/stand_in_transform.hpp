// The transforms of the stand-in device: axis by axis, by the definition along each prime factor.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <map>
#include <numbers>
#include <vector>

#include "bsp_fft/gpu/device_abi.h"

/// exp(-+ 2 pi i k / n)
inline std::complex<double> root(bool inverse, std::int64_t k, std::int64_t n)
{
    const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(k % n) /
                              static_cast<long double>(n);
    const auto sine = static_cast<double>(std::sin(angle));
    return {static_cast<double>(std::cos(angle)), inverse ? sine : -sine};
}

/// exp(-2 pi i k / n) for all k < n, computed once in a thread.
inline const std::vector<std::complex<double>>& roots(std::int64_t n)
{
    thread_local std::map<std::int64_t, std::vector<std::complex<double>>> tables;
    std::vector<std::complex<double>>& table = tables[n];
    for (auto k = static_cast<std::int64_t>(table.size()); k < n; ++k) table.push_back(root(false, k, n));
    return table;
}

inline std::vector<std::complex<double>> dft(const std::vector<std::complex<double>>& x, bool inverse)
{
    const auto n = static_cast<std::int64_t>(x.size());
    std::int64_t factor = 2;
    while (factor * factor <= n && n % factor != 0) ++factor;
    if (n == 1) return x;
    if (n % factor != 0) factor = n;
    const std::int64_t rest = n / factor;
    std::vector<std::vector<std::complex<double>>> parts;
    for (std::int64_t j = 0; j < factor; ++j) {
        std::vector<std::complex<double>> part;
        for (std::int64_t i = 0; i < rest; ++i) part.push_back(x[static_cast<std::size_t>(i * factor + j)]);
        parts.push_back(rest == 1 ? part : dft(part, inverse));
    }
    const std::vector<std::complex<double>>& table = roots(n);
    std::vector<std::complex<double>> y(x.size());
    for (std::int64_t k = 0; k < n; ++k) {
        for (std::int64_t j = 0; j < factor; ++j) {
            const std::complex<double> root = table[static_cast<std::size_t>(j * k % n)];
            y[static_cast<std::size_t>(k)] += (inverse ? std::conj(root) : root) *
                                              parts[static_cast<std::size_t>(j)][static_cast<std::size_t>(k % rest)];
        }
    }
    return y;
}

/// One of the batch, its elements row by row.
class StandInTransform {
public:
    StandInTransform(const bspfft_device_transform& transform, bool inverse) : transform_(transform), inverse_(inverse)
    {
        if (transform.data == BSPFFT_DEVICE_REAL_TO_HALF) inverse_ = false;
        if (transform.data == BSPFFT_DEVICE_HALF_TO_REAL) inverse_ = true;
    }

    template <class Real>
    void run(double scale, const Real* in, Real* out)
    {
        read(in);
        for (int axis = 0; axis < transform_.rank; ++axis) transform_axis(axis);
        write(scale, out);
    }

private:
    std::int64_t length(int axis) const { return transform_.length[axis]; }
    std::int64_t half(int axis) const { return axis == transform_.rank - 1 ? length(axis) / 2 + 1 : length(axis); }

    std::int64_t elements() const
    {
        std::int64_t product = 1;
        for (int l = 0; l < transform_.rank; ++l) product *= length(l);
        return product;
    }

    std::vector<std::int64_t> index_of(std::int64_t number) const
    {
        std::vector<std::int64_t> index(static_cast<std::size_t>(transform_.rank));
        for (int l = transform_.rank; l-- > 0; number /= length(l))
            index[static_cast<std::size_t>(l)] = number % length(l);
        return index;
    }

    std::int64_t place(const std::vector<std::int64_t>& index, const std::int64_t* embed, std::int64_t stride) const
    {
        std::int64_t at = 0;
        for (int l = 0; l < transform_.rank; ++l)
            at = at * (l == 0 ? 1 : embed[l]) + index[static_cast<std::size_t>(l)];
        return at * stride;
    }

    template <class Real>
    void read(const Real* in)
    {
        values_.assign(static_cast<std::size_t>(elements()), 0);
        for (std::int64_t i = 0; i < elements(); ++i) {
            std::vector<std::int64_t> index = index_of(i);
            std::complex<double>& value = values_[static_cast<std::size_t>(i)];
            if (transform_.data == BSPFFT_DEVICE_REAL_TO_HALF) {
                value = static_cast<double>(in[place(index, transform_.in_embed, transform_.in_stride)]);
                continue;
            }
            const bool mirrored = transform_.data == BSPFFT_DEVICE_HALF_TO_REAL &&
                                  index.back() >= half(transform_.rank - 1);
            for (int l = 0; mirrored && l < transform_.rank; ++l) {
                std::int64_t& k = index[static_cast<std::size_t>(l)];
                k = (length(l) - k) % length(l);
            }
            const std::int64_t at = 2 * place(index, transform_.in_embed, transform_.in_stride);
            value = {in[at], mirrored ? -in[at + 1] : in[at + 1]};
        }
    }

    void transform_axis(int axis)
    {
        std::int64_t inner = 1;
        for (int l = axis + 1; l < transform_.rank; ++l) inner *= length(l);
        std::vector<std::complex<double>> line(static_cast<std::size_t>(length(axis)));
        for (std::int64_t first = 0; first < elements(); ++first) {
            if (first / inner % length(axis) != 0) continue;
            for (std::size_t i = 0; i < line.size(); ++i)
                line[i] = values_[static_cast<std::size_t>(first) + i * static_cast<std::size_t>(inner)];
            const std::vector<std::complex<double>> result = dft(line, inverse_);
            for (std::size_t i = 0; i < line.size(); ++i)
                values_[static_cast<std::size_t>(first) + i * static_cast<std::size_t>(inner)] = result[i];
        }
    }

    template <class Real>
    void write(double scale, Real* out) const
    {
        for (std::int64_t i = 0; i < elements(); ++i) {
            const std::vector<std::int64_t> index = index_of(i);
            const std::complex<double> value = values_[static_cast<std::size_t>(i)] * scale;
            const std::int64_t at = place(index, transform_.out_embed, transform_.out_stride);
            if (transform_.data == BSPFFT_DEVICE_HALF_TO_REAL) {
                out[at] = static_cast<Real>(value.real());
            } else if (transform_.data == BSPFFT_DEVICE_COMPLEX || index.back() < half(transform_.rank - 1)) {
                out[2 * at] = static_cast<Real>(value.real());
                out[2 * at + 1] = static_cast<Real>(value.imag());
            }
        }
    }

    const bspfft_device_transform& transform_;
    bool inverse_;
    std::vector<std::complex<double>> values_;
};

template <class Real>
void stand_in_batch(const bspfft_device_transform& transform, bool inverse, double scale, const Real* in, Real* out)
{
    const int in_reals = transform.data == BSPFFT_DEVICE_REAL_TO_HALF ? 1 : 2;
    const int out_reals = transform.data == BSPFFT_DEVICE_HALF_TO_REAL ? 1 : 2;
    StandInTransform one(transform, inverse);
    for (std::int64_t i = 0; i < transform.batch; ++i)
        one.run(scale, in + in_reals * i * transform.in_distance, out + out_reals * i * transform.out_distance);
}

inline void stand_in_transform(const bspfft_device_transform& transform, bool inverse, double scale, const void* in,
                               void* out)
{
    transform.bytes_per_real == 4
        ? stand_in_batch(transform, inverse, scale, static_cast<const float*>(in), static_cast<float*>(out))
        : stand_in_batch(transform, inverse, scale, static_cast<const double*>(in), static_cast<double*>(out));
}
