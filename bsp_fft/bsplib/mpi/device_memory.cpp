#include "bsp_fft/bsplib/mpi/device_memory.hpp"

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <cstdlib>
#include <string_view>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib::mpi {

namespace {

// Open MPI and MVAPICH have the first question, MPICH the second; others have none.
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

}  // namespace

bool mpi_moves_device_memory()
{
    const char* const text = std::getenv("BSPLIB_DEVICE_MEMORY");
    const std::string_view word = text ? text : "auto";
    if (word == "yes") return true;
    if (word == "no") return false;
    if (word == "auto") return as_mpi_says();
    fail_for_variable("bsp_begin", "BSPLIB_DEVICE_MEMORY", text, "auto, yes or no");
}

}  // namespace bsplib::mpi
