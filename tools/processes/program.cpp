#include "tools/processes/program.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

struct Pipe {
    int ends[2];
    Pipe()
    {
        if (::pipe2(ends, O_CLOEXEC) != 0) fail("no pipe to another program: ", std::strerror(errno));
    }
    ~Pipe()
    {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_end(int i)
    {
        if (ends[i] >= 0) ::close(ends[i]);
        ends[i] = -1;
    }
};

// Reads what there is; false when the writer has gone.
bool drain(const pollfd& ready, std::string& into)
{
    if (!(ready.revents & (POLLIN | POLLHUP))) return true;
    char buffer[4096];
    const ssize_t got = ::read(ready.fd, buffer, sizeof buffer);
    if (got > 0) into.append(buffer, static_cast<std::size_t>(got));
    return got > 0;
}

// The child, or -1 with errno set.
pid_t start(const std::vector<std::string>& command, const Pipe& out, const Pipe& err)
{
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out.ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err.ends[1], 2);
    pid_t child = -1;
    errno = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return errno == 0 ? child : -1;
}

// A launcher of other programs ends them when it is asked to end, but not when it is killed.
int end(pid_t child)
{
    int status = 0;
    ::kill(child, SIGTERM);
    for (int wait = 0; wait < 20; ++wait) {
        if (::waitpid(child, &status, WNOHANG) == child) return status;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return status;
}

}  // namespace

Outcome run_program(const std::vector<std::string>& command, std::chrono::milliseconds time_limit)
{
    Pipe out, err;
    Outcome outcome;
    const pid_t child = start(command, out, err);
    if (child < 0) {
        outcome.errors = text("cannot run ", command[0], ": ", std::strerror(errno));
        return outcome;
    }
    out.close_end(1);
    err.close_end(1);
    const auto deadline = std::chrono::steady_clock::now() + time_limit;
    bool out_open = true, err_open = true;
    while (out_open || err_open) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) {
            outcome.timed_out = true;
            break;
        }
        pollfd ready[2] = {{out_open ? out.ends[0] : -1, POLLIN, 0}, {err_open ? err.ends[0] : -1, POLLIN, 0}};
        if (::poll(ready, 2, static_cast<int>(left.count())) < 0 && errno != EINTR) break;
        if (out_open) out_open = drain(ready[0], outcome.output);
        if (err_open) err_open = drain(ready[1], outcome.errors);
    }
    int status = 0;
    if (outcome.timed_out) {
        status = end(child);
    } else {
        ::waitpid(child, &status, 0);
    }
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + outcome.signal;
    return outcome;
}

std::string program_beside(const std::vector<std::string>& places)
{
    std::error_code error;
    const auto here = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const std::string& place : places) {
        if (std::filesystem::exists(here / place, error)) return (here / place).string();
    }
    return "";
}

std::string first_line(const std::string& lines) { return lines.substr(0, lines.find('\n')); }

std::vector<std::string> mpirun(const std::vector<std::string>& words)
{
    std::vector<std::string> command{"env", "OMPI_MCA_rmaps_base_oversubscribe=1",
                                     "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe"};
    if (::geteuid() == 0)
        command.insert(command.end(), {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"});
    command.push_back("mpirun");
    command.insert(command.end(), words.begin(), words.end());
    return command;
}

std::optional<std::string> mpi_version()
{
    const Outcome version = run_program(mpirun({"--version"}), std::chrono::seconds(30));
    if (version.status != 0) return {};
    return first_line(version.output);
}

}  // namespace bspfft::tools
