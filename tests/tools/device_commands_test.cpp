// The commands with a device: a stand-in in ordinary memory, or a machine file that knows one; and without.
#include <doctest/doctest.h>

#include <map>

#include "tests/tools/sandbox.hpp"

namespace {

/// bspfft with the stand-in for a device, or as on a machine without any.
struct DeviceSandbox : Sandbox {
    explicit DeviceSandbox(bool has_device = true)
    {
        environment.push_back("BSPFFT_CUDA_LIBRARY=" STAND_IN);
        if (!has_device) environment.push_back("BSPFFT_STAND_IN_DEVICES=0");
    }
    std::string with_device() const
    {
        write(folder / "device.json", example_machine_file_with_device());
        return folder / "device.json";
    }
};

bool says(const Outcome& outcome, const std::string& part) { return outcome.output.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("probe measures a device where there is one, and says one line where there is none")
{
    const Words words{"probe", "--seconds", "0.1", "--procs", "1", "--precision", "double", "--overwrite"};
    const DeviceSandbox sandbox;
    const Json machine = sandbox.json(words);
    CHECK(machine["version"] == 11);
    const Json& device = machine["device"];
    CHECK(device["name"] == "stand-in");
    CHECK(device["copies"].size() == 5);
    for (const auto& copy : device["copies"]) CHECK(copy["bytes_per_second"]["value"] > 0);
    std::size_t points = 0;
    for (const auto& kernel : machine["kernels"]) points += kernel["kernel"] == "cuda" ? 1 : 0;
    CHECK(points > 0);
    const Outcome told = sandbox(words);
    CHECK(told.status == 0);
    CHECK(says(told, "device: stand-in, 1 GiB"));
    CHECK(says(told, "pageable"));
    CHECK(says(told, "the kernel cuda on whole arrays"));

    const DeviceSandbox none(false);
    const Outcome without = none(words);
    CHECK(without.status == 0);
    CHECK(says(without, "device: none: there is no device"));
    CHECK_FALSE(none.json(words).contains("device"));
}

TEST_CASE("predict: T_pcie of arrays on the host, none of arrays on the device, none without a device")
{
    const DeviceSandbox sandbox;
    const Words words{"predict", "--n", "2^20", "--kernel", "cuda", "--machine", sandbox.with_device()};
    Words on_device = words;
    on_device.insert(on_device.end(), {"--memory", "device"});
    const double bytes = 16.0 * (1 << 20);
    const Json through = sandbox.json(words), there = sandbox.json(on_device);
    CHECK(through["cost"]["T_pcie"]["calibrated"] == doctest::Approx(30e-6 + bytes / 1e10 + bytes / 5e9));
    CHECK(through["cost"]["T_comp"]["calibrated"] == doctest::Approx(5e-6 + 10e-12 * (1 << 20)));
    CHECK(through["supersteps"][0]["calibrated"]["pcie"] == through["cost"]["T_pcie"]["calibrated"]);
    CHECK_FALSE(there["cost"].contains("T_pcie"));
    CHECK(says(sandbox(words), "T_pcie"));
    CHECK_FALSE(says(sandbox(on_device), "T_pcie"));
    Words range = words;
    range.insert(range.end(), {"--procs", "1..2", "--model", "memory"});
    CHECK(says(sandbox(range), "T_pcie"));

    const Outcome unknown = sandbox({"predict", "--n", "2^20", "--kernel", "cuda", "--machine", sandbox.machine()});
    CHECK(unknown.status == 3);
    CHECK(unknown.errors.find("the machine file says nothing of a device") != std::string::npos);
}

TEST_CASE("run --account: what was copied, and the paper's terms of a cube; compare: T_pcie beside its prediction")
{
    const DeviceSandbox sandbox;
    const Words words{"run",    "--shape", "8x8x8",     "--procs",   "1",
                      "--kernel", "cuda",  "--account", "--machine", sandbox.with_device()};
    const Json run = sandbox.json(words);
    const double bytes = 2 * 16 * 512;
    double copied = 0;
    for (const auto& step : run["supersteps"]) copied += step["pcie_bytes"].get<double>();
    CHECK(copied == bytes);
    CHECK(run["cost"]["T_pcie"]["measured"] > 0);
    CHECK(run["cost"]["T_pcie"]["predicted"] > 0);
    CHECK(run["cost"]["projected"]["T_mem"] > 0);
    CHECK(run["cost"]["projected"]["T_net"] == 0);
    const Outcome told = sandbox(words);
    CHECK(says(told, "copied between host and device: 16 KiB"));
    CHECK(says(told, "by the model of Czechowski et al. 2012"));

    const Json compared = sandbox.json({"compare", "--from", "2^8", "--to", "2^8", "--procs", "1", "--kernel", "cuda",
                                        "--repeat", "1", "--machine", sandbox.with_device()});
    const Json& row = compared["grid"][0];
    CHECK(row["measured"]["T_pcie"] > 0);
    CHECK(row["calibrated"]["T_pcie"] == doctest::Approx(30e-6 + 4096 / 1e10 + 4096 / 5e9));
    CHECK(compared["summary"]["calibrated"].contains("T_pcie"));

    const Json kinds = sandbox.json(
        {"compare", "--kinds", "--procs", "1", "--repeat", "1", "--machine", sandbox.with_device()});
    CHECK_FALSE(kinds["without"].contains("device"));
    CHECK_FALSE(kinds["without"].contains("device in slices"));
}

TEST_CASE("bench: our kernel on the device and on the host, and the library alone, with errors beside its own")
{
    const Words words{"bench", "--from", "2^8", "--to", "2^8", "--procs", "1", "--rounds", "1", "--contestants",
                      "cuda,cuda-host,cufft,fast"};
    const DeviceSandbox sandbox;
    std::map<std::string, Json> rows;
    const Json found = sandbox.json(words);
    for (const auto& row : found["rows"]) rows[row["name"]] = row;
    REQUIRE(rows.size() == 4);
    CHECK(rows["cuda"]["way"] == "device arrays");
    CHECK(rows["cuda-host"]["way"] == "host arrays");
    CHECK(rows["cufft"]["error_over_cufft"] == 1);
    for (const char* name : {"cuda", "cuda-host", "fast"}) {
        CHECK(rows[name]["error"] < 1e-14);
        CHECK(rows[name]["error_over_cufft"] > 0);
    }
    CHECK(says(sandbox(words), "/cuFFT's"));

    const Outcome without = DeviceSandbox(false)(words);
    CHECK(without.status == 0);
    for (const char* name : {"cuda", "cuda-host", "cufft"})
        CHECK(says(without, std::string(name) + ": not available: there is no device"));
    CHECK(says(without, "fast"));
}

TEST_CASE("report: a run with copies, and the device of a machine file" * doctest::skip(!has_gnuplot()))
{
    const DeviceSandbox sandbox;
    const std::string page = sandbox.folder / "report.html", result = sandbox.folder / "run.json";
    write(result, sandbox.json({"run", "--n", "256", "--procs", "1", "--kernel", "cuda", "--account", "--machine",
                                sandbox.with_device()}).dump());
    const Outcome outcome =
        sandbox({"report", "--run", result, "--machine", sandbox.with_device(), "--output", page});
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    const std::string content = content_of(page);
    for (const char* part : {"T_pcie", "copied bytes", "copying between host and device", "Its device: Abacus GPU"}) {
        CAPTURE(part);
        CHECK(content.find(part) != std::string::npos);
    }
}

TEST_CASE("project: the measured device in the nodes of a scenario")
{
    const DeviceSandbox sandbox;
    const Words words{"project", "--scenario", "keeneland-2010", "--device", sandbox.with_device()};
    const Json json = sandbox.json(words);
    CHECK(json["scenario"] == "Abacus GPU in the nodes of keeneland-2010");
    CHECK(json["system"]["memory_bandwidth"] == 1e12);
    CHECK(json["system"]["link_bandwidth"] == 10e9);
    CHECK(json["system"]["peak"].get<double>() ==
          doctest::Approx(1e13 * json["system"]["processors"].get<double>()));
    CHECK(json["seconds"]["pcie"] > 0);
    CHECK(says(sandbox(words), "T_PCIe"));
    const Outcome unknown = sandbox({"project", "--device", sandbox.machine()});
    CHECK(unknown.status == 3);
    CHECK(unknown.errors.find("the machine file says nothing of a device") != std::string::npos);
    const Outcome both = sandbox({"project", "--device", sandbox.with_device(), "--cache-constant", "3"});
    CHECK(both.status == 2);
}
