"""bspfft: a parallel FFT for NumPy arrays.

The functions are those of scipy.fft and numpy.fft, with the same arguments and results; they run on all cores::

    import bspfft
    y = bspfft.fft(x)

SciPy's own functions run on bspfft after ``scipy.fft.set_global_backend(bspfft)``, or inside
``with scipy.fft.set_backend(bspfft):``.

`plan` makes a transform that is executed often; ``with ledger() as costs:`` shows what transforms cost.
"""
from ._arrays import PrecisionWarning
from ._backend import __ua_domain__, __ua_function__
from ._convolve import convolve, fftconvolve
from ._fft import (fft, fft2, fftn, hfft, hfft2, hfftn, ifft, ifft2, ifftn, ihfft, ihfft2, ihfftn, irfft, irfft2,
                   irfftn, rfft, rfft2, rfftn)
from ._ledger import Ledger, ledger
from ._lengths import fftfreq, fftshift, ifftshift, next_fast_len, rfftfreq
from ._library import version as __version__
from ._plan import Plan, plan
from ._trigonometric import dct, dctn, dst, dstn, idct, idctn, idst, idstn
from ._workers import (get_kept_limit, get_reproducible, get_threads, get_workers, kept_bytes, release, set_kept_limit,
                       set_reproducible, set_threads, set_workers)

__all__ = [
    'fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft', 'fft2', 'ifft2', 'rfft2', 'irfft2', 'hfft2', 'ihfft2',
    'fftn', 'ifftn', 'rfftn', 'irfftn', 'hfftn', 'ihfftn',
    'dct', 'idct', 'dst', 'idst', 'dctn', 'idctn', 'dstn', 'idstn',
    'convolve', 'fftconvolve', 'fftfreq', 'rfftfreq', 'fftshift', 'ifftshift', 'next_fast_len',
    'plan', 'Plan', 'ledger', 'Ledger', 'PrecisionWarning',
    'set_threads', 'get_threads', 'set_workers', 'get_workers', 'set_reproducible', 'get_reproducible',
    'set_kept_limit', 'get_kept_limit', 'kept_bytes', 'release',
]
