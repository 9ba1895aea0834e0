#include "tools/terminal/progress.hpp"

#include <chrono>
#include <cstdio>

#include <unistd.h>

namespace bspfft::tools {

Progress::Progress(bool shown)
{
    if (shown && ::isatty(STDERR_FILENO)) watcher_ = std::thread([this] { watch(); });
}

Progress::~Progress()
{
    if (!watcher_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        done_ = true;
    }
    changed_.notify_one();
    watcher_.join();
}

void Progress::step(const std::string& name, double expected_seconds)
{
    {
        const std::lock_guard lock(mutex_);
        name_ = name;
        expected_ = expected_seconds;
        ++steps_;
    }
    changed_.notify_one();
}

void Progress::watch()
{
    constexpr auto quiet_time = std::chrono::seconds(2);
    using Clock = std::chrono::steady_clock;
    std::unique_lock lock(mutex_);
    while (!done_) {
        const int step = steps_;
        const auto start = Clock::now();
        const auto over = [&] { return done_ || steps_ != step; };
        if (expected_ <= 0 && changed_.wait_for(lock, quiet_time, over)) continue;
        do {
            const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start);
            std::fprintf(stderr, "\r%s ... %lld", name_.c_str(), static_cast<long long>(seconds.count()));
            std::fprintf(stderr, expected_ > 0 ? " of about %.0f s " : " s ", expected_);
        } while (!changed_.wait_for(lock, std::chrono::seconds(1), over));
        std::fprintf(stderr, "\r\033[K");
    }
}

}  // namespace bspfft::tools
