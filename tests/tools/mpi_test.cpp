// bspfft-mpi: the same answers, files and counts as on threads, under mpirun; and what happens when a process dies.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>


#include "bsp_fft/base/json.hpp"
#include "tests/command.hpp"

using bspfft::Json;

namespace {

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

// No machine file is known, unless the environment says where.
Outcome on_mpi(int p, const Words& words, const Words& options = {}, const Words& environment = {})
{
    const Words around = joined({"env", "XDG_CACHE_HOME=/nowhere"}, environment);
    const Words start = joined(joined(around, {MPIRUN, "-n", std::to_string(p)}), options);
    return run_mpi(joined(joined(start, {BSPFFT_MPI}), words));
}

Outcome on_threads(int p, const Words& words)
{
    return run(joined(joined({BSPFFT}, words), {"--procs", std::to_string(p), "--oversubscribe"}));
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

TEST_CASE("a run is made again when MPI itself has crashed at its end, not when a program has")
{
    const Scratch scratch;
    const auto tries = [&](const std::string& end) {
        const std::string tried = scratch.file("tried");
        std::filesystem::remove(tried);
        const Outcome outcome =
            run_mpi({"sh", "-c", "echo >> " + tried + "; test $(wc -l < " + tried + ") = 2 || " + end});
        return std::pair(outcome.status, content(tried).size());
    };
    CHECK(tries("kill -SEGV $$") == std::pair(0, std::size_t{2}));
    const auto trace = [](const std::string& frame) {
        return "{ echo '*** Process received signal ***' >&2; echo '[ 3] " + frame + "' >&2; exit 139; }";
    };
    CHECK(tries(trace("libmpi.so.40(PMPI_Finalize+0x3c)")) == std::pair(0, std::size_t{2}));
    CHECK(tries(trace("bspfft-mpi(transform_columns+0x3c)")) == std::pair(139, std::size_t{1}));
    CHECK(tries("exit 139") == std::pair(139, std::size_t{1}));
}

TEST_CASE("output that is lost is a failure, and so is a cache folder that cannot be used")
{
    const auto sent = [](const std::string& words, const std::string& to) {
        const std::string call = std::string("exec ") + BSPFFT_MPI + " " + words + " " + to;
        return run_mpi({"env", "XDG_CACHE_HOME=/nowhere", MPIRUN, "-n", "2", "sh", "-c", call});
    };
    for (const std::string words : {"run --n 64", "run --n 64 --json -", "plan --n 64", "--version", "help run"}) {
        CAPTURE(words);
        const Outcome full = sent(words, "> /dev/full"), closed = sent(words, ">&-");
        CHECK(full.status == 3);
        CHECK(full.errors.find("standard output cannot be written") != std::string::npos);
        CHECK(closed.status == 3);
        CHECK(closed.errors.find("standard output cannot be written") != std::string::npos);
    }
    const Words too_long{"XDG_CACHE_HOME=/" + std::string(5000, 'a')};
    const Outcome predicted = on_mpi(2, {"predict", "--n", "64"}, {}, too_long);
    CHECK(predicted.status == 3);
    CHECK(predicted.errors.find("File name too long") != std::string::npos);
    CHECK(on_mpi(2, {"run", "--n", "64", "--repeat", "1"}, {}, too_long).status == 0);
}

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

TEST_CASE("standard input and output are streams of numbers, and so are named pipes, as on threads")
{
    const Scratch scratch;
    const std::string x = scratch.file("x.npy"), there = scratch.file("there.npy"), here = scratch.file("here.npy");
    CHECK(on_threads(1, {"run", "--n", "2^14", "--repeat", "1", "--output", x}).status == 0);
    CHECK(on_threads(3, {"run", "--input", x, "--output", there, "--repeat", "1"}).status == 0);
    const std::string program =
        std::string(MPIRUN) + " -n 3 " + BSPFFT_MPI + " run --repeat 1 --output - --input ";
    const std::string pipe = scratch.file("p.npy"), to = " > " + here;
    for (const std::string& line : {program + "- < " + x + to, "cat " + x + " | " + program + "-" + to,
                                    program + x + to, "mkfifo " + pipe + "; cat " + x + " > " + pipe + " & " + program +
                                    pipe + to}) {
        CAPTURE(line);
        const Outcome outcome = run_mpi({"sh", "-c", line});
        CAPTURE(outcome.errors);
        CHECK(outcome.status == 0);
        CHECK(content(here).size() > 16 << 14);
        CHECK(content(here) == content(there));
        std::filesystem::remove(here);
        std::filesystem::remove(pipe);
    }
    const Outcome wrong = run_mpi({"sh", "-c", "echo 1 2 3 | " + program + "-"});
    CHECK(wrong.status == 3);
    CHECK(count(wrong.errors, "line 1 of standard input is \"1 2 3\"") == 1);
}

TEST_CASE("arrays of several axes too, in parts that are not equal, in C and in Fortran order")
{
    const Scratch scratch;
    const std::string x = scratch.file("x.npy"), there = scratch.file("there.npy"), here = scratch.file("here.npy");
    CHECK(on_threads(1, {"run", "--shape", "10x7x6", "--repeat", "1", "--output", x}).status == 0);
    for (const std::string order : {"False, ", "True,  "}) {
        std::string array = content(x);
        array.replace(array.find("False, "), 7, order);
        std::ofstream(scratch.file("in.npy"), std::ios::binary) << array;
        for (const int p : {3, 4}) {
            CAPTURE(p);
            const Words words{"run", "--input", scratch.file("in.npy"), "--repeat", "1"};
            CHECK(on_threads(p, joined(words, {"--output", there})).status == 0);
            const Outcome outcome = on_mpi(p, joined(words, {"--output", here, "--verify"}));
            CAPTURE(outcome.errors);
            CHECK(outcome.status == 0);
            CHECK(content(here).find("'fortran_order': " + order.substr(0, order.find(','))) != std::string::npos);
            CHECK(content(here) == content(there));
        }
    }
}

TEST_CASE("real arrays go to half a spectrum and back, and are convolved, as on threads")
{
    const Scratch scratch;
    const std::string x = scratch.file("x.npy"), y = scratch.file("y.npy"), there = scratch.file("there.npy"),
                      here = scratch.file("here.npy");
    CHECK(on_threads(1, {"run", "--real", "--shape", "10x7", "--repeat", "1", "--output", y}).status == 0);
    CHECK(on_threads(1, {"run", "--real", "--inverse", "--shape", "10x7", "--input", y, "--output", x}).status == 0);
    for (const Words& words : {Words{"run", "--real", "--verify", "--input", x},
                               Words{"run", "--real", "--verify", "--inverse", "--shape", "10x7", "--input", y},
                               Words{"convolve", "--mode", "same", "--input", x, "--kernel", x}}) {
        CHECK(on_threads(3, joined(words, {"--output", there})).status == 0);
        const Outcome outcome = on_mpi(3, joined(words, {"--output", here}));
        CAPTURE(outcome.errors);
        CHECK(outcome.status == 0);
        CHECK(content(here) == content(there));
    }
    CHECK(on_mpi(2, {"convolve", "--input", x, "--kernel", x, "--mode", "none"}).status == 2);
    CHECK(on_mpi(2, {"run", "--real", "--input", y}).status == 2);
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
                CAPTURE(outcome.errors);
                CHECK(outcome.status == 0);
            }
        }
    }
    CHECK(on_mpi(8, {"check", "--n", "2^5"}).status == 0);  // p > sqrt(n)
    CHECK(on_mpi(6, {"check", "--shape", "12x9x10"}).status == 0);
    CHECK(on_mpi(3, {"check", "--shape", "8x6x5", "--algorithm", "pencils"}).status == 0);
    CHECK(on_mpi(3, {"check", "--n", "101"}).status == 0);
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

