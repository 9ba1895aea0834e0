// bspfft without a command: what a newcomer sees first.
#pragma once

namespace bspfft::tools {

/// Transforms 2^24 points on all cores, verified, with its cost measured beside predicted; measures the machine
/// before, if that was never done. Returns the exit status. Throws Error.
int demonstrate();

}  // namespace bspfft::tools
