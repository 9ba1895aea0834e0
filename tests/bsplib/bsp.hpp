// <bsp.h> of any BSPlib, with the properties that only ours declares defined for the others.
#pragma once

#include <cstddef>
#include <string_view>

// Some headers are for C only.
extern "C" {
#include <bsp.h>
}

#ifndef BSPLIB_EMBEDDED

/// Another BSPlib is under test.
constexpr bool embedded = false;

inline int bsplib_completes_at_call() { return 0; }
inline int bsplib_shares_memory()
{
#ifdef BSPFFT_PROCESSES_ARE_PROGRAMS
    return 0;
#else
    return 1;
#endif
}

#else

constexpr bool embedded = true;

#endif

#ifndef BSPFFT_RUNTIME
#define BSPFFT_RUNTIME "ours"
#endif
constexpr std::string_view runtime = BSPFFT_RUNTIME;
constexpr bool on_lpf = runtime.starts_with("lpf");

// Features that other BSPlibs lack; tests that need them are skipped.
#if defined BSPFFT_PROCESSES_ARE_PROGRAMS && !defined BSPFFT_PROCESSES_ARE_CALLED
#define ONE_SECTION_A_PROGRAM
constexpr bool one_section_a_program = true;
#else
constexpr bool one_section_a_program = false;
#endif

#if defined BSPLIB_EMBEDDED || defined BSPFFT_HAS_DIRECT_GET
constexpr bool gets_directly = true;
inline void direct_get(unsigned pid, const void* source, std::size_t offset, void* destination, std::size_t bytes)
{
    bsp_direct_get(pid, source, offset, destination, bytes);
}
#else
constexpr bool gets_directly = false;
inline void direct_get(unsigned, const void*, std::size_t, void*, std::size_t) {}
#endif