TEST_CASE("what is not possible is refused once, with the status that threads give")
{
    const Scratch scratch, given;
    std::ofstream(given.file("nan.txt")) << "1\n2\n3\nnan\n";
    struct Refusal {
        int p;
        Words words;
        int status;
        const char* says;
    };
    const std::vector<Refusal> refusals{
        {3, {"run", "--n", "2^10", "--algorithm", "textbook"}, 2, "p = 3 is not a power of two"},
        {4, {"run", "--n", "2^10", "--procs", "2"}, 2, "started as 4 processes; start it as 2"},
        {2, {"run", "--shape", "10x0"}, 2, "10x0"},
        {2, {"run", "--nonsense"}, 2, "nonsense"},
        {2, {"bench"}, 2, "without mpirun"},
        {2, {"compare"}, 3, "machine-mpi.json"},
        {2, {"compare", "--procs", "1"}, 2, "started as 2 processes; start it as 1"},
        {2, {"predict", "--n", "2^10"}, 3, "machine-mpi.json"},
        {2, {"collectives"}, 3, "machine-mpi.json"},
        {2, {"collectives", "--measure"}, 3, "machine-mpi.json"},
        {4, {"collectives", "--measure", "--procs", "2"}, 2, "started as 4 processes; start it as 2"},
        {2, {"run", "--n", "2^10", "--account", "--machine", scratch.file("none.json")}, 3, "none.json"},
        {3, {"probe", "--machine", scratch.file("m.json")}, 2, "p = 3 is not a power of two"},
        {4, {"probe", "--machine", scratch.file("m.json"), "--procs", "2"}, 2, "started as 4 processes"},
        {2, {"probe", "--seconds", "0.1", "--machine", "/dev/null/m.json"}, 3, "m.json"},
        {2, {"explain", "--n", "2^10", "--procs", "3", "--algorithm", "textbook"}, 2, "3"},
        {2, {"run", "--input", scratch.file("none.npy")}, 3, "none.npy"},
        {2, {"run", "--verify", "--input", given.file("nan.txt")}, 2, "nan.txt is not finite"},
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

TEST_CASE("probe measures 1, 2 and all processes; its file is found by the other commands, and by the BSPlib")
{
    const Scratch scratch;
    const Words cache{"XDG_CACHE_HOME=" + scratch.folder};
    const Words quickly{"probe", "--seconds", "0.5", "--json", "-"};
    const Outcome probed = on_mpi(4, quickly, {}, cache);
    CAPTURE(probed.errors);
    REQUIRE(probed.status == 0);
    const Json machine = Json::parse(probed.output);
    CHECK(machine == Json::parse(content(scratch.file("bspfft/machine-mpi.json"))));
    CHECK(machine.at("runtime") == "mpi");
    CHECK(machine.at("processes") == 4);
    CHECK(machine.at("cores") == ::sysconf(_SC_NPROCESSORS_ONLN));
    Json processes = Json::array();
    for (const Json& point : machine.at("bspbench")) processes.push_back(point.at("p"));
    CHECK(processes == Json{1, 2, 4});
    for (const char* list : {"kernels", "puts", "streams", "sweeps", "syncs", "tiles"})
        CHECK(machine.at(list).size() >= 2);

    const Outcome again = on_mpi(4, quickly, {}, cache);
    CHECK(again.status == 2);
    CHECK(count(again.errors, "is there already") == 1);

    const Outcome predicted = on_mpi(2, {"predict", "--n", "2^20", "--procs", "4", "--json", "-"}, {}, cache);
    REQUIRE(predicted.status == 0);
    CHECK(Json::parse(predicted.output).at("cost").at("total").at("calibrated") > 0);

    const Words tiny{"compare", "--from", "2^8", "--to", "2^10", "--repeat", "1", "--json", "-"};
    const Outcome compared = on_mpi(4, tiny, {}, cache);
    CAPTURE(compared.errors);
    REQUIRE(compared.status == 0);
    const Json grid = Json::parse(compared.output).at("grid");
    REQUIRE(grid.size() == 2);
    for (const Json& row : grid) {
        CHECK(row.at("p") == 4);
        CHECK(row.at("measured").at("total") > 0);
        CHECK(row.at("calibrated").at("total") > 0);
    }

    const Words collectives{"collectives", "--measure", "--bytes", "64,4096", "--json", "-"};
    const Outcome collected = on_mpi(4, collectives, {}, cache);
    CAPTURE(collected.errors);
    REQUIRE(collected.status == 0);
    const Json measured = Json::parse(collected.output).at("measured");
    CHECK(measured.size() == 2 * (8 + 7));  // the BSPlib's supersteps and MPI's functions
    for (const Json& row : measured) {
        CHECK(row.at("seconds") > 0);
        CHECK(row.at("alpha-beta") > 0);
    }
    for (const char* function : {"MPI_Bcast", "MPI_Scatter", "MPI_Gather", "MPI_Allgather", "MPI_Reduce_scatter_block",
                                 "MPI_Allreduce", "MPI_Alltoall"})
        CHECK(count(collected.output, std::string(function) + '"') == 2);

    // alpha and beta, unless the user knows better
    const auto shown = [&](Words environment) {
        environment.insert(environment.end(), {cache[0], "BSPLIB_SHOW=1"});
        return on_mpi(2, {"run", "--n", "2^10"}, {}, environment).errors;
    };
    std::ostringstream alpha;
    alpha << "alpha " << machine.at("alpha").at("value").get<double>() << " s";
    CHECK(shown({}).find(alpha.str()) != std::string::npos);
    CHECK(shown({"BSPLIB_ALPHA=0.25"}).find("alpha 0.25 s") != std::string::npos);
}

TEST_CASE("a run accounts for itself, with the counts of threads, and says why")
{
    for (const int p : {1, 2, 4}) {
        CAPTURE(p);
        const Words words{"run", "--n", "2^12", "--account", "--why", "--json", "-"};
        const Outcome outcome = on_mpi(p, words);
        CAPTURE(outcome.errors);
        REQUIRE(outcome.status == 0);
        const Json here = Json::parse(outcome.output), there = Json::parse(on_threads(p, words).output);
        CHECK(here.at("why").size() > 0);
        CHECK(here.at("cost").at("T_comp").at("measured") > 0);
        CHECK(here.at("supersteps").size() == there.at("supersteps").size());
        for (std::size_t i = 0; i < here.at("supersteps").size(); ++i) {
            for (const char* key : {"flops", "words_sent", "words_received", "puts", "bytes", "synchronisations"})
                CHECK(here["supersteps"][i].at(key) == there["supersteps"][i].at(key));
            CHECK(here["supersteps"][i].at("processes").size() == static_cast<std::size_t>(p));
        }
    }
}

TEST_CASE("commands that only compute are carried out once, and say what they say without mpirun")
{
    for (const Words& words : {Words{"plan", "--n", "2^30", "--procs", "1024"},
                               Words{"simulate", "--n", "4096", "--procs", "8", "--g", "9", "--latency", "0"},
                               Words{"project"}, Words{"explain", "--n", "64", "--procs", "4"}}) {
        CAPTURE(words[0]);
        const Outcome here = on_mpi(2, words);
        CAPTURE(here.errors);
        CHECK(here.status == 0);
        CHECK(here.output == run(joined({BSPFFT_MPI}, words)).output);
    }
}

TEST_CASE("without a command the machine is measured once, and a demonstration runs")
{
    const Scratch scratch;
    const Outcome first = on_mpi(2, {}, {}, {"XDG_CACHE_HOME=" + scratch.folder});
    CAPTURE(first.errors);
    CHECK(first.status == 0);
    CHECK(count(first.output, "measuring this machine once") == 1);
    CHECK(count(first.output, "p = 2, double, forward, on the mpi runtime") == 1);
    CHECK(count(first.output, "right") == 1);
    CHECK(first.output.find("predicted") != std::string::npos);
    CHECK(content(scratch.file("bspfft/machine-mpi.json")).size() > 0);
}

TEST_CASE("the ledgers of threads and of MPI have the same counts")
{
    for (const Words& problem :
         {Words{"--n", "2^10"}, Words{"--n", "2^12"}, Words{"--shape", "12x10x6", "--algorithm", "fast"},
          Words{"--shape", "12x10x6", "--algorithm", "pencils"}}) {
        const Words words = joined({"run", "--account", "--repeat", "2", "--json", "-"}, problem);
        const Outcome threads = on_threads(2, words), mpi = on_mpi(2, words);
        CAPTURE(mpi.errors);
        REQUIRE(threads.status == 0);
        REQUIRE(mpi.status == 0);
        const Json here = Json::parse(threads.output), there = Json::parse(mpi.output);
        CHECK(here.at("algorithm") == there.at("algorithm"));
        CHECK(there.at("cost").at("T_comm").at("measured") > 0);
        REQUIRE(here.at("supersteps").size() == there.at("supersteps").size());
        for (std::size_t i = 0; i < here.at("supersteps").size(); ++i) {
            const Json &step = here.at("supersteps").at(i), &other = there.at("supersteps").at(i);
            for (const char* count : {"flops", "words_sent", "words_received", "puts", "bytes", "synchronisations"})
                CHECK(step.at(count) == other.at(count));
        }
    }
}

TEST_CASE("when a process dies all end within 10 s, and no output file is left")
{
    for (const int victim : {1, 2, 3}) {  // the first is process 0
        CAPTURE(victim);
        const Scratch scratch;
        const std::string command =
            std::string(MPIRUN) + " -n 4 " + BSPFFT_MPI + " run --n 2^20 --repeat 1000000 --output " +
            scratch.file("y.npy") + " & m=$!; while [ $(wc -w </proc/$m/task/$m/children) -lt 4 ]; do sleep 0.1; done;"
            " sleep 2; date +%s%N; kill -9 $(cut -d ' ' -f " + std::to_string(victim) +
            " /proc/$m/task/$m/children) || exit 77; wait $m";
        const Outcome outcome = run({"sh", "-c", command});
        const std::chrono::nanoseconds now = std::chrono::system_clock::now().time_since_epoch();
        CHECK_FALSE(outcome.timed_out);
        CHECK(outcome.status != 0);
        CHECK(outcome.status != 77);
        const std::chrono::duration<double> took = now - std::chrono::nanoseconds(std::stoll(outcome.output));
        CHECK(took.count() < 10);
        CHECK(scratch.files() == 0);
    }
}
