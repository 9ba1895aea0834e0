// Cosine and sine transforms against their definitions: all kinds, any length on any p, several axes, batches, layouts.
#include <doctest/doctest.h>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bspfft/plan.hpp"
#include "tests/fft/random_problems.hpp"

using namespace bspfft;

namespace {

constexpr Trigonometric all_kinds[] = {Trigonometric::dct1, Trigonometric::dct2, Trigonometric::dct3,
                                       Trigonometric::dct4, Trigonometric::dst1, Trigonometric::dst2,
                                       Trigonometric::dst3, Trigonometric::dst4};

// The definition, and of an orthogonal transform with its factors.
std::vector<double> definition(const std::vector<double>& x, Trigonometric kind, bool orthogonal)
{
    const auto n = static_cast<Index>(x.size());
    const auto at = [](Index i) { return static_cast<std::size_t>(i); };
    const Index order = 4 * logical_length(kind, n);  // of angles: parts of the circle
    const std::vector<std::complex<double>>& roots = rounded_roots(at(order));
    const auto cosine = [&](Index i) { return roots[at(i % order)].real(); };
    const auto sine = [&](Index i) { return roots[at((i + 3 * order / 4) % order)].real(); };
    const double root = std::sqrt(0.5);
    std::vector<double> y(at(n));
    for (Index k = 0; k < n; ++k) {
        for (Index j = 0; j < n; ++j) {
            double factor = 0;
            const bool ends = j == 0 || j == n - 1, end = k == 0 || k == n - 1;
            switch (kind) {
            case Trigonometric::dct1:
                factor = cosine(4 * j * k) * (ends ? 1 : 2);
                if (orthogonal) factor *= (ends ? 1 / root : 1) * (end ? root : 1);
                break;
            case Trigonometric::dct2:
                factor = 2 * cosine(2 * (2 * j + 1) * k) * (orthogonal && k == 0 ? root : 1);
                break;
            case Trigonometric::dct3:
                factor = (j == 0 ? 1 : 2) * cosine(2 * j * (2 * k + 1)) * (orthogonal && j == 0 ? 1 / root : 1);
                break;
            case Trigonometric::dct4:
                factor = 2 * cosine((2 * j + 1) * (2 * k + 1));
                break;
            case Trigonometric::dst1:
                factor = 2 * sine(4 * (j + 1) * (k + 1));
                break;
            case Trigonometric::dst2:
                factor = 2 * sine(2 * (2 * j + 1) * (k + 1)) * (orthogonal && k == n - 1 ? root : 1);
                break;
            case Trigonometric::dst3:
                factor = (j == n - 1 ? 1 : 2) * sine(2 * (j + 1) * (2 * k + 1)) *
                         (orthogonal && j == n - 1 ? 1 / root : 1);
                break;
            case Trigonometric::dst4:
                factor = 2 * sine((2 * j + 1) * (2 * k + 1));
                break;
            }
            y[at(k)] += x[at(j)] * factor;
        }
    }
    return y;
}

struct Axis {
    Index number;  ///< in the shape with the batch
    Trigonometric kind;
};

std::vector<LongComplex> transformed(const std::vector<LongComplex>& values, const std::vector<Index>& shape,
                                     const std::vector<Axis>& axes, bool orthogonal)
{
    std::vector<LongComplex> x = values;
    for (const Axis& axis : axes) {
        Index inner = 1;
        for (std::size_t l = shape.size(); l-- > static_cast<std::size_t>(axis.number) + 1;) inner *= shape[l];
        const Index n = shape[static_cast<std::size_t>(axis.number)];
        for (Index start = 0; start < static_cast<Index>(x.size()); ++start) {
            if (start / inner % n != 0) continue;
            std::vector<double> line;
            for (Index i = 0; i < n; ++i)
                line.push_back(static_cast<double>(x[static_cast<std::size_t>(start + i * inner)].real()));
            line = definition(line, axis.kind, orthogonal);
            for (Index i = 0; i < n; ++i)
                x[static_cast<std::size_t>(start + i * inner)] = line[static_cast<std::size_t>(i)];
        }
    }
    return x;
}

std::string words(const std::vector<Index>& shape, const std::vector<Axis>& axes, const PlanOptions& options)
{
    std::string result = shape_text(shape);
    for (const Axis& axis : axes) result += text(", axis ", axis.number, " ", trigonometric_name(axis.kind));
    if (options.input) result += " in " + options.input->description();
    if (options.output) result += " out " + options.output->description();
    return result + (options.keep_input ? " keeps" : "");
}

template <class Real>
void check(const std::vector<Index>& shape, const std::vector<Trigonometric>& kinds, const PlanOptions& options,
           bool against_definition = true)
{
    std::vector<Index> whole = shape;
    if (options.batch > 1) whole.insert(whole.begin(), options.batch);
    std::vector<Axis> axes;
    double scale = 1;
    Index length = 1;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Index axis = options.axes.empty() ? static_cast<Index>(i) : options.axes[i];
        axes.push_back({axis + (options.batch > 1 ? 1 : 0), kinds[i]});
        const Index logical = logical_length(kinds[i], shape[static_cast<std::size_t>(axis)]);
        scale *= normalisation_factor(options.normalisation, Direction::forward, logical);
        length *= logical;
    }
    std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(product_of(whole)));
    for (LongComplex& value : x) value = static_cast<Real>(value.real());

    TrigonometricPlan<Real> plan(shape, kinds, options);
    const auto s = static_cast<Index>(bsp_pid());
    fill(plan.input(), plan.layout_in(), x);
    plan.forward();
    bool right = true;
    if (against_definition) {
        const bool orthogonal = options.normalisation == Normalisation::symmetric;
        right = equal(plan.output(), plan.layout_out(), transformed(x, whole, axes, orthogonal), scale, length);
    }
    bool kept = true;
    if (options.keep_input) {
        kept = equal(plan.input(), plan.layout_in(), x, 1, 2);
        std::fill_n(plan.input(), plan.layout_in().local_span(s), Real{});
    }
    plan.inverse();
    const long double trip = options.normalisation == Normalisation::none ? static_cast<long double>(length) : 1;
    const bool came_back = equal(plan.input(), plan.layout_in(), x, trip, length * length);
    if (!right) complain(__FILE__, __LINE__, ("wrong: " + words(whole, axes, options)).c_str());
    if (!kept) complain(__FILE__, __LINE__, ("not kept: " + words(whole, axes, options)).c_str());
    if (!came_back) complain(__FILE__, __LINE__, ("not back: " + words(whole, axes, options)).c_str());
}

