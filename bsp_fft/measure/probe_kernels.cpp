// r of the real kernels: each phase of the fast algorithm on shapes of many sizes, and passes in place; never a
// whole transform with its exchange. All processes run at once, since they share bandwidth. And vector code on tiles
// and short vectors in the cache, whose terms (schedule/vector_prices.hpp) say what other lengths and shapes take.
#include <map>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bsp_fft/kernel/lanes/lane_transform.hpp"
#include "bsp_fft/kernel/short/short_transform.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/kernel_runs.hpp"
#include "bsp_fft/measure/laboratory.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/vector_prices.hpp"

namespace bspfft {

namespace {

constexpr int smallest_bits = 5;    // of a process's array
constexpr int many_cuts_bits = 10;  // from here on every other size, with several cuts
constexpr int smallest_in_place_bits = 10, largest_in_place_bits = 16;
constexpr Index longest_pass = 64;    // the longest power of two that is one pass
constexpr int small_batch_bits = 14;  // in a cache

// Rows of a tile that the nearest cache just holds, or half of the next.
Index short_tile() { return power_of_two_below(cache_levels().front().bytes / (2 * line_bytes)); }
Index far_tile() { return power_of_two_below(cache_levels()[1].bytes / (4 * line_bytes)); }

/// The experiments with kernels of one precision.
template <class Real>
class KernelExperiments {
public:
    explicit KernelExperiments(Probe& probe) : probe_(probe), p_(probe.p()) {}

    // A cut near the square root, and those with columns or rows that are one pass, or not in the nearest cache.
    // Columns and rows are powers of two for any p, and parts uneven for most.
    void add_cuts(int bits)
    {
        if (p_ > Index{1} << bits) return;
        const Index processes = power_of_two_below(p_), n = (Index{1} << bits) * processes;
        const Index middle = Index{1} << log2_exact(n) / 2, least = processes < p_ ? 2 * processes : p_;
        if (least > n / least) return;
        std::map<Index, std::string> cuts{{middle, "middle"}};
        if (bits % 2 == 0 && n > longest_pass * longest_pass) {
            cuts.emplace(longest_pass, "columns in one pass");
            cuts.emplace(n / longest_pass, "rows in one pass");
            cuts.emplace(long_, "columns in the next cache");
            cuts.emplace(n / long_, "rows in the next cache");
            if (n > long_ * short_) cuts.emplace(short_, "columns in the nearest cache");
            if (n > long_ * short_) cuts.emplace(n / short_, "rows in the nearest cache");
            if (n >= far_ * short_) cuts.emplace(far_, "columns in half of the next cache");
            if (n >= far_ * short_) cuts.emplace(n / far_, "rows in half of the next cache");
        }
        for (const auto& [n1, kind] : cuts) {
            // few columns are for small arrays
            const bool fills_lanes = std::min(n1, n / n1) >= p_ * widest_lanes;
            if (n1 == middle || fills_lanes) add_cut({n}, {std::clamp(n1, least, n / least)}, kind);
        }
    }

    // Several axes: runs of two rows, tiles of whole lines, columns or rows that are not all neighbours, whole axes.
    void add_cube(int side_bits)
    {
        const Index side = Index{1} << side_bits;
        if (p_ != power_of_two_below(p_)) return;
        for (const Index last : {Index{2}, side / widest_lanes, 2 * side / widest_lanes, side}) {
            const int rest = 3 * side_bits / 2 - log2_exact(last);  // of all that columns have
            if (p_ > Index{1} << rest / 2) continue;
            add_cut({side * p_, side, side}, {Index{1} << rest / 2, Index{1} << (rest + 1) / 2, last},
                    text("last axis ", last));
        }
    }

    // Several axes of real data, the last of which is whole.
    void add_real_cube(int bits)
    {
        const Index side = Index{1} << bits / 3, last = 2 * side << bits % 3;
        if (p_ == power_of_two_below(p_) && p_ <= side)
            add_cut({side * p_, side, last}, {std::min(side / 4 * p_, side), 4, last}, "half of several axes",
                    Data::real);
    }

    // Real data of the same size: two columns are one lane, and rows of half a spectrum are joined in pairs.
    void add_half(int bits)
    {
        const Index n = Index{2} << bits, p = power_of_two_below(p_);
        if (p_ == p && 4 * p * p <= n) add_cut({n * p}, {Index{1} << log2_exact(n * p) / 2}, "half", Data::real);
    }

