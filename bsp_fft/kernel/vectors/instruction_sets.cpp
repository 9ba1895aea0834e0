#include "bsp_fft/kernel/vectors/instruction_sets.hpp"

#include <hwy/highway.h>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bspfft/error.hpp"

namespace bspfft::simd {

namespace {

// The best first.
std::vector<std::int64_t> usable()
{
    std::vector<std::int64_t> targets;
    std::int64_t left = hwy::SupportedTargets() & generated_targets(static_cast<const double*>(nullptr));
    for (; left != 0; left &= left - 1) targets.push_back(left & -left);
    return targets;
}

}  // namespace

std::string target()
{
    const std::vector<std::int64_t> found = usable();
    return found.empty() ? "none" : hwy::TargetName(found.front());
}

std::vector<std::string> targets()
{
    std::vector<std::string> names;
    for (const std::int64_t target : usable()) names.emplace_back(hwy::TargetName(target));
    return names;
}

std::string why_no_target()
{
    if (!usable().empty()) return "";
    std::string list;
    for (std::int64_t left = generated_targets(static_cast<const double*>(nullptr)); left != 0; left &= left - 1)
        list += (list.empty() ? "" : ", ") + std::string(hwy::TargetName(left & -left));
    return text("the kernel simd needs a processor with one of the instruction sets ", list,
                ", and this one has none; the kernel radix2 transforms vectors of 2^k elements on any");
}

void force_target(const std::string& name)
{
    hwy::SetSupportedTargetsForTest(0);  // all of the machine's
    if (name == "none") return hwy::SetSupportedTargetsForTest(HWY_SCALAR);  // for which nothing is generated
    std::string list;
    for (const std::int64_t candidate : usable()) {
        if (name == "auto" || name == hwy::TargetName(candidate)) {
            if (name != "auto") hwy::SetSupportedTargetsForTest(candidate);
            hwy::GetChosenTarget().Update(hwy::SupportedTargets());
            return;
        }
        list += std::string(list.empty() ? "" : ", ") + hwy::TargetName(candidate);
    }
    if (name == "auto") return;
    throw Error(Status::not_available,
                text("the instruction set ", name, " is not available; this machine and build have ",
                     list.empty() ? "none" : list));
}

}  // namespace bspfft::simd
