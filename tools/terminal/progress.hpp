// A line on a terminal when something takes long; nothing in a pipe.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace bspfft::tools {

/// While it lives, shows on standard error which step runs and for how long, once that is over two seconds.
class Progress {
public:
    explicit Progress(bool shown = true);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Names the step that begins now; the name must stay valid until the next one.
    void step(const char* name);

private:
    void watch();

    std::mutex mutex_;
    std::condition_variable changed_;
    const char* name_ = "starting";
    int steps_ = 0;
    bool done_ = false;
    std::thread watcher_;  ///< none in a pipe
};

}  // namespace bspfft::tools
