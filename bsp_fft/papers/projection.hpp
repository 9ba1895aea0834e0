// The time of a 3-D FFT on future machines, memory traffic included.
//
// [C]: K. Czechowski, C. Battaglino, C. McClanahan, K. Iyer, P.-K. Yeung, R. Vuduc, On the Communication Complexity of
// 3D FFTs and its Implications for Exascale, ICS 2012. n^3 complex numbers of 16 bytes (a word), pencils.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "bspfft/error.hpp"

namespace bspfft {

/// A machine of equal processors, one in each node. Rates are per second, sizes in bytes.
struct ProjectedSystem {
    double processors = 0;        ///< P
    double peak = 0;              ///< flops of all processors together
    double memory_bandwidth = 0;  ///< of a processor
    double fast_memory = 0;       ///< Z: its last cache
    double link_bandwidth = 0;
    std::optional<double> pcie_bandwidth;
    double cache_constant = 6.3;  ///< A: words per point and phase, as measured in [C, 5.2.1]

    /// Throws Error(invalid_argument) for a value that is not from 1e-30 to 1e30; so what is computed from them is
    /// finite. The fast memory has two words at least.
    void require_valid() const;
    /// Flops that a processor can do while one byte comes from memory, or through its link  [C, 4].
    double memory_balance() const { return peak / processors / memory_bandwidth; }
    double link_balance() const { return peak / processors / link_bandwidth; }
    /// The same processors, more or fewer of them.
    ProjectedSystem with_processors(double count) const;
};

/// T_net = 2 n^3 / (P^kappa beta_link)  [C, equation 7].
struct ProjectedNetwork {
    double kappa;

    /// Every pair has a separate link  [C, equation 3].
    static ProjectedNetwork full() { return {1}; }
    /// A 3-D torus on which each all-to-all has a separate cube  [C, equation 4, a lower bound whose
    /// constant is not given; taken as that of the others].
    static ProjectedNetwork ideal_torus() { return {5.0 / 6}; }
    /// A torus whose bisection all data must cross  [C, equation 5 for d = 3]. d >= 1.
    static ProjectedNetwork torus(int dimensions);

    friend bool operator==(const ProjectedNetwork&, const ProjectedNetwork&) = default;
};

/// Seconds of one 3-D FFT.
struct ProjectedTimes {
    double flops;     ///< [C, equation 1]
    double memory;    ///< [C, equation 2]
    double network;   ///< [C, equations 3 to 5]
    double shuffle;   ///< local transposes, which an implementation may need  [C, equation 8]
    double pcie = 0;  ///< to a coprocessor and from it, in all three phases  [C, equation 9 is one phase]

    /// The predicted time: computing, which overlaps with memory traffic, and the network; one after the other,
    /// or both at once. Neither shuffle nor PCIe, as in [C, Figure 5].
    double in_sequence() const { return std::max(flops, memory) + network; }
    double overlapped() const { return std::max({flops, memory, network}); }
};

enum class Overlap { none, full };

/// 15 n^3 log2 n  [C, equation 1].
inline double flops_3d(double n) { return 15 * n * n * n * std::log2(n); }

/// Requires n >= 2 and a valid system; otherwise throws Error(invalid_argument).
ProjectedTimes project(double n, const ProjectedSystem& system, const ProjectedNetwork& network);
inline double total(const ProjectedTimes& times, Overlap overlap)
{
    return overlap == Overlap::none ? times.in_sequence() : times.overlapped();
}

/// The same processors, as many as are needed to take this many seconds  [C, Figure 5: CPU-2 and CPU-3].
ProjectedSystem match(double n, const ProjectedSystem& system, const ProjectedNetwork& network, Overlap overlap,
                      double seconds);

/// Growth by a factor in each period of `years`  [C, Table 1].
struct Growth {
    double factor = 2;
    double years = 1;

    double after(double elapsed) const { return std::pow(factor, elapsed / years); }
};

/// How technology was expected to grow: the doubling times of [C, Table 1]. Memory bandwidth is said to
/// double in 3.0 years, which would be 10.08 in ten; the table's other columns all have 9.7.
struct TechnologyTrend {
    Growth processor_peak{2, 1.7};
    Growth memory_bandwidth{9.7, 10};
    Growth fast_memory{2, 2.0};
    Growth link_bandwidth{2, 2.25};
    Growth peak{2, 1.0};
};

/// The system after some years; P is what its peak needs. Throws Error(invalid_argument) if it is not valid.
ProjectedSystem grown(const ProjectedSystem& system, const TechnologyTrend& trend, double years);

}  // namespace bspfft
