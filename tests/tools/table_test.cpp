// Tables and words as commands print them.
#include <doctest/doctest.h>

#include <cstdio>
#include <functional>

#include "bsp_fft/base/text.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

using namespace bspfft;
using namespace bspfft::tools;

namespace {

std::string printed(const std::function<void(std::FILE*)>& print)
{
    std::FILE* const file = std::tmpfile();
    REQUIRE(file);
    print(file);
    std::rewind(file);
    std::string content;
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) content.push_back(static_cast<char>(c));
    std::fclose(file);
    return content;
}

}  // namespace

TEST_CASE("names stand to the left, numbers to the right, and no line ends in blanks")
{
    const Table table({name_column("name", 6), number_column("count", 7), name_column("", 4)});
    const std::string lines = printed([&](std::FILE* out) {
        table.print_head(out);
        table.print_row({"a", "12", "x"}, out);
        table.print_row({"too long", "3"}, out);
        table.print_row({"b", formatted("%.2f", 0.5), "y", "a remark"}, out);
    });
    CHECK(lines == "  name     count\n"
                   "  a           12 x\n"
                   "  too long       3\n"
                   "  b         0.50 y     a remark\n");
}

TEST_CASE("a table is indented as asked, and a column may have a wider gap")
{
    const Table table({number_column("", 3), {"right", 5, true, 3}}, 4);
    CHECK(printed([&](std::FILE* out) { table.print_row({"1", "x"}, out); }) == "      1   x\n");
}

TEST_CASE("counts are written with the right plural")
{
    CHECK(times(0) == "0 times");
    CHECK(times(1) == "once");
    CHECK(times(2) == "twice");
    CHECK(times(5) == "5 times");
    CHECK(counted(1, "put") == "1 put");
    CHECK(counted(2, "put") == "2 puts");
}
