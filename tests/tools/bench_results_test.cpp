// What becomes of measured times: the best way, rows, ratios, the picture's script; from times that are made
// up.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "bsp_fft/base/memory.hpp"
#include "bspfft/error.hpp"
#include "tools/bench/exact_error.hpp"
#include "tools/bench/print_rows.hpp"
#include "tools/bench/ratios.hpp"
#include "tools/files/csv.hpp"
#include "tools/pictures/gnuplot.hpp"

using namespace bspfft;
using namespace bspfft::tools;

TEST_CASE("all plans of a row share one limit, and have what others left of it")
{
    FftwSeconds seconds{20, 8};
    CHECK(seconds.share() == 2.5);
    // one that was done at once
    seconds.plans = 7;
    CHECK(seconds.share() > 2.8);
    seconds = {0, 3};
    CHECK(seconds.share() == 0);
    seconds = {20, 0};
    CHECK(seconds.share() == 20);
}

namespace {

constexpr Precision one_precision = Precision::double_;

Row row(Index n, Index p, const char* name, double seconds, Precision precision = one_precision)
{
    Row row{{{{n}}, p, precision}, name, {}};
    row.variant.seconds = {2 * seconds, seconds, 3 * seconds};
    return row;
}

class Scripted final : public Contestant {
public:
    void round() override {}
    void found(const Variant& variant) { add({variant}); }
};

}  // namespace

TEST_CASE("minimum, median and maximum are those of the sorted times")
{
    CHECK(minimum({3, 1, 2}) == 1);
    CHECK(median({3, 1, 2}) == 2);
    CHECK(median({4, 1, 2, 3}) == 2.5);
    CHECK(maximum({3, 1, 2}) == 3);
    CHECK(fft_rate(1024, 5 * 1024 * 10 / 1e9) == doctest::Approx(1));
}

TEST_CASE("a transform is named by its shape, a length by the power that it is")
{
    CHECK(Workload{{1}}.name() == "2^0");
    CHECK(Workload{{1 << 20}}.name() == "2^20");
    CHECK(Workload{{14348907}}.name() == "3^15");
    CHECK(Workload{{10077696}}.name() == "6^9");
    CHECK(Workload{{10000000}}.name() == "10^7");
    CHECK(Workload{{1000}}.name() == "1000");
    CHECK(Workload{{1000003}}.name() == "1000003");
    CHECK(Workload{{256, 256, 256}}.name() == "256x256x256");
    CHECK(Workload{{64}, 16384}.name() == "16384 of 64");
    CHECK(Workload{{8, 4}, 3}.name() == "3 of 8x4");
    CHECK(Workload{{8, 4}, 3}.n() == 32);
    CHECK(Workload{{8, 4}, 3}.elements() == 96);
    CHECK_THROWS_AS((Workload{{Index{1} << 40, Index{1} << 40}}.n()), Error);
    for (const Workload& smooth : smooth_lengths()) {
        Index n = smooth.n();
        for (const Index factor : {2, 3, 5, 7}) {
            while (n % factor == 0) n /= factor;
        }
        CHECK(n == 1);
    }
    for (const Workload& prime : prime_lengths()) {
        for (Index factor = 2; factor * factor <= prime.n(); ++factor) REQUIRE(prime.n() % factor != 0);
    }
}

TEST_CASE("a task has a name, flops by convention, and factors of which a real operator's are conjugate at -k")
{
    Task task;
    CHECK(task.name() == "complex");
    CHECK(task.flops_ratio() == 1);
    task.real = true;
    CHECK(task.name() == "real");
    CHECK(task.flops_ratio() == 0.5);
    task.operation = Task::Operation::convolution;
    CHECK(task.name() == "real convolution");
    CHECK(task.flops_ratio() == 1);
    const std::vector<Index> shape{6, 5}, k{1, 2}, mirror{5, 3}, zero{0, 0};
    const auto at = [&](const std::vector<Index>& place) { return factor_at(task, shape, place.data()); };
    CHECK(at(zero) == 0.75);
    CHECK(std::abs(at(k) - std::conj(at(mirror))) < 1e-15);
    CHECK(std::abs(at(k).imag()) > 0.01);
    task.operation = Task::Operation::poisson;
    CHECK(task.name() == "poisson");
    CHECK(at(zero) == 0.0);
    CHECK(at(k) == -1.0 / 5);
    CHECK(at(mirror) == at(k));
}

