// Programs written for FFTW, linked with libbspfft-fftw3 or with it loaded before FFTW.
#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include "tests/command.hpp"

namespace {

constexpr const char* problems = PROBLEMS;

/// A folder that is gone at the end.
struct Scratch {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("bspfft-fftw3-" + std::to_string(getpid()));
    Scratch() { std::filesystem::create_directory(path); }
    ~Scratch() { std::filesystem::remove_all(path); }
};

void check_success(const std::vector<std::string>& command)
{
    const Outcome outcome = run(command);
    CHECK_MESSAGE(outcome.status == 0, outcome.output, outcome.errors);
    CHECK(outcome.errors == "");
}

// Not used where programs are emulated.
[[maybe_unused]] std::vector<std::string> with(std::vector<std::string> settings,
                                               const std::vector<std::string>& command)
{
    settings.insert(settings.begin(), "env");
    settings.insert(settings.end(), command.begin(), command.end());
    return settings;
}

}  // namespace

#ifdef PROBLEMS_DOUBLE_FFTW

TEST_CASE("random problems have FFTW's results, linked with us, and through LD_PRELOAD without linking anew")
{
    const Scratch scratch;
    const std::string file = scratch.path / "results";
    const auto compare = [&](const std::string& by_fftw, const std::string& by_us) {
        check_success({by_fftw, "write", file, problems});
        check_success({by_us, "compare", file, problems});
#ifdef PRELOAD
        check_success(with({PRELOAD}, {by_fftw, "compare", file, problems}));
#endif
    };
    SUBCASE("doubles") { compare(PROBLEMS_DOUBLE_FFTW, PROBLEMS_DOUBLE_OURS); }
    SUBCASE("floats") { compare(PROBLEMS_FLOAT_FFTW, PROBLEMS_FLOAT_OURS); }
}

TEST_CASE("FFTW's other calls do on FFTW what we expect of ours")
{
    const Scratch scratch;
    check_success({CALLS_DOUBLE_FFTW, scratch.path});
    check_success({CALLS_FLOAT_FFTW, scratch.path});
}

#endif

TEST_CASE("FFTW's other calls do the same on us")
{
    const Scratch scratch;
    check_success({CALLS_DOUBLE_OURS, scratch.path});
    check_success({CALLS_FLOAT_OURS, scratch.path});
}

TEST_CASE("the example of the page finds its wave")
{
    CHECK(run({WAVE}).output == "y[5] = 1024\n");
}

#ifdef NATIVE

TEST_CASE("a program that never asks for threads has as many as an environment variable says")
{
    const Scratch scratch;
    check_success(with({"BSPFFT_FFTW_THREADS=2"}, {CALLS_DOUBLE_OURS, scratch.path}));
}

TEST_CASE("what has no plan says why, each reason once, if it is asked to")
{
    const Scratch scratch;
    const Outcome outcome = run(with({"BSPFFT_FFTW_VERBOSE=1"}, {CALLS_DOUBLE_OURS, scratch.path}));
    CHECK(outcome.status == 0);
    CHECK(outcome.errors ==
          "libbspfft-fftw3: no plan: the length 0 is not positive\n"
          "libbspfft-fftw3: no plan: the length -4 is not positive\n"
          "libbspfft-fftw3: no plan: the rank -1 is negative, or it has no lengths\n"
          "libbspfft-fftw3: no plan: the number of transforms -1 is negative\n"
          "libbspfft-fftw3: no plan: the request has a DCT-I of length 1 on axis 0; the shortest is 2\n"
          "libbspfft-fftw3: no plan: there is no wisdom of the problem, and FFTW_WISDOM_ONLY asks for it\n");
}

#ifdef MIXED_PRECISIONS_FFTW

TEST_CASE("long double passes on to FFTW, linked with us alone or with us loaded before it")
{
    const std::string expected = "double 3.000\nlong double 3.000\n";
    CHECK(run({MIXED_PRECISIONS_FFTW}).output == expected);
    CHECK(run({MIXED_PRECISIONS_OURS}).output == expected);
#ifdef PRELOAD
    CHECK(run(with({PRELOAD}, {MIXED_PRECISIONS_FFTW})).output == expected);
#endif
}

#endif

TEST_CASE("without FFTW long double has no plan, and the reason is said")
{
    const Scratch scratch;
    // found before one that is installed
    std::ofstream(scratch.path / "libfftw3l.so.3") << "no library\n";
    const Outcome outcome = run(with({"BSPFFT_FFTW_VERBOSE=1", "LD_LIBRARY_PATH=" + scratch.path.string()},
                                     {MIXED_PRECISIONS_OURS}));
    CHECK(outcome.output == "double 3.000\nno plan of long double\n");
    CHECK(outcome.errors.find("libbspfft-fftw3: fftwl_plan_dft_1d: this library has single and double precision") !=
          std::string::npos);
}

TEST_CASE("a plan of no library ends the program with a sentence")
{
    const Outcome null = run({FOREIGN_PLAN, "null"});
    CHECK(null.signal == SIGABRT);
    CHECK(null.errors.find("libbspfft-fftw3: fftw_execute: the plan is NULL") == 0);
    const Outcome alien = run({FOREIGN_PLAN, "alien"});
    constexpr int fftw_is_loaded = 77;
    if (alien.status == fftw_is_loaded) return;
    CHECK(alien.signal == SIGABRT);
    CHECK(alien.errors.find("libbspfft-fftw3: fftw_execute: the plan is not of this library") == 0);
}

TEST_CASE("an invalid number of threads is said, and is one")
{
    const Scratch scratch;
    const Outcome outcome = run(with({"BSPFFT_FFTW_VERBOSE=1", "BSPFFT_FFTW_THREADS=many"}, {WAVE}));
    CHECK(outcome.output == "y[5] = 1024\n");
    CHECK(outcome.errors == "libbspfft-fftw3: BSPFFT_FFTW_THREADS=many is no number of threads; there will be one\n");
}

#endif

#if defined(PRELOAD) && defined(PROBLEMS_DOUBLE_FFTW)

TEST_CASE("FFTW as our kernel is refused where its calls are ours")
{
    const Outcome outcome = run(with({PRELOAD}, {BSPFFT, "run", "--n", "1024", "--kernel", "fftw"}));
    CHECK(outcome.status == 2);
    CHECK(outcome.errors.find("libbspfft-fftw3") != std::string::npos);
    CHECK(run({BSPFFT, "run", "--n", "1024", "--kernel", "fftw"}).status == 0);
}

#endif
