"""Cosine and sine transforms, with the names, the arguments and the results of scipy.fft.

type is 1, 2 (the default), 3 or 4; the inverse of a type 2 is a type 3. Of complex numbers the real and the imaginary
parts are transformed apart. orthogonalize puts the factors inside that make the matrix orthogonal, up to a scale; it is
what norm="ortho" does unless it says False. Some versions of SciPy have these factors of the DST II and III at the
wrong element; here the matrix is orthogonal. All else is as in `bspfft.fft`.
"""
from __future__ import annotations

import math
import operator
from typing import Any, Optional, Sequence

import numpy

from . import _workers
from ._arrays import (Resized, as_floating, factor, is_private, lengths_and_axes, norm_number, one_axis, one_length)
from ._library import DCT_1, DST_1
from ._transform import Ready, of_kind

__all__ = ['dct', 'idct', 'dst', 'idst', 'dctn', 'idctn', 'dstn', 'idstn']

_INVERSE_TYPE = {1: 1, 2: 3, 3: 2, 4: 4}


def kind_of(first: int, type: int, is_forward: bool) -> int:
    number = operator.index(type)
    if number not in _INVERSE_TYPE:
        raise ValueError(f'invalid type {number} of a cosine or sine transform: there are 1, 2, 3 and 4')
    return first + (number if is_forward else _INVERSE_TYPE[number]) - 1


def period(kind: int, n: int) -> int:
    """What a forward and an inverse transform multiply by."""
    if kind == DCT_1:
        if n < 2:
            raise ValueError(f'Invalid number of data points ({n}) for a DCT-I; it must be 2 or more')
        return 2 * (n - 1)
    return 2 * (n + 1) if kind == DST_1 else 2 * n


_ready = Ready()


def _finish(given: Any, own: numpy.ndarray, kind: int, axes: Sequence[int], lengths: Sequence[int], is_forward: bool,
            norm: Optional[str], overwrite_x: bool, threads: int, orthogonalize: Optional[bool],
            key: Optional[tuple]) -> numpy.ndarray:
    scale = factor(norm_number(norm, is_forward), math.prod(period(kind, n) for n in lengths))
    is_orthogonal = norm == 'ortho' if orthogonalize is None else bool(orthogonalize)
    resize = Resized(own.shape, lengths, axes)
    x = resize(own)
    if x.size == 0:
        return numpy.empty(x.shape, x.dtype)
    may_overwrite = (overwrite_x or is_private(x, given)) and x.flags.writeable
    transform = of_kind(x, kind, tuple(axes), scale, threads, is_orthogonal, may_overwrite)
    if key is not None and own is given:
        _ready.keep(key, resize, transform)
    return transform(x)


def _along_one(first: int, is_forward: bool, x: Any, type: int, n: Optional[int], axis: int, norm: Optional[str],
               overwrite_x: bool, workers: Optional[int], orthogonalize: Optional[bool]) -> numpy.ndarray:
    threads, kind = _workers.resolve(workers), kind_of(first, type, is_forward)
    key = None
    if n is None and not overwrite_x and x.__class__ is numpy.ndarray and x.flags.aligned and axis.__class__ is int:
        key = (kind, is_forward, x.shape, x.strides, x.dtype, axis, norm, threads, orthogonalize)
        transform = _ready.get(key)
        if transform is not None:
            return transform(x)
    own = as_floating(x)
    place = one_axis(axis, own)
    length = one_length(n, own.shape[place])
    return _finish(x, own, kind, (place,), (length,), is_forward, norm, overwrite_x, threads, orthogonalize, key)


def _along_several(first: int, is_forward: bool, x: Any, type: int, s: Any, axes: Any, norm: Optional[str],
                   overwrite_x: bool, workers: Optional[int], orthogonalize: Optional[bool]) -> numpy.ndarray:
    threads, kind = _workers.resolve(workers), kind_of(first, type, is_forward)
    own = as_floating(x)
    lengths, places = lengths_and_axes(own, s, axes)
    if not places:
        return x
    return _finish(x, own, kind, places, lengths, is_forward, norm, overwrite_x, threads, orthogonalize, None)


def dct(x: Any, type: int = 2, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
        overwrite_x: bool = False, workers: Optional[int] = None,
        orthogonalize: Optional[bool] = None) -> numpy.ndarray:
    """The cosine transform along one axis."""
    return _along_one(DCT_1, True, x, type, n, axis, norm, overwrite_x, workers, orthogonalize)


def idct(x: Any, type: int = 2, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
         overwrite_x: bool = False, workers: Optional[int] = None,
         orthogonalize: Optional[bool] = None) -> numpy.ndarray:
    """What undoes `dct`."""
    return _along_one(DCT_1, False, x, type, n, axis, norm, overwrite_x, workers, orthogonalize)


def dst(x: Any, type: int = 2, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
        overwrite_x: bool = False, workers: Optional[int] = None,
        orthogonalize: Optional[bool] = None) -> numpy.ndarray:
    """The sine transform along one axis."""
    return _along_one(DST_1, True, x, type, n, axis, norm, overwrite_x, workers, orthogonalize)


def idst(x: Any, type: int = 2, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
         overwrite_x: bool = False, workers: Optional[int] = None,
         orthogonalize: Optional[bool] = None) -> numpy.ndarray:
    """What undoes `dst`."""
    return _along_one(DST_1, False, x, type, n, axis, norm, overwrite_x, workers, orthogonalize)


def dctn(x: Any, type: int = 2, s: Any = None, axes: Any = None, norm: Optional[str] = None,
         overwrite_x: bool = False, workers: Optional[int] = None,
         orthogonalize: Optional[bool] = None) -> numpy.ndarray:
    """The cosine transform along all axes, or those of axes."""
    return _along_several(DCT_1, True, x, type, s, axes, norm, overwrite_x, workers, orthogonalize)


def idctn(x: Any, type: int = 2, s: Any = None, axes: Any = None, norm: Optional[str] = None,
          overwrite_x: bool = False, workers: Optional[int] = None,
          orthogonalize: Optional[bool] = None) -> numpy.ndarray:
    """What undoes `dctn`."""
    return _along_several(DCT_1, False, x, type, s, axes, norm, overwrite_x, workers, orthogonalize)


def dstn(x: Any, type: int = 2, s: Any = None, axes: Any = None, norm: Optional[str] = None,
         overwrite_x: bool = False, workers: Optional[int] = None,
         orthogonalize: Optional[bool] = None) -> numpy.ndarray:
    """The sine transform along all axes, or those of axes."""
    return _along_several(DST_1, True, x, type, s, axes, norm, overwrite_x, workers, orthogonalize)


def idstn(x: Any, type: int = 2, s: Any = None, axes: Any = None, norm: Optional[str] = None,
          overwrite_x: bool = False, workers: Optional[int] = None,
          orthogonalize: Optional[bool] = None) -> numpy.ndarray:
    """What undoes `dstn`."""
    return _along_several(DST_1, False, x, type, s, axes, norm, overwrite_x, workers, orthogonalize)
