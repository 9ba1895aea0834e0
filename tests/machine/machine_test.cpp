// A machine is unchanged by its file, and is interpolated between the points measured.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include <unistd.h>

#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/machine_json.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bspfft/error.hpp"
#include "tests/machine/example.hpp"

using namespace bspfft;

namespace {

struct File {
    File()
        : path((std::filesystem::temp_directory_path() / ("bspfft_machine_" + std::to_string(::getpid())))
                   .string())
    {}
    ~File() { std::filesystem::remove(path); }
    void write(const std::string& content) const { std::ofstream(path) << content; }
    std::string path;
};

void check_refused(const Json& document, const std::string& says)
{
    const File file;
    file.write(document.dump());
    CHECK_THROWS_WITH_AS(read_machine(file.path), doctest::Contains(says.c_str()), Error);
    CHECK_THROWS_WITH_AS(read_machine(file.path), doctest::Contains("bspfft probe --overwrite"), Error);
    CHECK_THROWS_WITH_AS(read_machine(file.path), doctest::Contains(file.path.c_str()), Error);
}

}  // namespace

TEST_CASE("a machine comes out of its file as it went in")
{
    const File file;
    const Json document = json_of(example_machine());
    file.write(document.dump(2));
    const Machine back = read_machine(file.path);
    CHECK(json_of(back) == document);
    CHECK(back.kernels.size() == 136);
    CHECK(back.puts.size() == 12);
    CHECK(document["version"] == 11);
    CHECK(back.tiles.size() == example_machine().tiles.size());
    REQUIRE(back.sweeps.size() == example_machine().sweeps.size());
    CHECK(back.sweeps.back().sweep.pattern == "take apart");
    CHECK(back.sweeps.back().sweep.width == 8);
    CHECK(document["tiles"][0]["axes"] == Json(std::vector<Index>{2}));
    CHECK(document["kernels"][0]["kernel"] == "simd");
    CHECK(document["kernels"][0]["access"] == "to_packets");
    CHECK(document["kernels"][0]["bytes_per_real"] == 8);
    CHECK(document["puts"][0]["exchange"] == "put");
    for (const char* key : {"value", "low", "high"}) CHECK(document["bspbench"][0]["r"][key] == 1e9);
}

TEST_CASE("a missing file is reported in one sentence, with the command that makes it")
{
    CHECK_THROWS_WITH_AS(
        read_machine("/no/such/machine.json"),
        "there is no machine file /no/such/machine.json; make it with: mkdir -p /no/such && bspfft probe --machine "
        "/no/such/machine.json",
        Error);
}

TEST_CASE("a damaged or unknown file is refused, with the place of the error and what to do")
{
    const File file;
    file.write("{\"format\": \"bspfft mach");
    CHECK_THROWS_WITH_AS(read_machine(file.path), doctest::Contains("is damaged: it is not JSON"), Error);
    const Json good = json_of(example_machine());
    for (const char* other : {"[]", "{\"n\": 4}", "PK\003\004"}) {
        file.write(other);
        CHECK_THROWS_WITH_AS(read_machine(file.path), doctest::Contains("is not a machine file; name one"), Error);
        CHECK_FALSE(may_be_machine_file(file.path));
    }
    for (const char* damaged : {"", "{\"format\""}) {
        file.write(damaged);
        CHECK(may_be_machine_file(file.path));
    }
    Json json = good;
    json["version"] = 12;
    check_refused(json, "of version 12, and this bspfft reads version 11");
    json.erase("version");
    check_refused(json, "of version null");
    json = good;
    json.erase("kernels");
    check_refused(json, "is damaged: kernels is missing");
    json = good;
    json["kernels"][3]["seconds"]["value"] = -1;
    check_refused(json, "is damaged: kernels[3].seconds is not a positive number");
    json = good;
    json["kernels"][0]["access"] = "abacus";
    check_refused(json, "kernels[0].access is not a known word");
    json = good;
    json["puts"][1]["seconds"]["low"] = 5;
    check_refused(json, "puts[1].seconds is not inside its interval");
    json = good;
    json["puts"][2]["bytes"] = 0;
    check_refused(json, "puts[2].bytes is less than 1");
    json = good;
    json["tiles"][0]["axes"] = Json::array();
    check_refused(json, "tiles[0].axes has no axis");
    json = good;
    json["tiles"][0]["lanes"] = -1;
    check_refused(json, "tiles[0].lanes is not a count");
    json = good;
    for (const std::vector<Index>& axes : {std::vector<Index>{1 << 25}, {4096, 4096, 2}}) {
        json["tiles"][0]["axes"] = axes;
        check_refused(json, "tiles[0].axes has more elements than were ever measured");
    }
    json = good;
    json["kernels"][0]["local_size"] = Index{1} << 62;
    check_refused(json, "kernels[0].local_size is more than was ever measured");
    json = good;
    for (const double number : {1e-320, 1e300}) {
        json["bspbench"][0]["r"] = {{"value", number}, {"low", number}, {"high", number}};
        check_refused(json, "bspbench[0].r is not from 1e-30 to 1e30");
    }
    json = good;
    json["tiles"][1]["seconds"]["value"] = 0;
    check_refused(json, "tiles[1].seconds is not a positive number");
    json = good;
    json["syncs"] = "many";
    check_refused(json, "is damaged: syncs is not a list");
    json = good;
    json["cpu"] = 7;
    check_refused(json, "is damaged: cpu: 7 is not text");
}

