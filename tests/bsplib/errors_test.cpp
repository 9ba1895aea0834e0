// Every error ends all processes at once, with one clear message and a non-zero status.
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/command.hpp"

namespace {

struct Misuse {
    const char* name;
    std::vector<const char*> says;  ///< parts of the message, in this order
};

const std::vector<Misuse> misuses{
    {"put out of range", {"bsp_put on process", "8 + 12", "16 bytes"}},
    {"put with an offset that overflows", {"bsp_put on process", "16 bytes"}},
    {"get out of range", {"bsp_get on process", "0 + 32", "16 bytes"}},
    {"hpput out of range", {"bsp_hpput on process", "16 + 1", "16 bytes"}},
    {"hpget out of range", {"bsp_hpget on process", "16 + 1", "16 bytes"}},
    {"direct get out of range", {"bsp_direct_get on process", "16 + 1", "16 bytes"}},
    {"put to an unregistered address", {"bsp_put on process", "is not registered", "bsp_push_reg"}},
    {"put inside a registered block", {"bsp_put on process", "is not registered", "base address"}},
    {"get from an unregistered address", {"bsp_get on process", "is not registered"}},
    {"put to a just registered address",
     {"bsp_put on process", "in this superstep", "after the next bsp_sync"}},
    {"put to a popped address", {"bsp_put on process", "is not registered"}},
    {"put to a wrong process", {"bsp_put on process", "no process", "numbered 0 to"}},
    {"get from a wrong process", {"bsp_get on process", "no process 12345", "numbered 0 to"}},
    {"send to a wrong process", {"bsp_send on process", "no process", "numbered 0 to"}},
    {"put from NULL", {"bsp_put on process", "source is NULL"}},
    {"put to NULL", {"bsp_put on process", "NULL"}},
    {"get into NULL", {"bsp_get on process", "destination is NULL"}},
    {"send of NULL", {"bsp_send on process", "payload is NULL"}},
    {"send of a negative size", {"bsp_send on process", "payload", "18446744073709551615 bytes", "negative"}},
    {"hpsend of a negative size", {"bsp_hpsend on process", "payload", "18446744073709551600 bytes", "negative"}},
    {"send without a tag", {"bsp_send on process", "tag is NULL"}},
    {"tag size from NULL", {"bsp_set_tagsize on process", "NULL"}},
    {"negative tag size", {"bsp_set_tagsize on process", "tag", "18446744073709551615 bytes", "negative"}},
    {"queue size into NULL", {"bsp_qsize on process", "NULL"}},
    {"tag into NULL", {"bsp_get_tag on process", "NULL"}},
    {"move from an empty queue", {"bsp_move on process", "empty"}},
    {"hpmove into NULL", {"bsp_hpmove on process", "NULL"}},
    {"push of NULL with a size", {"bsp_push_reg on process", "NULL with 4 bytes", "0 bytes only"}},
    {"push of a negative size", {"bsp_push_reg on process", "block", "18446744073709551615 bytes", "negative"}},
    {"pop without a push", {"bsp_pop_reg on process", "is not registered"}},
    {"pop twice", {"bsp_pop_reg on process", "is not registered"}},
    {"pop once more than pushed", {"bsp_pop_reg on process", "is not registered"}},
    {"put beyond the newest registration", {"bsp_put on process", "4 + 4", "4 bytes"}},
    {"pop of NULL without a push", {"bsp_sync on process", "bsp_pop_reg(NULL)"}},
    {"nested section", {"bsp_begin on process", "do not nest"}},
    {"init inside a section", {"bsp_init on process", "inside an SPMD section"}},
    {"abort", {"bsp_abort on process", "the answer is 42"}},
    {"abort while another process computes", {"bsp_abort on process", "no patience"}},
    {"exception on the last process", {"on process", "the disk is on fire"}},
    {"exception on process 0", {"on process 0", "the disk is on fire"}},
    {"an exception that is no std::exception", {"on process", "exception"}},
    {"exit inside a section", {"exit on process", "inside an SPMD section", "bsp_end"}},
    {"exit inside a section on process 0", {"exit on process 0", "inside an SPMD section"}},
    {"pthread_exit inside a section", {"bsp_end", "without it"}},
    {"pthread_exit on process 0", {"bsp_end", "without it"}},
    {"section without an end", {"without"}},
    {"exception caught outside the section", {"inside an SPMD section"}},
    {"section without a begin", {"bsp_end"}},
};

// These need at least two processes.
const std::vector<Misuse> disagreements{
    {"put to a process that registered nothing",
     {"bsp_put on process", "process 0, which registered 0 bytes"}},
    {"push on one process only", {"bsp_sync on process", "registrations differ", "bsp_push_reg"}},
    {"pop on one process only", {"bsp_sync on process", "registrations differ", "bsp_pop_reg"}},
    {"push here and pop there", {"bsp_sync on process", "registrations differ"}},
    {"pops of different registrations", {"bsp_sync on process", "bsp_pop_reg number 1"}},
    {"pop of NULL where a block was registered",
     {"bsp_sync on process", "bsp_pop_reg(NULL) on process", "which registered"}},
    {"different tag sizes", {"bsp_sync on process", "tag sizes differ", "bsp_set_tagsize"}},
    {"tag size on one process only", {"bsp_sync on process", "called bsp_set_tagsize", "did not"}},
    {"tag size in force, on one process only", {"bsp_sync on process", "called bsp_set_tagsize", "did not"}},
    {"tag size in force, on all processes but one", {"bsp_sync on process", "called bsp_set_tagsize", "did not"}},
    {"end while others sync", {"on process", "while another called"}},
    {"sync while others end", {"on process", "while another called"}},
};

const std::vector<Misuse> outside{
    {"put outside", {"bsp_put: ", "outside an SPMD section"}},
    {"sync outside", {"bsp_sync: ", "outside an SPMD section"}},
    {"pid outside", {"bsp_pid: ", "outside an SPMD section"}},
    {"time outside", {"bsp_time: ", "outside an SPMD section"}},
    {"end outside", {"bsp_end: ", "outside an SPMD section"}},
    {"push outside", {"bsp_push_reg: ", "outside an SPMD section"}},
    {"send outside", {"bsp_send: ", "outside an SPMD section"}},
    {"abort outside", {"bsp_abort: ", "nothing has begun"}},
    {"begin with no process", {"bsp_begin: ", "at least 1"}},
};

// These find no memory.
const std::vector<Misuse> without_memory{
    {"send without memory", {"bsp_send on process", "no memory for", "bytes"}},
    {"send of a tag without memory", {"bsp_send on process", "no memory for", "bytes"}},
    {"put without memory", {"bsp_put on process", "no memory for", "bytes"}},
    {"get without memory", {"bsp_sync on process", "no memory for", "bytes"}},
};

#ifdef MPIRUN
// Starting and stopping programs takes time, and mpirun adds lines of its own.
constexpr double patience_seconds = 10;
constexpr bool alone_on_stderr = false;
std::vector<int> numbers_of_processes() { return {3}; }
std::vector<std::string> started(int p) { return {MPIRUN, "-n", std::to_string(p)}; }
constexpr auto run_started = run_mpi;
#else
constexpr double patience_seconds = 1.0 * SLOWNESS;
constexpr bool alone_on_stderr = true;
std::vector<int> numbers_of_processes() { return {1, 2, 5}; }
std::vector<std::string> started(int) { return {}; }
constexpr auto run_started = run;
#endif

Outcome run_on(int p, const std::vector<std::string>& program)
{
    std::vector<std::string> command = started(p);
    command.insert(command.end(), program.begin(), program.end());
    return run_started(command);
}

// The lines that the BSPlib printed.
std::vector<std::string> spoken(const std::string& errors)
{
    std::vector<std::string> lines;
    std::istringstream stream(errors);
    for (std::string line; std::getline(stream, line);)
        if (line.starts_with("bsplib: ")) lines.push_back(line);
    return lines;
}

bool says(const std::string& line, const std::vector<const char*>& parts)
{
    std::size_t at = 0;
    for (const char* part : parts) {
        at = line.find(part, at);
        if (at == std::string::npos) return false;
    }
    return true;
}

// Returns the seconds that it took.
double check_once(const Misuse& misuse, int p, int status)
{
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = run_on(p, {MISUSE, misuse.name, std::to_string(p)});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    CAPTURE(outcome.errors);
    CHECK_FALSE(outcome.timed_out);
    CHECK(outcome.status == status);
    const std::vector<std::string> lines = spoken(outcome.errors);
    CHECK(lines.size() >= 1);
    for (const std::string& line : lines) CHECK(says(line, misuse.says));
    if (alone_on_stderr) {
        CHECK(outcome.errors.starts_with("bsplib: "));
        // an emulator adds a line of its own
        const std::string of_the_program = outcome.errors.substr(0, outcome.errors.find("qemu: uncaught"));
        CHECK(of_the_program.find('\n') == of_the_program.size() - 1);  // one line
    }
    return took.count();
}

// Where others keep the cores busy, one program may wait a second for its turn, but hardly three in a row.
void check(const Misuse& misuse, int p, int status = 1)
{
    CAPTURE(std::string(misuse.name));
    CAPTURE(p);
    double seconds = check_once(misuse, p, status);
    for (int trial = 1; trial < 3 && seconds >= patience_seconds; ++trial) {
        MESSAGE("took ", seconds, " s: once more");
        seconds = check_once(misuse, p, status);
    }
    CHECK(seconds < patience_seconds);
}

}  // namespace

