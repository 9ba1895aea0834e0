// Under which conditions a run measured.
#include "tools/bench/rows.hpp"

#include <chrono>
#include <ctime>
#include <fstream>

#include <sys/utsname.h>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bspfft/version.h"

namespace bspfft::tools {

namespace {

std::string system_name()
{
    struct utsname name = {};
    ::uname(&name);
    return text(name.sysname, " ", name.release, " ", name.machine);
}

// The word in brackets: [always], [madvise] or [never].
std::string huge_pages()
{
    std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
    for (std::string word; file >> word;) {
        if (word.front() == '[') return word.substr(1, word.size() - 2);
    }
    return "none";
}

std::string date()
{
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    char words[32];
    std::strftime(words, sizeof words, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    return words;
}

}  // namespace

Json conditions_here(const std::string& mpi)
{
    return {{"date", date()},
            {"cpu", cpu_name()},
            {"cores", text(bsp_nprocs())},
            {"system", system_name()},
            {"huge_pages", huge_pages()},
            {"bspfft", BSPFFT_VERSION},
            {"simd", instruction_set()},
            {"runtime", Port::runtime()},
            {"compiler", BSPFFT_COMPILER},
            {"flags", BSPFFT_FLAGS},
            {"fftw", fftw_release()},
            {"fftw_flags", fftw_flags()},
            {"mpi", mpi}};
}

}  // namespace bspfft::tools
