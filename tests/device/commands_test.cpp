// The executable with a stand-in device, and what it says where there is none.
#include "tests/tools/executable.hpp"

namespace {

const std::string stand_in = "BSPFFT_CUDA_LIBRARY=" STAND_IN;

Outcome on_stand_in(const Words& words, const std::string& more = "BSPLIB_PIN=0")
{
    return run_bspfft(words, {stand_in, more});
}

void check_says(const Outcome& outcome, int status, const std::string& part)
{
    CAPTURE(outcome.output);
    CAPTURE(outcome.errors);
    CHECK(outcome.status == status);
    CHECK((outcome.output + outcome.errors).find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("run and check transform on the device, with arrays on either side")
{
    for (const char* memory : {"host", "device"}) {
        for (const char* procs : {"1", "3"}) {
            const Words words{"--kernel", "cuda", "--memory", memory, "--procs", procs, "--oversubscribe"};
            for (Words line : {Words{"run", "--n", "360", "--verify"}, Words{"run", "--shape", "9x12", "--verify"},
                               Words{"run", "--n", "100", "--real", "--verify"}, Words{"check", "--n", "144"}}) {
                line.insert(line.end(), words.begin(), words.end());
                CAPTURE(line);
                check_says(on_stand_in(line), 0, "");
            }
        }
    }
    const Words large{"run", "--n", "2^16", "--device-window", "2^21", "--kernel", "cuda", "--verify"};
    check_says(on_stand_in(large), 0, "rows");
    const Words larger{"plan", "--n", "2^33", "--precision", "float", "--device-window", "2^34", "--kernel", "cuda"};
    check_says(on_stand_in(larger), 0, "rows of length 524288: 32 slices of 2 GiB");
}

TEST_CASE("arrays on the device imply its kernel, and one process")
{
    check_says(on_stand_in({"run", "--n", "64", "--memory", "device"}), 0, "p = 1,");
    check_says(on_stand_in({"run", "--n", "64", "--memory", "device"}), 0, "cuda");
    check_says(on_stand_in({"run", "--n", "64", "--memory", "device", "--kernel", "simd"}), 2,
               "the kernel simd has its arrays on the host");
}

TEST_CASE("without a device there is one sentence that says why, and what to take")
{
    const Outcome none = on_stand_in({"run", "--n", "64", "--kernel", "cuda"}, "BSPFFT_STAND_IN_DEVICES=0");
    check_says(none, 2, "the kernel cuda needs a GPU, and there is no device; take the kernel simd or auto");
    const Outcome missing = run_bspfft({"run", "--n", "64", "--kernel", "cuda"}, {"BSPFFT_CUDA_LIBRARY=/nowhere.so"});
    check_says(missing, 2, "the library for it cannot be loaded");
}

TEST_CASE("what the kernel cuda cannot do is refused with what can")
{
    check_says(on_stand_in({"run", "--n", "64", "--kernel", "cuda", "--algorithm", "textbook"}), 2,
               "the kernel cuda cannot do the textbook's algorithm");
    check_says(on_stand_in({"run", "--n", "64", "--kernel", "cuda", "--reproducible"}), 2, "is not reproducible");
    check_says(on_stand_in({"run", "--n", "64", "--device-window", "2^20"}), 2,
               "a device window is of the kernel cuda");
    check_says(on_stand_in({"run", "--n", "64", "--dct", "2", "--memory", "device"}), 2, "has its arrays on the host");
}

TEST_CASE("a plan needs no device: on one process a vector is one superstep, through a window two")
{
    const Words plan{"plan", "--n", "2^20", "--kernel", "cuda", "--procs", "1"};
    const Outcome whole = on_stand_in(plan, "BSPFFT_STAND_IN_DEVICES=0");
    check_says(whole, 0, "transforms of length 1048576");
    Words through = plan;
    through.insert(through.end(), {"--device-window", "2^24"});
    check_says(on_stand_in(through, "BSPFFT_STAND_IN_DEVICES=0"), 0,
               "columns of length 256: 8 slices of 2 MiB");
}

TEST_CASE("--version tells which device there is")
{
    check_says(on_stand_in({"--version"}), 0, "GPU: stand-in, 1.0 GiB\n");
    check_says(on_stand_in({"--version"}, "BSPFFT_STAND_IN_DEVICES=0"), 0, "GPU: none; there is no device\n");
}
