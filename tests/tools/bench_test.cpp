// bspfft bench as people use it, rightly and wrongly.
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "bsp_fft/base/json.hpp"
#include "tests/tools/executable.hpp"

using bspfft::Json;

namespace {

using CsvRow = std::map<std::string, std::string>;

// The values of a row, {"seconds": {"min": 1}} as seconds_min.
std::map<std::string, Json> columns_of(const Json& row)
{
    std::map<std::string, Json> columns;
    for (const auto& [key, value] : row.items()) {
        if (!value.is_object()) {
            columns[key] = value;
            continue;
        }
        for (const auto& [inner, content] : columns_of(value)) columns[key + "_" + inner] = content;
    }
    return columns;
}

// Cells of one line; text stands in quotes, and has none inside here.
Words cells(const std::string& line)
{
    Words result{""};
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            result.emplace_back();
        } else {
            result.back().push_back(c);
        }
    }
    return result;
}

std::vector<CsvRow> parse_csv(const std::string& content)
{
    std::istringstream lines(content);
    std::string line;
    REQUIRE(static_cast<bool>(std::getline(lines, line)));
    const Words names = cells(line);
    std::vector<CsvRow> rows;
    while (std::getline(lines, line)) {
        const Words values = cells(line);
        REQUIRE(values.size() == names.size());
        CsvRow row;
        for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = values[i];
        rows.push_back(row);
    }
    return rows;
}

// On two processes, however many cores there are.
Words small_bench(const Words& more)
{
    Words words{"bench", "--procs", "2", "--oversubscribe", "--rounds", "1"};
    words.insert(words.end(), more.begin(), more.end());
    std::string all;
    for (const std::string& word : more) all += word + " ";
    const bool has_fftw = all.find("--contestants") == std::string::npos || all.find("fftw") != std::string::npos;
    if (has_fftw && all.find("estimate") == std::string::npos) words.insert(words.end(), {"--fftw-seconds", "1"});
    return words;
}

void check_row(const Json& row)
{
    CAPTURE(row.dump());
    CHECK(row["seconds"]["min"] > 0);
    CHECK(row["seconds"]["median"] >= row["seconds"]["min"]);
    CHECK(row["seconds"]["max"] >= row["seconds"]["median"]);
    const double n = row["n"], batch = row["batch"];
    const std::map<std::string, double> flops{{"complex", 5}, {"real", 2.5}, {"complex convolution", 10},
                                              {"real convolution", 5}, {"poisson", 5}, {"dct-2", 2.5}, {"dst-3", 2.5}};
    const double seconds = row["seconds"]["min"];
    CHECK(row["gflops"].get<double>() ==
          doctest::Approx(flops.at(row["task"]) * n * std::log2(n) * batch / seconds / 1e9));
    for (const char* key : {"date", "cpu", "cores", "system", "huge_pages", "bspfft", "simd", "runtime",
                            "compiler", "flags", "fftw", "fftw_flags", "mpi"})
        CHECK(row[key].is_string());
    for (const char* key : {"memory_floor_seconds", "percent_of_floor", "huge_page_share"})
        CHECK((row[key].is_null() || row[key] > 0));
    if (row["percent_of_floor"].is_number()) {
        const double floor = row["memory_floor_seconds"];
        CHECK(row["percent_of_floor"].get<double>() == doctest::Approx(100 * floor / seconds));
    }
    CHECK(row["seconds"]["repeats"] >= 3);
    if (row["name"] == "floor") {
        CHECK(row["planning"]["seconds"].is_null());
        CHECK(row["error"].is_null());
        CHECK(row["this_over_floor"] == 1);
    } else {
        CHECK(row["planning"]["seconds"] > 0);
        CHECK(row["error"] < 1e-14);
    }
}

}  // namespace

