// The classical packing of real data by the textbook's algorithm: against the definition and the fast algorithm.
#include <doctest/doctest.h>

#include <optional>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "tests/fft/real_problems.hpp"

using namespace bspfft;

namespace {

double real(Index n) { return static_cast<double>(n); }

PlanOptions textbook(Exchange exchange, Kernel kernel = Kernel::automatic)
{
    PlanOptions options;
    options.algorithm = Algorithm::textbook;
    options.exchange = exchange;
    options.kernel = kernel;
    return options;
}

// What the ledger says of a transform in either direction is what the schedule says of each process.
template <class Real>
bool ledger_agrees(const RealPlan<Real>& plan, const Schedule& schedule)
{
    const Ledger ledger = plan.ledger();
    bool agrees = ledger.supersteps.size() == schedule.supersteps().size();
    for (std::size_t i = 0; agrees && i < ledger.supersteps.size(); ++i) {
        const Superstep& step = schedule.supersteps()[i];
        Index flops = 0;
        for (Index s = 0; s < schedule.p(); ++s) {
            const LedgerEntry& entry = ledger.supersteps[i].processes[static_cast<std::size_t>(s)];
            MoveCounts counts{0, 0, 0};
            for (const Step& part : schedule.program().steps) {
                if (part.superstep == i && part.move()) counts = part.move()->counts(s);
            }
            agrees = agrees && entry.words_sent == counts.words_sent && entry.words_received == counts.words_received &&
                     entry.puts == counts.messages;
            flops = std::max(flops, entry.flops);
        }
        agrees = agrees && flops == step.computation.flops;
    }
    return agrees;
}

void textbook_ledgers()
{
    RealPlan<double> plan(256, textbook(Exchange::automatic));
    plan.account(true);
    plan.forward();
    EXPECT(ledger_agrees(plan, plan.schedule()));
    plan.account(true);
    plan.inverse();
    EXPECT(ledger_agrees(plan, plan.schedule(Direction::inverse)));
}

// Between any layouts, kept or not.
void check_layouts(Index n, const PlanOptions& options)
{
    const auto p = static_cast<Index>(bsp_nprocs());
    const Index half = n / 2 + 1;
    const std::optional<Layout> inputs[] = {{}, Layout::cyclic(n, p), Layout::block(n, p)};
    const std::optional<Layout> outputs[] = {{}, Layout::cyclic(half, p), Layout::block(half, p),
                                             Layout::grid({half}, {p}, {AxisLayout::zig_zag()})};
    for (const auto& input : inputs) {
        for (const auto& output : outputs) {
            Case now{{n}, options};
            now.options.data = Data::real;
            now.options.input = input;
            now.options.output = output;
            check_real<double>(now);
            check_callers_arrays<double>(now);
            now.options.keep_input = true;
            now.options.normalisation = Normalisation::symmetric;
            check_real<float>(now);
        }
    }
}

void textbook_problems()
{
    const auto p = static_cast<Index>(bsp_nprocs());
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        // the definition of the longest takes most of the time: once is enough, and not where machines are emulated
        const Index longest = exchange == Exchange::hpput && PROBLEMS > 8 && p <= 8 ? 4096 : PROBLEMS > 8 ? 512 : 128;
        for (Index n = 4 * p; n <= longest; n *= 2) {
            check_real<double>({{n}, textbook(exchange)});
            if (n > 512) continue;
            check_real<float>({{n}, textbook(exchange)});
            check_real<double>({{n}, textbook(exchange, Kernel::radix2)});
            if (why_no_fftw().empty()) check_real<float>({{n}, textbook(exchange, Kernel::fftw)});
            if (n <= 64) check_layouts(n, textbook(exchange));
        }
    }
    textbook_ledgers();
}

// The same layouts, and lengths that the definition would take too long for.
template <class Real>
void agrees_with_fast(Index n)
{
    const auto s = static_cast<Index>(bsp_pid());
    PlanOptions options = textbook(Exchange::automatic);
    RealPlan<Real> book(n, options);
    options.algorithm = Algorithm::fast;
    options.input = book.layout_in();
    options.output = book.layout_out();
    RealPlan<Real> fast(n, options);
    const std::vector<LongComplex> x = real_vector(n);
    fill(book.input(), book.layout_in(), x);
    fill(fast.input(), fast.layout_in(), x);
    // several transforms in a row: packets of one must not reach what another still reads
    for (int i = 0; i < 3; ++i) {
        book.forward();
        fast.forward();
        const auto rounding = static_cast<double>(std::numeric_limits<Real>::epsilon());
        double most = 0;
        for (Index k = 0; k < book.layout_out().local_size(s); ++k)
            most = std::max(most, static_cast<double>(std::abs(book.output()[k] - fast.output()[k])));
        EXPECT(most <= 4 * rounding * std::sqrt(real(n)) * std::log2(real(n)));
        book.inverse();
        fast.inverse();
        EXPECT(equal(book.input(), book.layout_in(), x, 1, n * n));
    }
}

