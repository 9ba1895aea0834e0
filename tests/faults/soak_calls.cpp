// One call, from one thread or two at once; transforms that are kept over many calls; and what goes wrong on purpose.
#include <bspfft/fft.hpp>

#include <array>
#include <thread>

#include "counted_memory.hpp"
#include "soak.hpp"
#include "tests/calls/one_vector.hpp"

using namespace bspfft;

void refused_section(Random& random);
void section_without_memory(Random& random, bool refuses);

namespace {

template <class Real>
std::vector<std::complex<Real>> complex_signal(Index n, std::uint64_t seed, bool real = false)
{
    std::vector<std::complex<Real>> x;
    for (Index j = 0; j < n; ++j) x.push_back(std::complex<Real>(signal(seed, j, real)));
    return x;
}

template <class Real>
std::vector<Real> real_signal(Index n, std::uint64_t seed)
{
    std::vector<Real> x;
    for (Index j = 0; j < n; ++j) x.push_back(static_cast<Real>(signal(seed, j, true).real()));
    return x;
}

template <class Number>
void expect_equal(const std::vector<Number>& x, const std::vector<Number>& y, const char* where)
{
    using Real = calls_detail::RealOfNumber<Number>;
    if (!(largest_difference(x, y) <= bound<Real>(static_cast<Index>(x.size()))))
        wrong(std::string(where) + " of " + std::to_string(x.size()));
}

template <class Real>
void expect_value(const std::complex<double>& found, const std::complex<double>& value, Index n, const char* where)
{
    if (!(std::abs(found - value) <= 4 * bound<Real>(n))) wrong(std::string(where) + " of " + std::to_string(n));
    ++tally.transforms;
}

template <class Real>
void complex_call(const Shape& shape, std::uint64_t seed)
{
    const Index n = elements_of(shape), k = static_cast<Index>(seed % static_cast<std::uint64_t>(n));
    const auto x = complex_signal<Real>(n, seed);
    std::vector<std::complex<Real>> y(x.size()), back(x.size());
    fftn(ArrayView<const std::complex<Real>>(x.data(), shape), ArrayView<std::complex<Real>>(y.data(), shape));
    expect_value<Real>(y[static_cast<std::size_t>(k)], spectrum_at(shape, seed, false, indices_of(shape, k)), n,
                       "fftn");
    ifftn(ArrayView<const std::complex<Real>>(y.data(), shape), ArrayView<std::complex<Real>>(back.data(), shape));
    expect_equal(x, back, "ifftn");
}

template <class Real>
void real_call(const Shape& shape, std::uint64_t seed)
{
    const Index n = elements_of(shape), k = static_cast<Index>(seed % static_cast<std::uint64_t>(n / 2 + 1));
    const auto x = real_signal<Real>(n, seed);
    const auto y = rfft(x);
    expect_value<Real>(y[static_cast<std::size_t>(k)], spectrum_at({n}, seed, true, {k}), n, "rfft");
    expect_equal(x, irfft(y, n), "irfft");
}

template <class Real>
void cosine_call(const Shape& shape, std::uint64_t seed)
{
    const Index n = elements_of(shape), k = static_cast<Index>(seed % static_cast<std::uint64_t>(n));
    const auto x = real_signal<Real>(n, seed);
    const auto y = dct(x);
    const auto value = weighted_sum({n}, seed, true, {k}, [](Index length, Index j, Index at) {
        return std::complex<double>(cosine_weight(Trigonometric::dct2, length, j, at));
    });
    expect_value<Real>(y[static_cast<std::size_t>(k)], value, n, "dct");
    expect_equal(x, idct(y), "idct");
}

template <class Real>
void convolution_call(const Shape& shape, std::uint64_t seed)
{
    const Index n = elements_of(shape), m = static_cast<Index>(seed % 50) + 1;
    const Index j = static_cast<Index>(seed % static_cast<std::uint64_t>(n + m - 1));
    const auto x = real_signal<Real>(n, seed), h = real_signal<Real>(m, seed + 1);
    double sum = 0;
    for (Index i = std::max(Index{0}, j - n + 1); i < m && i <= j; ++i) {
        const auto at = static_cast<std::size_t>(i), from = static_cast<std::size_t>(j - i);
        sum += static_cast<double>(h[at]) * static_cast<double>(x[from]);
    }
    expect_value<Real>(convolve(x, h)[static_cast<std::size_t>(j)], sum, n + m, "convolve");
}

/// A few that stay while other things happen, each with its own length.
class Kept {
public:
    void use(Random& random)
    {
        const auto place = static_cast<std::size_t>(random.number(0, static_cast<Index>(plans_.size()) - 1));
        if (!plans_[place] || random.once_in(3)) {
            drop(place);
            lengths_[place] = random.number(1, 5000);
            const bspfft_request request = request_of(lengths_[place]);
            calls_detail::check(bspfft_plan_request(&plans_[place], &request, 0));
        }
        const Index n = lengths_[place];
        const auto x = complex_signal<double>(n, random.engine());
        std::vector<std::complex<double>> y(x.size());
        calls_detail::check(bspfft_execute_on(plans_[place], BSPFFT_FORWARD, x.data(), y.data()));
        expect_equal(x, ifft(y), "a transform that is kept");
        ++tally.transforms;
    }
    void drop_all()
    {
        for (std::size_t place = 0; place < plans_.size(); ++place) drop(place);
    }

private:
    void drop(std::size_t place)
    {
        if (plans_[place]) bspfft_plan_destroy(plans_[place]);
        plans_[place] = nullptr;
    }
    std::array<bspfft_plan*, 6> plans_{};
    std::array<Index, 6> lengths_{};
};
Kept kept;

using Call = void (*)(const Shape& shape, std::uint64_t seed);

Call random_call(Random& random)
{
    constexpr Call calls[] = {complex_call<double>,     complex_call<float>,    real_call<double>,
                              real_call<float>,         cosine_call<double>,    cosine_call<float>,
                              convolution_call<double>, convolution_call<float>};
    return calls[random.number(0, static_cast<Index>(std::size(calls)) - 1)];
}

void guarded(Call call, const Shape& shape, std::uint64_t seed)
{
    try {
        call(shape, seed);
    } catch (const std::exception& error) {
        wrong(text_of(shape) + ": " + error.what());
    }
}

void refused_call(Random& random)
{
    bspfft_request request = request_of(1024);
    bspfft_plan* plan = nullptr;
    switch (random.number(0, 4)) {
    case 0:
        request.length[0] = -random.number(0, 3);
        break;
    case 1:
        request.dimensions = BSPFFT_MOST_AXES + 1;
        break;
    case 2:
        request.kind[0] = 77;
        break;
    case 3:
        request.size = 3;
        break;
    default:
        request.precision = 5;
    }
    if (bspfft_plan_request(&plan, &request, 0) != BSPFFT_INVALID_ARGUMENT || plan)
        wrong("a call was not refused");
    if (!bspfft_message()[0]) wrong("a refusal without a message");
    ++tally.refused;
}

// Either too much is asked for, or one allocation is refused; then the same once more, with memory.
void call_without_memory(Random& random, bool refuses)
{
    bspfft_plan* plan = nullptr;
    bspfft_request request = request_of(random.number(1, 40000));
    if (random.once_in(2)) bspfft_release();
    if (!refuses || random.once_in(4)) {
        request.length[0] = Index{1} << random.number(30, 50);
        request.data = BSPFFT_REAL;  // complex numbers would be transformed without an array of the library's own
        if (bspfft_plan_request(&plan, &request, 0) != BSPFFT_OUT_OF_MEMORY || plan)
            wrong("a call had memory for " + std::to_string(request.length[0]));
    } else {
        refuse_allocation(random.number(1, 300));
        const int status = bspfft_plan_request(&plan, &request, 0);
        const bool refused = was_refused();
        refuse_allocation(0);
        if (status != BSPFFT_OK && (status != BSPFFT_OUT_OF_MEMORY || !refused || plan))
            wrong("without memory: " + std::string(bspfft_message()));
        if (plan) bspfft_plan_destroy(plan);
        complex_call<double>({request.length[0]}, random.engine());
    }
    ++tally.without_memory;
}

}  // namespace

void soak_call(Random& random)
{
    if (random.once_in(10)) calls_detail::check(bspfft_set_threads(static_cast<int>(random.number(0, 5))));
    if (random.once_in(50)) bspfft_release();
    if (random.once_in(4)) return kept.use(random);
    const Call call = random_call(random), other = random_call(random);
    const Shape shape = random.shape(3, random.once_in(20) ? 1 << 16 : 1 << 12);
    const std::uint64_t seed = random.engine() >> 1;
    if (!random.once_in(5)) return guarded(call, shape, seed);
    std::thread beside(guarded, other, shape, seed + 1);
    guarded(call, shape, seed);
    beside.join();
}

void soak_refusal(Random& random) { random.once_in(2) ? refused_call(random) : refused_section(random); }

void soak_without_memory(Random& random, bool refuses)
{
    random.once_in(2) ? call_without_memory(random, refuses) : section_without_memory(random, refuses);
}

void give_everything_back()
{
    kept.drop_all();
    bspfft_release();
}
