// Files, folders and variables as they should not be: each is a sentence and status 3.
#include <doctest/doctest.h>

#include <map>

#include "tests/tools/sandbox.hpp"

namespace {

// Where a JSON file can be given.
std::map<std::string, Words> readers(const Sandbox& sandbox)
{
    const std::string page = sandbox.folder / "page.html";
    return {{"predict --machine", {"predict", "--n", "64", "--machine"}},
            {"run --machine", {"run", "--n", "64", "--account", "--machine"}},
            {"compare --machine", {"compare", "--to", "2^12", "--procs", "1", "--machine"}},
            {"bench --machine", {"bench", "--from", "64", "--to", "64", "--procs", "1", "--machine"}},
            {"plan --machine", {"plan", "--n", "64", "--measure", "--remember", "--machine"}},
            {"simulate --from-machine", {"simulate", "--n", "64", "--procs", "2", "--from-machine"}},
            {"collectives --machine", {"collectives", "--machine"}},
            {"project --from-machine", {"project", "--from-machine"}},
            {"project --scenario", {"project", "--scenario"}},
            {"project --against", {"project", "--against"}},
            {"report --run", {"report", "--output", page, "--run"}},
            {"report --compare", {"report", "--output", page, "--compare"}}};
}

void check_said(const Outcome& outcome, const std::vector<std::string>& says)
{
    CAPTURE(outcome.errors);
    CHECK(outcome.status == 3);
    CHECK(outcome.errors.starts_with("bspfft: "));
    CHECK(outcome.errors.find('\n') == outcome.errors.size() - 1);
    for (const std::string& part : says) {
        CAPTURE(part);
        CHECK(outcome.errors.find(part) != std::string::npos);
    }
}

std::string with_zeros(std::string content)
{
    content[content.size() / 2] = '\0';
    return content;
}

}  // namespace

TEST_CASE("a file that is not what it should be is named, whichever option names it")
{
    const Sandbox sandbox;
    const std::string good = example_machine_file(), file = sandbox.folder / "given.json";
    const std::map<std::string, std::string> contents{
        {"nothing", ""},
        {"blanks", " \n"},
        {"half of it", good.substr(0, good.size() / 2)},
        {"a zero byte", with_zeros(good)},
        {"bytes that are no UTF-8", "{\"format\": \"\xff\xfe\"}"},
        {"a list", "[1, 2, 3]"},
        {"a number", "1e999"},
        {"null", "null"},
        {"an object without anything", "{}"},
        {"numbers as text",
         R"({"format": "bspfft machine", "version": "x", "supersteps": 1, "seconds": 2, "cost": 3, "grid": 4,)"
         R"( "largest_discrepancy": 5, "peak": "6", "name": 7})"},
        {"another version", R"({"format": "bspfft machine", "version": 999})"},
        {"huge numbers", R"({"format": "bspfft machine", "version": 1e300, "peak": 1e308, "processors": -1e308})"}};
    for (const auto& reader : readers(sandbox)) {
        for (const auto& content : contents) {
            CAPTURE(reader.first);
            CAPTURE(content.first);
            write(file, content.second);
            Words words = reader.second;
            words.push_back(file);
            check_said(sandbox(words), {"given.json"});
        }
    }
}

TEST_CASE("a folder, and a name that is too long, are no files")
{
    const Sandbox sandbox;
    fs::create_directory(sandbox.folder / "inner");
    const std::string inner = sandbox.folder / "inner", deep = sandbox.folder / std::string(300, 'x').c_str();
    for (const auto& reader : readers(sandbox)) {
        CAPTURE(reader.first);
        for (const std::string& name : {inner, deep, deep + std::string(5000, '/') + "y"}) {
            Words words = reader.second;
            words.push_back(name);
            check_said(sandbox(words), {name});
        }
    }
}

TEST_CASE("a cache folder whose name is too long is said, and a run goes on without predictions")
{
    const Folder folder;
    const std::string path = "/" + std::string(5000, 'a');
    for (const Words& environment : {Words{"XDG_CACHE_HOME=" + path}, Words{"-u", "XDG_CACHE_HOME", "HOME=" + path}}) {
        for (const Words& words : {Words{"predict", "--n", "64"}, Words{"probe", "--seconds", "0.01"},
                                   Words{"compare", "--to", "2^12"}, Words{"project", "--from-machine", "default"}})
            check_said(run_bspfft(words, environment), {"File name too long"});
        const Outcome outcome = run_bspfft({"run", "--n", "64", "--account"}, environment);
        CAPTURE(outcome.errors);
        CHECK(outcome.status == 0);
        CHECK(outcome.output.find("no prediction") != std::string::npos);
    }
}

TEST_CASE("a folder for temporary files that is not there is said" * doctest::skip(!has_gnuplot()))
{
    const Folder folder;
    check_said(run_bspfft({"project", "--plot", folder / "x.svg"}, {"TMPDIR=/no/such/folder"}), {"TMPDIR"});
    CHECK(folder.empty());
}

TEST_CASE("names that are not UTF-8 are files' names too, and messages and JSON stay text")
{
    const Sandbox sandbox;
    const std::string name = sandbox.folder / "\xff\xfe.json";
    check_refused({"project", "--scenario", "\xff\xfe"}, 2, {"no scenario \"??\""});
    write(name, R"({"peak": 1, "processor": {"peak": 1, "memory_bandwidth": 1, "fast_memory": 64},)"
                R"( "link_bandwidth": 1})");
    CHECK(sandbox.json({"project", "--scenario", name})["scenario"].is_string());
    CHECK(sandbox.json({"project", "--scenario", name, "--against", name}).is_object());
    fs::copy(sandbox.machine(), name, fs::copy_options::overwrite_existing);
    CHECK(sandbox.json({"predict", "--n", "64", "--machine", name})["machine"]["file"].is_string());
}

TEST_CASE("a message is one line, whatever the names in it")
{
    check_refused({"run", "--input", "a\nb\033[2J.npy"}, 3, {"cannot read a b [2J.npy"});
}
