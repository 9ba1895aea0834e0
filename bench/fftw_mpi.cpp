// Forward transforms by FFTW-MPI, measured as `bspfft bench` measures the others; it starts this with mpirun.
//
// usage: mpirun -n P fftw_mpi N double|float P SECONDS WISDOM
//
// Process 0 prints a list in JSON with one element for each way. FFTW may take so many SECONDS for each plan;
// WISDOM is a file that keeps its plans from one run to the next.
#include <mpi.h>

#include <fftw3-mpi.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/json.hpp"
#include "bsp_fft/base/roots.hpp"
#include "tools/bench/fftw_plans.hpp"
#include "tools/bench/protocol.hpp"

using namespace bspfft;
using namespace bspfft::tools;

namespace {

template <class Real>
struct Fftw3Mpi;

template <>
struct Fftw3Mpi<double> {
    static constexpr auto start = fftw_mpi_init;
    static constexpr auto local_size = fftw_mpi_local_size_1d;
    static constexpr auto plan = fftw_mpi_plan_dft_1d;
    static constexpr auto broadcast_wisdom = fftw_mpi_broadcast_wisdom;
    static constexpr auto gather_wisdom = fftw_mpi_gather_wisdom;
    static constexpr auto read_wisdom = fftw_import_wisdom_from_filename;
    static constexpr auto write_wisdom = fftw_export_wisdom_to_filename;
};

template <>
struct Fftw3Mpi<float> {
    static constexpr auto start = fftwf_mpi_init;
    static constexpr auto local_size = fftwf_mpi_local_size_1d;
    static constexpr auto plan = fftwf_mpi_plan_dft_1d;
    static constexpr auto broadcast_wisdom = fftwf_mpi_broadcast_wisdom;
    static constexpr auto gather_wisdom = fftwf_mpi_gather_wisdom;
    static constexpr auto read_wisdom = fftwf_import_wisdom_from_filename;
    static constexpr auto write_wisdom = fftwf_export_wisdom_to_filename;
};

int rank_of_this()
{
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

double over_all(double mine, MPI_Op operation)
{
    double result = 0;
    MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD);
    return result;
}

double common_clock()
{
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

template <class Real>
class Measured {
public:
    using Complex = std::complex<Real>;

    explicit Measured(Index n) : n_(n)
    {
        const std::ptrdiff_t room =
            Fftw3Mpi<Real>::local_size(n, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_MEASURE, &input_.count,
                                       &input_.first, &output_.count, &output_.first);
        in_ = Buffer<Complex>(room);
        out_ = Buffer<Complex>(room);
    }

    Json ways(double planning_limit)
    {
        Json list = Json::array();
        for (const auto& [name, out] : {std::pair{"in place, ", &in_}, {"out of place, ", &out_}}) {
            const auto make = [&, to = out](unsigned flags) {
                return Fftw3Mpi<Real>::plan(n_, raw(in_), raw(*to), MPI_COMM_WORLD, FFTW_FORWARD, flags);
            };
            for (const auto& planned : plans_of_fftw<Real>(make, common_clock, planning_limit)) {
                const double error = error_of(planned.plan, *out);
                list.push_back({{"way", name + planned.planner},
                                {"planning", planned.planning},
                                {"error", error},
                                {"seconds", time(planned.plan)}});
            }
        }
        return list;
    }

private:
    struct Part {
        std::ptrdiff_t count = 0;
        std::ptrdiff_t first = 0;
    };

    static typename Fftw3<Real>::Complex* raw(const Buffer<Complex>& x)
    {
        return reinterpret_cast<typename Fftw3<Real>::Complex*>(x.data());
    }

    // The transform of three impulses is known everywhere; about a thousand values are checked.
    double error_of(const Fftw3Plan<Real>& plan, const Buffer<Complex>& out)
    {
        const std::pair<Index, Complex> impulses[] = {
            {1, Complex(1, 0)}, {n_ / 2 + 1, Complex(0, -1)}, {n_ - 3, Complex(0.5, 0.5)}};
        std::fill_n(in_.data(), in_.size(), Complex());
        for (const auto& [j, value] : impulses) {
            if (j >= input_.first && j < input_.first + input_.count) in_.data()[j - input_.first] += value;
        }
        Fftw3<Real>::execute(plan.get());
        double difference = 0, size = 0;
        const Index step = output_.count / 4096 | 1;
        for (Index i = 0; i < output_.count; i += step) {
            std::complex<double> exact;
            for (const auto& [j, value] : impulses)
                exact += std::complex<double>(value) * root_of_unity(j * (output_.first + i) % n_, n_);
            difference += std::norm(std::complex<double>(out.data()[i]) - exact);
            size += std::norm(exact);
        }
        // Repeated transforms of anything but zeros overflow.
        for (Buffer<Complex>* const array : {&in_, &out_})
            std::fill_n(array->data(), array->size(), Complex());
        return std::sqrt(over_all(difference, MPI_SUM) / over_all(size, MPI_SUM));
    }

    static Samples time(const Fftw3Plan<Real>& plan)
    {
        return time_blocks([&](int count) {
            const double start = common_clock();
            for (int i = 0; i < count; ++i) Fftw3<Real>::execute(plan.get());
            return over_all(common_clock() - start, MPI_MAX);
        });
    }

    Index n_;
    Part input_;
    Part output_;
    Buffer<Complex> in_;
    Buffer<Complex> out_;
};

template <class Real>
void measure(Index n, double planning_limit, const char* wisdom)
{
    const bool first = rank_of_this() == 0;
    Fftw3Mpi<Real>::start();
    if (first) Fftw3Mpi<Real>::read_wisdom(wisdom);
    Fftw3Mpi<Real>::broadcast_wisdom(MPI_COMM_WORLD);
    const Json found = Measured<Real>(n).ways(planning_limit);
    Fftw3Mpi<Real>::gather_wisdom(MPI_COMM_WORLD);
    if (first) Fftw3Mpi<Real>::write_wisdom(wisdom);
    if (first) std::printf("%s\n", found.dump().c_str());
}

}  // namespace

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int processes = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    if (argc != 6 || std::to_string(processes) != argv[3]) {
        std::fprintf(
            stderr,
            "fftw_mpi: started on %d processes; usage: mpirun -n P fftw_mpi N double|float P SECONDS "
            "WISDOM, with the mpirun of the MPI that it was compiled with\n",
            processes);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const Index n = std::atoll(argv[1]);
    const double seconds = std::atof(argv[4]);
    std::string(argv[2]) == "float" ? measure<float>(n, seconds, argv[5])
                                    : measure<double>(n, seconds, argv[5]);
    MPI_Finalize();
}
