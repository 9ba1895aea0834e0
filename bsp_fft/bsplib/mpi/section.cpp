// bsp_init, bsp_begin, bsp_end: mpirun has started the processes; process 0 calls them to its sections.
#include <algorithm>
#include <chrono>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <thread>

#include <unistd.h>
#include <unwind.h>

#include "bsp_fft/bsplib/failure.hpp"
#include "bsp_fft/bsplib/mpi/process.hpp"
#include "bsp_fft/bsplib/mpi/world.hpp"
#include <bsp.h>
#include <bsplib_mpi.h>

namespace bsplib::mpi {

constinit Process* current = nullptr;

namespace {

void (*spmd_function)() = nullptr;
std::optional<World::Call> called;  // set from the call until bsp_begin
std::unique_ptr<SectionGuard> guard;
Exchanges last_exchanges;
Network network_of_section;
bool failing = false;

void refuse_in_child(const char* function)
{
    if (is_forked_child()) fail(function, "called in a process that fork made; MPI runs in its parent only");
}

void enter(World& world, unsigned p)
{
    try {
        guard = std::make_unique<SectionGuard>();
        const World::First& first = world.first(p);
        current = new Process(first.comm, world.rank(), p, first.here, network_of_section);
    } catch (const std::bad_alloc&) {
        fail_with(no_memory, "bsp_begin", "no memory for a section of %u processes, each of which takes %zu bytes", p,
                  Process::bytes(p));
    }
}

void show(const Process& me, const Network& network)
{
    if (!network.show || me.s() != 0) return;
    std::fprintf(stderr,
                 "bsplib: p = %u, alpha %g s, beta %g s per byte: direct messages and Bruck's exchange cost the same "
                 "at %.0f bytes per process; %zu bulk exchanges were direct, %zu were Bruck's\n",
                 me.p(), network.alpha, network.beta, me.crossover().equal_bytes(), me.exchanges().direct,
                 me.exchanges().bruck);
}

/// Where the SPMD function was called.
struct Base {
    std::jmp_buf place;
    std::uintptr_t frame = 0;  ///< 0: there is none
};
Base base;

[[noreturn]] void serve();

// Returns to call_until_left if it runs. Else the frames below serve() stay, once.
[[noreturn]] void go_on()
{
    if (base.frame != 0) std::longjmp(base.place, 1);
    serve();
}

// Called for every frame, before it is left. To the unwinder the stack ends at a function without unwind tables, as C
// may be compiled; the frames from there on are dropped as they are. Were serve() called there instead, the stack
// would grow with every section.
_Unwind_Reason_Code look_at_frame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                  _Unwind_Context* context, void*)
{
    const bool past_base = base.frame != 0 && _Unwind_GetCFA(context) > base.frame;
    if (past_base || actions & _UA_END_OF_STACK) go_on();
    return _URC_NO_REASON;
}

/// Calls run(); returns true when run() has called leave_frames(), false when run() has returned.
[[gnu::noinline]] bool call_until_left(void (*run)())
{
    base.frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (setjmp(base.place) != 0) {  // its value may be used only like this
        base.frame = 0;
        return true;
    }
    run();
    base.frame = 0;
    return false;
}

/// Leaves the function as pthread_exit does: destroys the objects of all functions up to call_until_left, which then
/// returns true. Without a call_until_left it destroys those of all functions and calls serve(). It sees no objects
/// beyond a function that was compiled without unwind tables; those are dropped without their destructors.
[[noreturn]] void leave_frames()
{
    static _Unwind_Exception exception;
    exception = {};
    _Unwind_ForcedUnwind(&exception, look_at_frame, nullptr);
    go_on();  // the stack could not be unwound
}

// Waits for the next section; false if this process has no part in it.
bool wait_until_called(World& world)
{
    const World::Call call = world.wait_for_call();
    if (call.p == 0) std::exit(EXIT_SUCCESS);
    if (world.rank() < call.p) called = call;
    return called.has_value();
}

// Where processes other than 0 wait between sections, until the program ends.
[[noreturn]] void serve()
{
    for (;;) {
        if (!wait_until_called(World::here())) continue;
        void (*const spmd)() = called->spmd.here();
        if (!call_until_left(spmd ? spmd : bsplib_run_main))
            fail("bsp_end", "the process left its SPMD function without it");
    }
}

void begin_as_guest(World& world, unsigned p)
{
    if (p != world.size())
        fail("bsp_begin",
             "%u processes, but the communicator has %u; inside an MPI program a section has all of them, so "
             "give bsplib_mpi_communicator one of %u",
             p, world.size(), p);
    network_of_section = Network::from_environment();
    enter(world, p);
}

void begin_as_process_0(World& world, unsigned p)
{
    if (p > world.size())
        fail("bsp_begin", "%u processes, but this program was started with %u; start it with mpirun -n %u", p,
             world.size(), p);
    require_spmd_function(p, spmd_function);
    network_of_section = world.call(p, spmd_function);
    enter(world, p);
}

}  // namespace

}  // namespace bsplib::mpi

