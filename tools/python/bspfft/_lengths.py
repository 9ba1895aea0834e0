"""Lengths that are fast, and the places of frequencies."""
from __future__ import annotations

import functools
import operator

from numpy.fft import fftfreq, fftshift, ifftshift, rfftfreq

__all__ = ['fftfreq', 'fftshift', 'ifftshift', 'next_fast_len', 'rfftfreq']


@functools.lru_cache(maxsize=1024)
def _next_smooth(target: int, primes: tuple[int, ...]) -> int:
    """The least product of these primes that is target or more."""
    best = 1 << (target - 1).bit_length()
    if len(primes) == 1:
        return best
    factor = 1
    while factor < best:
        # the rest of the product has the smaller primes only
        best = min(best, factor * _next_smooth(-(-target // factor), primes[:-1]))
        factor *= primes[-1]
    return min(best, factor) if factor >= target else best


def next_fast_len(target: int, real: bool = False) -> int:
    """The least length from target on that is fast: a product of 2, 3, 5, 7 and 11; of 2, 3 and 5 if real.

    Every length is possible; one with a large prime factor takes a few times as long.
    """
    length = operator.index(target)
    if length < 1:
        raise ValueError(f'target is {length}; a length is 1 or more')
    return _next_smooth(length, (2, 3, 5) if real else (2, 3, 5, 7, 11))
