"""scipy.fft with bspfft as its backend: all its functions reach the library, and SciPy does what is left to it."""
from compare import (FOURIER_ONE, FOURIER_SEVERAL, TRIGONOMETRIC_ONE, TRIGONOMETRIC_SEVERAL, Case,
                     is_orthogonal_by_scipy, main, numpy, scipy)

import bspfft
from bspfft import _recipe

X = numpy.random.default_rng(9).standard_normal((16, 10))


class Counted:
    """Counts the executions of the library."""

    def __enter__(self):
        self.count, self.original = 0, _recipe._execute
        self.threads = []

        def execute(request, x, out):
            self.count += 1
            self.threads.append(_recipe.Request.from_address(request).threads)
            return self.original(request, x, out)
        _recipe._execute = execute
        return self

    def __exit__(self, *failure):
        _recipe._execute = self.original


class Backend(Case):
    def test_all_functions_reach_the_library(self):
        for name in FOURIER_ONE + FOURIER_SEVERAL + TRIGONOMETRIC_ONE + TRIGONOMETRIC_SEVERAL:
            expected = getattr(scipy.fft, name)(X)
            with Counted() as counted, scipy.fft.set_backend(bspfft, only=True):
                self.same(getattr(scipy.fft, name)(X), expected, name, 40)
                self.same(getattr(scipy.fft, name)(X.tolist()), expected, name, 40)
                self.same(getattr(scipy.fft, name)(x=X), expected, name, 40)
            self.assertEqual(counted.count, 3, name)

    def test_other_functions_of_scipy_use_it(self):
        import scipy.signal
        a = numpy.random.default_rng(9).standard_normal(5000)
        expected = scipy.signal.fftconvolve(a, a[:300])
        with Counted() as counted, scipy.fft.set_backend(bspfft):
            self.same(scipy.signal.fftconvolve(a, a[:300]), expected, 'fftconvolve', 40)
            scipy.signal.welch(a)
        self.assertGreater(counted.count, 3)

    def test_long_doubles_and_other_transforms_are_left_to_scipy(self):
        if numpy.longdouble is not numpy.float64:
            x = X.astype(numpy.longdouble)
            with Counted() as counted, scipy.fft.set_backend(bspfft):
                self.assertEqual(scipy.fft.fft(x).dtype, numpy.clongdouble)
            self.assertEqual(counted.count, 0)
            with self.assertRaises(Exception), scipy.fft.set_backend(bspfft, only=True):
                scipy.fft.fft(x)
        self.assertIs(bspfft.__ua_function__(lambda: None, (X,), {}), NotImplemented)
        if hasattr(scipy.fft, 'fht'):
            expected = scipy.fft.fht(X[0], 0.1, 0.5)
            with scipy.fft.set_backend(bspfft):
                self.assertTrue(numpy.allclose(scipy.fft.fht(X[0], 0.1, 0.5), expected))

    def test_sine_transforms_are_those_of_the_scipy_that_is_there(self):
        for name in ('dst', 'idst', 'dstn', 'idstn'):
            for type in (1, 2, 3, 4):
                expected = getattr(scipy.fft, name)(X, type, norm='ortho')
                with Counted() as counted, scipy.fft.set_backend(bspfft):
                    self.same(getattr(scipy.fft, name)(X, type, norm='ortho'), expected, (name, type), 40)
                self.assertEqual(counted.count, int(is_orthogonal_by_scipy('dst', type)), (name, type))

    def test_workers_are_those_of_the_call_or_of_scipys_block(self):
        with Counted() as counted, scipy.fft.set_backend(bspfft, only=True):
            scipy.fft.fft(X)
            scipy.fft.fft(X, workers=3)
            with scipy.fft.set_workers(4):
                scipy.fft.fft(X)
                scipy.fft.fft(X, workers=1)
        self.assertEqual(counted.threads, [0, 3, 4, 1])

    def test_arguments_and_errors_pass_through(self):
        with scipy.fft.set_backend(bspfft, only=True):
            with self.assertRaises(ValueError):
                scipy.fft.fft(X, 0)
            with self.assertRaises(TypeError):
                scipy.fft.rfft(X + 1j)
            with self.assertRaisesRegex(NotImplementedError, 'precomputed plan'):
                scipy.fft.fft(X, plan='foo')
            y = scipy.fft.fft(X + 0j, 7, 0, 'ortho', True, 2)
        self.same(y, scipy.fft.fft(X, 7, 0, 'ortho'), 'positional')

    def test_as_the_global_backend(self):
        scipy.fft.set_global_backend(bspfft, only=True)
        try:
            with Counted() as counted:
                scipy.fft.fft(X)
        finally:
            scipy.fft.set_global_backend('scipy', try_last=True)
        self.assertEqual(counted.count, 1)


main()
