// What the rows say of each other.
#pragma once

#include <cstdio>

#include "tools/bench/rows.hpp"

namespace bspfft::tools {

/// The ratios of one shape in one precision; each is left out if one of its two sides was not measured.
struct Ratios {
    Workload what;
    Precision precision;
    Index p;                                         ///< the larger number of processes
    std::optional<double> fftw_over_fast = {};       ///< times, FFTW at its best, on p
    std::optional<double> fftw_over_fast_on_1 = {};  ///< times, on one thread
    std::optional<double> complex_over_fast = {};    ///< times, on p
    std::optional<double> separate_over_fast = {};   ///< times, on p
    std::optional<double> fftw_mpi_over_fast = {};   ///< times, on p
    std::optional<double> heffte_over_fast = {};     ///< times, on p
    std::optional<double> fast_over_floor = {};      ///< times, on p
    std::optional<double> fast_over_compute = {};    ///< times, on p: over the floor of computing
    std::optional<double> percent_of_floor = {};     ///< 100 times the larger floor / fast, on p
    std::optional<double> rate_over_tile = {};       ///< rate of fast / of its butterflies on tiles of its size, on p
    std::optional<double> speed_up = {};             ///< of fast, from 1 to p
    std::optional<double> float_over_double = {};    ///< rates of fast, on p
    std::optional<double> planning_over_fast = {};   ///< planning without zeroing new memory / a transform, on p
    std::optional<double> rate_over_reference = {};  ///< rate of fast here / at the reference length, on p
    std::optional<double> rate_over_power = {};      ///< rate of fast here / at the nearest power of two, on p
};

/// The length that rates of other lengths are compared with.
constexpr Index reference_length = Index{1} << 24;

/// One element for each shape and precision of the rows, in their order.
std::vector<Ratios> ratios_of(const std::vector<Row>& rows);

void print_ratios(std::FILE* out, const std::vector<Ratios>& ratios, bool wide);
Json json_of(const std::vector<Ratios>& ratios);

}  // namespace bspfft::tools
