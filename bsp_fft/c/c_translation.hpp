// The structs of the C interface, in C++ and back.
#pragma once

#include <cstdint>
#include <vector>

#include "bspfft/bspfft.h"
#include "bspfft/ledger.hpp"
#include "bspfft/options.hpp"

namespace bspfft::c {

/// Options of C, NULL for none.
bool is_single(const bspfft_options* options);
PlanOptions translated(const bspfft_options* options);

/// What a shape of C asks for.
struct Request {
    std::vector<Index> shape;
    PlanOptions options;
    bool single = false;
    bool batch_of_one = false;  ///< an axis for C, but none for C++
};

/// Over p processes. Throws Error(invalid_argument) for members that are none of their choices.
Request translated(const bspfft_shape* shape, const bspfft_options* options, Data data, Index p);

/// Fills the caller's rows, which may be those of another version: only as many bytes as they have are written.
void copy_rows(const Ledger& ledger, std::int64_t process, bspfft_superstep* rows, std::int64_t capacity);

}  // namespace bspfft::c