TEST_CASE("bench measures every length on one process and on all, beside FFTW and the floor")
{
    const Outcome outcome = run_bspfft(small_bench({"--from", "2^8", "--to", "2^11", "--json", "-"}));
    REQUIRE(outcome.status == 0);
    const Json json = Json::parse(outcome.output);
    std::set<std::string> names;
    std::set<std::int64_t> lengths;
    int on_one = 0, on_two = 0;
    for (const Json& row : json["rows"]) {
        check_row(row);
        names.insert(row["name"]);
        lengths.insert(row["n"].get<std::int64_t>());
        ++(row["p"] == 1 ? on_one : on_two);
    }
    CHECK(lengths == std::set<std::int64_t>{256, 1024, 2048});  // in steps of 4, and the last
    for (const char* name : {"fast", "textbook", "floor"}) CHECK(names.count(name) == 1);
    // FFTW-MPI is measured on several processes only.
    CHECK(on_two == 3 * static_cast<int>(names.size()));
    CHECK(on_one == on_two - 3 * static_cast<int>(names.count("fftw-mpi")));

    REQUIRE(json["ratios"].size() == 3);
    for (const Json& ratio : json["ratios"]) {
        CHECK(ratio["p"] == 2);
        CHECK(ratio["fast_over_floor"] > 0);
        CHECK(ratio["percent_of_floor"] > 0);
        CHECK(ratio["speed_up"] > 0);
        CHECK(ratio["planning_over_fast"] >= 0);
        CHECK(ratio["float_over_double"].is_null());    // only double was measured
        CHECK(ratio["rate_over_reference"].is_null());  // and not 2^24
    }
}

TEST_CASE("bench measures one call beside the plan in a section")
{
    for (const Words& of : {Words{"--shape", "2^14,20x30x12"}, Words{"--shape", "2^13", "--real"},
                            Words{"--shape", "64", "--batch", "300", "--precision", "float"}}) {
        Words words{"--contestants", "fast,call", "--json", "-"};
        words.insert(words.end(), of.begin(), of.end());
        const Outcome outcome = run_bspfft(small_bench(words));
        CAPTURE(outcome.errors);
        REQUIRE(outcome.status == 0);
        const Json json = Json::parse(outcome.output);
        int calls = 0;
        for (const Json& row : json["rows"]) {
            if (row["name"] != "call") continue;
            ++calls;
            CHECK(row["error"] < (row["precision"] == "float" ? 1e-6 : 1e-14));
            CHECK(row["seconds"]["min"] > 0);
        }
        CHECK(calls == 2 * static_cast<int>(json["ratios"].size()));  // on one process and on two
        for (const Json& ratio : json["ratios"]) CHECK(ratio["fast_over_call"] > 0);
    }
}

TEST_CASE("bench measures arrays of any shape, and many of one")
{
    const Outcome outcome = run_bspfft(small_bench({"--shape", "8x6x10", "--shape", "64,60", "--batch", "1,100,1",
                                                    "--fftw-planner", "estimate", "--json", "-"}));
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    const Json json = Json::parse(outcome.output);
    std::map<std::string, std::set<std::string>> names;  // by shape
    for (const Json& row : json["rows"]) {
        check_row(row);
        names[row["shape"]].insert(row["name"]);
        if (row["name"] == "fftw") CHECK(row["way"].get<std::string>().find("FFTW_ESTIMATE") != std::string::npos);
    }
    REQUIRE(names.size() == 3);
    for (const char* shape : {"8x6x10", "100 of 64", "60"}) {
        CAPTURE(shape);
        CHECK(names[shape].count("fast") == 1);
        CHECK(names[shape].count("floor") == 1);
        CHECK(names[shape].count("textbook") == 0);  // powers of two in one axis
    }
    CHECK(names["100 of 64"].count("fftw-mpi") == 0);  // it has interleaved arrays only
    REQUIRE(json["ratios"].size() == 3);
    CHECK(json["ratios"][1]["shape"] == "100 of 64");
    CHECK(json["ratios"][1]["n"] == 64);
    CHECK(json["ratios"][1]["batch"] == 100);
}

