// The kernel fftw, whose library is loaded when it is asked for: with it, and without.
#include "bsp_fft/base/json.hpp"
#include "tests/tools/executable.hpp"

namespace {

const Words nowhere{"BSPLIB_PIN=0", "BSPFFT_FFTW_LIBRARY=/nowhere/libbspfft-fftw-kernel.so"};
const Words run_with_fftw{"run", "--n", "1024", "--kernel", "fftw", "--verify", "--procs", "2", "--oversubscribe"};

bool contains(const std::string& words, const std::string& part) { return words.find(part) != std::string::npos; }

}  // namespace

#if HAVE_FFTW
TEST_CASE("the kernel fftw transforms when it is asked for")
{
    for (const char* precision : {"double", "float"}) {
        Words words = run_with_fftw;
        words.insert(words.end(), {"--precision", precision});
        const Outcome outcome = run_bspfft(words);
        CAPTURE(outcome.errors);
        CHECK(outcome.status == 0);
        CHECK(contains(outcome.output, "fftw"));
    }
}
#endif

TEST_CASE("the kernel fftw is never taken unasked: the textbook's algorithm has the book's butterflies")
{
    const Outcome outcome = run_bspfft({"run", "--n", "1024", "--algorithm", "textbook", "--json", "-"});
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    CHECK(bspfft::Json::parse(outcome.output)["kernel"] == "radix2");
}

TEST_CASE("without its library the kernel fftw is refused with one sentence that says why, and what to take")
{
    const Outcome outcome = run_bspfft(run_with_fftw, nowhere);
    CAPTURE(outcome.errors);
    CHECK(outcome.status == 2);
    CHECK(outcome.output == "");
    CHECK(outcome.errors.starts_with("bspfft: the kernel fftw needs FFTW 3, and the library for it cannot be loaded"));
    CHECK(contains(outcome.errors, "/nowhere/libbspfft-fftw-kernel.so"));
    CHECK(contains(outcome.errors, "; take the kernel radix2 or auto"));
    CHECK(outcome.errors.find('\n') == outcome.errors.size() - 1);
}

TEST_CASE("a plan of the kernel fftw needs no FFTW, and no other kernel needs its library")
{
    CHECK(run_bspfft({"plan", "--n", "1024", "--kernel", "fftw", "--procs", "2"}, nowhere).status == 0);
    CHECK(run_bspfft({"run", "--n", "1024", "--verify"}, nowhere).status == 0);
}

TEST_CASE("where FFTW is not, bench says so once and measures the others")
{
    const Outcome outcome = run_bspfft({"bench", "--from", "2^6", "--to", "2^7", "--contestants", "fast,textbook,fftw",
                                        "--procs", "1", "--rounds", "1", "--precision", "double"},
                                       nowhere);
    CAPTURE(outcome.output);
    CAPTURE(outcome.errors);
    CHECK(outcome.status == 0);
    const std::string message = "FFTW: not available: the library for it cannot be loaded";
    const std::size_t at = outcome.output.find(message);
    CHECK(at != std::string::npos);
    CHECK(outcome.output.find(message, at + 1) == std::string::npos);
    CHECK(contains(outcome.output, "textbook"));
    CHECK_FALSE(contains(outcome.output, "p = 1   fftw"));
}
