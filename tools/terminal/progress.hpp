// A line on a terminal when something takes long; nothing in a pipe.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace bspfft::tools {

/// While it lives, shows on standard error which step runs and for how long, once that is over two seconds; at once if
/// the step is known to be long.
class Progress {
public:
    explicit Progress(bool shown = true);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Names the step that begins now, and says how long it will take; 0 if that is not known.
    void step(const std::string& name, double expected_seconds = 0);

private:
    void watch();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::string name_ = "starting";
    double expected_ = 0;
    int steps_ = 0;
    bool done_ = false;
    std::thread watcher_;  ///< none in a pipe
};

}  // namespace bspfft::tools