TEST_CASE("other algorithms and kernels of ours take part when they are asked for, where they can")
{
    const Outcome outcome = run_bspfft(
        small_bench({"--shape", "16x16,64,2x2x2", "--contestants", "pencils,textbook,radix2", "--json", "-"}));
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    std::map<std::string, std::map<std::string, std::string>> ways;  // by shape and name
    const Json json = Json::parse(outcome.output);
    for (const Json& row : json["rows"]) {
        check_row(row);
        ways[row["shape"]][row["name"]] = row["way"];
    }
    CHECK(ways["16x16"].size() == 1);
    CHECK(ways["16x16"]["pencils"] == "pencils, simd");
    CHECK(ways["2x2x2"].count("pencils") == 1);
    CHECK(ways["2^6"].size() == 2);
    CHECK(ways["2^6"]["radix2"] == "radix2");
    CHECK(ways["2^6"].count("textbook") == 1);
}

namespace {

// The names of the contestants of a small bench, by shape.
std::map<std::string, std::set<std::string>> names_in(const Words& words, const std::string& task)
{
    const Outcome outcome = run_bspfft(small_bench(words));
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    const Json json = Json::parse(outcome.output);
    std::map<std::string, std::set<std::string>> names;
    for (const Json& row : json["rows"]) {
        check_row(row);
        CHECK(row["task"] == task);
        names[row["shape"]].insert(row["name"]);
    }
    for (const Json& ratios : json["ratios"]) {
        const std::set<std::string>& there = names[ratios["shape"]];
        CHECK(ratios["task"] == task);
        CHECK(ratios["complex_over_fast"].is_number() == (there.count("complex") == 1));
        CHECK(ratios["separate_over_fast"].is_number() == (there.count("separate") == 1));
    }
    return names;
}

}  // namespace

TEST_CASE("real transforms are measured beside complex ones of the same shape")
{
    auto names = names_in({"--real", "--shape", "2^8,101,8x6x9", "--json", "-"}, "real");
    REQUIRE(names.size() == 3);
    for (const auto& each : names) {
        const std::string& shape = each.first;
        const auto& there = each.second;
        CAPTURE(shape);
        for (const char* name : {"fast", "complex", "floor"}) CHECK(there.count(name) == 1);
        for (const char* name : {"separate", "textbook"}) CHECK(there.count(name) == 0);
    }
    CHECK(names["2^8"].count("fftw-mpi") == 0);  // it has no transforms of real vectors
    names = names_in({"--real", "--shape", "6x10", "--batch", "3", "--json", "-"}, "real");
    CHECK(names["3 of 6x10"].count("complex") == 1);
}

TEST_CASE("convolutions as one plan are measured beside two transforms and a loop")
{
    auto names = names_in({"--convolve", "--shape", "2^9,30,5x7", "--json", "-"}, "complex convolution");
    REQUIRE(names.size() == 3);
    for (const auto& each : names) {
        const std::string& shape = each.first;
        const auto& there = each.second;
        CAPTURE(shape);
        for (const char* name : {"fast", "separate", "floor"}) CHECK(there.count(name) == 1);
        for (const char* name : {"complex", "textbook", "fftw-mpi"}) CHECK(there.count(name) == 0);
    }
    names = names_in({"--convolve", "--real", "--shape", "2^9,8x6x9", "--json", "-"}, "real convolution");
    CHECK(names["8x6x9"].count("complex") == 1);
    names = names_in({"--poisson", "--shape", "16x16x16", "--json", "-"}, "poisson");
    CHECK(names["16x16x16"].count("separate") == 1);
}

TEST_CASE("cosine and sine transforms are measured")
{
    for (const auto& [option, type] : {std::pair{"--dct", "2"}, {"--dst", "3"}}) {
        auto names = names_in({option, type, "--shape", "2^8,30,6x9", "--json", "-"},
                              std::string(option).substr(2) + "-" + type);
        REQUIRE(names.size() == 3);
        for (const auto& each : names) {
            const std::string& shape = each.first;
            const auto& there = each.second;
            CAPTURE(shape);
            for (const char* name : {"fast", "floor"}) CHECK(there.count(name) == 1);
            for (const char* name : {"complex", "separate", "fftw-mpi"}) CHECK(there.count(name) == 0);
        }
    }
}

