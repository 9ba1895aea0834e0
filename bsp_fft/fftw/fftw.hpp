// FFTW's functions as a table, by which they are called without being linked with: for the kernel fftw, and for a peer
// of the benchmarks. The library that has the table is loaded when it is needed.
#pragma once

// FFTW's types: from its own header where that was included before, otherwise from ours.
#ifndef FFTW3_H
#include "bspfft-fftw3/fftw3.h"
#endif

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace bspfft {

/// The functions of one precision.
template <class Real>
struct Fftw3 {
    static constexpr bool is_double = sizeof(Real) == sizeof(double);
    using Plan = std::conditional_t<is_double, fftw_plan, fftwf_plan>;
    using Complex = std::conditional_t<is_double, fftw_complex, fftwf_complex>;
    using Axis = const fftw_iodim64*;

    Plan (*plan)(int, Axis, int, Axis, Complex*, Complex*, int, unsigned);
    void (*execute)(Plan);
    void (*execute_on)(Plan, Complex*, Complex*);
    Plan (*plan_real)(int, Axis, int, Axis, Real*, Complex*, unsigned);
    void (*execute_real)(Plan, Real*, Complex*);
    Plan (*plan_to_real)(int, Axis, int, Axis, Complex*, Real*, unsigned);
    void (*execute_to_real)(Plan, Complex*, Real*);
    Plan (*plan_trigonometric)(int, Axis, int, Axis, Real*, Real*, const fftw_r2r_kind*, unsigned);
    void (*execute_trigonometric)(Plan, Real*, Real*);
    void (*destroy)(Plan);
    double (*cost)(Plan);
    double (*estimated_cost)(Plan);
    void (*forget_wisdom)();
    void (*limit_planning)(double);
    /// Null where FFTW was found without threads.
    int (*start_threads)();
    void (*plan_with_threads)(int);
};

/// What the library libbspfft-fftw-kernel has.
struct FftwTable {
    std::int32_t size;  ///< bytes; in another version of the library it differs
    Fftw3<double> of_doubles;
    Fftw3<float> of_floats;
    void* (*allocate)(std::size_t bytes);
    void (*release)(void* array);
    const char* version;
    const char* flags;  ///< by which FFTW was compiled

    /// Whether FFTW's calls are not FFTW's in this program, but ours: libbspfft-fftw3 was linked or loaded before it.
    bool is_bspfft() const { return std::string_view(version).find("bspf") != std::string_view::npos; }

    template <class Real>
    const Fftw3<Real>& of() const
    {
        if constexpr (sizeof(Real) == sizeof(double)) {
            return of_doubles;
        } else {
            return of_floats;
        }
    }
};

/// The name of its one function, and its type.
inline constexpr const char* fftw_entry = "bspfft_fftw_table";
using FftwEntry = const FftwTable* (*)();

/// FFTW's functions; throws Error(not_available), with the reason, where they cannot be loaded.
const FftwTable& fftw();
/// Why they cannot be loaded; empty if they can.
std::string why_no_fftw();

}  // namespace bspfft