namespace {

// Each member of an object, and of those inside it, by its key.
template <class Visit>
void for_each_member(Json& object, const std::string& where, Visit visit)
{
    std::vector<std::string> keys;
    for (const auto& member : object.items()) keys.push_back(member.first);
    for (const std::string& key : keys) {
        Json& value = object[key];
        if (value.is_object()) for_each_member(value, where + key + ".", visit);
        if (value.is_array() && !value.empty() && value[0].is_object())
            for_each_member(value[0], where + key + "[0].", visit);
        visit(object, key, where + key);
    }
}

}  // namespace

TEST_CASE("whatever key of a machine file is missing or of another type, the error names it")
{
    Json json = json_of(example_machine_with_device());
    // written for people, and not read; nor is the format, without which it is no machine file
    const std::set<std::string> unread{"gflops", "g", "half", "strided", "device", "format", "version"};
    constexpr int step = SLOW ? 7 : 1;
    int keys = 0;
    for_each_member(json, "", [&](Json& object, const std::string& key, const std::string& place) {
        const bool is_cost_of_put = place == "puts[0].g";
        if (unread.contains(key) && (key != "g" || is_cost_of_put)) return;
        if (++keys % step != 0) return;
        CAPTURE(place);
        const Json value = object[key];
        for (const Json& wrong : {Json(), Json(true), value.is_string() ? Json(1.5) : Json("some")}) {
            object[key] = wrong;
            check_refused(json, "is damaged: " + place);
        }
        object.erase(key);
        check_refused(json, "is damaged: " + place + " is missing");
        object[key] = value;
    });
    CHECK(keys > 80);
}

TEST_CASE("a file of an earlier version is refused, with how to make a new one")
{
    Json old = json_of(example_machine());
    old["version"] = 1;
    for (std::size_t i = 0; i < old["kernels"].size(); ++i) {
        for (const char* key : {"kernel", "access", "bytes_per_real"}) old["kernels"][i].erase(key);
        old["kernels"][i]["work"] = "columns";
    }
    check_refused(old, "is a machine file of version 1, and this bspfft reads version 11; measure again with: "
                       "bspfft probe --overwrite");
}

namespace {

RememberedCut cut_of_cube(Index p, std::vector<Index> cut, double seconds)
{
    return {{{256, 256, 256}, {0, 1, 2}, Data::complex, 8, p}, {p, 1, 1}, std::move(cut), seconds};
}

}  // namespace

