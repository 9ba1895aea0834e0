// The table of errors: complex data forward, over one process and over two, beside FFTW's. Inputs are floats, so that
// both precisions have the same exact values. Of n up to 1024 all values are compared, of others as many as can be
// summed in twice the precision in a few seconds, at random places: then L2 is estimated by the mean over them, which
// for m of them varies by 1/sqrt(4m) of itself, and the largest is the largest of them.
#include <cstdio>

#include "bench/accuracy.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "bspfft/bspfft.hpp"

namespace bspfft::tools {

namespace {

constexpr Index all_places = 1024;
constexpr double sums = 1 << 26;
constexpr Index fewest_places = 32, summing_processes = 2;

/// In units of the root mean square of the exact values.
struct Errors {
    double squares = 0;
    double size = 0;
    double largest = 0;
    double count = 0;

    double l2() const { return std::sqrt(squares / size); }
    double most() const { return largest / std::sqrt(size / count); }

    void add(const PreciseComplex& exact, const std::complex<double>& value)
    {
        DoubleDouble re = exact.re, im = exact.im;
        re.add(-value.real());
        im.add(-value.imag());
        const double error = std::norm(std::complex<double>(re.value(), im.value()));
        squares += error;
        size += std::norm(std::complex<double>(exact.re.value(), exact.im.value()));
        largest = std::max(largest, std::sqrt(error));
        ++count;
    }
};

std::complex<float> value_of(const Signal& signal, Index j) { return static_cast<std::complex<float>>(signal(j)); }

Reference reference_of(Index number, Index n)
{
    const auto most = static_cast<Index>(sums / static_cast<double>(n));
    const std::vector<Index> places = choose_bins(n, n <= all_places ? n : std::clamp(most, fewest_places, all_places));
    Reference reference{input(number, n), places, {}};
    run_section(summing_processes, [&](Port& port) {
        const Layout layout = Layout::block(n, port.p());
        std::vector<std::complex<float>> x;
        for (Index i = 0; i < layout.local_size(port.s()); ++i)
            x.push_back(value_of(reference.signal, layout.global(port.s(), i)));
        const std::vector<PreciseComplex> exact = over_processes(
            port, precise_sums(Problem{{n}, {true}}, layout, port.s(), x.data(), places, Direction::forward));
        if (port.s() == 0) reference.exact = exact;
    });
    return reference;
}

template <class Real>
void add_fftw(const Reference& reference, Index n, Errors& errors)
{
    const Workload what{{n}};
    Buffer<std::complex<Real>> x(n);
    auto* const data = reinterpret_cast<Real*>(x.data());
    const auto plan = FftwFourier<Real>(what).forward(data, data, FFTW_ESTIMATE);
    for (Index j = 0; j < n; ++j) x.data()[j] = static_cast<std::complex<Real>>(value_of(reference.signal, j));
    execute(plan, Real{});
    for (std::size_t i = 0; i < reference.places.size(); ++i)
        errors.add(reference.exact[i], static_cast<std::complex<double>>(x.data()[reference.places[i]]));
}

template <class Real>
Algorithm add_ours(const Reference& reference, Index n, Index p, Errors& errors)
{
    Algorithm algorithm = Algorithm::automatic;
    run_section(p, [&](Port& port) {
        PlanOptions options;
        options.kernel = Kernel::simd;
        Plan<Real> plan(n, options);
        for (Index i = 0; i < plan.local_size(); ++i)
            plan.input()[i] =
                static_cast<std::complex<Real>>(value_of(reference.signal, plan.layout_in().global(port.s(), i)));
        plan.forward();
        const auto values = values_at(port, reference.places, plan.layout_out(), plan.output());
        if (port.s() != 0) return;
        algorithm = plan.options().algorithm;
        for (std::size_t i = 0; i < values.size(); ++i) errors.add(reference.exact[i], values[i]);
    });
    return algorithm;
}

/// A length, and what it stands for.
struct Length {
    const char* radices;
    Index n;
};

std::vector<Length> lengths()
{
    std::vector<Length> list;
    for (const Index m : {4, 8, 12, 16, 20, 22, 24, 26}) list.push_back({"2", Index{1} << m});
    const auto add = [&](const char* radices, std::initializer_list<Index> some) {
        for (const Index n : some) list.push_back({radices, n});
    };
    add("3", {81, 6561, 531441, 14348907});
    add("5", {125, 3125, 78125, 9765625});
    add("7", {49, 2401, 117649, 5764801});
    add("11", {121, 1331, 14641, 1771561});
    add("13", {169, 2197, 28561, 4826809});
    add("mixed", {60, 360, 5040, 30030, 720720, 10000000});
    add("generic", {17, 61, 97, 17 * 64, 61 * 4096, 97 * 89});
    add("bluestein", {101, 1009, 10007, 64 * 1009, 1000003, 16777213});
    return list;
}

template <class Real>
bool print_row(const Length& length, const std::vector<Reference>& references)
{
    Errors fftw, one, two;
    Algorithm algorithm = Algorithm::automatic;
    for (const Reference& reference : references) {
        add_fftw<Real>(reference, length.n, fftw);
        add_ours<Real>(reference, length.n, 1, one);
        algorithm = add_ours<Real>(reference, length.n, 2, two);
    }
    const double ratio = std::max(one.l2(), two.l2()) / fftw.l2();
    const bool chirp = algorithm == Algorithm::bluestein || std::string(length.radices) == "bluestein";
    const bool right = ratio <= (chirp ? allowed_to_bluestein : allowed);
    std::printf("| %s | %lld | %s | %.2e | %.2e | %.2e | %.2e | %.2e | %.2e | %.2f%s |\n", length.radices,
                static_cast<long long>(length.n), sizeof(Real) == sizeof(float) ? "float" : "double", one.l2(),
                two.l2(), fftw.l2(), one.most(), two.most(), fftw.most(), ratio, right ? "" : " TOO LARGE");
    std::fflush(stdout);
    return right;
}

}  // namespace

bool print_table(Index longest)
{
    std::printf("| radices | n | precision | L2, p = 1 | L2, p = 2 | L2, FFTW | max, p = 1 | max, p = 2 | max, FFTW | "
                "L2 to FFTW's |\n|---|---|---|---|---|---|---|---|---|---|\n");
    bool right = true;
    for (const Length& length : lengths()) {
        if (length.n > longest) continue;
        std::vector<Reference> references;
        const Index count = length.n > all_places ? 1 : std::max<Index>(2, 256 / length.n);
        for (Index number = 0; number < count; ++number) references.push_back(reference_of(number, length.n));
        right = print_row<double>(length, references) && right;
        right = print_row<float>(length, references) && right;
    }
    return right;
}

}  // namespace bspfft::tools
