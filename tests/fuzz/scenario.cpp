// Machines to project to: the whole command, from a scenario of any bytes. The first byte says how it is asked.
#include "tests/fuzz/target.hpp"
#include "tools/commands/project.hpp"

using namespace bspfft;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    const unsigned how = data[0];
    tools::ProjectRequest request;
    request.scenario = fuzz::file_with(fuzz::bytes_of(data + 1, size - 1), ".json");
    if (how & 1) request.against = "exascale-2020-cpu";
    if (how & 2) request.year = 2020;
    if (how & 4) request.json = "-";
    if (how & 8) request.plot = "-";
    if (how & 16) request.wide = true;
    if (how & 32) request.n = 2;
    fuzz::only_errors("", [&] { tools::project(request); });
    return 0;
}
