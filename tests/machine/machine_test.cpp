// What is known of a machine survives its file, and is sensible between the points measured.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "bsp_fft/machine/interpolation.hpp"
#include "bsp_fft/machine/machine_file.hpp"
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

void check_refused(const Json& document, const char* says)
{
    const File file;
    file.write(document.dump());
    CHECK_THROWS_WITH_AS(read_machine(file.path), doctest::Contains(says), Error);
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
    CHECK(back.kernels.size() == 24);
    CHECK(back.puts.size() == 12);
    CHECK(document["version"] == 1);
    CHECK(document["kernels"][0]["work"] == "columns");
    CHECK(document["puts"][0]["exchange"] == "put");
    for (const char* key : {"value", "low", "high"}) CHECK(document["bspbench"][0]["r"][key] == 1e9);
}

TEST_CASE("a missing file is said in one sentence, with the command that makes it")
{
    CHECK_THROWS_WITH_AS(
        read_machine("/no/such/machine.json"),
        "there is no machine file /no/such/machine.json; make it with: bspfft probe --machine "
        "/no/such/machine.json",
        Error);
}

TEST_CASE("a damaged or strange file is refused, with where it is wrong and what to do")
{
    const File file;
    file.write("{\"format\": \"bspfft mach");
    CHECK_THROWS_WITH_AS(read_machine(file.path), doctest::Contains("is damaged: it is not JSON"), Error);
    const Json good = json_of(example_machine());
    check_refused(Json::array(), "is not a machine file");
    check_refused({{"n", 4}}, "is not a machine file");
    Json json = good;
    json["version"] = 7;
    check_refused(json, "of version 7, and this bspfft reads version 1");
    json.erase("version");
    check_refused(json, "of version null");
    json = good;
    json.erase("kernels");
    check_refused(json, "kernels");
    json = good;
    json["kernels"][3]["seconds"]["value"] = -1;
    check_refused(json, "is damaged: kernels[3].seconds is not a positive number");
    json = good;
    json["kernels"][0]["work"] = "abacus";
    check_refused(json, "kernels[0].work is a word that is not known");
    json = good;
    json["puts"][2]["bytes"] = 0;
    check_refused(json, "puts[2].bytes is less than 1");
    json = good;
    json["syncs"] = "many";
    check_refused(json, "is damaged");
    json = good;
    json["cpu"] = 7;
    check_refused(json, "is damaged");
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

TEST_CASE("curves are straight between their points")
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
    CHECK(machine.kernel_seconds(Work::rows, 64, 1 << 10, 1) == doctest::Approx(6e-9));
    CHECK(machine.kernel_seconds(Work::rows, 64, 1 << 15, 2) == doctest::Approx(11e-9));
    CHECK(machine.kernel_seconds(Work::rows, 2048, Index{1} << 40, 9) == doctest::Approx(21e-9));
    CHECK(machine.put_seconds(Exchange::put, 4096, 1 << 15, 2) == doctest::Approx(4096e-9));
    CHECK(machine.put_seconds(Exchange::put, 4096, Index{1} << 30, 64) == doctest::Approx(8192e-9));
    CHECK(machine.sync_seconds(1) == doctest::Approx(1e-6));
    CHECK(machine.sync_seconds(2) == doctest::Approx(3e-6));
    CHECK(machine.sync_seconds(8) == doctest::Approx(7e-6));
    CHECK(machine.copy_seconds(1000, 1 << 30, 1) == doctest::Approx(1e-6));
    CHECK(machine.copy_seconds(1000, 1 << 10, 1) == doctest::Approx(1e-7));
    CHECK_THROWS_WITH_AS(Machine().sync_seconds(2), doctest::Contains("says nothing of synchronisations"),
                         Error);
}