bool exists(Trigonometric kind, Index n) { return kind != Trigonometric::dct1 || n > 1; }

void any_length()
{
    std::vector<Index> lengths;
    const auto p = static_cast<Index>(bsp_nprocs());
    for (Index n = 1; n <= LONGEST; ++n) {
        if (p <= 4 || n % 4 == p % 4) lengths.push_back(n);
    }
    for (const Index n : {64, 97, 100, 128, 1000}) {
        if (n <= 25 * LONGEST) lengths.push_back(n);
    }
    for (const Index n : lengths) {
        for (const Trigonometric kind : all_kinds) {
            if (!exists(kind, n)) continue;
            PlanOptions options;
            check<double>({n}, {kind}, options);
            if (n % 3 == 1) check<float>({n}, {kind}, options);
            if (n % 5 != 0) continue;
            options.normalisation = n % 2 == 0 ? Normalisation::symmetric : Normalisation::forward;
            options.keep_input = true;
            check<double>({n}, {kind}, options);
        }
    }
}

void random_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    Random random{std::mt19937_64(static_cast<std::uint64_t>(100 + p))};
    for (int i = 0; i < PROBLEMS; ++i) {
        const Index count = random.one_of<Index>({1, 2, 2, 2, 3, 3});
        const Index most[] = {0, 300, 40, 14};
        std::vector<Index> shape, whole;
        for (Index l = 0; l < count; ++l) shape.push_back(random.number(1, most[count]));
        PlanOptions options;
        std::vector<Trigonometric> kinds;
        for (Index l = count; l-- > 0;) {
            if (count > 1 && random.once_in(4)) continue;
            Trigonometric kind = all_kinds[random.number(0, 7)];
            if (!exists(kind, shape[static_cast<std::size_t>(l)])) kind = Trigonometric::dct3;
            options.axes.push_back(l);
            kinds.push_back(kind);
        }
        if (kinds.empty()) continue;
        if (random.once_in(3)) options.batch = random.number(2, 9);
        whole = shape;
        if (options.batch > 1) whole.insert(whole.begin(), options.batch);
        if (random.once_in(3)) options.input = random_layout(random, whole, p);
        if (random.once_in(3)) options.output = random_layout(random, whole, p);
        if (random.once_in(4)) options.grid = random_grid(random, whole.size(), p);
        options.exchange = random.one_of({Exchange::automatic, Exchange::put, Exchange::hpput});
        options.normalisation = random.one_of(
            {Normalisation::inverse, Normalisation::symmetric, Normalisation::forward, Normalisation::none});
        options.keep_input = random.once_in(3);
        try {
            i % 3 == 0 ? check<float>(shape, kinds, options) : check<double>(shape, kinds, options);
        } catch (const std::exception& e) {
            complain(__FILE__, __LINE__, (shape_text(whole) + ": " + e.what()).c_str());
        }
    }
}