TEST_CASE("people see what is measured")
{
    const Outcome outcome =
        run_bspfft(small_bench({"--poisson", "--shape", "8x8", "--contestants", "fast,separate,floor"}));
    REQUIRE(outcome.status == 0);
    for (const char* word : {"task: Poisson's equation", "floor: three sweeps", "8x8   double p = 2   separate",
                             "separate/fast"}) {
        CAPTURE(word);
        CHECK(outcome.output.find(word) != std::string::npos);
    }
}

TEST_CASE("people see shapes in a column that is as wide as they are")
{
    const Outcome outcome = run_bspfft(
        small_bench({"--shape", "12x10x8", "--shape", "16", "--contestants", "fftw,floor,heffte", "--batch", "3"}));
    REQUIRE(outcome.status == 0);
    CHECK(outcome.output.find("3 of 12x10x8 double p = 1   floor") != std::string::npos);
    CHECK(outcome.output.find("3 of 16      double p = 2   floor") != std::string::npos);
}

TEST_CASE("lengths that are no powers of two are measured")
{
    for (const auto& [set, length] : {std::pair{"smooth", "3^15"}, {"prime", "1000003"}}) {
        const Outcome outcome = run_bspfft({"bench", "--lengths", set, "--contestants", "floor", "--procs", "1",
                                            "--rounds", "1"});
        CHECK(outcome.status == 0);
        CHECK(outcome.output.find(length) != std::string::npos);
        CHECK(outcome.output.find("2^26") == std::string::npos);
    }
    const Outcome all = run_bspfft({"bench", "--lengths", "all", "--contestants", "floor", "--procs", "1", "--rounds",
                                    "1", "--to", "2^10", "--json", "-"});
    REQUIRE(all.status == 0);
    CHECK(Json::parse(all.output)["rows"].size() == 2 + 6 + 2);
}

TEST_CASE("CSV and JSON hold the same rows, and every number is finite")
{
    const Folder folder;
    const Outcome outcome = run_bspfft(
        small_bench({"--from", "2^6", "--to", "2^8", "--precision", "both", "--contestants",
                     "fast,textbook,floor", "--csv", folder / "rows.csv", "--json", folder / "rows.json"}));
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    const auto csv = parse_csv(content_of(folder / "rows.csv"));
    const Json json = Json::parse(content_of(folder / "rows.json"))["rows"];
    REQUIRE(csv.size() == 2 * 2 * 2 * 3);  // lengths, processes, precisions, contestants
    REQUIRE(json.size() == csv.size());
    for (std::size_t i = 0; i < csv.size(); ++i) {
        std::size_t columns = 0;
        for (const auto& column : columns_of(json[i])) {
            const auto& name = column.first;
            const auto& value = column.second;
            CAPTURE(name);
            REQUIRE(csv[i].count(name) == 1);
            ++columns;
            const std::string& cell = csv[i].at(name);
            if (value.is_number()) {
                CHECK(std::isfinite(std::stod(cell)));
                CHECK(std::stod(cell) == value.get<double>());
            } else if (value.is_null()) {
                CHECK(cell == "");
            } else {
                CHECK(cell == value.get<std::string>());
            }
        }
        CHECK(columns == csv[i].size());
    }
}

TEST_CASE("people see a table, then the ratios")
{
    const Outcome outcome = run_bspfft(
        small_bench({"--from", "2^8", "--to", "2^8", "--precision", "both", "--contestants", "fast,floor"}));
    REQUIRE(outcome.status == 0);
    CHECK(outcome.output.find("planning  ") == std::string::npos);  // which --wide has
    for (const char* word : {"minimum", "spread", "Gflop/s",
                             "2^8   double p = 1   fast", "2^8   float  p = 2   floor",
                             "ratios of minimum times", "fast/floor", "speed-up", "float/double"}) {
        CAPTURE(word);
        CHECK(outcome.output.find(word) != std::string::npos);
    }
    CHECK(outcome.output.find("FFTW/fast") == std::string::npos);  // it was not asked for
}

