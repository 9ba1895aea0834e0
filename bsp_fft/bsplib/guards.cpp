#include "bsp_fft/bsplib/guards.hpp"

#include <atomic>
#include <cstdlib>

#include <pthread.h>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib {

namespace {

std::atomic<int> open_sections{0};

[[noreturn]] void fail_by_exception(const char* what)
{
    fail("exception", "%s; it left the SPMD section, where the other processes wait", what);
}

[[noreturn]] void on_terminate()
{
    if (!std::current_exception()) fail("std::terminate", "called inside an SPMD section");
    try {
        throw;
    } catch (const std::exception& e) {
        fail_by_exception(e.what());
    } catch (...) {
        fail_by_exception("an exception that is not a std::exception");
    }
}

void on_exit()
{
    if (open_sections.load() > 0)
        fail("exit",
             "the program ends inside an SPMD section, without bsp_end, which every process must call");
}

// If the thread ends before bsp_end, the others must not wait for it.
void on_thread_end(void*) { fail("bsp_end", "the thread of this process ended without it"); }

pthread_key_t guarded_thread()
{
    static const pthread_key_t key = [] {
        pthread_key_t made;
        pthread_key_create(&made, on_thread_end);
        std::atexit(on_exit);
        std::at_quick_exit(on_exit);
        return made;
    }();
    return key;
}

}  // namespace

SectionGuard::SectionGuard() : terminate_before_(std::set_terminate(on_terminate))
{
    static const char guarded = 0;
    pthread_setspecific(guarded_thread(), &guarded);
    watch_fatal_signals();
    ++open_sections;
}

void SectionGuard::release()
{
    std::set_terminate(terminate_before_);
    pthread_setspecific(guarded_thread(), nullptr);
    --open_sections;
}

}  // namespace bsplib