TEST_CASE("cuts that trials found are kept in the file, one for each problem; a file of version 3 has none")
{
    Machine machine = example_machine();
    machine.remember(cut_of_cube(2, {16, 32, 16}, 0.2));
    machine.remember(cut_of_cube(1, {}, 0.3));
    machine.remember({{{100, 64}, {1}, Data::real, 4, 2}, {2, 1}, {1, 8}, 1e-3});
    machine.remember(cut_of_cube(2, {16, 32, 8}, 0.1));
    const File file;
    write_machine(file.path, machine);
    const Machine back = read_machine(file.path);
    CHECK(json_of(back) == json_of(machine));
    REQUIRE(back.cuts.size() == 3);
    const RememberedCut* const cube = back.remembered(cut_of_cube(2, {}, 1).key);
    REQUIRE(cube);
    CHECK(cube->grid == std::vector<Index>{2, 1, 1});
    CHECK(cube->cut == std::vector<Index>{16, 32, 8});  // the later one
    CHECK(cube->seconds == 0.1);
    CHECK(back.remembered(cut_of_cube(1, {}, 1).key)->cut.empty());
    CHECK(back.remembered(cut_of_cube(4, {}, 1).key) == nullptr);
    CutKey other = cube->key;
    other.data = Data::real;
    CHECK(back.remembered(other) == nullptr);
    other = cube->key;
    other.axes = {0, 1};
    CHECK(back.remembered(other) == nullptr);
    other = cube->key;
    other.bytes_per_real = 4;
    CHECK(back.remembered(other) == nullptr);

    Json json = json_of(machine);
    json["cuts"][0]["seconds"] = 0;
    check_refused(json, "cuts[0].seconds is not a positive number");
    json = json_of(machine);
    json["cuts"][1]["grid"] = std::vector<Index>{2};
    check_refused(json, "cuts[1].grid is not of as many axes as its shape");
    json = json_of(machine);
    json["cuts"][2]["cut"] = std::vector<Index>{1, 0, 2};
    check_refused(json, "cuts[2].cut has a number that is too small");
    json["cuts"][2]["cut"] = std::vector<Index>{1, 2};
    check_refused(json, "cuts[2].cut is not of as many axes as its shape");
    json = json_of(machine);
    json["cuts"][0]["data"] = "quaternions";
    check_refused(json, "cuts[0].data is not a known word");
}

TEST_CASE("a device is kept in the file, with what its copies take, where there is one")
{
    const Machine machine = example_machine_with_device();
    const File file;
    write_machine(file.path, machine);
    const Machine back = read_machine(file.path);
    CHECK(json_of(back) == json_of(machine));
    REQUIRE(back.device);
    CHECK(back.device->name == "Abacus GPU");
    CHECK(back.known_device().copies.size() == 4);
    const auto copy = [&](CopyDirection direction, HostMemory host) {
        return back.device_copy_seconds(direction, host, 1000000).value;
    };
    CHECK(copy(CopyDirection::to_device, HostMemory::pinned) == doctest::Approx(10e-6 + 1e6 / 1e10));
    CHECK(copy(CopyDirection::to_host, HostMemory::pinned) == doctest::Approx(20e-6 + 1e6 / 5e9));
    CHECK(copy(CopyDirection::to_host, HostMemory::pageable) == doctest::Approx(30e-6 + 1e6 / 1e9));

    Json json = json_of(machine);
    json.erase("device");
    file.write(json.dump());
    const Machine old = read_machine(file.path);
    CHECK_FALSE(old.device);
    CHECK_THROWS_WITH_AS(old.known_device(),
                         doctest::Contains("the machine file says nothing of a device; where there is one, measure"),
                         Error);
    CHECK_THROWS_WITH_AS(old.device_copy_seconds(CopyDirection::to_host, HostMemory::pinned, 1),
                         doctest::Contains("bspfft probe --overwrite --machine"), Error);
    CHECK_FALSE(json_of(example_machine()).contains("device"));
}

