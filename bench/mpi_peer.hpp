// What the programs of other FFTs on MPI share: clocks, times, an answer that is known, what they print.
#pragma once

#include <mpi.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bsp_fft/base/json.hpp"
#include "bsp_fft/base/roots.hpp"
#include "tools/bench/samples.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

inline int rank_of_this()
{
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

inline int number_of_processes()
{
    int processes = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    return processes;
}

inline double over_all(double mine, MPI_Op operation)
{
    double result = 0;
    MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD);
    return result;
}

inline double common_clock()
{
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

/// Times of work that all processes do.
template <class Work>
Samples time_on_all(Work work)
{
    return time_blocks([&](int count) {
        const double start = common_clock();
        for (int i = 0; i < count; ++i) work();
        return over_all(common_clock() - start, MPI_MAX);
    });
}

/// An array with three impulses, whose transform is known everywhere.
template <class Real>
class Impulses {
public:
    Impulses(std::vector<Index> shape, bool real) : shape_(std::move(shape))
    {
        Index n = 1;
        for (const Index length : shape_) n *= length;
        impulses_ = {{{1 % n, {1, 0}}, {(n / 2 + 1) % n, {0, -1}}, {n < 3 ? 0 : n - 3, {0.5, 0.5}}}};
        if (!real) return;
        for (auto& [place, value] : impulses_) value = value.real() - value.imag() / 4;
    }

    /// Element j, row by row.
    std::complex<Real> input(Index j) const
    {
        std::complex<double> sum;
        for (const auto& [place, value] : impulses_) {
            if (place == j) sum += value;
        }
        return static_cast<std::complex<Real>>(sum);
    }

    std::complex<double> output(Index k) const
    {
        std::complex<double> sum;
        for (const auto& [place, value] : impulses_) sum += value * root(place, k);
        return sum;
    }

    /// The relative L2 error of some thousand values: `count` of them are here, the i-th has the index at(i).
    template <class Values, class At>
    double error(Index count, Values values, At at) const
    {
        double difference = 0, size = 0;
        const Index step = count / 4096 | 1;
        for (Index i = 0; i < count; i += step) {
            const std::complex<double> exact = output(at(i));
            difference += std::norm(std::complex<double>(values[i]) - exact);
            size += std::norm(exact);
        }
        return std::sqrt(over_all(difference, MPI_SUM) / over_all(size, MPI_SUM));
    }

private:
    std::complex<double> root(Index j, Index k) const
    {
        std::complex<double> product = 1;
        for (std::size_t l = shape_.size(); l-- > 0;) {
            const Index n = shape_[l];
            product *= root_of_unity(j % n * (k % n) % n, n);
            j /= n;
            k /= n;
        }
        return product;
    }

    std::vector<Index> shape_;
    std::array<std::pair<Index, std::complex<double>>, 3> impulses_;
};

/// One way and what was found, as `bspfft bench` reads it.
inline Json json_of(const std::string& way, double planning, double error, const Samples& seconds)
{
    return {{"way", way}, {"planning", planning}, {"error", error}, {"seconds", seconds}};
}

/// What such a program is asked for.
struct PeerWords {
    std::vector<Index> shape;
    bool single;       ///< precision
    double seconds;    ///< for each plan
    const char* file;  ///< that keeps plans
    bool real;
};

/// Ends all, if the words are too few or say another number of processes: then mpirun is another MPI's.
inline PeerWords require_words(const char* program, int argc, char** argv)
{
    const int processes = number_of_processes();
    const bool real = argc == 7 && std::string(argv[6]) == "real";
    if ((argc == 6 || real) && std::to_string(processes) == argv[3])
        return {read_shape(argv[1]), std::string(argv[2]) == "float", std::atof(argv[4]), argv[5], real};
    std::fprintf(stderr,
                 "%s: started on %d processes; usage: mpirun -n P %s SHAPE double|float P SECONDS WISDOM [real], with "
                 "the mpirun of the MPI that it was compiled with\n",
                 program, processes, program);
    MPI_Abort(MPI_COMM_WORLD, 2);
    return {};
}

}  // namespace bspfft::tools
