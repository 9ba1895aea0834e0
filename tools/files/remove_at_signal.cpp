#include "tools/files/remove_at_signal.hpp"

#include <unistd.h>

#include <atomic>

namespace bspfft::tools {

namespace {

std::string file;
std::atomic<bool> armed = false;

void remove_and_end(int signal)
{
    if (armed) ::unlink(file.c_str());
    std::signal(signal, SIG_DFL);
    ::raise(signal);
}

}  // namespace

RemoveAtSignal::RemoveAtSignal(const std::string& name)
{
    file = name;
    armed = true;
    struct sigaction action = {};
    action.sa_handler = remove_and_end;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        ::sigaction(signals[i], nullptr, &before_[i]);
        if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
    }
}

RemoveAtSignal::~RemoveAtSignal()
{
    armed = false;
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
}

}  // namespace bspfft::tools