TEST_CASE("a damaged device is refused, with the place of the error")
{
    const Json good = json_of(example_machine_with_device());
    Json json = good;
    json["device"]["memory"] = 0;
    check_refused(json, "is damaged: device.memory is less than 1");
    json = good;
    json["device"]["peak"] = -1;
    check_refused(json, "device.peak is not a positive number");
    json = good;
    json["device"]["launch"]["value"] = 0;
    check_refused(json, "device.launch is not a positive number");
    json = good;
    json["device"]["copies"][2]["latency"]["low"] = 1;
    check_refused(json, "device.copies[2].latency is not inside its interval");
    json = good;
    json["device"]["copies"][1]["direction"] = "sideways";
    check_refused(json, "device.copies[1].direction is not a known word");
    json = good;
    json["device"].erase("bytes_per_second");
    check_refused(json, "bytes_per_second");
    json = good;
    json["device"] = 7;
    check_refused(json, "is damaged");
}

TEST_CASE("a machine is written as a whole, with its folder, or not at all")
{
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("bspfft_folder_" + std::to_string(::getpid()));
    const std::string path = (folder / "new" / "machine.json").string();
    write_machine(path, example_machine());
    CHECK(json_of(read_machine(path)) == json_of(example_machine()));
    CHECK(std::distance(std::filesystem::directory_iterator(folder / "new"), {}) == 1);
    std::filesystem::remove_all(folder);
    CHECK_THROWS_WITH_AS(write_machine("/dev/null/machine.json", example_machine()),
                         doctest::Contains("cannot write the machine file /dev/null/machine.json"), Error);
}

TEST_CASE("a file of another CPU or BSPlib is marked")
{
    const Machine machine = example_machine();
    CHECK(difference_from(machine, "Abacus 3000", "threads") == "");
    CHECK(difference_from(machine, "Slide rule", "threads").find("Abacus 3000") != std::string::npos);
    CHECK(difference_from(machine, "Abacus 3000", "mpi").find("bspfft probe") != std::string::npos);
}

TEST_CASE("the default file is under the user's cache folder, one for each BSPlib")
{
    ::setenv("XDG_CACHE_HOME", "/somewhere", 1);
    CHECK(default_machine_path("threads") == "/somewhere/bspfft/machine-threads.json");
    CHECK(default_machine_path("another BSPlib") == "/somewhere/bspfft/machine-another-BSPlib.json");
    ::unsetenv("XDG_CACHE_HOME");
    ::setenv("HOME", "/home/ada", 1);
    CHECK(default_machine_path("threads") == "/home/ada/.cache/bspfft/machine-threads.json");
}

TEST_CASE("curves are linear between their points")
{
    Curve curve;
    curve.add(1, 10);
    CHECK(curve.at(7) == 10);
    CHECK(curve.extended_at(7) == 10);
    curve.add(3, 20);
    curve.add(4, 40);
    CHECK(curve.at(2) == 15);
    CHECK(curve.at(3) == 20);
    CHECK(curve.at(0) == 10);
    CHECK(curve.at(9) == 40);
    CHECK(curve.extended_at(0) == 5);
    CHECK(curve.extended_at(5) == 60);
    Surface surface;
    surface.add(0, 0, 0);
    surface.add(1, 0, 1);
    surface.add(0, 2, 10);
    surface.add(1, 2, 13);
    CHECK(surface.at(0.5, 1) == 6);
    CHECK(surface.at(2, 2) == 16);
    CHECK(surface.at(1, 9) == 13);
}

