#include "bsp_fft/kernel/vectors/instruction_sets.hpp"

#include <hwy/highway.h>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bspfft/error.hpp"

namespace bspfft::simd {

namespace {

// The best first.
std::vector<std::string> names(std::int64_t targets)
{
    std::vector<std::string> names;
    for (; targets != 0; targets &= targets - 1) names.emplace_back(hwy::TargetName(targets & -targets));
    return names;
}

std::string list(std::int64_t targets)
{
    std::string words;
    for (const std::string& name : names(targets)) words += (words.empty() ? "" : ", ") + name;
    return words.empty() ? "none" : words;
}

std::int64_t generated() { return generated_targets(static_cast<const double*>(nullptr)); }
std::int64_t usable() { return hwy::SupportedTargets() & generated(); }

}  // namespace

std::string target() { return usable() == 0 ? "none" : names(usable()).front(); }

std::vector<std::string> targets() { return names(usable()); }

std::string why_no_target()
{
    if (usable() != 0) return "";
    return text("the kernel simd needs a processor with one of the instruction sets ", list(generated()),
                ", and this one has none; the kernel radix2 transforms vectors of 2^k elements on any");
}

void force_target(const std::string& name)
{
    hwy::SetSupportedTargetsForTest(0);  // all of the machine's
    if (name == "none") return hwy::SetSupportedTargetsForTest(HWY_SCALAR);  // for which nothing is generated
    for (std::int64_t left = usable(); left != 0; left &= left - 1) {
        const std::int64_t candidate = left & -left;
        if (name != "auto" && name != hwy::TargetName(candidate)) continue;
        if (name != "auto") hwy::SetSupportedTargetsForTest(candidate);
        return hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
    if (name == "auto") return;
    throw Error(Status::not_available,
                text("the instruction set ", name, " is not available; this machine and build have ", list(usable())));
}

}  // namespace bspfft::simd
