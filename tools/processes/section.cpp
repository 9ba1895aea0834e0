#include "tools/processes/section.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "bsp_fft/base/environment.hpp"
#include "bsp_fft/base/integers.hpp"
#include "bspfft/schedule.hpp"
#include "tools/processes/ending.hpp"
#include "tools/terminal/refusal.hpp"

#ifdef BSPFFT_PROCESSES_ARE_CALLED
// What the linker has collected to be called before main.
using Initialiser = void (*)(int, char**, char**);
extern "C" const Initialiser __init_array_start[];
extern "C" const Initialiser __init_array_end[];
#endif

namespace bspfft::tools {

// Called processes find it by its name, so that it has external linkage.
void section_of_program();

namespace {

// A BSPlib's SPMD function takes no arguments.
Index section_processes;
const std::function<void(Port&)>* section_body;
std::exception_ptr section_failure;  // written by process 0, which also reads it

// Errors are agreed on: all processes throw alike.
void run_body(Port& port)
{
    try {
        (*section_body)(port);
    } catch (const Error&) {
        throw;
    } catch (...) {
        end_by_failure();
    }
}

// The section must end on all of them.
void run_body_here()
{
    Port port;
    try {
        run_body(port);
    } catch (const Error&) {
        if (port.s() == 0) section_failure = std::current_exception();
    }
}

// Some BSPlib's bsp_begin jumps to bsp_end, so that no variable can stand between them.
void section()
{
    bsp_begin(static_cast<decltype(bsp_nprocs())>(section_processes));
    run_body_here();
    bsp_end();
}

// Likewise for a program that all run.
struct Everywhere {
    int argc = 0;
    char** argv = nullptr;
    int (*program)(int, char**) = nullptr;
    int status = 0;
    bool inside = false;
    Index next = 0;  // processes of the next section; 0: none
    Index s = 0;
};
Everywhere everywhere;

void be_silent()
{
    const int nowhere = ::open("/dev/null", O_WRONLY);
    if (nowhere < 0) return;
    ::dup2(nowhere, STDOUT_FILENO);
    ::close(nowhere);
}

// Code may be at another address in another process, but its relative addresses are the same.
std::intptr_t place_of_program()
{
    return reinterpret_cast<std::intptr_t>(everywhere.program) - reinterpret_cast<std::intptr_t>(&section_of_program);
}

// Processes that LPF calls have not come to main, nor to the initial values of global variables before it.
void initialise_globals()
{
#ifdef BSPFFT_PROCESSES_ARE_CALLED
    static bool done = false;
    if (done) return;
    done = true;
    for (const Initialiser* one = __init_array_start; one < __init_array_end; ++one) (*one)(0, nullptr, nullptr);
#endif
}

// Process 0 tells called processes the program and its words, each of which ends in a zero.
void learn_program()
{
    static std::string words;
    static std::vector<char*> pointers;
    Port port;
    if (port.s() > 0) initialise_globals();
    struct {
        std::intptr_t place;
        Index bytes;
    } told{};
    if (port.s() == 0) {
        words.clear();
        for (int i = 0; i < everywhere.argc; ++i) words.append(everywhere.argv[i], std::strlen(everywhere.argv[i]) + 1);
        told = {place_of_program(), static_cast<Index>(words.size())};
    }
    broadcast(port, told);
    words.resize(static_cast<std::size_t>(told.bytes));
    port.push(words.data(), told.bytes);
    port.sync();
    for (Index t = 1; port.s() == 0 && t < port.p(); ++t) port.put(t, words.data(), words.data(), 0, told.bytes);
    port.pop(words.data());
    port.sync();
    if (port.s() == 0) return;
    pointers.clear();
    for (std::size_t at = 0; at < words.size(); at += std::strlen(&words[at]) + 1) pointers.push_back(&words[at]);
    everywhere.argc = static_cast<int>(pointers.size());
    pointers.push_back(nullptr);
    everywhere.argv = pointers.data();
    everywhere.program =
        reinterpret_cast<int (*)(int, char**)>(reinterpret_cast<std::intptr_t>(&section_of_program) + told.place);
}

void run_program_here()
{
    if (Port::processes_are_called()) learn_program();
    everywhere.inside = true;
    everywhere.s = Port().s();
    if (everywhere.s > 0) be_silent();
    everywhere.status = everywhere.program(everywhere.argc, everywhere.argv);
    everywhere.inside = false;
}

}  // namespace

void section_of_program()
{
    // Those who are called know by how many.
    bsp_begin(static_cast<decltype(bsp_nprocs())>(everywhere.next > 0 ? everywhere.next : bsp_nprocs()));
    everywhere.next = 0;
    run_program_here();
    bsp_end();
}

int run_main(int argc, char** argv, int (*program)(int argc, char** argv), void (*before)())
{
    if (!Port::processes_are_programs()) return program(argc, argv);
    everywhere = {argc, argv, program};
    bsp_init(section_of_program, argc, argv);
    before();
    do {
        section_of_program();
    } while (everywhere.next > 0);
    return everywhere.status;
}

bool all_run_the_program() { return everywhere.inside; }

void run_again(Index p) { everywhere.next = p; }

bool is_process_0() { return everywhere.s == 0; }

void require_section(Index p)
{
    // what a BSPlib counts processes in
    constexpr Index most = std::numeric_limits<int>::max();
    if (p > most) refuse("p = ", p, " is more than any machine has; take p <= ", static_cast<Index>(bsp_nprocs()));
    if (all_run_the_program() && p != Port().p())
        refuse("p = ", p, ", but this program was started as ", Port().p(), " processes; start it as ", p,
               ", or leave --procs out");
}

void run_section(Index p, const std::function<void(Port&)>& body)
{
    require_section(p);
    section_body = &body;
    if (all_run_the_program()) {
        Port port;
        return run_body(port);
    }
    section_processes = p;
    section_failure = nullptr;
    bsp_init(section, 0, nullptr);
    section();
    if (section_failure) std::rethrow_exception(section_failure);
}

Index processes_for(Index n, Index wanted, bool oversubscribe)
{
    const auto available = static_cast<Index>(bsp_nprocs());
    if (wanted == 0 && all_run_the_program()) wanted = available;
    const Index by_environment = wanted == 0 ? threads_in_environment(available) : 0;
    if (wanted == 0) {
        const Index usual = is_power_of_two(n) ? power_of_two_below(available) : available;
        wanted = std::max(Index{1}, std::min(by_environment > 0 ? by_environment : usual, n / 2));
    }
    if (wanted < 1) refuse("p = ", wanted, ", but there is at least one process; take p >= 1");
    if (wanted > available && !oversubscribe) {
        refuse(by_environment > 0 ? "BSPFFT_THREADS: " : "", "p = ", wanted, " is more than the ", available,
               " processes that run at once on this machine; take p <= ", available, ", or add --oversubscribe");
    }
    return wanted;
}

bool is_asked_for(Index wanted)
{
    return wanted != 0 || (!all_run_the_program() && threads_in_environment(static_cast<Index>(bsp_nprocs())) > 0);
}

bool are_oversubscribed(Index p) { return !all_run_the_program() && p > static_cast<Index>(bsp_nprocs()); }

}  // namespace bspfft::tools
