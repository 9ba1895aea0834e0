#include "tools/processes/ending.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <ios>
#include <new>

#include <fcntl.h>
#include <unistd.h>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft::tools {

namespace {

int status_of(const Error& error)
{
    const bool asked_wrongly = error.status() == Status::invalid_argument || error.status() == Status::not_available;
    return asked_wrongly ? bad_request : machine_failed;
}

void (*clean_up_before_end)() = nullptr;

// Reading from standard input, or writing to the others, then fails as it does where they are closed.
void occupy(int descriptor)
{
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return;
    const int opened = ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened < 0 || opened == descriptor) return;
    ::dup2(opened, descriptor);
    ::close(opened);
}

}  // namespace

Failure current_failure()
{
    try {
        throw;
    } catch (const Error& e) {
        return {status_of(e), e.what()};
    } catch (const std::bad_alloc&) {
        return {machine_failed, "there is not enough memory; take a smaller array"};
    } catch (const std::filesystem::filesystem_error& e) {
        return {machine_failed, text("the file ", e.path1().string(), " cannot be used: ", e.code().message())};
    } catch (const std::ios_base::failure& e) {
        return {machine_failed, text("a file cannot be read: ", e.what())};
    } catch (const std::exception& e) {
        return {machine_failed, text("it failed inside, and that is a defect of bspfft: ", e.what())};
    } catch (...) {
        return {machine_failed, "it failed inside, and that is a defect of bspfft: an unknown exception"};
    }
}

void say(const std::string& sentence)
{
    std::string line = "bspfft: " + sentence;
    for (char& c : line) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
    }
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void end_by_failure()
{
    const Failure failure = current_failure();
    say(failure.sentence);
    if (clean_up_before_end) clean_up_before_end();
    std::_Exit(failure.status);
}

void prepare_ending(void (*clean_up)())
{
    clean_up_before_end = clean_up;
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) occupy(descriptor);
    std::set_terminate([] {
        if (std::current_exception()) end_by_failure();
        std::abort();
    });
}

int checked_output(int status)
{
    errno = 0;
    const bool lost_before = std::ferror(stdout) != 0;
    // Some network file systems report a failed write only when a descriptor is closed.
    const bool lost = std::fflush(stdout) != 0 || lost_before || ::close(::dup(STDOUT_FILENO)) != 0;
    const std::string why = errno != 0 ? std::strerror(errno) : "a part of it was not taken";
    if (!lost || status > check_failed) return status;
    say(text("standard output cannot be written: ", why, "; send it to a file or a program that takes all of it"));
    return machine_failed;
}

}  // namespace bspfft::tools
