#include "bsp_fft/machine/measurements.hpp"

#include <ctime>
#include <fstream>
#include <utility>

#include "bsp_fft/base/text.hpp"

namespace bspfft {

namespace {

std::string first_line(const std::string& path)
{
    std::string line;
    std::ifstream file(path);
    std::getline(file, line);
    return line;
}

// "64K", "2M"
Index parse_size(const std::string& word)
{
    if (word.empty()) return 0;
    const Index unit = word.back() == 'K' ? Index{1} << 10 : word.back() == 'M' ? Index{1} << 20 : 1;
    return std::atoll(word.c_str()) * unit;
}

// On ARM /proc/cpuinfo has no model name, only numbers.
std::string arm_name(const std::string& implementer, const std::string& part)
{
    for (const auto& [known, name] : {std::pair{"0xd08", "Cortex-A72"},
                                      {"0xd0b", "Cortex-A76"},
                                      {"0xd0c", "Neoverse-N1"},
                                      {"0xd40", "Neoverse-V1"},
                                      {"0xd49", "Neoverse-N2"},
                                      {"0xd4f", "Neoverse-V2"}}) {
        if (implementer == "0x41" && part == known) return name;
    }
    return text("ARM implementer ", implementer, " part ", part);
}

}  // namespace

std::string cpu_name()
{
    std::ifstream cpuinfo("/proc/cpuinfo");
    std::string implementer, part;
    for (std::string line; std::getline(cpuinfo, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || colon + 2 > line.size()) continue;
        const std::string value = line.substr(colon + 2);
        if (line.starts_with("model name")) return value;
        if (line.starts_with("CPU implementer")) implementer = value;
        if (line.starts_with("CPU part")) part = value;
    }
    return implementer.empty() ? "unknown" : arm_name(implementer, part);
}

std::vector<CacheLevel> cache_levels()
{
    std::vector<CacheLevel> levels;
    for (int i = 0; i < 8; ++i) {
        const std::string folder = text("/sys/devices/system/cpu/cpu0/cache/index", i, "/");
        const Index bytes = parse_size(first_line(folder + "size"));
        const std::string type = first_line(folder + "type");
        if (bytes > 0 && type != "Instruction") levels.push_back({text("L", first_line(folder + "level")), bytes});
    }
    if (levels.empty()) levels = {{"L1", Index{32} << 10}, {"L2", Index{1} << 20}, {"L3", Index{16} << 20}};
    return levels;
}

std::string date_and_time()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char line[32];
    std::strftime(line, sizeof line, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return line;
}

}  // namespace bspfft