TEST_CASE("the planning of a long transform is measured, apart from the zeroing of its memory")
{
    const Outcome outcome = run_bspfft({"bench", "--from", "2^22", "--to", "2^22", "--procs", "1", "--rounds",
                                    "1", "--contestants", "fast", "--json", "-"});
    REQUIRE(outcome.status == 0);
    const Json json = Json::parse(outcome.output);
    REQUIRE(json["rows"].size() == 1);
    CHECK(json["rows"][0]["planning"]["seconds"] > 0);
    CHECK(json["rows"][0]["planning"]["zeroing"] > 0);
    CHECK(json["ratios"][0]["planning_over_fast"].is_number());
}

TEST_CASE("large arrays tell which pages they have got")
{
    const Outcome outcome = run_bspfft(small_bench({"--from", "2^19", "--to", "2^19", "--contestants", "fast",
                                                    "--json", "-"}));
    REQUIRE(outcome.status == 0);
    const Json rows = Json::parse(outcome.output)["rows"];
    CHECK(rows.size() == 2);
    for (const Json& row : rows) {
        REQUIRE(row["huge_page_share"].is_number());
        CHECK(row["huge_page_share"] >= 0);
        CHECK(row["huge_page_share"] <= 1);
    }
    const Outcome ran = run_bspfft({"run", "--n", "2^19", "--procs", "1", "--account", "--repeat", "1"});
    CHECK(ran.output.find(" MiB of large arrays, ") != std::string::npos);
    CHECK(ran.output.find("% on huge pages\n") != std::string::npos);
    const Json json = Json::parse(
        run_bspfft({"run", "--n", "2^19", "--procs", "1", "--account", "--repeat", "1", "--json", "-"}).output);
    CHECK(json["pages"]["resident_bytes"] >= 8 << 20);
    CHECK(json["pages"]["huge_bytes"] <= json["pages"]["resident_bytes"]);
}

TEST_CASE("a picture is drawn by gnuplot" * doctest::skip(!has_gnuplot()))
{
    const Folder folder;
    const Outcome outcome =
        run_bspfft(small_bench({"--from", "2^6", "--to", "2^8", "--precision", "both", "--contestants",
                            "fast,textbook,floor", "--plot", folder / "rates.svg"}));
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    CHECK(outcome.errors == "");
    const std::string svg = content_of(folder / "rates.svg");
    CHECK(svg.find("</svg>") != std::string::npos);
    CHECK(svg.find("prefers-color-scheme: dark") != std::string::npos);
    for (const char* line : {"fast, p = 1", "fast, p = 2", "textbook, p = 2", "floor, p = 1"}) {
        CAPTURE(line);
        CHECK(svg.find(line) != std::string::npos);
    }
}

TEST_CASE("without gnuplot a picture is refused before anything is measured, and nothing is left")
{
    const Folder folder;
    const Outcome outcome = run_bspfft(small_bench({"--plot", folder / "rates.svg"}), {"PATH=/nowhere"});
    CHECK(outcome.status == 3);
    CHECK(outcome.output == "");
    CHECK(outcome.errors.find("gnuplot") != std::string::npos);
    CHECK(outcome.errors.find('\n') == outcome.errors.size() - 1);  // one sentence
    CHECK(folder.empty());
}

TEST_CASE("where FFTW-MPI and heFFTe are not, bench says so once and measures the others")
{
    const Outcome outcome = run_bspfft(
        small_bench({"--from", "2^6", "--to", "2^8", "--contestants", "fast,fftw-mpi,heffte"}), {"PATH=/nowhere"});
    CHECK(outcome.status == 0);
    for (const char* message : {"FFTW-MPI: not found", "heFFTe: not found"}) {
        const std::size_t at = outcome.output.find(message);
        CHECK(at != std::string::npos);
        CHECK(outcome.output.find(message, at + 1) == std::string::npos);
    }
    CHECK(outcome.output.find("2^8   double p = 2   fast") != std::string::npos);
}

