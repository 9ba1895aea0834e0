#include "bsp_fft/bsplib/guards.hpp"

#include <atomic>
#include <cstdlib>

#include <pthread.h>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib {

namespace {

std::atomic<int> open_sections{0};
bool forked = false;
bool forked_inside_section = false;

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

// If the thread ends before bsp_end, the others must not wait for it. In a child of fork there are no others.
void on_thread_end(void*)
{
    if (open_sections.load() > 0) fail("bsp_end", "the thread of this process ended without it");
}

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

void begin_anew_in_child()
{
    forked = true;
    open_sections = 0;
    if (leave_section_in_child()) forked_inside_section = true;
}

}  // namespace

void watch_forks()
{
    [[maybe_unused]] static const int watched = ::pthread_atfork(nullptr, nullptr, begin_anew_in_child);
}

bool is_forked_child() { return forked; }

void fail_outside(const char* function)
{
    if (forked_inside_section) {
        fail(function,
             "called in a process that fork made inside an SPMD section; only its parent is a process of the section");
    }
    fail(function, "called outside an SPMD section, which is what lies between bsp_begin and bsp_end");
}

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
