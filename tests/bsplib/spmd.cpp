#include "tests/bsplib/spmd.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>

#include "tests/run_tests.hpp"

// Called processes find it by its name, so that it has external linkage.
void section_of_tests();

namespace {

std::string complaints;  // of process 0

thread_local std::string my_complaints;

std::string next_message()
{
    void* tag = nullptr;
    void* payload = nullptr;
    const auto bytes = static_cast<std::size_t>(bsp_hpmove(&tag, &payload));
    return {static_cast<const char*>(payload), bytes};
}

void drop_messages()
{
    unsigned messages = 0;
    bsp_size_t bytes = 0;
    char none = 0;
    for (bsp_qsize(&messages, &bytes); messages > 0; --messages) bsp_move(&none, 0);
}

// The body may have set a tag size, for this superstep or for the next.
void tell_complaints()
{
    const char any_tag[64] = "";
    drop_messages();
    bsp_sync();
    bsp_send(0, any_tag, my_complaints.data(), my_complaints.size());
    my_complaints.clear();
    bsp_sync();
    if (bsp_pid() != 0) return;
    for (unsigned t = 0; t < bsp_nprocs(); ++t) complaints += next_message();
}

#ifdef ONE_SECTION_A_PROGRAM

// All processes run all tests, in one section; process 0 prints.
int arguments;
char** words;
int status;

void run_here()
{
    if (bsp_pid() > 0 && !std::freopen("/dev/null", "w", stdout)) std::fclose(stdout);
    status = run_tests(arguments, words);
}

}  // namespace

void section_of_tests()
{
    bsp_begin(static_cast<unsigned>(bsp_nprocs()));
    run_here();
    bsp_end();
}

std::string on(unsigned p, void (*body)())
{
    if (p != static_cast<unsigned>(bsp_nprocs())) return "a section of another number of processes";
    complaints.clear();
    body();
    tell_complaints();
    bsp_size_t as_at_the_start = 0;
    bsp_set_tagsize(&as_at_the_start);
    bsp_sync();
    return complaints;
}

unsigned most_processes() { return static_cast<unsigned>(bsp_nprocs()); }

std::vector<unsigned> numbers_of_processes() { return {most_processes()}; }

int main(int argc, char** argv)
{
    arguments = argc;
    words = argv;
    bsp_init(section_of_tests, argc, argv);
    section_of_tests();
    return status;
}

#else

// Only process 0 has it.
unsigned processes;
void (*test_body)();

// Code may be at another address in another process, but its relative addresses are the same.
std::intptr_t place_of(void (*function)())
{
    return reinterpret_cast<std::intptr_t>(function) - reinterpret_cast<std::intptr_t>(&section_of_tests);
}

void (*function_at(std::intptr_t place))()
{
    return reinterpret_cast<void (*)()>(reinterpret_cast<std::intptr_t>(&section_of_tests) + place);
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

}  // namespace

void section_of_tests()
{
    bsp_begin(processes);
    learn_body()();
    tell_complaints();
    bsp_end();
}

std::string on(unsigned p, void (*body)())
{
    processes = p;
    test_body = body;
    complaints.clear();
    bsp_init(section_of_tests, 0, nullptr);
    section_of_tests();
    return complaints;
}

#ifdef EMULATED  // the time of some tests grows with p^3
constexpr unsigned most_threads = 6;
#else
constexpr unsigned most_threads = 16;
#endif

// Barriers of other BSPlibs may spin; oversubscribed, they would not finish in time.
unsigned most_processes() { return bsplib_shares_memory() && embedded ? most_threads : bsp_nprocs(); }

std::vector<unsigned> numbers_of_processes()
{
    std::vector<unsigned> numbers(most_processes());
    std::iota(numbers.begin(), numbers.end(), 1U);
    return numbers;
}

int main(int argc, char** argv)
{
    bsp_init(section_of_tests, argc, argv);
    return run_tests(argc, argv);
}

#endif

void complain(const char* file, int line, const char* condition)
{
    my_complaints += "process " + std::to_string(bsp_pid()) + " of " + std::to_string(bsp_nprocs()) + ": " +
                     file + ":" + std::to_string(line) + ": not so: " + condition + "\n";
}
