// The clock that everything is timed by.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace bspfft {

/// Seconds since some moment, which never become less in a thread. The system's steady clock should not go back, but
/// some do, between cores or when a virtual machine moves: that step counts as no time, and time goes on from there.
inline double steady_seconds()
{
    using Clock = std::chrono::steady_clock;
    thread_local constinit double last = 0, lost = 0;
    const double read = std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
    if (read < last) lost += last - read;
    last = read;
    return read + lost;
}

/// What this number of calls of work() takes.
double seconds_of(std::int64_t calls, auto&& work)
{
    const double start = steady_seconds();
    for (std::int64_t i = 0; i < calls; ++i) work();
    return steady_seconds() - start;
}

/// What reading the clock takes, where nothing interrupts it.
inline double clock_seconds()
{
    constexpr int calls = 32;
    double least = seconds_of(calls, steady_seconds);
    for (int i = 0; i < calls; ++i) least = std::min(least, seconds_of(calls, steady_seconds));
    return least / calls;
}

}  // namespace bspfft
