"""Convolutions by Fourier transforms."""
from __future__ import annotations

from typing import Any, Optional

import numpy

from . import _fft, _recipe, _workers
from ._arrays import as_floating, lengths_and_axes
from ._lengths import next_fast_len
from ._library import check, library

__all__ = ['convolve', 'fftconvolve']


def _line(a: numpy.ndarray, b: numpy.ndarray) -> numpy.ndarray:
    """The convolution of two rows of reals, in one call of the library."""
    out = numpy.empty(a.size + b.size - 1, a.dtype)
    call = library.bspfft_convolvef if a.dtype == numpy.float32 else library.bspfft_convolve
    a, b = numpy.ascontiguousarray(a), numpy.ascontiguousarray(b)
    check(call(a.size, _recipe.address(a), b.size, _recipe.address(b), _recipe.address(out)))
    return out


def _full(a: numpy.ndarray, b: numpy.ndarray, axes: list[int], workers: Optional[int]) -> numpy.ndarray:
    if a.ndim == 1 and axes and a.dtype.kind == 'f' and not _workers.resolve(workers):
        return _line(a, b)
    is_real = a.dtype.kind == 'f'
    forward, inverse = (_fft.rfftn, _fft.irfftn) if is_real else (_fft.fftn, _fft.ifftn)
    lengths = [a.shape[axis] + b.shape[axis] - 1 for axis in axes]
    fast = [next_fast_len(length, is_real) for length in lengths]
    spectrum = forward(a, fast, axes, workers=workers)
    spectrum = spectrum * forward(b, fast, axes, workers=workers)
    whole = inverse(spectrum, fast, axes, overwrite_x=True, workers=workers)
    kept = [slice(None)] * whole.ndim
    for axis, length in zip(axes, lengths):
        kept[axis] = slice(0, length)
    return whole[tuple(kept)]


def _middle(whole: numpy.ndarray, lengths: list[int], axes: list[int]) -> numpy.ndarray:
    kept = [slice(None)] * whole.ndim
    for axis, length in zip(axes, lengths):
        start = (whole.shape[axis] - length) // 2
        kept[axis] = slice(start, start + length)
    return whole[tuple(kept)].copy()


def convolve(in1: Any, in2: Any, mode: str = 'full', axes: Any = None, workers: Optional[int] = None) -> numpy.ndarray:
    """The convolution of two arrays of equally many axes, as scipy.signal.fftconvolve has it.

    mode "full" is all of it, "same" the middle as large as in1, "valid" where the smaller lies within the larger. Along
    axes that are not convolved the lengths are equal, or 1.
    """
    a, b = as_floating(in1), as_floating(in2)
    if a.ndim != b.ndim:
        raise ValueError(f'in1 and in2 should have the same dimensionality: they have {a.ndim} and {b.ndim} axes')
    if mode not in ('full', 'same', 'valid'):
        raise ValueError(f"mode is {mode!r}; acceptable are 'valid', 'same' and 'full'")
    common = numpy.result_type(a, b)
    a, b = a.astype(common, copy=False), b.astype(common, copy=False)
    if a.ndim == 0:
        return a * b
    _, chosen = lengths_and_axes(numpy.empty((1,) * a.ndim), None, axes)
    if not chosen:
        raise ValueError('when provided, axes cannot be empty')
    for axis in set(range(a.ndim)) - set(chosen):
        if a.shape[axis] != b.shape[axis] and 1 not in (a.shape[axis], b.shape[axis]):
            raise ValueError(f'incompatible shapes for in1 and in2: {a.shape} and {b.shape}')
    pairs = [(a.shape[axis], b.shape[axis]) for axis in chosen]
    if mode == 'valid' and not (all(m >= n for m, n in pairs) or all(m <= n for m, n in pairs)):
        raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")
    if a.size == 0 or b.size == 0:
        return numpy.array([], common)
    whole = _full(a, b, chosen, workers)
    if mode == 'full':
        return whole
    return _middle(whole, [m if mode == 'same' else abs(m - n) + 1 for m, n in pairs], chosen)


fftconvolve = convolve