    // Processes have 25 columns, or 25 rows, which no lanes divide.
    void add_partial_tiles()
    {
        for (const Index length : {25, 400}) {
            add_cut({25 * p_ * length * p_}, {25 * p_}, text("25 rows ", length));
            add_cut({25 * p_ * length * p_}, {length * p_}, text("25 columns ", length));
        }
    }

    // Rows and columns in odd numbers, whose tiles begin within cache lines.
    void add_odd(Index side)
    {
        add_cut({side * p_ * side * p_}, {side * p_}, "odd");
    }

    // Rows of an operator, forward and inverse.
    void add_between(std::vector<Index> shape, Data data)
    {
        shape.front() *= p_;
        const Problem problem{shape, std::vector<bool>(shape.size(), true), data};
        if (p_ != power_of_two_below(p_) || !has_fused_operator(problem, p_)) return;
        ScheduleOptions options;
        options.bytes_per_real = sizeof(Real);
        options.exchange = Exchange::hpput;
        const Schedule schedule = spectral_operator_schedule(problem, p_, options);
        const Compute& rows = *schedule.program().steps[2].compute();
        const PassKind pass = kind_of(schedule, pass_of(schedule.program(), rows, rows.access));
        const Index size = schedule.input().largest_local_size() / (pass.half ? 2 : 1);
        add_timed(between_sampler<Real>(probe_.bench, schedule), pass, size,
                  text("rows ", pass.axes.size(), pass.half ? " half" : ""));
    }

    void add_in_place(Kernel kernel, int bits)
    {
        const Index size = Index{1} << bits;
        for (const Index radix : {Index{2}, Index{16}, size})
            add_run(textbook(kernel, size, radix), radix, radix == size ? "whole" : text("radix ", radix));
    }

    // Tiles of whole transforms, in place: along the last axis, where columns are apart,
    // and along the one before it, where they are neighbours. The longest of one pass is among the lengths.
    void add_batches(int bits)
    {
        const Index size = Index{1} << bits;
        ScheduleOptions options;
        options.bytes_per_real = sizeof(Real);
        for (const Index length : {Index{16}, Index{64}, Index{1024}, far_}) {
            if (2 * length > size) continue;
            const Index count = size / length, inner = Index{1} << (log2_exact(count) + 1) / 2;
            // of two axes, so that they are not short vectors
            const Problem apart{{count, 1, length}, {false, true, true}};
            const Problem together{{count / inner, length, inner}, {false, true, false}};
            add_run(free_cut_schedule(apart, 1, options), length, text("apart ", length), 1);
            add_run(free_cut_schedule(together, 1, options), length, text("together ", length));
            if (length == 16 || length == far_) continue;
            // half a spectrum has a little more than the reals
            const Problem real{{count, 1, length}, {false, true, true}, Data::real};
            add_run(free_cut_schedule(real, 1, options), length, text("half ", length), 1);
            add_short(count, length, Data::complex);
            add_short(count, length / 2, Data::real);
        }
        // tiles of eight of nine columns
        constexpr Index uneven = 9, length = 64;
        const Problem in_two_rows{{std::max(Index{1}, size / length / uneven), length, uneven}, {false, true, false}};
        add_run(free_cut_schedule(in_two_rows, 1, options), length, "in two rows", uneven);
    }

    // Vectors of `length` complex numbers, or pairs of real ones, that are transformed one by one.
    void add_short(Index count, Index length, Data data)
    {
        ScheduleOptions options;
        options.bytes_per_real = sizeof(Real);
        if (!is_short_length(length, sizeof(Real))) return;
        const bool half = data == Data::real;
        const Problem problem{{count, half ? 2 * length : length}, {false, true}, data};
        add_run(free_cut_schedule(problem, 1, options), length, text(half ? "short half " : "short ", length), 1,
                "short");
    }

private:
    static constexpr Index widest_lanes = line_bytes / static_cast<Index>(sizeof(Real));

    /// A schedule whose last computation has this radix, on `size` local elements.
    static Schedule textbook(Kernel kernel, Index size, Index radix)
    {
        ScheduleOptions options;
        options.bytes_per_real = sizeof(Real);
        options.kernel = kernel;
        options.order = kernel_entry(kernel).order;
        return radix == size ? textbook_schedule(size, 1, options) : textbook_schedule(size * radix, radix, options);
    }

