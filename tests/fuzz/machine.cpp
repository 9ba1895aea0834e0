// Machine files: any bytes. What is read is written as the same, can be asked, shown, and predicted from.
#include "bsp_fft/machine/machine_json.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/predict/measured_prices.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/report/parts.hpp"

using namespace bspfft;

namespace {

// Each may lack its measurement, and says so.
void ask(const Machine& machine)
{
    const auto may_lack = [](auto question) { fuzz::only_errors("", question); };
    for (const Index p : {Index{1}, Index{3}, machine.p}) {
        may_lack([&] { machine.bsp_at(p); });
        may_lack([&] { machine.sync_seconds(p); });
        for (const Index lanes : {0, 8}) may_lack([&] { measured_prices(machine, lanes, 8, p); });
        may_lack([&] { machine.copy_seconds(1 << 20, 1 << 24, p); });
        may_lack([&] { machine.put_seconds(Exchange::put, 1000, 1 << 20, p); });
        may_lack([&] { machine.pass_seconds({"simd", Access::to_packets, 8, {1024}}, 1 << 20, p); });
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string path = fuzz::file_with(fuzz::bytes_of(data, size), ".json");
    fuzz::only_errors(path, [&] {
        const Machine machine = read_machine(path);
        const Json written = json_of(machine);
        const Machine again = machine_from(Json::parse(written.dump()), path);
        fuzz::expect(json_of(again).dump() == written.dump(), "a machine is written as another one");
        ask(machine);
        tools::Page page("a machine");
        tools::summarise_machine(page, {path, machine, ""});
        tools::show_machine(page, {path, machine, ""});
    });
    return 0;
}
