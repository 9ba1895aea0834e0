#include "bsp_fft/base/pages.hpp"

#include <fstream>
#include <locale>
#include <sstream>
#include <string>

namespace bspfft {

// Of each piece of memory a line for each figure, the flags last; "hg" says that huge pages were asked for.
PageUse page_use_in(std::istream& smaps)
{
    PageUse use, piece;
    for (std::string line; std::getline(smaps, line);) {
        std::istringstream words(line);
        words.imbue(std::locale::classic());
        std::string name;
        Index kibibytes = 0;
        words >> name;
        if (name == "Rss:" && words >> kibibytes) piece.resident = 1024 * kibibytes;
        if (name == "AnonHugePages:" && words >> kibibytes) piece.huge = 1024 * kibibytes;
        if (name != "VmFlags:") continue;
        for (std::string flag; words >> flag;) {
            if (flag != "hg") continue;
            use.resident += piece.resident;
            use.huge += piece.huge;
        }
        piece = {};
    }
    return use;
}

PageUse page_use()
{
    std::ifstream smaps("/proc/self/smaps");
    return page_use_in(smaps);
}

}  // namespace bspfft
