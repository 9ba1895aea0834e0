"""What the tests of the Python package share: NumPy and SciPy, or a skip without them, and a comparison."""
import sys
import unittest

try:
    import numpy
    import scipy.fft
except ImportError as failure:
    print(f'{failure}; install python3-numpy and python3-scipy')
    sys.exit(77)  # skipped

EPSILON = {'f': 2.0 ** -23, 'd': 2.0 ** -52}
FOURIER_ONE = ('fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft')
FOURIER_SEVERAL = tuple(name + end for name in FOURIER_ONE for end in ('2', 'n'))
TRIGONOMETRIC_ONE = ('dct', 'idct', 'dst', 'idst')
TRIGONOMETRIC_SEVERAL = tuple(name + 'n' for name in TRIGONOMETRIC_ONE)


def is_orthogonal_by_scipy(name, type):
    """Some versions of SciPy scale the wrong element of a DST-II and DST-III."""
    matrix = getattr(scipy.fft, name.rstrip('n'))(numpy.eye(4), type, norm='ortho', axis=0)
    return numpy.abs(matrix @ matrix.T - numpy.eye(4)).max() < 1e-12


class Case(unittest.TestCase):
    longMessage = True

    def same(self, y, z, what, k=10):
        """y is z, SciPy's: shape, dtype, and values up to k epsilon log2 of the size, of the largest."""
        self.assertEqual(y.shape, z.shape, what)
        self.assertEqual(y.dtype, z.dtype, what)
        if z.size:
            tolerance = k * EPSILON[z.dtype.char.lower()] * max(1, numpy.log2(z.size))
            self.assertLessEqual(numpy.abs(y - z).max(), tolerance * max(1e-300, numpy.abs(z).max()), what)


def main():
    """Runs the tests of the program; none at all is a failure."""
    result = unittest.main(exit=False, verbosity=2).result
    sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)
