// Whether MPI moves the memory of a device.
#pragma once

namespace bsplib::mpi {

/// As MPI says when the program runs, or BSPLIB_DEVICE_MEMORY says: auto, yes or no.
bool mpi_moves_device_memory();

}  // namespace bsplib::mpi
