"""Fourier transforms from the arguments of numpy.fft and scipy.fft: what bspfft._fft's functions have in common."""
from __future__ import annotations

import math
from typing import Any, Optional

import numpy

from . import _workers
from ._arrays import (Resized, as_complex, as_floating, factor, is_private, lengths_and_axes, norm_number, one_axis,
                      one_length)
from ._library import FORWARD, INVERSE
from ._recipe import complex_dtype, real_dtype
from ._transform import Prepared, Ready, complex_job, from_half, of_reals, to_half

_ready = Ready()


class _Operation:
    """From complex numbers, or real ones, to complex numbers. Its subclasses: with half a spectrum on one side."""

    def __init__(self, direction: int) -> None:
        self.direction = direction

    def length(self, n: Optional[int], own: int) -> tuple[int, int]:
        """Two lengths of the halved axis: on the real side, and the one that the array shall have."""
        length = one_length(n, own)
        return length, length

    def checked(self, x: numpy.ndarray) -> numpy.ndarray:
        return x

    def empty(self, x: numpy.ndarray, halved: int, length: int) -> numpy.ndarray:
        return numpy.empty(x.shape, complex_dtype(x.dtype))

    def prepare(self, x: numpy.ndarray, axes: tuple[int, ...], length: int, scale: float, threads: int,
                may_overwrite: bool) -> Prepared:
        if x.dtype.kind == 'f':
            return of_reals(x, self.direction, axes, scale, threads)
        return complex_job(x, self.direction, axes, scale, threads, may_overwrite and x.flags.writeable)


class _ToHalf(_Operation):
    """From reals to half the spectrum."""

    def checked(self, x: numpy.ndarray) -> numpy.ndarray:
        if x.dtype.kind == 'c':
            raise TypeError('x must be a real sequence')
        return x

    def empty(self, x: numpy.ndarray, halved: int, length: int) -> numpy.ndarray:
        shape = [length // 2 + 1 if axis == halved else own for axis, own in enumerate(x.shape)]
        return numpy.empty(shape, complex_dtype(x.dtype))

    def prepare(self, x: numpy.ndarray, axes: tuple[int, ...], length: int, scale: float, threads: int,
                may_overwrite: bool) -> Prepared:
        return to_half(x, self.direction == INVERSE, axes, scale, threads)


class _FromHalf(_Operation):
    """From half a spectrum to reals."""

    def length(self, n: Optional[int], own: int) -> tuple[int, int]:
        length = one_length(n, 2 * (own - 1))
        return length, length // 2 + 1

    def checked(self, x: numpy.ndarray) -> numpy.ndarray:
        return as_complex(x)

    def empty(self, x: numpy.ndarray, halved: int, length: int) -> numpy.ndarray:
        shape = [length if axis == halved else own for axis, own in enumerate(x.shape)]
        return numpy.empty(shape, real_dtype(x.dtype))

    def prepare(self, x: numpy.ndarray, axes: tuple[int, ...], length: int, scale: float, threads: int,
                may_overwrite: bool) -> Prepared:
        return from_half(x, self.direction == FORWARD, axes, length, scale, threads)


FFT, IFFT = _Operation(FORWARD), _Operation(INVERSE)
RFFT, IHFFT = _ToHalf(FORWARD), _ToHalf(INVERSE)
HFFT, IRFFT = _FromHalf(FORWARD), _FromHalf(INVERSE)


def _refuse(plan: object) -> None:
    raise NotImplementedError('Passing a precomputed plan is not supported by this function: what bspfft.plan returns '
                              'is called itself, with the array')


def _finish(operation: _Operation, given: Any, own: numpy.ndarray, axes: tuple[int, ...], owns: list[int],
            lengths: list[int], norm: Optional[str], overwrite_x: bool, threads: int,
            key: Optional[tuple]) -> numpy.ndarray:
    number = norm_number(norm, operation.direction == FORWARD)
    resize = Resized(own.shape, owns, axes)
    x = resize(own)
    if x.size == 0:
        return operation.empty(x, axes[-1], lengths[-1])
    transform = operation.prepare(x, axes, lengths[-1], factor(number, math.prod(lengths)), threads,
                                  overwrite_x or is_private(x, given))
    if key is not None and own is given:
        _ready.keep(key, resize, transform)
    return transform(x)


def along_one(operation: _Operation, x: Any, n: Optional[int], axis: int, norm: Optional[str], overwrite_x: bool,
              workers: Optional[int], plan: object) -> numpy.ndarray:
    if plan is not None:
        _refuse(plan)
    threads = _workers.resolve(workers)
    key = None
    if not overwrite_x and type(x) is numpy.ndarray and x.flags.aligned and type(axis) is int:
        if n is None or type(n) is int:
            key = (operation, x.shape, x.strides, x.dtype, n, axis, norm, threads)
            transform = _ready.get(key)
            if transform is not None:
                return transform(x)
    own = operation.checked(as_floating(x))
    place = one_axis(axis, own)
    length, places = operation.length(n, own.shape[place])
    return _finish(operation, x, own, (place,), [places], [length], norm, overwrite_x, threads, key)


def along_several(operation: _Operation, x: Any, s: Any, axes: Any, norm: Optional[str], overwrite_x: bool,
                  workers: Optional[int], plan: object) -> numpy.ndarray:
    if plan is not None:
        _refuse(plan)
    threads = _workers.resolve(workers)
    key = None
    if s is None and not overwrite_x and type(x) is numpy.ndarray and x.flags.aligned:
        if axes is None or (type(axes) is tuple and all(type(axis) is int for axis in axes)):
            key = (operation, x.shape, x.strides, x.dtype, axes, norm, threads)
            transform = _ready.get(key)
            if transform is not None:
                return transform(x)
    own = operation.checked(as_floating(x))
    lengths, places = lengths_and_axes(own, s, axes)
    if not places:
        if operation is FFT or operation is IFFT:
            return x
        raise ValueError('at least 1 axis must be transformed')
    owns = list(lengths)
    if operation is IRFFT or operation is HFFT:
        lengths[-1], owns[-1] = operation.length(None if s is None else lengths[-1], lengths[-1])
    return _finish(operation, x, own, tuple(places), owns, lengths, norm, overwrite_x, threads, key)