// One distributed axis needs no move but that of the transform inside.
void own_layouts()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    const Index n = 16 * p * p;
    for (const Trigonometric kind : all_kinds) {
        const Index length = kind == Trigonometric::dct1 ? n + 1 : kind == Trigonometric::dst1 ? n - 1 : n;
        TrigonometricPlan<double> plan({length}, kind);
        EXPECT(plan.moves_between() == 0);
        EXPECT(plan.schedule().redistributions() == (p == 1 ? plan.schedule().redistributions() : 1));
        plan.forward();
        EXPECT(plan.synchronisations() == plan.schedule().synchronisations());
        EXPECT(plan.traffic().synchronisations == plan.synchronisations());
    }
    // cyclic instead: one move more
    PlanOptions options;
    options.input = Layout::cyclic(n, p);
    TrigonometricPlan<double> cyclic({n}, Trigonometric::dct2, options);
    EXPECT(cyclic.moves_between() == (p == 1 ? 0 : 1));
    // slabs: the second axis, one move, the first axis
    TrigonometricPlan<double> slabs({4 * p, 6 * p}, Trigonometric::dct2);
    EXPECT(slabs.moves_between() == (p == 1 ? 0 : 1));
    slabs.forward();
    EXPECT(slabs.traffic().synchronisations == slabs.synchronisations());
    EXPECT(slabs.traffic().bytes == slabs.words() * Index{sizeof(double)});
    // a batch that is long enough never moves
    options = {};
    options.batch = 3 * p;
    TrigonometricPlan<double> batch({10, 12}, Trigonometric::dst3, options);
    EXPECT(batch.moves_between() == 0);
    batch.forward();
    EXPECT(batch.traffic().bytes == 0);
}

std::string names_of(const AnyPlan& plan, Direction direction)
{
    std::string names;
    for (Index i = 0; i < plan.transforms(); ++i) {
        for (const Superstep& step : plan.schedule(direction, i).supersteps()) names += step.name() + "\n";
    }
    return names;
}

bool begins_and_ends(const std::string& names, const std::string& first, const std::string& last)
{
    return names.find(first) == 0 && names.rfind(last) == names.size() - last.size();
}

