"""Arguments as numpy.fft and scipy.fft take them: dtypes, lengths, axes, normalisation."""
from __future__ import annotations

import math
import operator
import warnings
from numbers import Number
from typing import Any, Iterable, Optional, Sequence

import numpy

NORMS = {None: 0, 'backward': 0, 'ortho': 1, 'forward': 2}
NATIVE = {numpy.dtype(name) for name in ('float32', 'float64', 'complex64', 'complex128')}
LONG = {numpy.dtype(numpy.longdouble), numpy.dtype(numpy.clongdouble)} - NATIVE

AxisError: Any = getattr(numpy, 'exceptions', numpy).AxisError  # NumPy 2 has moved it


class PrecisionWarning(UserWarning):
    """Long doubles were rounded to doubles: the library computes in no higher precision."""


def is_long(dtype: numpy.dtype) -> bool:
    return dtype.newbyteorder('=') in LONG


def as_floating(x: Any) -> numpy.ndarray:
    """x as an array of a dtype that the library computes with; x itself if it is one, aligned and native."""
    x = numpy.asarray(x)
    if x.dtype in NATIVE:
        # the set takes dtypes as equal only in native byte order
        return x if x.flags.aligned else x.copy()
    if x.dtype == numpy.float16:
        return x.astype(numpy.float32)
    if is_long(x.dtype):
        warnings.warn('long doubles are computed, and returned, as doubles', PrecisionWarning, stacklevel=4)
        return x.astype(numpy.complex128 if x.dtype.kind == 'c' else numpy.float64)
    if x.dtype.kind in 'fc':
        return x.astype(x.dtype.newbyteorder('='))
    if x.dtype.kind == 'O':
        try:
            return x.astype(numpy.float64)
        except TypeError:
            return x.astype(numpy.complex128)
    return x.astype(numpy.float64)


def as_complex(x: numpy.ndarray) -> numpy.ndarray:
    return x if x.dtype.kind == 'c' else x.astype(numpy.complex64 if x.dtype.itemsize == 4 else numpy.complex128)


def is_private(array: numpy.ndarray, given: Any) -> bool:
    """Whether array, made of what the caller gave, is a copy that nobody else sees."""
    if array is given or (not isinstance(given, numpy.ndarray) and hasattr(given, '__array__')):
        return False
    return array.base is None


def one_axis(axis: int, x: numpy.ndarray) -> int:
    """The axis, from 0 on."""
    index = operator.index(axis)
    if not -x.ndim <= index < x.ndim:
        raise AxisError(index, x.ndim)
    return index % x.ndim


def one_length(n: Optional[int], otherwise: int) -> int:
    length = otherwise if n is None else operator.index(n)
    if length < 1:
        raise ValueError(f'Invalid number of FFT data points ({length}) specified; it must be 1 or more')
    return length


def integers(values: Any, name: str) -> list[int]:
    if isinstance(values, Number):
        values = (values,)
    try:
        return [operator.index(value) for value in values]
    except TypeError as failure:
        raise ValueError(f'{name} must be a scalar or iterable of integers') from failure


def lengths_and_axes(x: numpy.ndarray, s: Any, axes: Any) -> tuple[list[int], list[int]]:
    """Lengths and axes of a transform of several axes."""
    given = None if s is None else integers(s, 'shape')
    if axes is not None:
        chosen = [axis + x.ndim if axis < 0 else axis for axis in integers(axes, 'axes')]
        if any(not 0 <= axis < x.ndim for axis in chosen):
            raise ValueError(f'axes exceeds dimensionality of input: {axes} of {x.ndim} axes')
        if len(set(chosen)) != len(chosen):
            raise ValueError(f'all axes must be unique: {axes}')
        if given is not None and len(given) != len(chosen):
            raise ValueError('when given, axes and shape arguments have to be of the same length')
    else:
        count = x.ndim if given is None else len(given)
        if count > x.ndim:
            raise ValueError(f'shape requires more axes than are present: {count}, of {x.ndim}')
        chosen = list(range(x.ndim - count, x.ndim))
    lengths = [x.shape[axis] for axis in chosen]
    if given is not None:
        lengths = [own if length == -1 else length for own, length in zip(lengths, given)]
    if any(length < 1 for length in lengths):
        raise ValueError(f'invalid number of data points ({lengths}) specified')
    return lengths, chosen


class Resized:
    """Cuts off or pads with zeros: the array becomes a view, or one of its own."""

    def __init__(self, own: Sequence[int], lengths: Iterable[int], axes: Sequence[int]) -> None:
        shape = list(own)
        for length, axis in zip(lengths, axes):
            shape[axis] = length
        self.shape = tuple(shape)
        self.kept = tuple(slice(0, min(n, wanted)) for n, wanted in zip(own, shape))
        self.changes = self.shape != tuple(own)
        self.pads = any(n < wanted for n, wanted in zip(own, shape))

    def __call__(self, x: numpy.ndarray) -> numpy.ndarray:
        if not self.changes:
            return x
        if not self.pads:
            return x[self.kept]
        padded = numpy.zeros(self.shape, x.dtype)
        padded[self.kept] = x[self.kept]
        return padded


def norm_number(norm: Optional[str], is_forward: bool) -> int:
    """0: no factor, 1: one over the square root, 2: one over the whole."""
    try:
        number = NORMS[norm]
    except KeyError:
        raise ValueError(f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"') from None
    return number if is_forward else 2 - number


def factor(number: int, whole: int) -> float:
    return (1.0, 1.0 / math.sqrt(whole), 1.0 / whole)[number]