TEST_CASE("each misuse ends all processes with its message")
{
    REQUIRE_FALSE(misuses.empty());
    for (const Misuse& misuse : misuses) {
        for (const int p : numbers_of_processes()) check(misuse, p);
    }
}

// A sanitizer says it with its own words.
TEST_CASE("a signal that ends one process ends all, and the line says which process it was" * doctest::skip(SANITIZED))
{
    const std::vector<std::pair<Misuse, int>> ends{
        {{"segmentation fault", {"signal on process", "SIGSEGV"}}, SIGSEGV},
        {{"segmentation faults everywhere", {"SIGSEGV"}}, SIGSEGV},
        {{"full stack", {"signal on process", "SIGSEGV"}}, SIGSEGV},
        {{"call of abort", {"signal on process", "SIGABRT"}}, SIGABRT},
        {{"arithmetic error", {"signal on process", "SIGFPE"}}, SIGFPE},
        {{"trap", {"signal on process", "SIGTRAP"}}, SIGTRAP},
        {{"forbidden system call", {"signal on process", "SIGSYS"}}, SIGSYS},
    };
    for (const auto& [misuse, signal] : ends) {
        for (const int p : numbers_of_processes()) check(misuse, p, 128 + signal);
    }
}

// A sanitizer's allocator ends the program itself.
TEST_CASE("a call that finds no memory names itself, and the status is 3" * doctest::skip(SANITIZED))
{
    REQUIRE_FALSE(without_memory.empty());
    for (const Misuse& misuse : without_memory) {
        for (const int p : numbers_of_processes()) check(misuse, p, 3);
    }
}

