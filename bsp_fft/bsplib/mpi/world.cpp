#include "bsp_fft/bsplib/mpi/world.hpp"

#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>

#include <dlfcn.h>
#include <link.h>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib::mpi {

namespace {

bool initialised()
{
    int yes = 0;
    MPI_Initialized(&yes);
    return yes != 0;
}

unsigned on_this_machine(MPI_Comm comm)
{
    MPI_Comm here;
    int size = 0;
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &size);
    MPI_Comm_free(&here);
    return static_cast<unsigned>(size);
}

// An idle process polls often at first, then once a millisecond: another process may need its core.
void wait_gently(MPI_Request& request)
{
    using namespace std::chrono;
    const auto begin = steady_clock::now();
    for (;;) {
        int done = 0;
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done) return;
        const auto waited = steady_clock::now() - begin;
        if (waited > microseconds(200))
            std::this_thread::sleep_for(std::min(duration_cast<microseconds>(waited) / 8, microseconds(1000)));
    }
}

// Open MPI and MVAPICH have the first function, MPICH the second; other MPIs have neither.
bool as_mpi_says()
{
#if defined MPIX_CUDA_AWARE_SUPPORT
    return MPIX_Query_cuda_support() == 1;
#elif defined MPIX_GPU_SUPPORT_CUDA
    int yes = 0;
    return MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &yes) == MPI_SUCCESS && yes != 0;
#else
    return false;
#endif
}

// As MPI says when the program runs, or as BSPLIB_DEVICE_MEMORY says.
bool mpi_moves_device_memory()
{
    const char* const text = std::getenv("BSPLIB_DEVICE_MEMORY");
    const std::string_view word = text ? text : "auto";
    if (word == "yes") return true;
    if (word == "no") return false;
    if (word == "auto") return as_mpi_says();
    fail_for_variable("bsp_begin", "BSPLIB_DEVICE_MEMORY", text, "auto, yes or no");
}

FunctionName name_of(void (*function)())
{
    FunctionName name;
    if (!function) return name;
    Dl_info info;
    link_map* map = nullptr;
    auto* const address = reinterpret_cast<void*>(function);
    if (!::dladdr1(address, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map ||
        std::strlen(map->l_name) >= sizeof name.library)
        fail("bsp_begin", "the SPMD function at %p is in no library that the other processes could find", address);
    name.offset = reinterpret_cast<std::uintptr_t>(address) - map->l_addr;
    std::strcpy(name.library, map->l_name);
    return name;
}

}  // namespace

void (*FunctionName::here() const)()
{
    if (offset == 0) return nullptr;
    const char* const name = *library ? library : nullptr;
    void* const handle = ::dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    link_map* map = nullptr;
    if (!handle || ::dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
        fail("bsp_begin", "the SPMD function is in %s, which this process has not loaded", library);
    const std::uintptr_t address = map->l_addr + offset;
    ::dlclose(handle);
    return reinterpret_cast<void (*)()>(address);
}

World* World::here_ = nullptr;

bool World::mpi_runs()
{
    int over = 0;
    MPI_Finalized(&over);
    return initialised() && !over;
}

World& World::here()
{
    if (here_) return *here_;
    const bool guest = initialised();
    if (!guest) {
        note_fatal_signals();
        int provided = 0;
        if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
            fail("bsp_begin", "MPI does not start");
        // The processes of a program that MPI calls single may still have threads; MPI must only know of them.
        if (provided < MPI_THREAD_FUNNELED)
            fail("bsp_begin",
                 "this MPI allows no threads beside the one that calls it (level %d, MPI_THREAD_FUNNELED is %d)",
                 provided, MPI_THREAD_FUNNELED);
        std::atexit(finish);
    }
    return *(here_ = new World(MPI_COMM_WORLD, guest));
}

void World::use(MPI_Comm comm)
{
    if (!initialised()) fail("bsplib_mpi_communicator", "called before MPI_Init");
    if (here_ && !here_->guest_)
        fail("bsplib_mpi_communicator", "called after bsp_init or bsp_begin, which have started MPI themselves");
    if (here_) MPI_Comm_free(&here_->comm_);
    delete here_;
    here_ = new World(comm, true);
}

World::World(MPI_Comm comm, bool guest) : guest_(guest)
{
    watch_forks();
    MPI_Comm_dup(comm, &comm_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_ARE_FATAL);
    int rank = 0, size = 0;
    MPI_Comm_rank(comm_, &rank);
    MPI_Comm_size(comm_, &size);
    rank_ = static_cast<unsigned>(rank);
    size_ = static_cast<unsigned>(size);
    const int mine = mpi_moves_device_memory();
    int all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm_);
    moves_device_memory_ = all != 0;
}

// At the end of a host's program, not of a child that it forked.
void World::finish()
{
    if (is_forked_child() || !mpi_runs()) return;
    if (here_->rank_ == 0) here_->call(0, nullptr);
    MPI_Finalize();
}

Network World::call(unsigned p, void (*spmd)())
{
    const Call call{p, 0, name_of(spmd), Network::from_environment()};
    for (unsigned t = 1; t < size_; ++t)
        MPI_Send(&call, sizeof call, MPI_BYTE, static_cast<int>(t), Tag::section_start, comm_);
    return call.network;
}

World::Call World::wait_for_call()
{
    Call call;
    MPI_Request request;
    MPI_Irecv(&call, sizeof call, MPI_BYTE, 0, Tag::section_start, comm_, &request);
    wait_gently(request);
    return call;
}

const World::First& World::first(unsigned p)
{
    if (const auto found = firsts_.find(p); found != firsts_.end()) return found->second;
    MPI_Comm comm = comm_;
    if (p != size_) {
        MPI_Group all, some;
        int range[1][3] = {{0, static_cast<int>(p) - 1, 1}};
        MPI_Comm_group(comm_, &all);
        MPI_Group_range_incl(all, 1, range, &some);
        MPI_Comm_create_group(comm_, some, 0, &comm);
        MPI_Group_free(&some);
        MPI_Group_free(&all);
    }
    return firsts_[p] = {comm, on_this_machine(comm)};
}

}  // namespace bsplib::mpi
