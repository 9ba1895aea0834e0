// Poisson's equation on a periodic box of sides 2 pi: f is given, and u is wanted with u_xx + u_yy + ... = f.
#pragma once

#include <algorithm>
#include <bspfft/bspfft.hpp>

/// execute() makes u of f, in place, with the mean 0. A wave with the numbers k has second derivatives -|k|^2 times it.
inline bspfft::SpectralOperator<double> poisson_solver(const std::vector<bspfft::Index>& n)
{
    bspfft::SpectralOperator<double> solver(n);
    solver.set_factors([&](const bspfft::Index* k) {
        double square = 0;  // k[l] and n[l] - k[l] are a wave to the right, and one to the left
        for (std::size_t l = 0; l < n.size(); ++l) {
            const auto wave = static_cast<double>(std::min(k[l], n[l] - k[l]));
            square += wave * wave;
        }
        return square > 0 ? -1 / square : 0;
    });
    return solver;
}