void large_textbook_problems()
{
    agrees_with_fast<float>(16384);
    agrees_with_fast<double>(65536);
}

}  // namespace

TEST_CASE("the classical packing by the textbook's algorithm: values, layouts, counts, and it agrees with the fast one")
{
    for (const unsigned p : {1U, 2U, 4U, 8U, 16U}) {
        if (p > most_processes()) break;
        CAPTURE(p);
        CHECK(on(p, textbook_problems) == "");
        CHECK(on(p, large_textbook_problems) == "");
    }
}

TEST_CASE("the classical packing moves once more than the textbook's algorithm on the pairs, if p > 2")
{
    for (const Data data : {Data::real, Data::half_spectrum}) {
        for (Index n = 4; n <= Index{1} << 30; n *= 4) {
            for (Index p = 1; p <= n / 4; p *= 2) {
                const Schedule real = real_textbook_schedule({{n}, {true}, data}, p);
                const Schedule pairs = textbook_schedule(n / 2, p);
                const Index more = p > 2 ? 1 : 0, back = data == Data::half_spectrum ? 1 : 0, local = n / 2 / p;
                REQUIRE(real.redistributions() == pairs.redistributions() + more);
                REQUIRE(real.words() == pairs.words() + more * 2 * local);
                REQUIRE(real.flops() == pairs.flops() + (back ? 12 * local : 14 * (local + 1)));
                REQUIRE(real.radices() == pairs.radices());
                REQUIRE((back ? real.output() : real.input()) == Layout::block_cyclic(n, p, 2));
                REQUIRE((back ? real.input() : real.output()) == Layout::cyclic(n / 2 + 1, p));
            }
        }
    }
    CHECK(Layout::block_cyclic(64, 4, 2).description() == "cyclic in blocks of 2 over 4");
}

TEST_CASE("the classical packing refuses what it cannot do, with the nearest valid choice")
{
    using doctest::Contains;
    const auto choose = [](const std::vector<Index>& shape, Index p, Algorithm algorithm, Kernel kernel) {
        PlanOptions options;
        options.algorithm = algorithm;
        options.kernel = kernel;
        options.data = Data::real;
        return resolved(options, shape, p, 8);
    };
    const auto with = [&](const std::vector<Index>& shape, Index p, Kernel kernel = Kernel::automatic) {
        return choose(shape, p, Algorithm::textbook, kernel);
    };
    CHECK(with({1024}, 256).kernel != Kernel::simd);
    CHECK(choose({1024}, 4, Algorithm::automatic, Kernel::radix2).algorithm == Algorithm::textbook);
    CHECK(choose({1024}, 4, Algorithm::automatic, Kernel::automatic).algorithm == Algorithm::fast);
    CHECK_THROWS_WITH_AS(with({1024}, 512), Contains("p = 512 is more than n/4 = 256"), Error);
    CHECK_THROWS_WITH_AS(with({1000}, 2), Contains("the nearest are 512 and 1024"), Error);
    CHECK_THROWS_WITH_AS(with({1024}, 3), Contains("the nearest are 2 and 4"), Error);
    CHECK_THROWS_WITH_AS(with({2}, 1), Contains("the smallest length is 4"), Error);
    CHECK_THROWS_WITH_AS(with({64, 64}, 1), Contains("the textbook's algorithm has one axis"), Error);
    CHECK_THROWS_WITH_AS(with({64}, 2, Kernel::simd), Contains("the kernel simd cannot do transforms"), Error);
    CHECK_THROWS_WITH_AS(choose({1024}, 2, Algorithm::fast, Kernel::radix2),
                         Contains("the kernel radix2 cannot do the algorithm fast of real data"), Error);
    CHECK_THROWS_WITH_AS(real_textbook_schedule({{64}, {true}}, 2), Contains("this is complex data"), Error);
    CHECK_THROWS_WITH_AS(Layout::block_cyclic(20, 4, 2), Contains("not n = 20"), Error);
}
