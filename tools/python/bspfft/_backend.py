"""What scipy.fft asks of a backend (uarray's protocol)."""
from __future__ import annotations

import functools
from typing import Any, Callable

import numpy

from . import _fft, _trigonometric
from ._arrays import is_long
from ._workers import set_workers

__ua_domain__ = 'numpy.scipy.fft'

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(module, name) for module in (_fft, _trigonometric) for name in module.__all__}
_SINES = {'dst', 'idst', 'dstn', 'idstn'}


@functools.lru_cache(maxsize=None)
def _scipy_is_orthogonal() -> bool:
    """Some versions scale the wrong element of a DST-II and DST-III."""
    import scipy.fft
    with scipy.fft.set_backend('scipy', only=True):
        matrix = scipy.fft.dst(numpy.eye(4), type=2, norm='ortho', axis=0)
    return bool(numpy.abs(matrix @ matrix.T - numpy.eye(4)).max() < 1e-12)


@functools.lru_cache(maxsize=None)
def _scipy_workers() -> Callable[[], int]:
    import scipy.fft
    return scipy.fft.get_workers


def _is_orthogonal_sine(type: int = 2, n: Any = None, axis: Any = None, norm: Any = None, overwrite_x: bool = False,
                        workers: Any = None, orthogonalize: Any = None) -> bool:
    return type in (2, 3) and (norm == 'ortho' if orthogonalize is None else bool(orthogonalize))


def __ua_function__(method: Any, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Computes it, or leaves it to SciPy: long doubles, and functions and arguments that are not here."""
    function = _FUNCTIONS.get(method.__name__)
    if function is None:
        return NotImplemented
    x = args[0] if args else kwargs['x']
    dtype = getattr(x, 'dtype', None)
    if dtype is None:
        x = numpy.asarray(x)
        dtype, args = x.dtype, (x, *args[1:])
        kwargs.pop('x', None)
    if isinstance(dtype, numpy.dtype) and is_long(dtype):
        return NotImplemented
    if method.__name__ in _SINES and not _scipy_is_orthogonal():
        arguments = {name: value for name, value in kwargs.items() if name not in ('x', 's', 'axes')}
        if _is_orthogonal_sine(*args[1:], **arguments):
            return NotImplemented
    # SciPy's default, 1, cannot be told from a request for one thread; then it is as many as bspfft takes
    workers = _scipy_workers()()
    if workers > 1:
        with set_workers(workers):
            return function(*args, **kwargs)
    return function(*args, **kwargs)
