#include "bsp_fft/base/environment.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

Index number_in_environment(const char* variable, Index most, const char* counted)
{
    const char* const words = std::getenv(variable);
    if (!words) return 0;
    const char* const end = words + std::strlen(words);
    Index number = 0;
    const auto [rest, error] = std::from_chars(words, end, number);
    if (error != std::errc() || rest != end || number < 0 || number > most)
        throw Error(Status::invalid_argument,
                    text("the environment variable ", variable, " is \"", words, "\"; it must be a number of ", counted,
                         " from 1 to ", most, ", or 0 for the default"));
    return number;
}

// On few cores some more, so that what many threads do can be tried there.
Index most_threads(Index cores) { return std::max(Index{64}, 8 * cores); }

Index threads_in_environment(Index cores)
{
    return number_in_environment("BSPFFT_THREADS", most_threads(cores), "threads");
}

}  // namespace bspfft