    // The last computation of the schedule, in place.
    void add_run(const Schedule& schedule, Index length, const std::string& kind, Index neighbours = 0,
                 const char* name = nullptr)
    {
        const bool half = schedule.problem().data != Data::complex;
        const char* const kernel = name ? name : kernel_name(schedule.kernel());
        const PassKind pass{kernel, Access::in_place, sizeof(Real), {length}, neighbours, half};
        const Index size = schedule.input().largest_local_size() / (half ? 2 : 1);
        add_timed(in_place_sampler<Real>(probe_.bench, schedule), pass, size, kind);
    }

    void add_timed(std::function<double()> sample, const PassKind& pass, Index size, const std::string& kind)
    {
        probe_.experiments.push_back(time_experiment(std::move(sample),
                                                     [probe = &probe_, pass, size](const Estimate& seconds) {
                                                         probe->machine.kernels.push_back(
                                                             {pass, size, probe->p(), seconds});
                                                     },
                                                     {place(pass, kind, size)}));
    }

    static PassKind kind_of(const Schedule& schedule, const ArrayPass& pass)
    {
        const Index lanes = schedule.lanes() < widest_lanes ? schedule.lanes() : 0;
        return {"simd", pass.access, sizeof(Real), pass.lengths, pass.neighbours, pass.half, lanes, pass.partial_tiles};
    }

    void add_cut(const std::vector<Index>& shape, const std::vector<Index>& cut, const std::string& kind,
                 Data data = Data::complex)
    {
        ScheduleOptions options;
        options.bytes_per_real = sizeof(Real);
        options.cut = cut;
        const bool half = data != Data::complex;
        const Schedule schedule =
            free_cut_schedule(Problem{shape, std::vector<bool>(shape.size(), true), data}, p_, options);
        // packets of few rows land with much between them
        const auto in_doubles = static_cast<Index>(sizeof(double) / sizeof(Real));
        if (schedule.input().largest_local_size() > in_doubles * probe_.bench.size()) return;
        if (CutRun<Real>::room_for(schedule, 0) > in_doubles * probe_.bench.landing_size()) return;
        const auto run = std::make_shared<CutRun<Real>>(probe_.bench, schedule);
        const auto pass_kind = [&](Access access) {
            return kind_of(schedule, pass_of(schedule.program().cut(), access, schedule.lanes()));
        };
        const PassKind columns = pass_kind(Access::to_packets), rows = pass_kind(Access::from_packets);
        const Index size = schedule.input().largest_local_size() / (half ? 2 : 1);
        probe_.experiments.push_back(
            {[run] { return run->sample(); },
             [probe = &probe_, columns, rows, size](const std::vector<Samples>& samples) {
                 probe->machine.kernels.push_back({columns, size, probe->p(), estimate_of_times(samples[0])});
                 probe->machine.kernels.push_back({rows, size, probe->p(), estimate_of_times(samples[1])});
             },
             {place(columns, kind, size), place(rows, kind, size)}});
    }

    static Place place(const PassKind& pass, const std::string& kind, Index size)
    {
        return {text(pass.kernel, " ", static_cast<int>(pass.access), " ", pass.bytes_per_real, " ", kind),
                log2_of(size)};
    }

    Probe& probe_;
    Index p_;
    Index short_ = short_tile(), long_ = 2 * short_, far_ = far_tile();
};

template <class Real>
void add_experiments(Probe& probe)
{
    KernelExperiments<Real> experiments(probe);
    const int largest_bits = log2_exact(probe.bench.size());
    // landing arrays of uneven parts are up to twice as long as the part
    const int largest_cut_bits = is_power_of_two(probe.p()) ? largest_bits : largest_bits - 1;
    for (int bits = smallest_bits; bits <= largest_cut_bits; bits += bits < many_cuts_bits ? 1 : 2)
        experiments.add_cuts(bits);
    for (int bits = smallest_bits; bits < largest_cut_bits; bits += 2) experiments.add_half(bits);
    experiments.add_partial_tiles();
    for (const Index side : {125, 375, 1125}) experiments.add_odd(side);
    for (const int bits : {15, 19}) experiments.add_real_cube(bits);
    for (const int bits : {9, 13, 17, 20}) {
        if (bits > largest_bits) continue;
        experiments.add_between({Index{1} << bits}, Data::complex);
        experiments.add_between({Index{2} << bits}, Data::real);
    }
    for (const Index side : {32, 64}) experiments.add_between({side, side, side}, Data::complex);
    for (int bits = smallest_in_place_bits; bits <= std::min(largest_bits, largest_in_place_bits); bits += 3) {
        experiments.add_in_place(Kernel::radix2, bits);
        if (why_no_fftw().empty()) experiments.add_in_place(Kernel::fftw, bits);
    }
    for (int bits = 5; 3 * bits <= largest_cut_bits; ++bits) experiments.add_cube(bits);
    for (const int bits : {8, 11}) experiments.add_short(1, Index{1} << bits, Data::real);
    for (const int bits : {small_batch_bits, std::max(small_batch_bits, largest_bits - 4), largest_bits})
        experiments.add_batches(bits);
}

constexpr double seconds_a_tile_sample = 3e-4;

/// One tile, whose columns are neighbours, or one short vector.
template <class Real>
class InCache {
public:
    InCache(const std::vector<Index>& axes, Index lanes)
        : lanes_(lanes), data_(2 * std::max(Index{1}, lanes) * product_of(axes))
    {
        if (lanes == 0) {
            vector_.emplace(product_of(axes), arena_);
            return;
        }
        tile_.emplace(axes, lanes, arena_);
        for (Index row = 0; row < tile_->rows(); ++row) rows_.push_back(2 * lanes * row);
    }

