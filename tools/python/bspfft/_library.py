"""Finds and loads libbspfft, and declares the functions of bspfft/fft.h and bspfft/bspfft.h that this package calls."""
from __future__ import annotations

import ctypes
import os
import pathlib
import sysconfig
from ctypes import POINTER, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_void_p

SONAME = 'libbspfft.so.0.3'  # of the series that this package is written for
OLDEST = 300  # the version that has one handle for all plans

# Numbers of bspfft.h and fft.h.
OK, INVALID_ARGUMENT, OUT_OF_MEMORY, NOT_AVAILABLE = range(4)
DOUBLE, FLOAT = 0, 1
COMPLEX, REAL = 0, 1
FORWARD, INVERSE = 0, 1
UNTOUCHED, FOURIER, DCT_1, DST_1 = -1, 0, 1, 5
MOST_AXES = 16


class Request(ctypes.Structure):
    """bspfft_request."""
    _fields_ = [
        ('size', c_int64), ('precision', c_int32), ('data', c_int32), ('direction', c_int32), ('dimensions', c_int32),
        ('length', c_int64 * MOST_AXES), ('stride_in', c_int64 * MOST_AXES), ('stride_out', c_int64 * MOST_AXES),
        ('kind', c_int32 * MOST_AXES), ('scale', c_double), ('threads', c_int32), ('orthogonal', c_int32),
        ('reproducible', c_int32), ('sparing', c_int32),
    ]


class Superstep(ctypes.Structure):
    """bspfft_superstep."""
    _fields_ = [
        ('size', c_int64), ('name', c_char * 64), ('flops', c_int64), ('words_sent', c_int64),
        ('words_received', c_int64), ('puts', c_int64), ('bytes', c_int64), ('synchronisations', c_int64),
        ('compute_seconds', c_double), ('communicate_seconds', c_double), ('wait_seconds', c_double),
        ('sync_seconds', c_double), ('pcie_seconds', c_double), ('pcie_bytes', c_int64),
    ]


def _near() -> list[pathlib.Path]:
    """Beside this package: in the build tree, or under the prefix that it was installed into."""
    package = pathlib.Path(__file__).absolute().parent
    build = package.parents[2]
    multiarch = sysconfig.get_config_var('MULTIARCH')
    folders = ['', 'lib', 'lib64'] + ([f'lib/{multiarch}'] if multiarch else [])
    places = [build / 'bsp_fft'] + [parent / folder for parent in list(package.parents)[:5] for folder in folders]
    return [place / SONAME for place in places if (place / SONAME).exists()]


def _name() -> str:
    """A file, or a name that the system looks for."""
    named = os.environ.get('BSPFFT_LIBRARY')
    if named:
        return os.path.join(named, SONAME) if os.path.isdir(named) else named
    near = _near()
    return str(near[0]) if near else SONAME


def _load() -> ctypes.CDLL:
    try:
        return ctypes.CDLL(_name())
    except OSError as failure:
        named = os.environ.get('BSPFFT_LIBRARY')
        raise ImportError(
            (f'BSPFFT_LIBRARY is {named!r}, which cannot be loaded' if named else
             f'the Python package bspfft cannot load the library {SONAME}. Install it (meson install, then ldconfig), '
             f'or let the environment variable BSPFFT_LIBRARY name it') + f': {failure}') from failure


def _declare(library: ctypes.CDLL) -> None:
    plan = c_void_p
    calls = {
        # addresses as numbers: NumPy's arrays and cached requests have them
        'bspfft_call': (c_int, [c_void_p, c_void_p, c_void_p]),
        'bspfft_convolve': (c_int, [c_int64, c_void_p, c_int64, c_void_p, c_void_p]),
        'bspfft_convolvef': (c_int, [c_int64, c_void_p, c_int64, c_void_p, c_void_p]),
        'bspfft_set_threads': (c_int, [c_int]),
        'bspfft_threads': (c_int, []),
        'bspfft_most_threads': (c_int, []),
        'bspfft_set_kept_limit': (c_int, [c_int64]),
        'bspfft_kept_limit': (c_int64, []),
        'bspfft_kept_bytes': (c_int64, []),
        'bspfft_set_reproducible': (c_int, [c_int]),
        'bspfft_reproducible': (c_int, []),
        'bspfft_release': (None, []),
        'bspfft_message': (c_char_p, []),
        'bspfft_version': (c_char_p, []),
        'bspfft_version_number': (c_int, []),
        'bspfft_plan_request': (c_int, [POINTER(c_void_p), c_void_p, c_int]),
        'bspfft_execute_on': (c_int, [plan, c_int, c_void_p, c_void_p]),
        'bspfft_plan_destroy': (None, [plan]),
        'bspfft_processes': (c_int64, [plan]),
        'bspfft_flops': (c_int64, [plan]),
        'bspfft_words': (c_int64, [plan]),
        'bspfft_synchronisations': (c_int64, [plan]),
        'bspfft_account': (c_int, [plan, c_int]),
        'bspfft_ledger': (c_int, [plan, c_int64, POINTER(Superstep), c_int64, POINTER(c_int64)]),
    }
    try:
        for name, (result, arguments) in calls.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except AttributeError as failure:
        raise ImportError(f'{library._name} is too old for this Python package: {failure}') from failure
    if library.bspfft_version_number() < OLDEST:
        raise ImportError(f'{library._name} has version {library.bspfft_version().decode()}, which is too old for '
                          'this Python package')


library = _load()
_declare(library)
version: str = library.bspfft_version().decode()


def check(status: int) -> None:
    """Raises what a status of the library stands for. On the thread that called, before its next call."""
    if status == OK:
        return
    message = library.bspfft_message().decode(errors='replace')
    if status == INVALID_ARGUMENT:
        raise ValueError(message)
    if status == OUT_OF_MEMORY:
        raise MemoryError(message)
    if status == NOT_AVAILABLE:
        raise NotImplementedError(message)
    raise RuntimeError(message)
