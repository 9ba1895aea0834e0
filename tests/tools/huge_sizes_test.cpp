// Sizes that no machine has: what can be counted is counted rightly, and the rest is refused.
#include <doctest/doctest.h>

#include "bsp_fft/base/json.hpp"
#include "tests/tools/sandbox.hpp"

namespace {

// No count and no number of bytes has lost its highest bits.
void check_positive(const Json& json)
{
    if (json.is_number()) CHECK(json.get<double>() >= 0);
    if (json.is_array() || json.is_object()) {
        for (const Json& each : json) check_positive(each);
    }
}

Words with(Words words, const Words& more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

}  // namespace

TEST_CASE("arrays whose bytes or flops would not fit in 64 bits are refused, with the largest that do")
{
    const Sandbox sandbox;
    const std::string machine = sandbox.machine();
    for (const std::string n : {"4503599627370497", "2^53", "2^54", "3^36", "2^60", "2^62"}) {
        for (const Words& words :
             {Words{"plan"}, Words{"run"}, Words{"check"}, Words{"predict", "--machine", machine},
              Words{"run", "--real"}, Words{"plan", "--algorithm", "bluestein"}}) {
            CAPTURE(words.back());
            check_refused(with(words, {"--n", n}), 2,
                          {"is too large", "64 bits", "2^52, the nearest is 4503599627370496"});
        }
    }
    check_refused({"plan", "--shape", "2^30x2^30"}, 2, {"too large", "the nearest is 4194304 x 1073741824"});
    check_refused({"plan", "--shape", "2^20x2^20x2^20"}, 2, {"too large", "the nearest is 4096 x 1048576 x 1048576"});
    check_refused({"plan", "--shape", "3x2^52"}, 2, {"too large", "the nearest is 3 x 1125899906842624"});
    check_refused({"plan", "--n", "2^40", "--batch", "2^20"}, 2, {"a batch of 1048576", "the largest batch is 4096"});
    check_refused({"run", "--dct", "2", "--n", "2^60"}, 2, {"too large", "2^52"});
    check_refused({"run", "--dct", "2", "--n", "9223372036854775807"}, 2, {"too large"});
}

TEST_CASE("the largest arrays have counts that are not negative, by every algorithm")
{
    const Sandbox sandbox;
    for (const Words& words :
         {Words{}, Words{"--procs", "2^10"}, Words{"--procs", "1000"}, Words{"--real"},
          Words{"--real", "--procs", "2^20"}, Words{"--algorithm", "bluestein", "--procs", "1"},
          Words{"--algorithm", "bluestein", "--procs", "2^20"}, Words{"--algorithm", "textbook", "--procs", "1"},
          Words{"--algorithm", "textbook", "--procs", "2^51"}, Words{"--precision", "float", "--procs", "3"}}) {
        CAPTURE(words.empty() ? "" : words.back());
        check_positive(sandbox.json(with({"plan", "--n", "2^52"}, words)));
        if (words.size() > 1 && words[1] == "textbook") continue;
        check_positive(sandbox.json(with({"plan", "--n", "4503599627370449"}, words)));  // a prime
    }
    const std::string machine = sandbox.machine();
    check_positive(sandbox.json({"predict", "--n", "2^52", "--procs", "2^20", "--machine", machine}));
    check_positive(sandbox.json({"plan", "--shape", "2^26x2^26", "--procs", "2^20"}));
    check_positive(sandbox.json({"plan", "--shape", "2^13x2^13x2^13x2^13", "--procs", "2^10"}));
    // what does not fit in memory is said with its bytes
    check_refused({"run", "--n", "2^52"}, 3, {"bytes on each process", "would fit"});
    check_refused({"check", "--n", "2^51", "--real"}, 3, {"bytes on each process", "would fit"});
}

TEST_CASE("more processes than can be counted are refused")
{
    for (const std::string p : {"2^31", "2^32", "2^62"}) {
        CAPTURE(p);
        for (const Words& words : {Words{"run", "--n", "2^20", "--oversubscribe"}, Words{"check", "--n", "2^20",
                                                                                       "--oversubscribe"}})
            check_refused(with(words, {"--procs", p}), 2, {"more than any machine has", "take p <= "});
    }
    check_refused({"plan", "--n", "2^20", "--procs", "2^62"}, 2, {"p = 4611686018427387904"});
    check_refused({"plan", "--n", "1009", "--procs", "2^27"}, 2, {"bluestein", "take p <= 67108864"});
}
