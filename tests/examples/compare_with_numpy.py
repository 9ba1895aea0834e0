"""NumPy writes an array, bspfft transforms it, and NumPy finds what its own FFT finds.

usage: compare_with_numpy.py BSPFFT
"""
import subprocess
import sys
import tempfile

import numpy

bspfft = sys.argv[1]
with tempfile.TemporaryDirectory() as folder:
    x = numpy.random.default_rng(1).standard_normal(2**16) + 1j
    numpy.save(f'{folder}/x.npy', x)
    subprocess.run([bspfft, 'run', '--input', f'{folder}/x.npy', '--output', f'{folder}/y.npy'], check=True)
    y = numpy.load(f'{folder}/y.npy')
    assert numpy.allclose(y, numpy.fft.fft(x), rtol=0, atol=1e-13 * numpy.abs(y).max())
    print('equal')
