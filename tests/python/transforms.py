"""Arrays of all shapes, dtypes, strides and norms become what scipy.fft makes of them."""
from compare import (FOURIER_ONE, FOURIER_SEVERAL, TRIGONOMETRIC_ONE, TRIGONOMETRIC_SEVERAL, Case,
                     is_orthogonal_by_scipy, main, numpy, scipy)

import bspfft

RANDOM = numpy.random.default_rng(15)
NORMS = (None, 'backward', 'ortho', 'forward')
REAL_ONLY = ('rfft', 'rfft2', 'rfftn', 'ihfft', 'ihfft2', 'ihfftn')
HALF = ('irfft', 'irfft2', 'irfftn', 'hfft', 'hfft2', 'hfftn')


def numbers(shape, dtype):
    x = RANDOM.standard_normal(shape)
    if numpy.dtype(dtype).kind == 'c':
        x = x + 1j * RANDOM.standard_normal(shape)
    return x.astype(dtype)


def strided(x):
    """A view of another array that equals x, with strides that are larger, negative, or in another order."""
    order = RANDOM.permutation(x.ndim)
    steps = [int(RANDOM.choice((1, 1, 2, -1, -3))) for _ in range(x.ndim)]
    wide = numpy.zeros([x.shape[axis] * abs(steps[axis]) + 1 for axis in order], x.dtype)
    view = wide.transpose(numpy.argsort(order))
    view = view[tuple(slice(None, None, step) for step in steps)][tuple(slice(0, n) for n in x.shape)]
    view[...] = x
    return view


def hermitian(x, axes, n):
    """Half the spectrum of reals, so that every way to transform it back finds the same."""
    shape = list(x.shape)
    shape[axes[-1]] = n
    return scipy.fft.rfftn(RANDOM.standard_normal(shape), axes=axes).astype(x.dtype)


