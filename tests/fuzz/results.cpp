// Results that are shown as a page: the whole command, from any bytes. The first byte says which kind of result it is.
#include "tests/fuzz/target.hpp"
#include "tools/commands/report.hpp"

using namespace bspfft;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    const std::string path = fuzz::file_with(fuzz::bytes_of(data + 1, size - 1), ".json");
    tools::ReportRequest request;
    (data[0] % 2 == 0 ? request.run : request.compare) = path;
    request.output = "-";
    fuzz::only_errors(path, [&] { tools::report(request); });
    return 0;
}
