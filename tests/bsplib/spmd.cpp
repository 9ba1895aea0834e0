#include "tests/bsplib/spmd.hpp"

#include <mutex>

namespace {

unsigned processes;
void (*test_body)();
std::string complaints;
std::mutex complaints_mutex;

void section()
{
    bsp_begin(processes);
    test_body();
    bsp_end();
}

}  // namespace

std::string on(unsigned p, void (*body)())
{
    processes = p;
    test_body = body;
    complaints.clear();
    bsp_init(section, 0, nullptr);
    section();
    return complaints;
}

void complain(const char* file, int line, const char* condition)
{
    const std::lock_guard lock(complaints_mutex);
    complaints += "process " + std::to_string(bsp_pid()) + " of " + std::to_string(bsp_nprocs()) + ": " +
                  file + ":" + std::to_string(line) + ": not so: " + condition + "\n";
}
