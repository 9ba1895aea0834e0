"""Fourier transforms, with the names, the arguments, the results and the errors of scipy.fft and numpy.fft.

x
    An array, or what becomes one. float32 and complex64 are computed in single precision, float16 too; all else in
    double. Long doubles are rounded to doubles, with a `PrecisionWarning`.
n, s
    Lengths of the result along the axes (of `irfft`, `hfft` and theirs on the real side); x is cut off, or padded with
    zeros. -1 in s leaves the length.
axis, axes
    What is transformed. Of `rfft`, `irfft` and theirs the last of the axes has half a spectrum, n // 2 + 1 elements.
norm
    Which direction is divided by the number of elements: "backward" (the default), "forward", or with "ortho" both, by
    its square root.
overwrite_x
    The result may take x's memory. It does for complex numbers.
workers
    Threads of this call; negative counts from the number of cores. None takes those of `set_workers`, or of
    `set_threads`.
plan
    As scipy.fft has it, must be None. What `bspfft.plan` returns is called itself.
"""
from __future__ import annotations

from typing import Any, Optional

import numpy

from . import _fourier
from ._fourier import along_one, along_several

__all__ = ['fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft', 'fft2', 'ifft2', 'rfft2', 'irfft2', 'hfft2', 'ihfft2',
           'fftn', 'ifftn', 'rfftn', 'irfftn', 'hfftn', 'ihfftn']


def fft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None, overwrite_x: bool = False,
        workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """The discrete Fourier transform of complex or real numbers, along one axis."""
    return along_one(_fourier.FFT, x, n, axis, norm, overwrite_x, workers, plan)


def ifft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """What undoes `fft`, along one axis."""
    return along_one(_fourier.IFFT, x, n, axis, norm, overwrite_x, workers, plan)


def rfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """The first half of the spectrum of real numbers, along one axis: the other half mirrors it."""
    return along_one(_fourier.RFFT, x, n, axis, norm, overwrite_x, workers, plan)


def irfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """Real numbers from half their spectrum, along one axis. n, if given, is their number."""
    return along_one(_fourier.IRFFT, x, n, axis, norm, overwrite_x, workers, plan)


def hfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """The spectrum, which is real, of a signal whose second half mirrors the first, along one axis."""
    return along_one(_fourier.HFFT, x, n, axis, norm, overwrite_x, workers, plan)


def ihfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """What undoes `hfft`, along one axis."""
    return along_one(_fourier.IHFFT, x, n, axis, norm, overwrite_x, workers, plan)


def fft2(x: Any, s: Any = None, axes: Any = (-2, -1), norm: Optional[str] = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """`fft` along two axes."""
    return along_several(_fourier.FFT, x, s, axes, norm, overwrite_x, workers, plan)


def ifft2(x: Any, s: Any = None, axes: Any = (-2, -1), norm: Optional[str] = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """What undoes `fft2`."""
    return along_several(_fourier.IFFT, x, s, axes, norm, overwrite_x, workers, plan)


def rfft2(x: Any, s: Any = None, axes: Any = (-2, -1), norm: Optional[str] = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """`rfft` along the last of two axes, `fft` along the other."""
    return along_several(_fourier.RFFT, x, s, axes, norm, overwrite_x, workers, plan)


def irfft2(x: Any, s: Any = None, axes: Any = (-2, -1), norm: Optional[str] = None, overwrite_x: bool = False,
           workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """What undoes `rfft2`."""
    return along_several(_fourier.IRFFT, x, s, axes, norm, overwrite_x, workers, plan)


def hfft2(x: Any, s: Any = None, axes: Any = (-2, -1), norm: Optional[str] = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """`hfft` along the last of two axes, `fft` along the other."""
    return along_several(_fourier.HFFT, x, s, axes, norm, overwrite_x, workers, plan)


def ihfft2(x: Any, s: Any = None, axes: Any = (-2, -1), norm: Optional[str] = None, overwrite_x: bool = False,
           workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """What undoes `hfft2`."""
    return along_several(_fourier.IHFFT, x, s, axes, norm, overwrite_x, workers, plan)


def fftn(x: Any, s: Any = None, axes: Any = None, norm: Optional[str] = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """`fft` along all axes, or those of axes."""
    return along_several(_fourier.FFT, x, s, axes, norm, overwrite_x, workers, plan)


def ifftn(x: Any, s: Any = None, axes: Any = None, norm: Optional[str] = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """What undoes `fftn`."""
    return along_several(_fourier.IFFT, x, s, axes, norm, overwrite_x, workers, plan)


def rfftn(x: Any, s: Any = None, axes: Any = None, norm: Optional[str] = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """`rfft` along the last axis, `fft` along the others: all, or those of axes."""
    return along_several(_fourier.RFFT, x, s, axes, norm, overwrite_x, workers, plan)


def irfftn(x: Any, s: Any = None, axes: Any = None, norm: Optional[str] = None, overwrite_x: bool = False,
           workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """What undoes `rfftn`."""
    return along_several(_fourier.IRFFT, x, s, axes, norm, overwrite_x, workers, plan)


def hfftn(x: Any, s: Any = None, axes: Any = None, norm: Optional[str] = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """`hfft` along the last axis, `fft` along the others: all, or those of axes."""
    return along_several(_fourier.HFFT, x, s, axes, norm, overwrite_x, workers, plan)


def ihfftn(x: Any, s: Any = None, axes: Any = None, norm: Optional[str] = None, overwrite_x: bool = False,
           workers: Optional[int] = None, *, plan: None = None) -> numpy.ndarray:
    """What undoes `hfftn`."""
    return along_several(_fourier.IHFFT, x, s, axes, norm, overwrite_x, workers, plan)