TEST_CASE("processes that disagree are stopped with a message")
{
    REQUIRE_FALSE(disagreements.empty());
    for (const Misuse& misuse : disagreements) {
        for (const int p : numbers_of_processes())
            if (p > 1) check(misuse, p);
    }
}

TEST_CASE("primitives outside a section are refused")
{
    REQUIRE_FALSE(outside.empty());
    for (const Misuse& misuse : outside) check(misuse, 1);
}

TEST_CASE("what was printed before an abort is not lost")
{
    const Outcome outcome = run_on(2, {MISUSE, "abort with output before", "2"});
    CHECK(outcome.status == 1);
    CHECK(outcome.output == "seen before the end");
}

#ifndef MPIRUN
// A reader that begins to read, or ends, after a time; not where bash would have to be emulated.
Outcome run_into(const std::string& pipe, const char* misuse)
{
    const std::string command = "\"$0\" \"$1\" 3 " + pipe + "; exit ${PIPESTATUS[0]}";
    return run({"/bin/bash", "-c", command, MISUSE, misuse});
}

TEST_CASE("nobody reads standard output: the message comes at once, and the status is 1" * doctest::skip(EMULATED))
{
    const Outcome outcome = run_into("| sleep 3", "abort while nobody reads the output");
    CHECK(outcome.status == 1);
    CHECK(outcome.errors.find("bsp_abort on process 2 of 3: said at once\n") != std::string::npos);
}

TEST_CASE("the reader of standard output has gone: the status is 1" * doctest::skip(EMULATED))
{
    const Outcome outcome = run_into("| true", "abort with output before");
    CHECK(outcome.status == 1);
    CHECK(outcome.errors.find("bsp_abort on process") != std::string::npos);
}

TEST_CASE("a message that signals interrupt is written to its end" * doctest::skip(EMULATED))
{
    const Outcome outcome = run_into("2>&1 >/dev/null | (sleep 0.3; tail -n 1)", "abort while signals interrupt it");
    CHECK(outcome.status == 1);
    CHECK(outcome.output == "bsplib: bsp_abort on process 2 of 3: said in the end\n");
}

