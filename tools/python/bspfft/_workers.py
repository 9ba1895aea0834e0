"""Threads of a transform: for the whole program, for a block of code, or for one call."""
from __future__ import annotations

import contextlib
import operator
import os
import threading
from typing import Iterator, Optional

from ._library import check, library


class _OfThread(threading.local):
    workers = 0


_of_thread = _OfThread()


def resolve(workers: Optional[int]) -> int:
    """The threads of a request: 0 leaves the choice to the library."""
    if workers is None:
        return _of_thread.workers
    count = operator.index(workers)
    cores, most = os.cpu_count() or 1, library.bspfft_most_threads()
    if count == 0:
        raise ValueError('workers must not be zero')
    if not -cores <= count <= most:
        raise ValueError(f'workers value out of range; got {count}, must not be less than {-cores} nor more than '
                         f'{most}')
    return count if count > 0 else count + 1 + cores


def _in_c(number: int, bits: int) -> int:
    """The number, if C's type has it: ctypes would take what is left of a longer one."""
    if not -1 << bits - 1 <= number < 1 << bits - 1:
        raise ValueError(f'{number} is more than the library can count')
    return number


@contextlib.contextmanager
def set_workers(workers: int) -> Iterator[None]:
    """In this block and on this thread calls without ``workers`` take this many threads; negative counts from cores."""
    before = _of_thread.workers
    _of_thread.workers = resolve(operator.index(workers))
    try:
        yield
    finally:
        _of_thread.workers = before


def get_workers() -> int:
    """The threads of a call without ``workers``: those of `set_workers`, or else of `set_threads`."""
    return _of_thread.workers or get_threads()


def set_threads(threads: int) -> None:
    """Threads of all calls from now on that do not name theirs; 0 takes as many as cores, which is the default.

    The environment variable BSPFFT_THREADS sets it for a whole program. More than cores are possible, and slower: at
    most eight for each core, or 64.
    """
    check(library.bspfft_set_threads(_in_c(operator.index(threads), 32)))


def get_threads() -> int:
    """Threads of calls that do not name theirs."""
    return library.bspfft_threads()


def set_reproducible(on: bool = True) -> None:
    """Whether the results of all calls from now on have the same bits with any number of threads.

    It costs speed, most of short arrays and of real ones. The environment variable BSPFFT_REPRODUCIBLE sets it for a
    whole program.
    """
    check(library.bspfft_set_reproducible(int(bool(on))))


def get_reproducible() -> bool:
    """What was set."""
    return bool(library.bspfft_reproducible())


def set_kept_limit(bytes: int) -> None:
    """Bytes that the plans which the library keeps may hold together; those that were not used for longest go first.

    The last one stays, however large it is. 0, the default: what the environment variable BSPFFT_KEPT_LIMIT says, or a
    sixteenth of the memory that is free at the first call.
    """
    check(library.bspfft_set_kept_limit(_in_c(operator.index(bytes), 64)))


def get_kept_limit() -> int:
    """What was set, or the default."""
    return library.bspfft_kept_limit()


def kept_bytes() -> int:
    """Bytes that the plans which the library keeps hold now."""
    return library.bspfft_kept_bytes()


def release() -> None:
    """Frees the library's kept plans and its threads. The next call starts again."""
    library.bspfft_release()
