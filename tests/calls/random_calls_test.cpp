// Random requests of one to four axes, any lengths, strides, kinds and directions, on crews of one to six processes,
// against the definition in higher precision; the schedules' counts; and what must stay untouched does.
#include <doctest/doctest.h>

#include <cmath>

#include "bsp_fft/calls/crew.hpp"
#include "tests/fft/random_problems.hpp"

using namespace bspfft;
using namespace bspfft::calls;

namespace {

constexpr double gap = 77;  // where no element is

/// One side of a call: an array with strides of any sign, and gaps.
struct Side {
    std::vector<Index> shape;
    std::vector<Index> strides;
    Index size = 0;   ///< elements of memory
    Index begin = 0;  ///< where the first element is
};

Side side_of(Random& random, const std::vector<Index>& shape, bool plain)
{
    Side side{shape, std::vector<Index>(shape.size()), 0, 0};
    std::vector<std::size_t> order(shape.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!plain && random.once_in(2)) std::shuffle(order.begin(), order.end(), random.engine);
    Index stride = plain || random.once_in(2) ? 1 : random.number(2, 3);
    for (std::size_t i = order.size(); i-- > 0;) {
        const std::size_t l = order[i];
        side.strides[l] = stride;
        stride *= shape[l];
        if (!plain && random.once_in(3)) stride += random.number(1, 3);
    }
    side.size = stride;
    for (std::size_t l = 0; l < shape.size(); ++l) {
        if (plain || !random.once_in(5)) continue;
        side.begin += side.strides[l] * (shape[l] - 1);
        side.strides[l] = -side.strides[l];
    }
    return side;
}

/// Places of all elements, row by row.
std::vector<Index> places_of(const Side& side)
{
    std::vector<Index> places{side.begin};
    for (std::size_t l = 0; l < side.shape.size(); ++l) {
        std::vector<Index> longer;
        for (const Index place : places) {
            for (Index i = 0; i < side.shape[l]; ++i) longer.push_back(place + i * side.strides[l]);
        }
        places = std::move(longer);
    }
    return places;
}

struct Call {
    std::vector<Index> shape;
    bspfft_request request;
    Side in, out;
    bool in_place = false;
};

Call random_call(Random& random, Index p)
{
    Call call;
    const Index axes = random.one_of<Index>({1, 1, 1, 2, 2, 3, 4});
    const Index most[] = {0, 900, 40, 14, 7};
    std::vector<bool> transformed;
    for (Index l = 0; l < axes; ++l) {
        Index n = random.number(1, most[axes]);
        if (random.once_in(3) && p * p <= most[axes]) n = p * p * random.number(1, most[axes] / (p * p));
        call.shape.push_back(n);
        transformed.push_back(!random.once_in(4));
    }
    transformed[static_cast<std::size_t>(random.number(0, axes - 1))] = true;
    bspfft_request& request = call.request;
    request = {};
    request.size = sizeof request;
    request.precision = static_cast<std::int32_t>(random.number(0, 2) == 0);
    request.data = static_cast<std::int32_t>(random.number(0, 1));
    request.direction = static_cast<std::int32_t>(random.number(0, 1));
    request.dimensions = static_cast<std::int32_t>(axes);
    request.scale = random.one_of({0.0, 1.0, 0.25, -2.0});
    std::vector<Index> half = call.shape;
    for (std::size_t l = half.size(); l-- > 0 && request.data == BSPFFT_REAL;) {
        if (!transformed[l]) continue;
        half[l] = half[l] / 2 + 1;
        break;
    }
    const bool back = request.direction == BSPFFT_INVERSE;
    const bool plain = random.once_in(2);
    call.in = side_of(random, back ? half : call.shape, plain);
    call.in_place = request.data == BSPFFT_COMPLEX && random.once_in(3);
    call.out = call.in_place ? call.in : side_of(random, back ? call.shape : half, plain);
    for (std::size_t l = 0; l < call.shape.size(); ++l) {
        request.length[l] = call.shape[l];
        request.stride_in[l] = call.in.strides[l];
        request.stride_out[l] = call.out.strides[l];
        request.kind[l] = transformed[l] ? BSPFFT_FOURIER : BSPFFT_UNTOUCHED;
    }
    return call;
}

Problem problem_of(const Call& call)
{
    Problem problem;
    problem.shape = call.shape;
    for (std::size_t l = 0; l < call.shape.size(); ++l)
        problem.transformed.push_back(call.request.kind[l] == BSPFFT_FOURIER);
    return problem;
}

// An element of half the array, as number of the whole one.
Index in_whole(const std::vector<Index>& half, const std::vector<Index>& whole, Index number)
{
    Index result = 0, weight = 1;
    for (std::size_t l = half.size(); l-- > 0;) {
        result += number % half[l] * weight;
        number /= half[l];
        weight *= whole[l];
    }
    return result;
}

/// What the two sides must hold, unscaled: x row by row as the call's array, and its spectrum, whole.
struct Values {
    std::vector<LongComplex> x, y;
};

Values values_of(const Call& call)
{
    const Problem problem = problem_of(call);
    Values values{random_vector(static_cast<std::size_t>(problem.n())), {}};
    for (LongComplex& value : values.x) {
        if (call.request.data == BSPFFT_REAL) value = value.real();
    }
    values.y = transformed(values.x, problem);
    return values;
}

template <class Real>
void store(std::vector<Real>& memory, const Side& side, const std::vector<Index>& whole, bool complex,
           const std::vector<LongComplex>& values)
{
    const std::vector<Index> places = places_of(side);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const LongComplex value = values[static_cast<std::size_t>(in_whole(side.shape, whole, static_cast<Index>(i)))];
        const auto at = static_cast<std::size_t>(places[i]) * (complex ? 2 : 1);
        memory[at] = static_cast<Real>(value.real());
        if (complex) memory[at + 1] = static_cast<Real>(value.imag());
    }
}

