// Tables and words as commands print them.
#include <doctest/doctest.h>

#include <cstdio>
#include <functional>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
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

void check_refused(const std::string& shape, const char* reason)
{
    CAPTURE(shape);
    try {
        read_shape(shape);
        FAIL("it was read");
    } catch (const Error& error) {
        CHECK(error.status() == Status::invalid_argument);
        CHECK(std::string(error.what()).find(reason) != std::string::npos);
    }
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

TEST_CASE("a table that is not wide leaves columns out, and breaks names that are too long for it")
{
    const std::vector<Table::Column> columns{broken_column("move", 4, 10), wide_column(number_column("a", 3)),
                                             number_column("b", 3)};
    const auto lines = [&](bool wide) {
        return printed([&](std::FILE* out) {
            const Table table(columns, 2, wide);
            table.print_head(out);
            table.print_row({"from 2 x 3 to 1 x 6", "1", "2"}, out);
        });
    };
    CHECK(lines(true) == "  move   a   b\n"
                         "  from 2 x 3\n"
                         "    to 1 x 6   1   2\n");
    CHECK(lines(false) == "  move   b\n"
                          "  from 2 x 3\n"
                          "    to 1 x 6   2\n");
}

TEST_CASE("sentences are broken at blanks, but not inside 2 x 3 or p = 2")
{
    CHECK(wrapped("short", 2) == "  short\n");
    const std::string long_word(90, 'a');
    CHECK(wrapped(long_word + " b", 1) == " " + long_word + "\n b\n");
    for (const std::string end : {"2 x 3", "p = 2"}) {
        const std::string before(77, 'a');
        CHECK(wrapped(before + " " + end, 0) == before + "\n" + end + "\n");
    }
    CHECK(wrapped(std::string(78, 'a') + " b", 0) == std::string(78, 'a') + " b\n");
}

TEST_CASE("numbers that a person reads have three digits and a unit")
{
    CHECK(readable_count(0) == "0");
    CHECK(readable_count(99999) == "99999");
    CHECK(readable_count(131072) == "131 k");
    CHECK(readable_count(999600) == "1 M");
    CHECK(readable_count(16777216) == "16.8 M");
    CHECK(readable_count(Index{1} << 62) == "4.61 E");
    CHECK(readable_bytes(16) == "16 B");
    CHECK(readable_bytes(1288490188.8) == "1.2 GiB");
    CHECK(readable_bytes(1023) == "0.999 KiB");
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

TEST_CASE("a shape is lengths with x between them, and is written as it is read")
{
    CHECK(read_shape("256x256x256") == std::vector<Index>{256, 256, 256});
    CHECK(read_shape("2^20") == std::vector<Index>{1 << 20});
    CHECK(read_shape("10^3x1") == std::vector<Index>{1000, 1});
    CHECK(read_shape("1x1x1x1x1x1x1x2").size() == 8);
    CHECK(read_shape("2^26x2^26").size() == 2);
    CHECK(shape_text({1000, 360}) == "1000x360");
    CHECK(shape_text({7}) == "7");
}

TEST_CASE("a shape that is not possible is refused, with the law that it breaks")
{
    check_refused("", "has nothing for an axis; give numbers");
    check_refused("256x", "shape \"256x\" has nothing for an axis");
    check_refused("12xabc", "has \"abc\" for an axis");
    check_refused("12 x 12", "has \"12 \" for an axis");
    check_refused("+3", "has \"+3\" for an axis");
    check_refused("2^^3", "is not a length");
    check_refused("4x0x4", "has an axis of 0; every axis has at least 1");
    check_refused("4x-3", "has an axis of -3; every axis has at least 1");
    check_refused("1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", "an array of 17 axes; there may be 1 to 16");
    check_refused("2^31x2^32", "the most elements are 2^52, the nearest is 2147483648 x 2097152");
    for (const char* longer : {"2^63", "99999999999999999999"})
        check_refused(longer, "is too large; the most elements are 2^52");
}
