// Forward transforms by FFTW-MPI, measured as `bspfft bench` measures the others; it starts this with mpirun.
//
// usage: mpirun -n P fftw_mpi SHAPE double|float P SECONDS WISDOM [real]
//
// Process 0 prints a list in JSON with one element for each way. FFTW may take SECONDS for each plan;
// WISDOM is a file that keeps its plans from one run to the next. Real data, of two axes at least, to half a spectrum.
#include "bench/mpi_peer.hpp"

#include <fftw3-mpi.h>

#include <algorithm>
#include <climits>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/fftw/linked.hpp"
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
    static constexpr auto plan_real = fftw_mpi_plan_dft_r2c;
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
    static constexpr auto plan_real = fftwf_mpi_plan_dft_r2c;
    static constexpr auto broadcast_wisdom = fftwf_mpi_broadcast_wisdom;
    static constexpr auto gather_wisdom = fftwf_mpi_gather_wisdom;
    static constexpr auto read_wisdom = fftwf_import_wisdom_from_filename;
    static constexpr auto write_wisdom = fftwf_export_wisdom_to_filename;
};

template <class Real>
class Measured {
public:
    using Complex = std::complex<Real>;

    Measured(const std::vector<Index>& shape, bool real)
        : shape_(shape.begin(), shape.end()), real_(real), impulses_(shape, real)
    {
        const Index room = shape.size() == 1 ? divide_vector() : divide_array();
        require_int(room);
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
                 plans_of_fftw(fftw, make, common_clock, {FftwPlanner::both, planning_limit})) {
                const double error = error_of(planned.plan, *out);
                const Samples seconds = time_on_all([&] { fftw.execute(planned.plan.get()); });
                list.push_back(json_of(name + planned.planner, planned.planning, error, seconds));
            }
        }
        return list;
    }

private:
    static constexpr const Fftw3<Real>& fftw = linked_fftw3<Real>;

    /// Consecutive elements, or rows of the first axis.
    struct Part {
        std::ptrdiff_t count = 0;
        std::ptrdiff_t first = 0;
    };

    // FFTW gives MPI what goes from one process to another as an int, in real numbers.
    static void require_int(Index room)
    {
        int processes = 1;
        MPI_Comm_size(MPI_COMM_WORLD, &processes);
        if (2 * (room / processes) <= INT_MAX) return;
        std::fprintf(stderr,
                     "fftw_mpi: %lld numbers on a process are more than FFTW can exchange; take more processes\n",
                     static_cast<long long>(room));
        MPI_Abort(MPI_COMM_WORLD, 2);
    }

    std::ptrdiff_t divide_vector()
    {
        return Fftw3Mpi<Real>::size_of_vector(shape_.front(), MPI_COMM_WORLD, FFTW_FORWARD, FFTW_MEASURE, &input_.count,
                                              &input_.first, &output_.count, &output_.first);
    }

    std::ptrdiff_t divide_array()
    {
        std::vector<std::ptrdiff_t> spectrum = shape_;
        spectrum.back() = row_of_spectrum();
        Part rows;
        const std::ptrdiff_t room = Fftw3Mpi<Real>::size_of_array(static_cast<int>(shape_.size()), spectrum.data(),
                                                                  MPI_COMM_WORLD, &rows.count, &rows.first);
        for (std::size_t l = 1; l + 1 < shape_.size(); ++l) {
            rows.count *= shape_[l];
            rows.first *= shape_[l];
        }
        input_ = {rows.count * shape_.back(), rows.first * shape_.back()};
        output_ = {rows.count * row_of_spectrum(), rows.first * row_of_spectrum()};
        return room;
    }

    std::ptrdiff_t row_of_spectrum() const { return real_ ? shape_.back() / 2 + 1 : shape_.back(); }

    // A real row has room for one of half a spectrum.
    void put(Index i, std::complex<Real> value)
    {
        const std::ptrdiff_t last = shape_.back();
        if (real_) {
            reinterpret_cast<Real*>(in_.data())[i / last * 2 * row_of_spectrum() + i % last] = value.real();
        } else {
            in_.data()[i] = value;
        }
    }

    // The index in a whole spectrum of what is there in half of it.
    Index index_of_spectrum(Index i) const
    {
        return real_ ? i / row_of_spectrum() * shape_.back() + i % row_of_spectrum() : i;
    }

    typename Fftw3<Real>::Plan plan(typename Fftw3<Real>::Complex* in, typename Fftw3<Real>::Complex* out,
                                    unsigned flags) const
    {
        if (real_)
            return Fftw3Mpi<Real>::plan_real(static_cast<int>(shape_.size()), shape_.data(),
                                             reinterpret_cast<Real*>(in), out, MPI_COMM_WORLD, flags);
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
        for (Index i = 0; i < input_.count; ++i) put(i, impulses_.input(input_.first + i));
        fftw.execute(plan.get());
        const double error = impulses_.error(output_.count, out.data(),
                                             [this](Index i) { return index_of_spectrum(output_.first + i); });
        // Repeated transforms of anything but zeros overflow.
        for (Buffer<Complex>* const array : {&in_, &out_})
            std::fill_n(array->data(), array->size(), Complex());
        return error;
    }

    std::vector<std::ptrdiff_t> shape_;
    bool real_;
    Impulses<Real> impulses_;
    Part input_;
    Part output_;
    Buffer<Complex> in_;
    Buffer<Complex> out_;
};

template <class Real>
void measure(const PeerWords& words)
{
    const bool first = rank_of_this() == 0;
    Fftw3Mpi<Real>::start();
    if (first) Fftw3Mpi<Real>::read_wisdom(words.file);
    Fftw3Mpi<Real>::broadcast_wisdom(MPI_COMM_WORLD);
    const Json found = Measured<Real>(words.shape, words.real).ways(words.seconds);
    Fftw3Mpi<Real>::gather_wisdom(MPI_COMM_WORLD);
    if (first) Fftw3Mpi<Real>::write_wisdom(words.file);
    if (first) std::printf("%s\n", found.dump().c_str());
}

}  // namespace

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    const PeerWords words = require_words("fftw_mpi", argc, argv);
    if (words.real && words.shape.size() == 1) {
        std::fprintf(stderr, "fftw_mpi: there are no transforms of real vectors\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    words.single ? measure<float>(words) : measure<double>(words);
    MPI_Finalize();
}