template <class Real>
std::string complaint(Crew& crew, const Call& call)
{
    const bool back = call.request.direction == BSPFFT_INVERSE, real = call.request.data == BSPFFT_REAL;
    const bool complex_in = !real || back, complex_out = !real || !back;
    const Values values = values_of(call);
    const auto length = static_cast<long double>(problem_of(call).transform());
    // the inverse begins at the spectrum, and its results are n times the array
    const std::vector<LongComplex>&from = back ? values.y : values.x, &to = back ? values.x : values.y;
    std::vector<Real> in(static_cast<std::size_t>(call.in.size) * (complex_in ? 2 : 1), static_cast<Real>(gap));
    std::vector<Real> out(static_cast<std::size_t>(call.out.size) * (complex_out ? 2 : 1), static_cast<Real>(gap));
    store(in, call.in, call.shape, complex_in, from);
    const std::vector<Real> before = in;
    std::vector<Real>& target = call.in_place ? in : out;
    const Real* const first_in = in.data() + call.in.begin * (complex_in ? 2 : 1);
    Real* const first_out = target.data() + call.out.begin * (complex_out ? 2 : 1);

    const std::lock_guard lock(crew.mutex());
    Transform transform(crew, translated(normalised(&call.request), call.in_place));
    for (int repeat = 0; repeat < (call.in_place ? 1 : 2); ++repeat) transform.execute(first_in, first_out);

    if (!call.in_place && in != before) return "the input was changed";
    std::vector<bool> written(target.size(), false);
    long double squares = 0, largest = 0;
    for (const LongComplex& value : to) squares += std::norm(value);
    const long double scale =
        (call.request.scale == 0 ? 1 : static_cast<long double>(call.request.scale)) * (back ? length : 1);
    const std::vector<Index> places = places_of(call.out);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto at = static_cast<std::size_t>(places[i]) * (complex_out ? 2 : 1);
        LongComplex found = target[at];
        written[at] = true;
        if (complex_out) {
            found += LongComplex(0, target[at + 1]);
            written[at + 1] = true;
        }
        const auto number = static_cast<std::size_t>(in_whole(call.out.shape, call.shape, static_cast<Index>(i)));
        largest = std::max(largest, std::abs(found / scale - to[number]));
    }
    for (std::size_t i = 0; i < target.size(); ++i) {
        if (!written[i] && target[i] != static_cast<Real>(gap)) return "a gap was written to";
    }
    const long double rms = std::sqrt(squares / static_cast<long double>(to.size()));
    const long double digits = std::log2(2 * static_cast<double>(length) * (back ? static_cast<double>(length) : 1));
    const long double bound = 12 * std::numeric_limits<Real>::epsilon() * digits * rms + 1e-30L;
    return largest <= bound ? "" : "the error is " + std::to_string(static_cast<double>(largest / rms));
}