TEST_CASE("a real transform is compared with a complex one, an operator as one plan with two transforms")
{
    std::vector<Row> rows{row(4096, 2, contestant::fast, 2), row(4096, 2, contestant::complex, 4),
                          row(4096, 2, contestant::separate, 3)};
    for (Row& one : rows) one.problem.what.task.real = true;
    const std::vector<Ratios> ratios = ratios_of(rows);
    REQUIRE(ratios.size() == 1);
    CHECK(*ratios.front()["complex_over_fast"] == 2);
    CHECK(*ratios.front()["separate_over_fast"] == 1.5);
    CHECK(rows.front().rate() == doctest::Approx(fft_rate(4096, 2) / 2));
    // others' rows are not of the same task
    rows.push_back(row(4096, 2, contestant::fftw, 1));
    CHECK_FALSE(ratios_of(rows).front()["fftw_over_fast"].has_value());
}

TEST_CASE("rounds of the same way are put together: all times, the shortest planning, the largest error")
{
    Scripted contestant;
    Variant variant;
    variant.name = "in place";
    variant.seconds = {2, 3};
    variant.planning = 5;
    variant.error = 1e-16;
    contestant.found(variant);
    variant.seconds = {1};
    variant.planning = 4;
    variant.error.reset();
    contestant.found(variant);
    variant.name = "out of place";
    variant.seconds = {0.5};
    contestant.found(variant);
    REQUIRE(contestant.variants().size() == 2);
    CHECK(contestant.variants()[0].seconds == Samples{2, 3, 1});
    CHECK(contestant.variants()[0].planning == 4);
    CHECK(contestant.variants()[0].error == 1e-16);

    const auto best = best_row({{{64}}, 2, one_precision}, "fftw", {&contestant});
    REQUIRE(best);
    CHECK(best->variant.name == "out of place");
    CHECK(best->seconds() == 0.5);
    CHECK_FALSE(best_row({{{64}}, 2, one_precision}, "fftw", {}));
}

TEST_CASE("an answer is right if its error is of the size of roundings, in its precision")
{
    Row in_double = row(1024, 1, "fast", 1);
    in_double.variant.error = 1e-15;
    CHECK(in_double.right());
    in_double.variant.error = 1e-7;
    CHECK_FALSE(in_double.right());
    in_double.variant.error = std::nan("");
    CHECK_FALSE(in_double.right());
    Row in_float = row(1024, 1, "fast", 1, Precision::single_);
    in_float.variant.error = 1e-7;
    CHECK(in_float.right());
    in_float.variant.error = 1e-5;
    CHECK_FALSE(in_float.right());
}

