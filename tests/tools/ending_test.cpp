// Failures of all kinds, inside sections and outside.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <new>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bspfft/error.hpp"
#include "tools/processes/ending.hpp"
#include "tools/processes/section.hpp"

using namespace bspfft;
using namespace bspfft::tools;

namespace {

template <class Thrown>
Failure failure_of(const Thrown& thrown)
{
    try {
        throw thrown;
    } catch (...) {
        return current_failure();
    }
}

struct Ended {
    int status;
    std::string errors;
    double seconds;
};

// What happens to a program that does this.
template <class Work>
Ended program_that(Work work)
{
    const std::string path = std::filesystem::temp_directory_path() / ("bspfft_ending_" + std::to_string(::getpid()));
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600), STDERR_FILENO);
        prepare_ending(nullptr);
        work();
        std::_Exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::ifstream file(path);
    const std::string errors{std::istreambuf_iterator<char>(file), {}};
    ::unlink(path.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), errors, taken.count()};
}

template <class Thrown>
void throw_on_one(const Thrown& thrown)
{
    run_section(3, [&](Port& port) {
        if (port.s() == 1) throw thrown;
        port.sync();
    });
}

void check_said(const Ended& ended, const std::string& sentence)
{
    CHECK(ended.status == machine_failed);
    CHECK(ended.errors == sentence);
    CHECK(ended.seconds < 10);
}

}  // namespace

TEST_CASE("every exception has a status and a sentence")
{
    CHECK(failure_of(Error(Status::invalid_argument, "so")).status == bad_request);
    CHECK(failure_of(Error(Status::not_available, "so")).status == bad_request);
    for (const Status status : {Status::out_of_memory, Status::file_error, Status::internal_error}) {
        CHECK(failure_of(Error(status, "so")).status == machine_failed);
        CHECK(failure_of(Error(status, "so")).sentence == "so");
    }
    const std::error_code none(ENOENT, std::generic_category());
    for (const Failure& failure :
         {failure_of(std::bad_alloc()), failure_of(std::filesystem::filesystem_error("x", "/a", none)),
          failure_of(std::ios_base::failure("x")), failure_of(std::out_of_range("x")), failure_of(1),
          failure_of("x")}) {
        CHECK(failure.status == machine_failed);
        CHECK(!failure.sentence.empty());
    }
    CHECK(failure_of(std::filesystem::filesystem_error("x", "/a", none)).sentence.find("/a") != std::string::npos);
}

TEST_CASE("an exception on one process of a section ends the program, with a sentence")
{
    check_said(program_that([] { throw_on_one(std::length_error("too long")); }),
               "bspfft: it failed inside, and that is a defect of bspfft: too long\n");
    check_said(program_that([] { throw_on_one(std::bad_alloc()); }),
               "bspfft: there is not enough memory; take a smaller array\n");
    check_said(program_that([] { throw_on_one(7); }),
               "bspfft: it failed inside, and that is a defect of bspfft: an unknown exception\n");
}

TEST_CASE("an exception on a thread that nobody watches ends the program, with a sentence")
{
    check_said(program_that([] { std::thread([] { throw std::runtime_error("two\nlines"); }).join(); }),
               "bspfft: it failed inside, and that is a defect of bspfft: two lines\n");
}

TEST_CASE("an Error that all processes throw is the section's")
{
    CHECK_THROWS_WITH_AS(run_section(3, [](Port&) { throw Error(Status::file_error, "all"); }), "all", Error);
}
