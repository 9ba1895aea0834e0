#include "tools/files/remove_at_signal.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <mutex>
#include <utility>

namespace bspfft::tools {

namespace {

constexpr std::array<int, 3> signals{SIGTERM, SIGINT, SIGHUP};

// A handler may read these: the names, and null where a place is free.
std::array<std::atomic<const char*>, 16> files = {};
std::array<struct sigaction, signals.size()> before = {};
std::mutex mutex;  // of all but the handler
std::size_t alive = 0;

void remove_and_end(int signal)
{
    remove_unfinished();
    std::signal(signal, SIG_DFL);
    ::raise(signal);
}

void listen()
{
    struct sigaction action = {};
    action.sa_handler = remove_and_end;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        ::sigaction(signals[i], nullptr, &before[i]);
        if (before[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
    }
}

void be_as_before()
{
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
}

std::size_t free_place()
{
    std::size_t place = 0;
    while (place < files.size() && files[place].load()) ++place;
    return place;
}

}  // namespace

void remove_unfinished()
{
    for (const auto& file : files) {
        if (const char* const name = file.load()) ::unlink(name);
    }
}

RemoveAtSignal::RemoveAtSignal(std::string name) : name_(std::move(name))
{
    const std::lock_guard lock(mutex);
    place_ = free_place();
    if (place_ < files.size()) files[place_] = name_.c_str();
    if (alive++ == 0) listen();
}

RemoveAtSignal::~RemoveAtSignal()
{
    const std::lock_guard lock(mutex);
    if (place_ < files.size()) files[place_] = nullptr;
    if (--alive == 0) be_as_before();
}

}  // namespace bspfft::tools