TEST_CASE("a bench that is not possible is refused with one sentence, before anything is measured")
{
    const Folder folder;
    check_refused({"bench", "--from", "100"}, 2, {"n = 100 is not a power of two", "64 and 128"});
    check_refused({"bench", "--from", "2^10", "--to", "2^8"}, 2, {"--from 2^10", "--to 2^8"});
    check_refused({"bench", "--shape", "8x0"}, 2, {"shape \"8x0\" has an axis of 0", "at least 1"});
    check_refused({"bench", "--shape", "8,8xabc"}, 2, {"\"abc\"", "256x256x256"});
    check_refused({"bench", "--shape", "2^31x2^32"}, 2, {"2147483648 x 4294967296", "the most elements are 2^52"});
    check_refused({"bench", "--shape", "2^40x2^20"}, 2, {"1099511627776 x 1048576", "the most elements are 2^52"});
    check_refused({"bench", "--shape", "2^40", "--batch", "2^20"}, 2,
                  {"a batch of 1048576", "the largest batch is 4096"});
    check_refused({"bench", "--shape", "2^40", "--batch", "2^x"}, 2, {"--batch 2^x", "whole number"});
    check_refused({"bench", "--shape", "2^40", "--batch", "99999"}, 2, {"a batch of 99999", "2^52"});
    check_refused({"bench", "--shape", "8", "--batch", "0"}, 2, {"--batch 0", "take 1 or more"});
    check_refused({"bench", "--shape", "8", "--batch", "1,2"}, 2, {"2 counts for 1 shape;", "one for each"});
    check_refused({"bench", "--batch", "2"}, 2, {"--batch is of a shape", "--shape 64"});
    check_refused({"bench", "--shape", "8", "--lengths", "prime"}, 2, {"--shape", "--lengths"});
    check_refused({"bench", "--convolve", "--poisson"}, 2, {"--convolve and --poisson", "one after the other"});
    check_refused({"bench", "--convolve", "--shape", "8", "--batch", "3"}, 2, {"--batch 3", "--convolve"});
    check_refused({"bench", "--poisson", "--shape", "8", "--batch", "3"}, 2, {"--batch 3", "--poisson"});
    check_refused({"bench", "--dct", "5"}, 2, {"--dct 5", "1, 2, 3, 4"});
    check_refused({"bench", "--dst", "-1"}, 2, {"--dst -1", "1, 2, 3, 4"});
    check_refused({"bench", "--dct", "2", "--convolve"}, 2, {"--convolve and --dct", "one after the other"});
    check_refused({"bench", "--dct", "2", "--shape", "8", "--batch", "3"}, 2, {"--batch 3", "--dct"});
    check_refused({"bench", "--lengths", "odd"}, 2, {"odd", "smooth"});
    check_refused({"bench", "--fftw-planner", "guess"}, 2, {"guess", "estimate"});
    check_refused({"bench", "--shape", "2^20x2^20", "--contestants", "floor", "--json", "-"}, 3,
                  {"1048576x1048576 needs", "available", "smaller shape"});
    check_refused({"bench", "--machine", "/no/such/file"}, 3, {"there is no machine file /no/such/file"});
    check_refused({"bench", "--precision", "half"}, 2, {"half", "--precision"});
    check_refused({"bench", "--step", "3"}, 2, {"--step 3", "power of two"});
    check_refused({"bench", "--step", "1"}, 2, {"--step 1", "take 2 or 4"});
    check_refused({"bench", "--rounds", "0"}, 2, {"--rounds"});
    check_refused({"bench", "--contestants", "fast,abacus"}, 2, {"abacus"});
    check_refused({"bench", "--contestants", "fast,compute"}, 2, {"compute"});
    check_refused({"bench", "--parts"}, 2, {"--parts"});
    check_refused({"bench", "--procs", "65536"}, 2, {"p = 65536", "--oversubscribe"});
    check_refused({"bench", "--csv", "-", "--json", "-"}, 2, {"standard output"});
    for (const char* output : {"--csv", "--json", "--plot"}) {
        check_refused({"bench", output, folder / "no/such/folder/file"}, 3,
                      {"no/such/folder", "No such file or directory"});
        check_refused({"bench", output, "/dev/null"}, 3, {"/dev/null", "regular file"});
    }
    check_refused({"bench", "--from", "2^50", "--to", "2^50", "--contestants", "floor", "--csv",
                   folder / "rows.csv", "--json", "-"},
                  3, {"n = 1125899906842624 needs", "available"});
    check_refused({"bench", "--from", "2^60", "--to", "2^60"}, 2, {"too large", "2^52"});
}