using namespace bsplib;
using namespace bsplib::mpi;

bool bsplib::leave_section_in_child()
{
    failing = FailTogether::exists = false;
    const bool was_process = current || called;
    current = nullptr;
    called.reset();
    return was_process;
}

bool bsplib::whoami(unsigned& s, unsigned& p)
{
    if (!current && !called) return false;
    s = current ? current->s() : World::here().rank();
    p = current ? current->p() : called->p;
    return true;
}

// Where all processes find the same failure, process 0 reports it and ends the others before they report it too.
void bsplib::wait_for_turn()
{
    if (std::exchange(failing, true)) {
        for (;;) ::pause();
    }
    if (FailTogether::exists && current && current->s() > 0) std::this_thread::sleep_for(std::chrono::seconds(2));
}

void bsplib::end_all(int status)
{
    if (is_forked_child()) ::_exit(status);
    if (World::mpi_runs()) {
        // Open MPI 4's mpirun can crash when several processes abort at once: the delay lets one be first. There may be
        // no World yet.
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        std::this_thread::sleep_for(std::chrono::milliseconds(100) * std::min(rank, 10));
        MPI_Abort(MPI_COMM_WORLD, status);
    }
    ::_exit(status);
}

void bsp_init(void (*spmd)(void), int, char**)
{
    refuse_in_child("bsp_init");
    if (current || called) fail("bsp_init", "called inside an SPMD section; it belongs at the start of main");
    spmd_function = spmd;
    const World& world = World::here();
    if (!world.is_guest() && world.rank() > 0) serve();
}

void bsp_begin(bsp_nprocs_t p)
{
    refuse_in_child("bsp_begin");
    if (current) fail("bsp_begin", "called inside an SPMD section; sections do not nest");
    if (p < 1 && !called) fail("bsp_begin", "%u processes; at least 1 is needed", p);
    World& world = World::here();
    if (world.is_guest()) return begin_as_guest(world, p);
    if (world.rank() == 0) return begin_as_process_0(world, p);
    // a host may call it in main, without bsp_init
    if (!called && !wait_until_called(world)) leave_frames();
    network_of_section = called->network;
    enter(world, called->p);
    called.reset();
}

void bsp_end(void)
{
    Process& me = self("bsp_end");
    with_memory("bsp_end", me, [&] { me.leave(); });
    show(me, network_of_section);
    last_exchanges = me.exchanges();
    current = nullptr;
    delete &me;
    guard.reset();
    const World& world = World::here();
    if (!world.is_guest() && world.rank() > 0) leave_frames();
}

bsp_nprocs_t bsp_nprocs(void) { return current ? current->p() : World::here().size(); }

double bsp_time(void) { return self("bsp_time").seconds(); }

void bsplib_mpi_communicator(MPI_Comm comm)
{
    refuse_in_child("bsplib_mpi_communicator");
    if (current) fail("bsplib_mpi_communicator", "called inside an SPMD section");
    World::use(comm);
}

void bsplib_mpi_exchanges(size_t* direct, size_t* bruck)
{
    const Exchanges& counted = current ? current->exchanges() : last_exchanges;
    if (direct) *direct = counted.direct;
    if (bruck) *bruck = counted.bruck;
}
