"""Prepared calls of the library: a request that is filled once for arrays of one shape, one dtype and one layout.

Kept by what they are made for, so that a call repeats nothing of the preparation.
"""
from __future__ import annotations

import ctypes
from typing import Any, NamedTuple, Optional, Sequence

import numpy

from . import _library, _recording
from ._library import COMPLEX, DCT_1, FLOAT, FOURIER, FORWARD, MOST_AXES, REAL, UNTOUCHED, Request

_execute = _library.library.bspfft_call
_check = _library.check
_of_buffer: Any = ctypes.c_char.from_buffer
_address_of = ctypes.addressof
MOST_RECIPES = 4096


def address(x: numpy.ndarray) -> int:
    """The address of the first element."""
    try:
        return _address_of(_of_buffer(x))  # half the time of x.ctypes.data, if x is contiguous and may be written
    except (BufferError, TypeError, ValueError):
        return x.ctypes.data


class Job(NamedTuple):
    """What a recipe is for. Strides in bytes; in the real directions the last of the axes is the halved one."""
    data: int
    direction: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: numpy.dtype
    axes: tuple[int, ...]
    kind: int = FOURIER
    real_length: int = 0        # the halved axis, when it comes from half a spectrum
    scale: float = 1.0
    threads: int = 0
    is_orthogonal: bool = False
    is_in_place: bool = False
    is_reproducible: bool = False
    is_whole: bool = False      # half a spectrum is written into an array that has room for all of it


class Axis(NamedTuple):
    length: int
    stride_in: int
    stride_out: int
    kind: int


class Recipe:
    """Called with an array, it returns the transformed one."""
    __slots__ = ('job', 'request', 'request_address', 'shape', 'dtype')

    def __init__(self, job: Job, request: Request, shape: tuple[int, ...], dtype: numpy.dtype) -> None:
        self.job, self.request, self.shape, self.dtype = job, request, shape, dtype
        self.request_address = ctypes.addressof(request)

    def __call__(self, x: numpy.ndarray) -> numpy.ndarray:
        out = x if self.job.is_in_place else numpy.empty(self.shape, self.dtype)
        self.into(x, out)
        return out

    def into(self, x: numpy.ndarray, out: numpy.ndarray) -> None:
        if _recording.is_on and _recording.execute(self, address(x), address(out)):
            return
        status = _execute(self.request_address, address(x), address(out))
        if status:
            _check(status)


def contiguous_strides(shape: Sequence[int], itemsize: int) -> tuple[int, ...]:
    strides, step = [], itemsize
    for length in reversed(shape):
        strides.append(step)
        step *= max(length, 1)
    return tuple(reversed(strides))


def real_dtype(dtype: numpy.dtype) -> numpy.dtype:
    return numpy.dtype(dtype.char.lower())


def complex_dtype(dtype: numpy.dtype) -> numpy.dtype:
    return numpy.dtype(dtype.char.upper())


def _sides(job: Job) -> tuple[list[int], tuple[int, ...], numpy.dtype]:
    """Lengths on the real side, shape of the result, and its dtype."""
    lengths, shape = list(job.shape), list(job.shape)
    if job.data == COMPLEX or job.kind != FOURIER:
        return lengths, job.shape, job.dtype
    halved = job.axes[-1]
    if job.direction == FORWARD:
        if not job.is_whole:
            shape[halved] = shape[halved] // 2 + 1
        return lengths, tuple(shape), complex_dtype(job.dtype)
    lengths[halved] = shape[halved] = job.real_length
    return lengths, tuple(shape), real_dtype(job.dtype)


def _reduced(axes: list[Axis], halved: Optional[int]) -> list[Axis]:
    """Without axes that do nothing, and with neighbours that are not transformed in one. The halved one is the last of
    the transformed ones."""
    places = [place for place, axis in enumerate(axes) if axis.length > 1 or axis.kind >= DCT_1 or place == halved]
    if halved is not None:
        start = places.index(halved)
        places.remove(halved)
        others = [at for at, place in enumerate(places) if axes[place].kind != UNTOUCHED]
        places.insert(max([start] + [at + 1 for at in others]), halved)
    joined: list[Axis] = []
    for place in places:
        axis, outer = axes[place], joined[-1] if joined else None
        if (outer and axis.kind == outer.kind == UNTOUCHED and outer.stride_in == axis.length * axis.stride_in
                and outer.stride_out == axis.length * axis.stride_out):
            joined[-1] = Axis(outer.length * axis.length, axis.stride_in, axis.stride_out, UNTOUCHED)
        else:
            joined.append(axis)
    return joined or [Axis(1, 1, 1, FOURIER)]


def _elements(strides: Sequence[int], lengths: Sequence[int], itemsize: int) -> Optional[list[int]]:
    """Strides in elements; None if the library cannot take them: broadcast, or between elements."""
    steps = []
    for stride, length in zip(strides, lengths):
        if length == 1:
            stride = itemsize  # arbitrary in NumPy
        step, rest = divmod(stride, itemsize)
        if rest or step == 0:
            return None
        steps.append(step)
    return steps


def _overlaps(axes: list[Axis]) -> bool:
    """Whether two elements of the input may share memory; exact for what slices and transposes make."""
    end = 0
    for axis in sorted(axes, key=lambda axis: abs(axis.stride_in)):
        if abs(axis.stride_in) <= end:
            return True
        end += (axis.length - 1) * abs(axis.stride_in)
    return False


def _prepare(job: Job) -> Optional[Recipe]:
    lengths, shape, dtype = _sides(job)
    strides_out = job.strides if job.is_in_place else contiguous_strides(shape, dtype.itemsize)
    pairs = 2 if job.kind != FOURIER and job.dtype.kind == 'c' else 1  # complex numbers as pairs of reals
    steps_in = _elements(job.strides, job.shape, job.dtype.itemsize)
    steps_out = _elements(strides_out, shape, dtype.itemsize)
    if steps_in is None or steps_out is None:
        return None
    axes = [Axis(length, step_in * pairs, step_out * pairs, job.kind if place in job.axes else UNTOUCHED)
            for place, (length, step_in, step_out) in enumerate(zip(lengths, steps_in, steps_out))]
    if pairs == 2:
        axes.append(Axis(2, 1, 1, UNTOUCHED))
    is_half = job.data == REAL and job.kind == FOURIER
    axes = _reduced(axes, job.axes[-1] if is_half else None)
    if len(axes) > MOST_AXES or (job.is_in_place and _overlaps(axes)):
        return None
    request = Request(
        size=ctypes.sizeof(Request), precision=FLOAT if dtype.char in 'fF' else _library.DOUBLE, data=job.data,
        direction=job.direction, dimensions=len(axes), scale=job.scale, threads=job.threads,
        orthogonal=int(job.is_orthogonal), reproducible=int(job.is_reproducible))
    for place, axis in enumerate(axes):
        request.length[place], request.kind[place] = axis.length, axis.kind
        request.stride_in[place], request.stride_out[place] = axis.stride_in, axis.stride_out
    return Recipe(job, request, shape, dtype)


_recipes: dict[Job, Optional[Recipe]] = {}


def recipe_for(job: Job) -> Optional[Recipe]:
    """None if the array must be copied first: it is broadcast, has too many axes, or overlaps itself."""
    try:
        return _recipes[job]
    except KeyError:
        pass
    if len(_recipes) >= MOST_RECIPES:
        _recipes.clear()
    return _recipes.setdefault(job, _prepare(job))