TEST_CASE("costs between, beside and beyond the points measured")
{
    const Machine machine = example_machine();
    CHECK(machine.bsp_at(1).g.value == 10);
    CHECK(machine.bsp_at(2).g.value == 20);
    CHECK(machine.bsp_at(4096).g.value == 20);
    const auto rows = [](Index length, Index bytes_per_real) {
        return PassKind{"simd", Access::from_packets, bytes_per_real, {length}};
    };
    CHECK(machine.pass_seconds(rows(64, 8), 1 << 10, 1).value == doctest::Approx(6e-9));
    CHECK(machine.pass_seconds(rows(64, 4), 1 << 10, 1).value == doctest::Approx(3e-9));
    CHECK(machine.pass_seconds(rows(64, 8), 1 << 15, 2).value == doctest::Approx(11e-9));
    CHECK(machine.pass_seconds(rows(2048, 8), Index{1} << 40, 9).value == doctest::Approx(21e-9));
    CHECK(machine.put_seconds(Exchange::put, 4096, 1 << 15, 2).value == doctest::Approx(4096e-9));
    CHECK(machine.put_seconds(Exchange::put, 4096, Index{1} << 30, 64).value == doctest::Approx(8192e-9));
    CHECK(machine.sync_seconds(1).value == doctest::Approx(1e-6));
    CHECK(machine.sync_seconds(2).value == doctest::Approx(3e-6));
    CHECK(machine.sync_seconds(8).value == doctest::Approx(7e-6));
    // after more work, which leaves other things in the caches
    Machine cold = machine;
    for (const Index p : {1, 2}) cold.syncs.push_back({p, 1 << 20, exactly(static_cast<double>(p) * 5e-6)});
    CHECK(cold.sync_seconds(2, 1 << 20).value == doctest::Approx(10e-6));
    CHECK(cold.sync_seconds(2, 1 << 15).value == doctest::Approx(6.5e-6));
    CHECK(cold.sync_seconds(2, 1 << 28).value == doctest::Approx(10e-6));
    CHECK(cold.sync_seconds(2, 1).value == doctest::Approx(3e-6));
    // by the byte; one process receives nothing
    CHECK(machine.arrival_seconds(1 << 10, 2).value == 0);
    cold.arrivals = {{2, 1 << 10, exactly(1024e-9)}, {2, 1 << 20, exactly(0)}};
    CHECK(cold.arrival_seconds(1 << 10, 2).value == doctest::Approx(1024e-9));
    CHECK(cold.arrival_seconds(1 << 15, 4).value == doctest::Approx(0.5 * (1 << 15) * 1e-9));
    CHECK(cold.arrival_seconds(1 << 10, 1).value == 0);
    CHECK(cold.arrival_seconds(0, 2).value == 0);
    CHECK(machine.copy_seconds(1000, 1 << 30, 1).value == doctest::Approx(1e-6));
    CHECK(machine.copy_seconds(1000, 1 << 10, 1).value == doctest::Approx(1e-7));
    CHECK_THROWS_WITH_AS(Machine().sync_seconds(2), doctest::Contains("says nothing of synchronisations"),
                         Error);
    CHECK(machine.knows({"radix2", Access::in_place, 8, {5}}));
    const PassKind unknown{"radix2", Access::in_place, 4, {64}};
    CHECK_FALSE(machine.knows(unknown));
    CHECK_THROWS_WITH_AS(machine.pass_seconds(unknown, 1 << 10, 1),
                         doctest::Contains("nothing of the kernel radix2 in place with reals of 4 bytes"), Error);
}

// One memory of 3e9 bytes a second, of which one process can use a third; caches of their own; a busy network.
TEST_CASE("beyond the largest p measured a memory that is full is shared, and a cache is not")
{
    Machine machine = example_machine();
    const auto exactly = [](double value) { return Estimate{value, value, value}; };
    machine.streams.clear();
    for (const double p : {1.0, 2.0, 4.0, 8.0}) {
        const auto active = static_cast<Index>(p);
        machine.streams.push_back({"L1", 1 << 14, active, exactly(1e10)});
        machine.streams.push_back({"memory", 1 << 24, active, exactly(std::min(1e9, 3e9 / p))});
    }
    CHECK(machine.copy_seconds(1000, 1 << 24, 8).value == doctest::Approx(8 / 3.0 * 1e-6));
    CHECK(machine.copy_seconds(1000, 1 << 24, 5).value == doctest::Approx(4 / 3.0 * 1e-6));
    CHECK(machine.copy_seconds(1000, 1 << 24, 32).value == doctest::Approx(32 / 3.0 * 1e-6));
    CHECK(machine.copy_seconds(1000, 1 << 14, 32).value == doctest::Approx(1e-7));

    // between none and all: 2^(1/2) as long from 2 to 4, so 2 times from 4 to 16
    for (PutPoint put : std::vector(machine.puts)) {
        put.p = 4;
        put.seconds = exactly(std::sqrt(2.0) * put.seconds.value);
        machine.puts.push_back(put);
    }
    const auto put_seconds = [&](Index p) { return machine.put_seconds(Exchange::put, 4096, 1 << 15, p).value; };
    CHECK(put_seconds(16) == doctest::Approx(2 * put_seconds(4)));

    // more than in proportion, and less than before, are disturbances
    for (StreamPoint& stream : machine.streams)
        if (stream.active == 8) stream.bytes_per_second = exactly(stream.bytes == 1 << 14 ? 2e10 : 1e8);
    CHECK(machine.copy_seconds(1000, 1 << 24, 16).value == doctest::Approx(2e-5));
    CHECK(machine.copy_seconds(1000, 1 << 14, 16).value == doctest::Approx(5e-8));

    // processes that send messages are on more machines, of 8 each
    machine.p = 8;
    machine.runtime = "mpi";
    CHECK(machine.copy_seconds(1000, 1 << 24, 64).value == machine.copy_seconds(1000, 1 << 24, 8).value);
    CHECK(law_beyond_probed(machine).find("8 processes that were probed: on more such machines") != std::string::npos);
}