    void run()
    {
        Real* const data = data_.data();
        if (vector_) return vector_->run(data, data, false, 1);
        tile_->run(TileSource<Real>{data, rows_.data(), nullptr, lanes_},
                   TileTarget<Real>{data, rows_.data(), nullptr, lanes_});
    }
    double numbers() const { return static_cast<double>(data_.size() / 2); }

private:
    Index lanes_;
    Arena arena_;
    std::optional<LaneTransform<Real>> tile_;
    std::optional<ShortTransform<Real>> vector_;
    Buffer<Real> data_;
    std::vector<Index> rows_;
};

// Each small transform is among them, alone and with others, with twiddles and without, in each cache; a length that
// needs Bluestein's convolution; several axes.
const std::vector<std::vector<Index>> wide_tiles{
    {4},     {7},    {8},      {9},      {16},        {24},         {25},       {27},       {31},
    {49},    {64},   {72},     {97},     {125},       {243},        {360},      {512},      {625},
    {1000},  {1009}, {1024},   {2000},   {2048},      {2187},       {2401},     {4096},     {8192},
    {16384}, {4, 4}, {16, 16}, {64, 64}, {8, 16, 16}, {16, 16, 16}, {8, 8, 64}, {4, 4, 256}};
// Tiles of fewer columns are those of small arrays.
const std::vector<std::vector<Index>> narrow_tiles{{4},   {8},    {9},    {25},   {31},   {49},   {64},  {125},
                                                   {512}, {1000}, {1009}, {2187}, {4096}, {8192}, {8, 8}};
const std::vector<Index> short_lengths{8,     16,    36,    49,    60,    64,     100,    121,    128,    169,
                                       256,   360,   500,   512,   640,   768,    1000,   1024,   2048,   2500,
                                       3000,  4096,  5000,  6144,  7168,  8192,   12288,  16384,  32768,  45056,
                                       46656, 49152, 53248, 65536, 98304, 131072, 160000, 262144, 393216, 524288};

template <class Real>
void add_tile_experiment(Probe& probe, const std::vector<Index>& axes, Index lanes)
{
    const auto tile = std::make_shared<InCache<Real>>(axes, lanes);
    probe.experiments.push_back(
        time_experiment(probe.bench.sampler(seconds_a_tile_sample, tile->numbers(), [tile] { tile->run(); }),
                        [&probe, axes, lanes](const Estimate& seconds) {
                            probe.machine.tiles.push_back({axes, lanes, sizeof(Real), probe.p(), seconds});
                        }));
}

template <class Real>
void add_tile_experiments(Probe& probe)
{
    for (const std::vector<Index>& axes : wide_tiles)
        add_tile_experiment<Real>(probe, axes, LaneTransform<Real>::widest);
    for (const std::vector<Index>& axes : narrow_tiles) {
        for (const Index lanes : {4, 1}) add_tile_experiment<Real>(probe, axes, lanes);
    }
    for (const Index n : short_lengths) {
        if (is_short_length(n, sizeof(Real))) add_tile_experiment<Real>(probe, {n}, 0);
    }
}

}  // namespace

void Probe::add_kernels(Index bytes_per_real)
{
    const auto add = [this](auto real) {
        add_experiments<decltype(real)>(*this);
        add_tile_experiments<decltype(real)>(*this);
    };
    if (bytes_per_real == sizeof(float)) return add(float());
    if (bytes_per_real == sizeof(double)) return add(double());
    throw refusal("reals of ", bytes_per_real, " bytes cannot be probed; they have 4 or 8");
}

}  // namespace bspfft
