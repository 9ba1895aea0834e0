// Forward transforms by FFTW-MPI, measured as `bspfft bench` measures the others; it starts this with mpirun.
//
// usage: mpirun -n P fftw_mpi SHAPE double|float P SECONDS WISDOM
//
// Process 0 prints a list in JSON with one element for each way. FFTW may take so many SECONDS for each plan;
// WISDOM is a file that keeps its plans from one run to the next.
#include "bench/mpi_peer.hpp"

#include <fftw3-mpi.h>

#include <algorithm>
#include <cstdlib>

#include "bsp_fft/base/buffer.hpp"
#include "tools/bench/fftw_plans.hpp"

using namespace bspfft;
using namespace bspfft::tools;

namespace {

template <class Real>
struct Fftw3Mpi;

template <>
struct Fftw3Mpi<double> {
    static constexpr auto start = fftw_mpi_init;
    static constexpr auto size_of_vector = fftw_mpi_local_size_1d;
    static constexpr auto size_of_array = fftw_mpi_local_size;
    static constexpr auto plan_vector = fftw_mpi_plan_dft_1d;
    static constexpr auto plan_array = fftw_mpi_plan_dft;
    static constexpr auto broadcast_wisdom = fftw_mpi_broadcast_wisdom;
    static constexpr auto gather_wisdom = fftw_mpi_gather_wisdom;
    static constexpr auto read_wisdom = fftw_import_wisdom_from_filename;
    static constexpr auto write_wisdom = fftw_export_wisdom_to_filename;
};

template <>
struct Fftw3Mpi<float> {
    static constexpr auto start = fftwf_mpi_init;
    static constexpr auto size_of_vector = fftwf_mpi_local_size_1d;
    static constexpr auto size_of_array = fftwf_mpi_local_size;
    static constexpr auto plan_vector = fftwf_mpi_plan_dft_1d;
    static constexpr auto plan_array = fftwf_mpi_plan_dft;
    static constexpr auto broadcast_wisdom = fftwf_mpi_broadcast_wisdom;
    static constexpr auto gather_wisdom = fftwf_mpi_gather_wisdom;
    static constexpr auto read_wisdom = fftwf_import_wisdom_from_filename;
    static constexpr auto write_wisdom = fftwf_export_wisdom_to_filename;
};

template <class Real>
class Measured {
public:
    using Complex = std::complex<Real>;

    explicit Measured(const std::vector<Index>& shape) : shape_(shape.begin(), shape.end()), impulses_(shape)
    {
        const Index room = shape.size() == 1 ? divide_vector() : divide_array();
        in_ = Buffer<Complex>(room);
        out_ = Buffer<Complex>(room);
    }

    Json ways(double planning_limit)
    {
        Json list = Json::array();
        for (const auto& [name, out] : {std::pair{"in place, ", &in_}, {"out of place, ", &out_}}) {
            const auto make = [&, to = out](unsigned flags) {
                return plan(raw(in_), raw(*to), flags);
            };
            for (const auto& planned :
                 plans_of_fftw<Real>(make, common_clock, {FftwPlanner::both, planning_limit})) {
                const double error = error_of(planned.plan, *out);
                const Samples seconds = time_on_all([&] { Fftw3<Real>::execute(planned.plan.get()); });
                list.push_back(json_of(name + planned.planner, planned.planning, error, seconds));
            }
        }
        return list;
    }

private:
    /// Consecutive elements, or rows of the first axis.
    struct Part {
        std::ptrdiff_t count = 0;
        std::ptrdiff_t first = 0;
    };

    std::ptrdiff_t divide_vector()
    {
        return Fftw3Mpi<Real>::size_of_vector(shape_.front(), MPI_COMM_WORLD, FFTW_FORWARD, FFTW_MEASURE, &input_.count,
                                              &input_.first, &output_.count, &output_.first);
    }

    std::ptrdiff_t divide_array()
    {
        const std::ptrdiff_t room = Fftw3Mpi<Real>::size_of_array(static_cast<int>(shape_.size()), shape_.data(),
                                                                  MPI_COMM_WORLD, &input_.count, &input_.first);
        for (std::size_t l = 1; l < shape_.size(); ++l) {
            input_.count *= shape_[l];
            input_.first *= shape_[l];
        }
        output_ = input_;
        return room;
    }

    typename Fftw3<Real>::Plan plan(typename Fftw3<Real>::Complex* in, typename Fftw3<Real>::Complex* out,
                                    unsigned flags) const
    {
        if (shape_.size() == 1)
            return Fftw3Mpi<Real>::plan_vector(shape_.front(), in, out, MPI_COMM_WORLD, FFTW_FORWARD, flags);
        return Fftw3Mpi<Real>::plan_array(static_cast<int>(shape_.size()), shape_.data(), in, out, MPI_COMM_WORLD,
                                          FFTW_FORWARD, flags);
    }

    static typename Fftw3<Real>::Complex* raw(const Buffer<Complex>& x)
    {
        return reinterpret_cast<typename Fftw3<Real>::Complex*>(x.data());
    }

    double error_of(const Fftw3Plan<Real>& plan, const Buffer<Complex>& out)
    {
        for (Index i = 0; i < input_.count; ++i) in_.data()[i] = impulses_.input(input_.first + i);
        Fftw3<Real>::execute(plan.get());
        const double error =
            impulses_.error(output_.count, out.data(), [this](Index i) { return output_.first + i; });
        // Repeated transforms of anything but zeros overflow.
        for (Buffer<Complex>* const array : {&in_, &out_})
            std::fill_n(array->data(), array->size(), Complex());
        return error;
    }

    std::vector<std::ptrdiff_t> shape_;
    Impulses<Real> impulses_;
    Part input_;
    Part output_;
    Buffer<Complex> in_;
    Buffer<Complex> out_;
};

template <class Real>
void measure(const std::vector<Index>& shape, double planning_limit, const char* wisdom)
{
    const bool first = rank_of_this() == 0;
    Fftw3Mpi<Real>::start();
    if (first) Fftw3Mpi<Real>::read_wisdom(wisdom);
    Fftw3Mpi<Real>::broadcast_wisdom(MPI_COMM_WORLD);
    const Json found = Measured<Real>(shape).ways(planning_limit);
    Fftw3Mpi<Real>::gather_wisdom(MPI_COMM_WORLD);
    if (first) Fftw3Mpi<Real>::write_wisdom(wisdom);
    if (first) std::printf("%s\n", found.dump().c_str());
}

}  // namespace

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    require_words("fftw_mpi", argc, argv);
    const std::vector<Index> shape = read_shape(argv[1]);
    const double seconds = std::atof(argv[4]);
    std::string(argv[2]) == "float" ? measure<float>(shape, seconds, argv[5])
                                    : measure<double>(shape, seconds, argv[5]);
    MPI_Finalize();
}
