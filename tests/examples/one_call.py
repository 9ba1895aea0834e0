"""A call, and nothing else: the spectrum of an array of NumPy's."""
import bspfft
import numpy

x = numpy.random.default_rng(1).standard_normal(2**20)
y = bspfft.rfft(x)
assert numpy.allclose(y, numpy.fft.rfft(x))
print('equal to NumPy, on', bspfft.get_workers(), 'threads')
