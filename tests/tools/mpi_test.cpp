// bspfft-mpi: the same answers, files and counts as on threads, under mpirun; and what happens when a process dies.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/command.hpp"

namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

struct Scratch {
    Scratch()
    {
        char name[] = "/tmp/bspfft-mpi.XXXXXX";
        folder = ::mkdtemp(name);
    }
    ~Scratch() { std::filesystem::remove_all(folder); }
    std::string file(const std::string& name) const { return folder + "/" + name; }
    std::size_t files() const
    {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
    }
    std::string folder;
};

std::string content(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Words joined(Words first, const Words& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Outcome on_mpi(int p, const Words& words, const Words& options = {})
{
    const Words start = joined({MPIRUN, "-n", std::to_string(p)}, options);
    return run(joined(joined(start, {BSPFFT_MPI}), words), std::chrono::seconds(60));
}

Outcome on_threads(int p, const Words& words)
{
    return run(joined(joined({BSPFFT}, words), {"--procs", std::to_string(p), "--oversubscribe"}),
               std::chrono::seconds(60));
}

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

// The counts, which do not depend on the runtime.
Json counts(const Json& report)
{
    return {report.at("supersteps"), report.at("synchronisations"), report.at("cut"), report.at("algorithm")};
}

}  // namespace

TEST_CASE("each process reads and writes its part: the file is the one that threads write, to the byte")
{
    const Scratch scratch;
    for (const char* ending : {".npy", ".txt", ".raw"}) {
        const std::string x = scratch.file(std::string("x") + ending);
        const Words as_raw = std::string(ending) == ".raw" ? Words{"--dtype", "complex128"} : Words{};
        CHECK(on_threads(1, {"run", "--n", "2^12", "--signal", "chirp", "--repeat", "1", "--output", x}).status == 0);
        for (const int p : {1, 2, 4, 8}) {
            CAPTURE(p);
            const std::string there = scratch.file(std::string("there") + ending);
            const std::string here = scratch.file(std::string("here") + ending);
            const Words words = joined({"run", "--input", x, "--repeat", "1"}, as_raw);
            CHECK(on_threads(p, joined(words, {"--output", there})).status == 0);
            const Outcome outcome = on_mpi(p, joined(words, {"--output", here}));
            CAPTURE(outcome.errors);
            CHECK(outcome.status == 0);
            CHECK(content(here).size() > 0);
            CHECK(content(here) == content(there));
        }
    }
}

TEST_CASE("only process 0 prints, and its counts are those of threads")
{
    for (const int p : {1, 2, 4}) {
        const Outcome table = on_mpi(p, {"run", "--n", "2^14", "--verify", "--repeat", "2"});
        CHECK(table.status == 0);
        CHECK(count(table.output, "n = 16384") == 1);
        CHECK(count(table.output, "right") == 1);
        CHECK(table.output.find("on the mpi runtime") != std::string::npos);
        const Json here = Json::parse(on_mpi(p, {"run", "--n", "2^14", "--json", "-"}).output);
        const Json there = Json::parse(on_threads(p, {"run", "--n", "2^14", "--json", "-"}).output);
        CHECK(here.at("p") == p);
        CHECK(counts(here) == counts(there));
    }
}

TEST_CASE("both algorithms, exchanges and precisions are certified")
{
    for (const char* algorithm : {"fast", "textbook"}) {
        for (const char* exchange : {"put", "hpput"}) {
            for (const char* precision : {"float", "double"}) {
                const Outcome outcome = on_mpi(4, {"check", "--n", "2^12", "--algorithm", algorithm, "--exchange",
                                                   exchange, "--precision", precision});
                CAPTURE(outcome.output);
                CHECK(outcome.status == 0);
            }
        }
    }
    CHECK(on_mpi(8, {"check", "--n", "2^5"}).status == 0);  // p > sqrt(n)
}

#ifdef OPEN_MPI
TEST_CASE("through real sockets results and counts are the same")
{
    const Scratch scratch;
    const Words words{"run", "--n", "2^16", "--repeat", "1", "--json", "-"};
    const Words sockets{"--mca", "pml", "ob1", "--mca", "btl", "self,tcp"};
    const Outcome by_memory = on_mpi(4, joined(words, {"--output", scratch.file("a.npy")}));
    const Outcome by_sockets = on_mpi(4, joined(words, {"--output", scratch.file("b.npy")}), sockets);
    CAPTURE(by_sockets.errors);
    REQUIRE(by_memory.status == 0);
    REQUIRE(by_sockets.status == 0);
    CHECK(counts(Json::parse(by_memory.output)) == counts(Json::parse(by_sockets.output)));
    CHECK(content(scratch.file("a.npy")) == content(scratch.file("b.npy")));
    CHECK(content(scratch.file("a.npy")).size() > 16 << 16);
}
#endif

TEST_CASE("what cannot be is refused once, with the status that threads give")
{
    const Scratch scratch;
    struct Refusal {
        int p;
        Words words;
        int status;
        const char* says;
    };
    const std::vector<Refusal> refusals{
        {3, {"run", "--n", "2^10"}, 2, "p = 3 is not a power of two"},
        {4, {"run", "--n", "2^10", "--procs", "2"}, 2, "started as 4 processes; start it as 2"},
        {2, {"run", "--n", "1000"}, 2, "1000"},
        {2, {"run", "--nonsense"}, 2, "nonsense"},
        {2, {"bench"}, 2, "without mpirun"},
        {2, {"run", "--input", scratch.file("none.npy")}, 3, "none.npy"},
        {2, {"run", "--n", "2^10", "--output", scratch.folder + "/no/folder.npy"}, 3, "folder.npy"},
    };
    for (const Refusal& refusal : refusals) {
        const Outcome outcome = on_mpi(refusal.p, refusal.words);
        CAPTURE(outcome.errors);
        CHECK(outcome.status == refusal.status);
        CHECK(count(outcome.errors, "bspfft: ") == 1);
        CHECK(outcome.errors.find(refusal.says) != std::string::npos);
    }
    CHECK(scratch.files() == 0);
}

TEST_CASE("when a process dies all end within 10 s, and no output file is left")
{
    for (const int victim : {1, 2, 3}) {  // the first is process 0
        CAPTURE(victim);
        const Scratch scratch;
        const std::string command =
            std::string(MPIRUN) + " -n 4 " + BSPFFT_MPI + " run --n 2^20 --repeat 1000000 --output " +
            scratch.file("y.npy") + " & m=$!; sleep 2; kill -9 $(cut -d ' ' -f " + std::to_string(victim) +
            " /proc/$m/task/$m/children) || exit 77; wait $m";
        const auto start = std::chrono::steady_clock::now();
        const Outcome outcome = run({"sh", "-c", command}, std::chrono::seconds(30));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        CHECK_FALSE(outcome.timed_out);
        CHECK(outcome.status != 0);
        CHECK(outcome.status != 77);
        CHECK(took.count() < 12);
        CHECK(scratch.files() == 0);
    }
}
