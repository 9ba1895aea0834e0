"""numpy.fft, scipy.fft with workers, and bspfft, in turns: seconds of one transform of complex doubles.

usage: PYTHONPATH=build/tools/python python3 bench/python.py [--workers P] [--seconds S] [SHAPE...]

SHAPE is 2^20, 1000000 or 1024x1024. Each round times all three, so that what disturbs one disturbs all.
"""
import argparse
import math
import os
import statistics
import time

import numpy
import numpy.fft
import scipy.fft

import bspfft

SHAPES = ['2^20', '2^24', '1024x1024', '256x256x256']


def shape_of(word):
    lengths = (part.partition('^') for part in word.split('x'))
    return tuple(int(base) ** int(power or 1) for base, _, power in lengths)


def seconds_of(transform, x):
    start = time.perf_counter()
    transform(x)
    return time.perf_counter() - start


def measure(x, workers, seconds):
    """Seconds by name: of each peer a list, of as many rounds as there is time for; the first does not count."""
    name = 'fft' if x.ndim == 1 else 'fftn'
    peers = {
        'numpy': getattr(numpy.fft, name),
        'scipy': lambda x: getattr(scipy.fft, name)(x, workers=workers),
        'bspfft': lambda x: getattr(bspfft, name)(x, workers=workers),
    }
    for transform in peers.values():
        transform(x)
    times = {peer: [] for peer in peers}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times['bspfft']) < 3:
        for peer, transform in peers.items():
            times[peer].append(seconds_of(transform, x))
    return times


def report(word, times):
    ours = times['bspfft']
    for peer, own in times.items():
        ratios = '' if own is ours else ''.join(f'{of(own) / of(ours):8.2f}' for of in (min, statistics.median))
        print(f'{word:>12} {peer:>8} {1e3 * min(own):11.3f} {1e3 * statistics.median(own):11.3f} {ratios}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('shapes', nargs='*', metavar='SHAPE', default=SHAPES)
    parser.add_argument('--workers', type=int, default=os.cpu_count(), help='threads of scipy.fft and bspfft')
    parser.add_argument('--seconds', type=float, default=3.0, help='for each shape')
    arguments = parser.parse_args()
    print(f'numpy {numpy.__version__}, scipy {scipy.__version__}, bspfft {bspfft.__version__}; '
          f'workers = {arguments.workers}')
    print(f'{"shape":>12} {"":>8} {"minimum ms":>11} {"median ms":>11}   times as long as bspfft (minima, medians)')
    random = numpy.random.default_rng(1)
    for word in arguments.shapes:
        shape = shape_of(word)
        x = numpy.empty(math.prod(shape), numpy.complex128)
        x.real, x.imag = random.standard_normal((2, x.size))
        report(word, measure(x.reshape(shape), arguments.workers, arguments.seconds))


main()