class Transforms(Case):
    def check(self, name, x, *arguments, k=10, **named):
        before = x.copy()
        y = getattr(bspfft, name)(x, *arguments, **named)
        self.same(y, getattr(scipy.fft, name)(x, *arguments, **named),
                  (name, x.shape, x.dtype, x.strides, arguments, named), k)
        self.assertTrue(numpy.array_equal(x, before), 'the input stays')

    def dtype_for(self, name):
        return RANDOM.choice(('float32', 'float64') if name in REAL_ONLY else
                             ('float32', 'float64', 'complex64', 'complex128'))

    def test_all_short_lengths_along_the_only_axis(self):
        for name in FOURIER_ONE:
            for n in range(2 if name in HALF else 1, 70):
                self.check(name, numbers(n, 'float64' if name in REAL_ONLY else 'complex128'))

    def test_long_lengths(self):
        for n in (4096, 5000, 10007, 1 << 15, 3 * 5 * 7 * 11 * 13, 1 << 17):
            for name in FOURIER_ONE:
                for dtype in ('float32', 'float64'):
                    self.check(name, numbers(n, dtype))
            self.check('fft', numbers(n, 'complex64'))
            self.check('ifft', numbers(n, 'complex128'))

    def test_one_axis_of_several_with_strides_lengths_and_norms(self):
        for trial in range(300):
            name = str(RANDOM.choice(FOURIER_ONE))
            shape = tuple(int(n) for n in RANDOM.integers(2, 14, RANDOM.integers(1, 5)))
            x = strided(numbers(shape, self.dtype_for(name)))
            n = None if RANDOM.random() < 0.5 else int(RANDOM.integers(1, 20))
            self.check(name, x, n, int(RANDOM.integers(-len(shape), len(shape))), NORMS[trial % 4])

    def test_several_axes_with_strides_lengths_and_norms(self):
        for trial in range(300):
            name = str(RANDOM.choice(FOURIER_SEVERAL))
            shape = tuple(int(n) for n in RANDOM.integers(2, 9, RANDOM.integers(2, 6)))
            x = strided(numbers(shape, self.dtype_for(name)))
            count = 2 if name.endswith('2') else int(RANDOM.integers(1, len(shape) + 1))
            axes = [int(axis) for axis in RANDOM.permutation(len(shape))[:count]]
            s = None if RANDOM.random() < 0.6 else [int(n) for n in RANDOM.integers(2, 10, count)]
            self.check(name, x, s, axes, NORMS[trial % 4])

    def test_half_spectra_that_are_not_those_of_reals_as_scipy_takes_them(self):
        for shape in ((9, 8), (6, 5, 4), (64, 65), (128, 33)):
            for name in ('irfftn', 'hfftn', 'irfft2', 'irfft'):
                self.check(name, numbers(shape, 'complex128'))

    def test_large_arrays_of_several_axes(self):
        for shape in ((512, 512), (128, 100, 64), (1 << 14, 12), (12, 1 << 14), (3, 5, 1 << 12)):
            self.check('fftn', numbers(shape, 'complex128'))
            self.check('ifftn', numbers(shape, 'float64'))
            self.check('rfftn', numbers(shape, 'float32'))
            self.check('irfftn', hermitian(numbers(1, 'complex128').reshape((1,) * len(shape)) + numpy.zeros(shape),
                                           tuple(range(len(shape))), shape[-1]), shape)
            self.check('fft', numbers(shape, 'complex128'), axis=0)
            self.check('dctn', numbers(shape, 'float64'))

    def test_the_whole_spectrum_of_reals_along_any_axes(self):
        for axes in ((0,), (1,), (2,), (0, 1), (2, 0), (1, 2, 0)):
            for shape in ((20, 21, 22), (1, 80, 81), (64, 3, 64)):
                for name in ('fftn', 'ifftn'):
                    self.check(name, numbers(shape, 'float64'), axes=axes)

    def test_cosine_and_sine_transforms(self):
        for trial in range(400):
            several = bool(RANDOM.random() < 0.5)
            name = str(RANDOM.choice(TRIGONOMETRIC_SEVERAL if several else TRIGONOMETRIC_ONE))
            shape = tuple(int(n) for n in RANDOM.integers(2, 14, RANDOM.integers(1, 5)))
            type = int(RANDOM.integers(1, 5))
            norm = NORMS[trial % 4]
            orthogonalize = None if RANDOM.random() < 0.6 else bool(RANDOM.random() < 0.5)
            # SciPy forgets orthogonalize of complex numbers
            kinds = ('float32', 'float64', 'complex64', 'complex128') if orthogonalize is None else ('float64',)
            is_orthogonal = norm == 'ortho' if orthogonalize is None else orthogonalize
            if is_orthogonal and not is_orthogonal_by_scipy(name, type):
                norm, orthogonalize = None, False
            x = strided(numbers(shape, RANDOM.choice(kinds)))
            if several:
                axes = [int(axis) for axis in RANDOM.permutation(len(shape))[:RANDOM.integers(1, len(shape) + 1)]]
                s = None if RANDOM.random() < 0.6 else [int(n) for n in RANDOM.integers(2, 10, len(axes))]
                self.check(name, x, type, s, axes, norm, orthogonalize=orthogonalize, k=40)
            else:
                n = None if RANDOM.random() < 0.5 else int(RANDOM.integers(2, 20))
                self.check(name, x, type, n, int(RANDOM.integers(-len(shape), len(shape))), norm,
                           orthogonalize=orthogonalize, k=40)

    def test_orthogonal_matrices_of_all_types(self):
        for name in ('dct', 'dst'):
            for type in (1, 2, 3, 4):
                matrix = getattr(bspfft, name)(numpy.eye(7), type, norm='ortho', axis=0)
                self.assertLess(numpy.abs(matrix @ matrix.T - numpy.eye(7)).max(), 1e-14, (name, type))
                back = getattr(bspfft, 'i' + name)(matrix, type, norm='ortho', axis=0)
                self.assertLess(numpy.abs(back - numpy.eye(7)).max(), 1e-14, (name, type))

    def test_more_axes_than_the_library_takes(self):
        for shape in ((2,) * 12, (2, 3, 1, 2, 2, 1, 3, 2, 2, 1, 2, 2), (1,) * 20):
            half = numbers(shape, 'complex128')
            for name in ('fftn', 'ifftn', 'rfftn', 'ihfftn', 'dctn', 'idstn'):
                self.check(name, half.real if name in REAL_ONLY else half, k=40)
            for axes in ((0, 2, 4, 6, 8, 10), (11, 3), (5,)):
                self.check('fftn', half, axes=axes)
                self.check('rfftn', half.real, axes=axes)
                self.check('dstn', half.real, axes=axes, k=40)
            s = shape[:-1] + (3,)
            self.check('irfftn', half, s)
            self.check('hfftn', half, s)
            self.check('fft', half.transpose(RANDOM.permutation(len(shape))), axis=4)

    def test_broadcast_arrays_and_windows_that_overlap(self):
        x = numbers(40, 'complex128')
        self.check('fftn', numpy.broadcast_to(x, (3, 40)))
        self.check('fft', numpy.broadcast_to(x[:, None], (40, 7)), axis=1)
        self.check('fft', numpy.lib.stride_tricks.sliding_window_view(x, 16))
        self.check('rfft', numpy.lib.stride_tricks.sliding_window_view(x.real, 16)[::4])
        self.check('dct', numpy.broadcast_to(x.real, (3, 40)), k=40)

    def test_arrays_without_elements(self):
        for shape in ((0, 8), (3, 0, 8), (8, 0)):
            axis = shape.index(8)
            for name in FOURIER_ONE + TRIGONOMETRIC_ONE:
                self.check(name, numpy.zeros(shape), axis=axis)

    def test_convolutions(self):
        import scipy.signal
        for mode in ('full', 'same', 'valid'):
            for one, two in (((50,), (7,)), ((7,), (50,)), ((1000,), (1000,)), ((12, 9), (3, 4)), ((1,), (1,))):
                for dtype in ('float64', 'complex128', 'float32'):
                    a, b = numbers(one, dtype), numbers(two, dtype)
                    self.same(bspfft.convolve(a, b, mode), scipy.signal.fftconvolve(a, b, mode), (mode, one, two), 40)
        a, b = numbers((5, 30), 'float64'), numbers((1, 11), 'float64')
        self.same(bspfft.fftconvolve(a, b, axes=1), scipy.signal.fftconvolve(a, b, axes=1), 'axes', 40)
        self.same(bspfft.convolve([1, 2, 3], [0, 1, 1]), numpy.convolve([1, 2, 3], [0, 1, 1.0]), 'integers', 40)

    def test_fast_lengths_are_those_of_scipy(self):
        for n in (*range(1, 2000), 510183361, 288325195312500001):
            for real in (False, True):
                self.assertEqual(bspfft.next_fast_len(n, real), scipy.fft.next_fast_len(n, real))


main()