TEST_CASE("the ratios are those of minimum times")
{
    constexpr Index n = reference_length;
    std::vector<Row> rows{row(n, 1, "fast", 4),       row(n, 1, "fftw", 6),
                          row(n, 2, "fast", 2),       row(n, 2, "fftw", 5),
                          row(n, 2, "fftw-mpi", 9),   row(n, 2, "floor", 0.5),
                          row(4 * n, 2, "fast", 10),  row(n, 2, "fast", 1, Precision::single_),
                          row(64, 1, "textbook", 0.1)};
    rows[2].variant.planning = 1;
    rows[2].variant.zeroing = 0.75;
    const std::vector<Ratios> ratios = ratios_of(rows);
    REQUIRE(ratios.size() == 4);
    CHECK(ratios[0].p == 2);
    CHECK(ratios[0]["fftw_over_fast"] == 2.5);
    CHECK(ratios[0]["fftw_over_fast_on_1"] == 1.5);
    CHECK(ratios[0]["fftw_mpi_over_fast"] == 4.5);
    CHECK(ratios[0]["fast_over_floor"] == 4);
    CHECK(ratios[0]["speed_up"] == 2);
    CHECK(ratios[0]["planning_over_fast"] == 0.125);
    CHECK(ratios[0]["rate_over_reference"] == 1);
    CHECK_FALSE(ratios[0]["float_over_double"]);
    CHECK(*ratios[1]["rate_over_reference"] == doctest::Approx(4.0 * 26 / 24 / 5));
    CHECK(ratios[2].precision == Precision::single_);
    CHECK(ratios[2]["float_over_double"] == 2);
    CHECK_FALSE(ratios[3]["fftw_over_fast"]);
    CHECK_FALSE(ratios[3]["speed_up"]);
    const Json json = json_of(ratios);
    CHECK(json[0]["fftw_over_fast"] == 2.5);
    CHECK(json[3]["fftw_over_fast"].is_null());
}

TEST_CASE("shapes and batches have ratios of their own, and a length one to the nearest power of two")
{
    const auto shaped = [](const Workload& what, Index p, const char* name, double seconds) {
        Row one = row(1, p, name, seconds);
        one.problem.what = what;
        return one;
    };
    const Workload cube{{16, 16, 16}}, batch{{64}, 64}, vector{{4096}}, near{{5000}};
    const std::vector<Row> rows{shaped(cube, 2, "fast", 1),    shaped(cube, 2, "fftw", 3),
                                shaped(cube, 2, "heffte", 5),  shaped(batch, 2, "fast", 2),
                                shaped(batch, 2, "fftw", 3),   shaped(vector, 2, "fast", 1),
                                shaped(near, 2, "fast", 4)};
    const std::vector<Ratios> ratios = ratios_of(rows);
    REQUIRE(ratios.size() == 4);
    CHECK(ratios[0]["fftw_over_fast"] == 3);
    CHECK(ratios[0]["heffte_over_fast"] == 5);
    CHECK(ratios[1]["fftw_over_fast"] == 1.5);
    CHECK_FALSE(ratios[1]["rate_over_power"]);
    CHECK_FALSE(ratios[2]["rate_over_power"]);
    CHECK(*ratios[3]["rate_over_power"] == doctest::Approx(5000 * std::log2(5000) / (4096 * 12) / 4));
    CHECK(rows[0].rate() == doctest::Approx(5 * 4096 * 12 / 1e9));
    CHECK(rows[3].rate() == doctest::Approx(5 * 64 * 6 * 64 / 2e9));
    const Json json = json_of(ratios);
    CHECK(json[0]["shape"] == "16x16x16");
    CHECK(json[1]["shape"] == "64 of 64");
    CHECK(json[1]["n"] == 64);
    CHECK(json[1]["batch"] == 64);

    const std::string script = plot_script(rows, "a machine");
    CHECK(script.find("\"16x16x16\" 1, \"64 of 64\" 2, \"2^{12}\" 3") != std::string::npos);
    CHECK(script.find("unset logscale x") != std::string::npos);
    const std::string vectors = plot_script({rows[5], rows[6]}, "a machine");
    CHECK(vectors.find("set xtics (\"2^{12}\" 4096)") != std::string::npos);
    CHECK(vectors.find("4096 ") < vectors.find("5000 "));
}

TEST_CASE("the error of values is relative to the size of the exact ones, whose low halves count")
{
    const std::vector<PreciseComplex> exact{{{3, 0}, {0, 0}}, {{0, 0}, {4, 1e-20}}};
    CHECK(relative_error(exact, {3, {0, 4}}) == doctest::Approx(1e-20 / 5));
    CHECK(relative_error(exact, {3, {0, 3}}) == doctest::Approx(0.2));
    CHECK(relative_error(exact, {{3, 1}, {0, 4}}) == doctest::Approx(0.2));
    CHECK(relative_error({{{0, 0}, {0, 0}}}, {2}) == 2);
    const std::complex<float> y[] = {1, 2, 3};
    CHECK(values_at({2, 0}, y) == std::vector<std::complex<double>>{3, 1});
}

