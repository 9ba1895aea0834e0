/* Where an element (row, column) of a pass is: the same formulas on the device and on the host. */
#ifndef BSPFFT_ELEMENT_MAP_H
#define BSPFFT_ELEMENT_MAP_H

#include "bsp_fft/gpu/device_abi.h"

#ifdef __CUDACC__
#define BSPFFT_ON_BOTH __host__ __device__ __forceinline__
#else
#define BSPFFT_ON_BOTH inline
#endif

/* The real part of an element, in reals from the beginning of the array; where its imaginary part is from there. */
template <class Real>
struct bspfft_element {
    Real* real; /* null: it does not exist */
    int64_t imaginary;
    bool conjugate;
};

/* Rows are in groups of `lanes`: of each group, one column after the other, real parts before imaginary parts. */
template <class Real>
BSPFFT_ON_BOTH bspfft_element<Real> bspfft_in_tile(Real* array, int64_t tile, int64_t width, int64_t lane, int64_t row,
                                                   int64_t rows, int64_t lanes, int64_t first_group)
{
    const int64_t group = row / lanes, rest = rows - group * lanes;
    const int64_t height = rest < lanes ? rest : lanes;
    const int64_t place = tile + (group - first_group) * lanes * width + lane * height;
    return {array + 2 * place + row % lanes, height, false};
}

template <class Real>
BSPFFT_ON_BOTH bspfft_element<Real> bspfft_find(const bspfft_device_side& side, int64_t rows, int64_t first, int64_t r,
                                                int64_t c)
{
    Real* const array = static_cast<Real*>(side.array);
    if (side.kind == BSPFFT_DEVICE_WORK) return {array + side.reals * ((c - first) * rows + r), 1, false};
    if (side.kind == BSPFFT_DEVICE_PLAIN) {
        const int64_t row = side.rows[r];
        if (row == BSPFFT_DEVICE_MISSING_ROW) return {nullptr, 1, false};
        const bool mirrored = r >= side.mirrored_from;
        return {array + row + (mirrored ? side.mirrored_columns[c] : side.columns[c]), 1, mirrored};
    }
    if (side.kind == BSPFFT_DEVICE_PACKETS_OUT) {
        const int32_t receiver = side.receiver_of[r];
        if (receiver < 0) return {nullptr, 1, false};
        const bspfft_device_receiver& to = side.receivers[receiver];
        const int64_t tile = c / side.lanes, rest = side.count - tile * side.lanes;
        return bspfft_in_tile(static_cast<Real*>(to.array), (tile - first / side.lanes) * to.tile_length,
                              rest < side.lanes ? rest : side.lanes, c % side.lanes, side.number_of[r], to.rows,
                              side.lanes, 0);
    }
    const bspfft_device_landed& at = side.landed[c / side.count * rows + r];
    if (at.lane < 0) return {nullptr, 1, false};
    return bspfft_in_tile(array, at.tile, at.width, at.lane, c % side.count, side.count, side.lanes,
                          first / side.lanes);
}

#endif
