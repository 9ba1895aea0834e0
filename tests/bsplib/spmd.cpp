#include "tests/bsplib/spmd.hpp"

#include <cstdint>
#include <cstring>

#include "tests/run_tests.hpp"

namespace {

// Of process 0.
unsigned processes;
void (*test_body)();
std::string complaints;

thread_local std::string my_complaints;

void section();

// Code may lie elsewhere in another process, but not relative to other code.
std::intptr_t place_of(void (*function)())
{
    return reinterpret_cast<std::intptr_t>(function) - reinterpret_cast<std::intptr_t>(&section);
}

void (*function_at(std::intptr_t place))()
{
    return reinterpret_cast<void (*)()>(reinterpret_cast<std::intptr_t>(&section) + place);
}

std::string next_message()
{
    void* tag = nullptr;
    void* payload = nullptr;
    const std::size_t bytes = bsp_hpmove(&tag, &payload);
    return {static_cast<const char*>(payload), bytes};
}

void (*learn_body())()
{
    if (bsp_pid() == 0) {
        const std::intptr_t place = place_of(test_body);
        for (unsigned t = 0; t < bsp_nprocs(); ++t) bsp_send(t, nullptr, &place, sizeof place);
    }
    bsp_sync();
    std::intptr_t place = 0;
    std::memcpy(&place, next_message().data(), sizeof place);
    return function_at(place);
}

// The body may have set a tag size, in force or about to be.
void tell_complaints()
{
    const char any_tag[64] = "";
    bsp_sync();
    bsp_send(0, any_tag, my_complaints.data(), my_complaints.size());
    my_complaints.clear();
    bsp_sync();
    if (bsp_pid() != 0) return;
    for (unsigned t = 0; t < bsp_nprocs(); ++t) complaints += next_message();
}

void section()
{
    bsp_begin(processes);
    learn_body()();
    tell_complaints();
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

unsigned most_processes() { return bsplib_shares_memory() ? 16 : bsp_nprocs(); }

void complain(const char* file, int line, const char* condition)
{
    my_complaints += "process " + std::to_string(bsp_pid()) + " of " + std::to_string(bsp_nprocs()) + ": " +
                     file + ":" + std::to_string(line) + ": not so: " + condition + "\n";
}

int main(int argc, char** argv)
{
    bsp_init(section, argc, argv);
    return run_tests(argc, argv);
}
