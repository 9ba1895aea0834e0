"""A signal is smoothed by bspfft: two files are convolved, and NumPy finds the same.

usage: convolve_with_numpy.py BSPFFT
"""
import subprocess
import sys
import tempfile

import numpy

bspfft = sys.argv[1]
with tempfile.TemporaryDirectory() as folder:
    x, h = numpy.random.default_rng(1).standard_normal(100000), numpy.hanning(1001)
    numpy.save(f'{folder}/x.npy', x)
    numpy.save(f'{folder}/h.npy', h)
    subprocess.run([bspfft, 'convolve', '--input', f'{folder}/x.npy', '--kernel', f'{folder}/h.npy',
                    '--output', f'{folder}/y.npy', '--mode', 'same'], check=True)
    y = numpy.load(f'{folder}/y.npy')
    assert numpy.allclose(y, numpy.convolve(x, h, 'same'), rtol=0, atol=1e-12 * numpy.abs(y).max())
    print('equal')
