// Numbers are read and written in the same way whatever the locale of the program that embeds the library.
#include <doctest/doctest.h>

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <locale>
#include <sstream>

#include "bsp_fft/base/json.hpp"
#include "bsp_fft/base/memory.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/machine_json.hpp"
#include "tests/base/german.hpp"
#include "tests/machine/example.hpp"
#include "tools/files/data_file.hpp"
#include "tools/files/output_file.hpp"

using namespace bspfft;

namespace {

class Folder {
public:
    Folder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "bspfft-locale-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string operator/(const char* name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

void check_numbers()
{
    CHECK(text(1.5e-6) == "1.5e-06");
    CHECK(text(0.5, " of ", 1234567) == "0.5 of 1234567");
    CHECK(text(1234567.0) == "1.23457e+06");
    const Json json = Json::parse(R"({"x": 1.5e-6, "n": 1234567})");
    CHECK(json["x"].get<double>() == 1.5e-6);
    CHECK(json.dump() == R"({"x":1.5e-06,"n":1234567})");
    const std::string_view smaps("Rss: 1234567 kB\nAnonHugePages: 2048 kB\nVmFlags: rd hg\n");
    CHECK(page_use_in(smaps).resident == Index{1234567} * 1024);
}

void check_files(const Folder& folder)
{
    Machine machine = example_machine();
    machine.alpha = {1.5e-6, 1.25e-6, 1.75e-6};
    write_machine(folder / "machine.json", machine);
    CHECK(read_machine(folder / "machine.json").alpha.value == 1.5e-6);
    std::ofstream(folder / "x.txt") << "1.5 -2.25\n1e-3\n";
    const tools::DataFile file = tools::inspect(folder / "x.txt", {});
    std::complex<double> x[2];
    REQUIRE(file.n == 2);
    tools::read_block(file, 0, 2, x);
    CHECK(x[0] == std::complex(1.5, -2.25));
    CHECK(x[1] == std::complex(1e-3, 0.0));
    tools::OutputFile output(folder / "y.txt", tools::FileFormat::text, tools::ElementType::complex128, Index{2});
    output.write_block(0, 2, x);
    output.commit();
    tools::read_block(tools::inspect(folder / "y.txt", {}), 0, 2, x);
    CHECK(x[0] == std::complex(1.5, -2.25));
}

struct GermanNumbers : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

}  // namespace

TEST_CASE("in a C++ program with another global locale")
{
    const Folder folder;
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new GermanNumbers));
    std::ostringstream shown;
    shown << 1234.5;
    CHECK(shown.str() == "1.234,5");  // it has an effect
    check_numbers();
    check_files(folder);
    std::locale::global(before);
}

TEST_CASE("in a C program with another locale")
{
    const Folder folder;
    const GermanLocale german;
    if (!german.is_there()) {
        MESSAGE(GermanLocale::missing);
        return;
    }
    char shown[32];
    std::snprintf(shown, sizeof shown, "%g", 1.5);
    CHECK(std::string(shown) == "1,5");  // it has an effect
    check_numbers();
    check_files(folder);
}