TEST_CASE("a BSPLIB_PROCS that is no number is refused")
{
    ::setenv("BSPLIB_PROCS", "many", 1);
    const Outcome outcome = run({HELLO});
    ::unsetenv("BSPLIB_PROCS");
    CHECK(outcome.status == 2);
    CHECK(outcome.errors.find("BSPLIB_PROCS is \"many\"; it must be a number of processes") != std::string::npos);
}
#else
TEST_CASE("a variable of the exchange with a wrong value ends with status 2, and names the right ones")
{
    const auto refused = [](const char* variable, const char* value, const std::string& must_be) {
        CAPTURE(variable);
        ::setenv(variable, value, 1);
        const Outcome outcome = run_on(2, {DIALECT_1998});
        ::unsetenv(variable);
        CAPTURE(outcome.errors);
        CHECK(outcome.status == 2);
        const std::string says = std::string(variable) + " is \"" + value + "\"; it must be " + must_be;
        CHECK(outcome.errors.find(says) != std::string::npos);
    };
    refused("BSPLIB_EXCHANGE", "fast", "auto, direct or bruck");
    refused("BSPLIB_ALPHA", "0", "a positive number of seconds");
    refused("BSPLIB_DEVICE_MEMORY", "maybe", "auto, yes or no");
}
#endif

TEST_CASE("processes that are called to a section need not know its number of processes, which main has set")
{
    for (const char* program : {PROCESSES_FROM_MAIN, PROCESSES_FROM_MAIN_1998}) {
        const Outcome outcome = run_on(3, {program, "3"});
        CHECK(outcome.errors == "");
        CHECK(outcome.output == "right\n");
        CHECK(outcome.status == 0);
    }
}

TEST_CASE("main may not set a number of processes below one")
{
    for (const char* given : {"0", "-2"}) {
        const Outcome outcome = run_on(3, {PROCESSES_FROM_MAIN_1998, given});
        CHECK(outcome.status == 1);
        const std::vector<std::string> lines = spoken(outcome.errors);
        REQUIRE(lines.size() == 1);
        CHECK(lines[0] == "bsplib: bsp_begin: " + std::string(given) + " processes; at least 1 is needed");
    }
}

TEST_CASE("a child that fork makes inside a section is refused with a sentence, and its parent goes on")
{
    for (const int p : numbers_of_processes()) {
        CAPTURE(p);
        const Outcome outcome = run_on(p, {FORKING, "bsp_sync", "inside", std::to_string(p)});
        CHECK(outcome.status == 0);
        CHECK(outcome.output == "the child's status was 1\nright\n");
        const std::vector<std::string> lines = spoken(outcome.errors);
        REQUIRE(lines.size() == 1);
        CHECK(says(lines[0], {"bsplib: bsp_sync: ", "fork", "its parent"}));
    }
}

// Sanitizers look for leaks where the threads of the parent are missing, or start no threads after a fork.
TEST_CASE("a child that fork makes ends itself only" * doctest::skip(SANITIZED))
{
    for (const char* where : {"inside", "between"}) {
        CAPTURE(std::string(where));
        for (const auto& [what, status] : {std::pair{"exit", "0"}, std::pair{"bsp_abort", "1"}}) {
            const Outcome outcome = run_on(3, {FORKING, what, where, "3"});
            CHECK(outcome.output == "the child's status was " + std::string(status) + "\nright\n");
            CHECK(outcome.status == 0);
        }
    }
}

TEST_CASE("a child that fork makes has sections of its own on threads, none on MPI" * doctest::skip(SANITIZED))
{
    for (const char* where : {"inside", "between"}) {
        CAPTURE(std::string(where));
        const Outcome outcome = run_on(3, {FORKING, "bsp_begin", where, "3"});
        CHECK(outcome.status == 0);
#ifdef MPIRUN
        CHECK(outcome.output == "the child's status was 1\nright\n");
        const std::vector<std::string> lines = spoken(outcome.errors);
        REQUIRE(lines.size() == 1);
        CHECK(says(lines[0], {"bsplib: bsp_init: ", "fork", "MPI"}));
#else
        CHECK(outcome.output == "the child's status was 0\nright\n");
#endif
    }
}

TEST_CASE("a program with the types of BSPlib 1998 and without bsp_init runs")
{
    for (const char* argument : {"", "with an argument"}) {
        std::vector<std::string> command{DIALECT_1998};
        if (*argument) command.emplace_back(argument);
        const Outcome outcome = run_on(3, command);
        CHECK(outcome.errors == "");
        CHECK(outcome.output == "right\n");
        CHECK(outcome.status == 0);
    }
}

TEST_CASE("with the types of BSPlib 1998 a negative number is refused")
{
    for (const char* what : {"pid", "offset", "size"}) {
        const Outcome outcome = run_on(3, {DIALECT_1998, what});
        CHECK(outcome.status == 1);
        const std::vector<std::string> lines = spoken(outcome.errors);
        CHECK(lines.size() >= 1);
        for (const std::string& line : lines)
            CHECK(says(line, {"bsplib: bsp_put on process ", std::string(what) == "pid" ? "-1" : "-4"}));
    }
}