std::string words(const Call& call)
{
    std::string text = shape_text(call.shape) + (call.request.data == BSPFFT_REAL ? " real" : " complex") +
                       (call.request.direction == BSPFFT_INVERSE ? " back" : "") + (call.in_place ? " in place" : "");
    for (std::size_t l = 0; l < call.shape.size(); ++l)
        text += " " + std::to_string(call.request.stride_in[l]) + ":" + std::to_string(call.request.stride_out[l]) +
                (call.request.kind[l] == BSPFFT_FOURIER ? "" : "-");
    return text;
}

}  // namespace

TEST_CASE("random requests have the values of the definition")
{
    for (const Index p : {1, 2, 3, 4, 6}) {
        Crew crew(p);
        Random random{std::mt19937_64(static_cast<unsigned>(p))};
        for (int i = 0; i < PROBLEMS; ++i) {
            const Call call = random_call(random, p);
            const std::string of = words(call) + " on " + std::to_string(p);
            CAPTURE(of);
            const std::string wrong = call.request.precision == BSPFFT_FLOAT ? complaint<float>(crew, call)
                                                                             : complaint<double>(crew, call);
            CHECK(wrong == "");
        }
    }
}

TEST_CASE("real data of several axes, in any order in memory")
{
    const std::vector<Index> shape{32, 64, 5}, half{32, 33, 5};
    const auto stored = [](const std::vector<Index>& lengths, const std::vector<std::size_t>& order) {
        Side side{lengths, std::vector<Index>(lengths.size()), 1, 0};
        for (std::size_t i = order.size(); i-- > 0;) {
            side.strides[order[i]] = side.size;
            side.size *= lengths[order[i]];
        }
        return side;
    };
    for (const Index p : {1, 2}) {
        Crew crew(p);
        std::vector<std::size_t> order{0, 1, 2};
        do {
            for (const bool back : {false, true}) {
                Call call{shape, {}, stored(back ? half : shape, order), stored(back ? shape : half, order)};
                call.request.size = sizeof call.request;
                call.request.data = BSPFFT_REAL;
                if (back) call.request.direction = BSPFFT_INVERSE;
                call.request.dimensions = 3;
                for (std::size_t l = 0; l < shape.size(); ++l) {
                    call.request.length[l] = shape[l];
                    call.request.stride_in[l] = call.in.strides[l];
                    call.request.stride_out[l] = call.out.strides[l];
                    call.request.kind[l] = l < 2 ? BSPFFT_FOURIER : BSPFFT_UNTOUCHED;
                }
                const std::string of = words(call) + " on " + std::to_string(p);
                CAPTURE(of);
                CHECK(complaint<double>(crew, call) == "");
            }
        } while (std::ranges::next_permutation(order).found);
    }
}

TEST_CASE("one move and one synchronisation, with the h of the plan in a section")
{
    Crew crew(2);
    bspfft_request request{};
    request.size = sizeof request;
    request.dimensions = 1;
    request.length[0] = 1 << 14;
    const std::lock_guard lock(crew.mutex());
    Transform transform(crew, translated(normalised(&request), false));
    CHECK(transform.counts().synchronisations == 1);
    CHECK(transform.counts().words == 1 << 13);  // 2 n/p (1 - 1/p)
    CHECK(transform.counts().flops == 5 * (1 << 13) * 14);
}

TEST_CASE("in place and real, in rows with room for both, as FFTW has them")
{
    constexpr Index rows = 6, n = 10, places = 2 * (n / 2 + 1);
    for (const Index p : {1, 2, 3}) {
        CAPTURE(p);
        Crew crew(p);
        std::vector<double> x(rows * places);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i * i % 17);
        bspfft_request request{};
        request.size = sizeof request;
        request.data = BSPFFT_REAL;
        request.dimensions = 2;
        request.length[0] = rows;
        request.length[1] = n;
        request.kind[0] = BSPFFT_UNTOUCHED;
        request.stride_in[0] = places;
        request.stride_in[1] = request.stride_out[1] = 1;
        request.stride_out[0] = places / 2;
        std::vector<double> apart(x.size()), there = x;
        {
            const std::lock_guard lock(crew.mutex());
            Transform(crew, translated(normalised(&request), false)).execute(x.data(), apart.data());
            Transform(crew, translated(normalised(&request), true)).execute(there.data(), there.data());
        }
        CHECK(there == apart);
        CHECK(there[0] != x[0]);
    }
}