TEST_CASE("CSV has a header, one line for each row, text in quotes, and nothing for what is not known")
{
    const std::vector<Row> rows{row(64, 1, "fast", 1), row(64, 1, "floor", 0.5)};
    const Json json = json_of(rows, {{"cpu", "the \"best\", they say"}});
    const std::string csv = csv_of(json);
    CHECK(csv.starts_with("shape,n,batch,task,p,precision,name,way,seconds_min,"));
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 3);
    CHECK(csv.find(",\"the \"\"best\"\", they say\"\n") != std::string::npos);
    CHECK(csv.find(",,") != std::string::npos);
    CHECK(json[0]["this_over_floor"] == 2);
    CHECK(json[0]["fftw_over_this"].is_null());
    CHECK(csv_of(Json::array()) == "");
}

TEST_CASE("the picture has a panel for each precision and a line for each contestant and p")
{
    const std::vector<Row> rows{row(64, 1, "fast", 1), row(64, 2, "fast", 1), row(256, 2, "fast", 1),
                                row(64, 2, "fftw", 1, Precision::single_)};
    const std::string script = plot_script(rows, "a machine");
    CHECK(script.find("multiplot layout 2,1") != std::string::npos);
    CHECK(script.find("\"double; a machine\"") != std::string::npos);
    CHECK(script.find("\"float; a machine\"") != std::string::npos);
    CHECK(script.find("\"2^{6}\" 64, \"2^{8}\" 256") != std::string::npos);
    CHECK(script.find("title \"fast, p = 1\"") != std::string::npos);
    CHECK(script.find("title \"fftw, p = 2\"") != std::string::npos);
    CHECK(script.find("title \"fftw, p = 1\"") == std::string::npos);
    CHECK(for_light_and_dark("<svg><g id=\"gnuplot_canvas\"></g></svg>").find("dark") != std::string::npos);
}

TEST_CASE("a time is told as a percentage of the floor")
{
    std::vector<Row> rows{row(1024, 2, contestant::fast, 4)};
    CHECK_FALSE(percent_of_floor(rows, &rows[0]).has_value());
    rows.push_back(row(1024, 2, contestant::floor, 1));
    CHECK_FALSE(percent_of_floor(rows, nullptr).has_value());
    CHECK(*percent_of_floor(rows, &rows[0]) == 25);
    CHECK(*percent_of_floor(rows, &rows[1]) == 100);
    const std::vector<Ratios> ratios = ratios_of(rows);
    REQUIRE(ratios.size() == 1);
    CHECK(*ratios[0]["percent_of_floor"] == 25);
    rows[1].variant.seconds = {3};
    CHECK(*percent_of_floor(rows, &rows[0]) == 75);
    const Json json = json_of(rows, Json::object());
    CHECK(json[0]["memory_floor_seconds"] == 3);
    CHECK(json[0]["percent_of_floor"] == 75);
    CHECK(csv_of(json).find("this_over_floor,memory_floor_seconds,percent_of_floor,huge_page_share") !=
          std::string::npos);
}

TEST_CASE("pages are counted where huge ones were asked for")
{
    const std::string_view smaps("ffff0000-ffff1000 rw-p 00000000 00:00 0 \nRss:   4096 kB\nAnonHugePages:  2048 kB\n"
                                 "VmFlags: rd wr mr mw me ac hg \n"
                                 "ffff2000-ffff3000 rw-p 00000000 00:00 0 \nRss:   1024 kB\nAnonHugePages:  0 kB\n"
                                 "VmFlags: rd wr mr mw me ac \n");
    const PageUse use = page_use_in(smaps);
    CHECK(use.resident == 4 << 20);
    CHECK(use.huge == 2 << 20);
    CHECK(*huge_share(use) == 0.5);
    CHECK_FALSE(huge_share(PageUse{}).has_value());
}
