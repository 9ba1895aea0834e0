// Which instruction sets the vector code is compiled for. Included before any header of Highway.
#pragma once

// Vectors whose length the compiler does not know cannot be members of a Complex. x86-64 begins with SSE4, which the
// build says: what is older has the book's kernel.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_SSSE3)

// On plain x86-64 Highway 1.0.3 has EMU128, vectors as arrays, but before GCC 12.3 it uses HWY_SCALAR instead,
// whose vectors of one lane lack the shuffles used here. The reason is a wrong product of integers (GCC bug
// 106322); this code has none.
#define HWY_BROKEN_EMU128 0
