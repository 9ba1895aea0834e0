#include "bsp_fft/kernel/vectors/instruction_sets.hpp"

#include <hwy/highway.h>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bspfft/error.hpp"

namespace bspfft::simd {

std::string target()
{
    // Dispatch takes the best of the supported ones that were generated: the first of the list.
    return targets().front();
}

std::vector<std::string> targets()
{
    std::vector<std::string> names;
    for (const auto target : hwy::SupportedAndGeneratedTargets()) names.emplace_back(hwy::TargetName(target));
    return names;
}

void force_target(const std::string& name)
{
    hwy::SetSupportedTargetsForTest(0);  // all of the machine's
    std::string list;
    for (const auto candidate : hwy::SupportedAndGeneratedTargets()) {
        if (name == "auto" || name == hwy::TargetName(candidate)) {
            if (name != "auto") hwy::SetSupportedTargetsForTest(candidate);
            hwy::GetChosenTarget().Update(hwy::SupportedTargets());
            return;
        }
        list += std::string(list.empty() ? "" : ", ") + hwy::TargetName(candidate);
    }
    throw Error(Status::not_available,
                text("the instruction set ", name, " is not available; this machine and build have ", list));
}

}  // namespace bspfft::simd