TEST_CASE("quartiles are interpolated as their values are")
{
    Machine machine = example_machine();
    for (PutPoint& point : machine.puts)
        point.seconds = {point.seconds.value, 0.9 * point.seconds.value, 1.5 * point.seconds.value};
    for (StreamPoint& point : machine.streams) point.bytes_per_second = {1e9, 0.5e9, 2e9};
    const Estimate put = machine.put_seconds(Exchange::put, 4096, 1 << 15, 2);
    CHECK(put.low == doctest::Approx(0.9 * put.value));
    CHECK(put.high == doctest::Approx(1.5 * put.value));
    const Estimate copy = machine.copy_seconds(1000, 1 << 20, 1);
    CHECK(copy.low == doctest::Approx(0.5e-6));
    CHECK(copy.high == doctest::Approx(2e-6));
}

TEST_CASE("intervals of sums and products hold all that their parts can be")
{
    const Estimate a{2, 1, 4}, b{-1, -3, 1};
    const Estimate sum = a + b, product = a * b, inverse = reciprocal(a);
    CHECK(sum.value == 1);
    CHECK(sum.low == -2);
    CHECK(sum.high == 5);
    CHECK(product.value == -2);
    CHECK(product.low == -12);
    CHECK(product.high == 4);
    CHECK(inverse.low == 0.25);
    CHECK(inverse.high == 1);
    CHECK((2.0 * a).high == 8);
    CHECK(not_negative(b).low == 0);
    CHECK(not_negative(b).high == 1);
}

TEST_CASE("what is computed from a number without an interval has none, wherever the number is needed")
{
    const Estimate a{2, 1, 4}, unknown = without_interval(3);
    for (const Estimate& e : {a + unknown, unknown + a, a * unknown, unknown * a, 2.0 * unknown, reciprocal(unknown),
                              not_negative(unknown)})
        CHECK_FALSE(e.has_interval());
    CHECK((a + 0.0 * unknown).has_interval());
    CHECK((a + unknown).value == 5);

    const auto widen = [](Estimate& e) { e = {e.value, 0.9 * e.value, 1.1 * e.value}; };
    Machine machine = example_machine();
    for (KernelPoint& point : machine.kernels) widen(point.seconds);
    for (PutPoint& point : machine.puts) widen(point.seconds);
    const PassKind pass{"simd", Access::to_packets, 8, {1000}};
    CHECK(machine.pass_seconds(pass, 1 << 15, 2).has_interval());
    CHECK(machine.put_seconds(Exchange::put, 4096, 1 << 20, 2).has_interval());
    for (PutPoint& point : machine.puts) point.seconds = without_interval(point.seconds.value);
    CHECK_FALSE(machine.put_seconds(Exchange::put, 4096, 1 << 20, 2).has_interval());

    const File file;
    write_machine(file.path, machine);
    const Machine back = read_machine(file.path);
    CHECK(json_of(back) == json_of(machine));
    CHECK(std::isnan(back.puts[0].seconds.low));
    CHECK(back.kernels[0].seconds.has_interval());
}
