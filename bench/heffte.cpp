// Forward transforms of three axes by heFFTe, measured as `bspfft bench` measures the others; it starts this with
// mpirun. Built if a Meson option says where heFFTe is.
//
// usage: mpirun -n P heffte SHAPE double|float P SECONDS WISDOM [real]
//
// Process 0 prints a list in JSON with one element for each way. heFFTe's plans of FFTW are estimated, so that it needs
// neither SECONDS nor WISDOM, which FFTW-MPI's program needs.
#include "bench/mpi_peer.hpp"

#include <heffte.h>

using namespace bspfft;
using namespace bspfft::tools;

namespace {

// heFFTe's first axis runs fastest, ours last.
heffte::box3d<> box_of(const std::vector<Index>& shape)
{
    const auto last = [&](std::size_t axis) { return static_cast<int>(shape[axis]) - 1; };
    return {{0, 0, 0}, {last(2), last(1), last(0)}};
}

// Bricks with as little surface as possible, as heFFTe's own benchmark divides the array: natural order in and out.
heffte::box3d<> brick_of_this(const heffte::box3d<>& world)
{
    const auto grid = heffte::proc_setup_min_surface(world, number_of_processes());
    return heffte::split_world(world, grid)[static_cast<std::size_t>(rank_of_this())];
}

// The first axis has half a spectrum.
heffte::box3d<> half_of(const heffte::box3d<>& world)
{
    return {{0, 0, 0}, {world.size[0] / 2, world.high[1], world.high[2]}};
}

template <class Number>
class Measured {
public:
    static constexpr bool real = std::is_floating_point_v<Number>;
    using Complex = typename heffte::fft_output<Number>::type;
    using Backend = heffte::backend::fftw;
    using Fft = std::conditional_t<real, heffte::fft3d_r2c<Backend>, heffte::fft3d<Backend>>;

    explicit Measured(const std::vector<Index>& shape)
        : world_(box_of(shape)),
          from_(brick_of_this(world_)),
          to_(brick_of_this(real ? half_of(world_) : world_)),
          impulses_(shape, real)
    {
        in_.resize(static_cast<std::size_t>(from_.count()));
        out_.resize(static_cast<std::size_t>(to_.count()));
    }

    // The library's own choice, and the alternatives that it offers for where data moves and how.
    Json ways()
    {
        Json list = Json::array();
        for (const bool pencils : {true, false}) {
            for (const auto& [name, algorithm] :
                 {std::pair{"alltoallv", heffte::reshape_algorithm::alltoallv},
                  {"p2p_plined", heffte::reshape_algorithm::p2p_plined}}) {
                heffte::plan_options options = heffte::default_options<heffte::backend::fftw>();
                options.use_pencils = pencils;
                options.algorithm = algorithm;
                list.push_back(way(std::string(pencils ? "pencils, " : "slabs, ") + name, options));
            }
        }
        return list;
    }

private:
    Json way(const std::string& name, const heffte::plan_options& options)
    {
        const double start = common_clock();
        Fft fft = planned(options);
        std::vector<Complex> workspace(fft.size_workspace());
        const auto transform = [&] { fft.forward(in_.data(), out_.data(), workspace.data()); };
        for (Index i = 0; i < from_.count(); ++i)
            put(in_[static_cast<std::size_t>(i)], impulses_.input(index(from_, i)));
        transform();
        const double planning = common_clock() - start;  // FFTW's plans are made by the first transform
        const double error = impulses_.error(to_.count(), out_.data(), [this](Index i) { return index(to_, i); });
        return json_of(name, planning, error, time_on_all(transform));
    }

    Fft planned(const heffte::plan_options& options) const
    {
        if constexpr (real) {
            return {from_, to_, 0, MPI_COMM_WORLD, options};
        } else {
            return {from_, to_, MPI_COMM_WORLD, options};
        }
    }

    static void put(Complex& place, const Complex& value) { place = value; }
    static void put(typename Complex::value_type& place, const Complex& value) { place = value.real(); }

    // The index of the element at place i of a brick.
    Index index(const heffte::box3d<>& brick, Index i) const
    {
        Index place[3];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            place[axis] = brick.low[axis] + i % brick.size[axis];
            i /= brick.size[axis];
        }
        return (place[2] * world_.size[1] + place[1]) * world_.size[0] + place[0];
    }

    heffte::box3d<> world_;
    heffte::box3d<> from_;
    heffte::box3d<> to_;
    Impulses<typename Complex::value_type> impulses_;
    std::vector<Number> in_;
    std::vector<Complex> out_;
};

template <class Real>
void measure(const PeerWords& words)
{
    const Json found =
        words.real ? Measured<Real>(words.shape).ways() : Measured<std::complex<Real>>(words.shape).ways();
    if (rank_of_this() == 0) std::printf("%s\n", found.dump().c_str());
}

}  // namespace

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    const PeerWords words = require_words("heffte", argc, argv);
    if (words.shape.size() != 3) {
        std::fprintf(stderr, "heffte: shape %s has not three axes\n", argv[1]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    words.single ? measure<float>(words) : measure<double>(words);
    MPI_Finalize();
}