// Sweeps and moves are steps: schedules name them, and the ledger has their time.
void sweeps_and_moves()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    TrigonometricPlan<double> plan({p * 4096}, Trigonometric::dct2);
    const bool folds = p == 1;  // otherwise it is folded
    EXPECT(begins_and_ends(names_of(plan, Direction::forward), folds ? "fold, " : "", "take apart\n"));
    EXPECT(begins_and_ends(names_of(plan, Direction::inverse), "put together, ", folds ? "unfold\n" : "\n"));
    EXPECT((names_of(plan, Direction::forward).find("fold") != std::string::npos) == folds);
    PlanOptions options;
    options.input = Layout::cyclic(p * 4096, p);
    TrigonometricPlan<double> moved({p * 4096}, Trigonometric::dst4, options);
    EXPECT(moved.transforms() == 1 + moved.moves_between());
    // what is shown without a plan is what it does
    for (const Direction direction : {Direction::forward, Direction::inverse}) {
        const Schedule all = planned_schedule({p * 4096}, {Trigonometric::dst4}, p, options, 8, direction);
        EXPECT(all.flops() == moved.flops(direction));
        EXPECT(all.words() == moved.words(direction));
        EXPECT(all.synchronisations() == moved.synchronisations(direction));
        EXPECT(all.input() == (direction == Direction::forward ? moved.layout_in() : moved.layout_out()));
        const Schedule alone = planned_schedule({p * 4096}, {Trigonometric::dct2}, p, {}, 8, direction);
        std::string names;
        for (const Superstep& step : alone.supersteps()) names += step.name() + "\n";
        EXPECT(names == names_of(plan, direction));
    }
    for (AnyPlan* const each : {static_cast<AnyPlan*>(&plan), static_cast<AnyPlan*>(&moved)}) {
        double best = 0;
        for (int i = 0; i < 5; ++i) {
            each->account(true);
            const double start = steady_seconds();
            for (int k = 0; k < 3; ++k) each->forward();
            const double all = steady_seconds() - start;
            double seconds = 0;
            for (Index t = 0; t < each->transforms(); ++t) seconds += each->ledger(t).seconds;
            best = std::max(best, seconds / all);
        }
        EXPECT(best > 0.8);
        for (Index t = 0; t < each->transforms(); ++t)
            EXPECT(each->ledger(t).total().flops == 3 * each->schedule(Direction::forward, t).flops());
    }
}

template <class Make>
std::string message_of(Make make)
{
    try {
        make();
    } catch (const Error& e) {
        return e.what();
    }
    return "no error";
}

void refusals()
{
    const auto message = [](std::vector<Index> shape, std::vector<Trigonometric> kinds) {
        return message_of([&] { TrigonometricPlan<double>(shape, kinds); });
    };
    EXPECT(message({4, 1}, {Trigonometric::dct1, Trigonometric::dct1}) ==
           "a DCT-I along axis 1 of length 1; it needs at least 2 elements");
    EXPECT(message({4, 4}, {Trigonometric::dct1, Trigonometric::dct1, Trigonometric::dct1}) ==
           "3 kinds for 2 axes; give one for each axis that is transformed");
    PlanOptions options;
    options.output = Layout::cyclic(8, static_cast<Index>(bsp_nprocs()));
    const std::string other = message_of([&] { TrigonometricPlan<double>({9}, Trigonometric::dct2, options); });
    EXPECT(other.find("a layout of 8 elements") == 0);
}

void check_on_all(void (*program)())
{
    for (unsigned p = 1; p <= std::min(8u, most_processes()); ++p) {
        CAPTURE(p);
        CHECK(on(p, program) == "");
    }
}

}  // namespace

TEST_CASE("all kinds of any length equal the definition, and come back") { check_on_all(any_length); }

TEST_CASE("random axes, batches, layouts and normalisations") { check_on_all(random_problems); }

TEST_CASE("no moves but the transform's own, where layouts are free") { check_on_all(own_layouts); }

TEST_CASE("sweeps and moves are in schedules and in the ledger") { check_on_all(sweeps_and_moves); }

TEST_CASE("what does not exist is refused in one sentence") { check_on_all(refusals); }
