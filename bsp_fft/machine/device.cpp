// What a machine file says of a device: its part of the file, and what a copy takes.
#include <algorithm>

#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/machine_json.hpp"
#include "bsp_fft/machine/machine_reader.hpp"

namespace bspfft {

static JsonWords<CopyDirection> json_words(CopyDirection)
{
    return {{CopyDirection::to_device, "to_device"},
            {CopyDirection::to_host, "to_host"},
            {CopyDirection::both, "both"}};
}
static JsonWords<HostMemory> json_words(HostMemory)
{
    return {{HostMemory::pinned, "pinned"}, {HostMemory::pageable, "pageable"}};
}

namespace {

CopyRate read_copy(const Reader& r)
{
    return {r.choice<CopyDirection>("direction"), r.choice<HostMemory>("host"), r.estimate("latency"),
            r.estimate("bytes_per_second")};
}

}  // namespace

Json json_of(const DeviceParameters& device)
{
    Json json{{"name", device.name},
              {"memory", device.memory},
              {"cache", device.cache},
              {"peak", device.peak},
              {"launch", json_of(device.launch)},
              {"bytes_per_second", json_of(device.bytes_per_second)},
              {"copies", Json::array()}};
    for (const CopyRate& rate : device.copies) {
        json["copies"].push_back({{"direction", rate.direction},
                                  {"host", rate.host},
                                  {"latency", json_of(rate.latency)},
                                  {"bytes_per_second", json_of(rate.bytes_per_second)}});
    }
    return json;
}

DeviceParameters read_device(const Reader& r)
{
    DeviceParameters device;
    device.name = r.get<std::string>("name");
    device.memory = r.count("memory");
    device.cache = r.count("cache");
    device.peak = r.get<double>("peak");
    if (!std::isfinite(device.peak) || !(device.peak > 0)) r.complain("peak", "is not a positive number");
    device.launch = r.estimate("launch");
    device.bytes_per_second = r.estimate("bytes_per_second");
    r.each("copies", device.copies, read_copy);
    return device;
}

const DeviceParameters& Machine::known_device() const
{
    if (!device)
        throw Error(Status::file_error,
                    text("the machine file says nothing of a device; where there is one, ",
                         how_to_measure_again(file)));
    return *device;
}

Estimate Machine::device_copy_seconds(CopyDirection direction, HostMemory host, Index bytes) const
{
    const std::vector<CopyRate>& copies = known_device().copies;
    const auto found = std::find_if(copies.begin(), copies.end(), [&](const CopyRate& rate) {
        return rate.direction == direction && rate.host == host;
    });
    if (found == copies.end() && direction == CopyDirection::both) {
        const Estimate in = device_copy_seconds(CopyDirection::to_device, host, bytes);
        const Estimate out = device_copy_seconds(CopyDirection::to_host, host, bytes);
        return in.value > out.value ? in : out;
    }
    if (found == copies.end())
        throw Error(Status::file_error, text("the machine file says nothing of copies between host and device; ",
                                             how_to_measure_again(file)));
    return found->latency + static_cast<double>(bytes) * reciprocal(found->bytes_per_second);
}

}  // namespace bspfft
