"""Arguments mean what they mean to scipy.fft, and bad ones raise what they raise there."""
import os
import subprocess
import sys
import warnings

from compare import FOURIER_ONE, FOURIER_SEVERAL, TRIGONOMETRIC_ONE, Case, main, numpy, scipy

import bspfft

X = numpy.random.default_rng(7).standard_normal((6, 8))
NO_MEMORY = '''
import resource, numpy, bspfft
x = numpy.ones(1 << 23)
bspfft.fft(numpy.ones(1 << 16, complex))  # its threads are there
used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()
_, hard = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (used + (8 << 20), hard))
try:
    bspfft.dct(x, overwrite_x=True)
except MemoryError:
    print('MemoryError')
resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
print(bspfft.dct(numpy.ones(1 << 23))[0])
'''


class Dtypes(Case):
    def test_dtypes_become_what_scipy_makes_of_them(self):
        for dtype in ('bool', 'int8', 'uint16', 'int32', 'int64', 'float16', 'float32', 'float64', 'complex64',
                      'complex128', '>f4', '>f8', '>c8', '>c16', '>i4'):
            x = (X * 10).astype(dtype)
            for name in FOURIER_ONE + ('fftn', 'irfftn', 'dct', 'dstn'):
                if x.dtype.kind == 'c' and name in ('rfft', 'ihfft'):
                    continue
                self.same(getattr(bspfft, name)(x), getattr(scipy.fft, name)(x), (name, dtype), 40)

    def test_long_doubles_become_doubles_with_a_warning(self):
        if numpy.longdouble is numpy.float64:
            self.skipTest('long doubles are doubles here')
        with self.assertWarns(bspfft.PrecisionWarning):
            y = bspfft.fft(X.astype(numpy.longdouble))
        self.same(y, scipy.fft.fft(X), 'long double')
        with self.assertWarns(bspfft.PrecisionWarning):
            self.same(bspfft.rfft(X.astype(numpy.longdouble)), scipy.fft.rfft(X), 'long double')
        with self.assertWarns(bspfft.PrecisionWarning):
            self.assertEqual(bspfft.fft(X.astype(numpy.clongdouble)).dtype, numpy.complex128)

    def test_lists_scalars_and_objects(self):
        self.same(bspfft.fft([1, 2, 3]), scipy.fft.fft([1, 2, 3]), 'list')
        self.same(bspfft.fft([[1j], [2.5]], axis=0), scipy.fft.fft([[1j], [2.5]], axis=0), 'nested list')
        self.same(bspfft.fft(X.astype(object)), scipy.fft.fft(X), 'objects')
        self.same(bspfft.fft((X + 1j).astype(object)), scipy.fft.fft(X + 1j), 'complex objects')
        self.assertEqual(bspfft.fftn(4.0), 4.0)

    def test_elements_at_odd_addresses_are_copied(self):
        record = numpy.zeros(9, [('head', 'u1'), ('value', 'c16')])
        record['value'] = numpy.arange(9) * (1 + 2j)
        self.assertFalse(record['value'].flags.aligned)
        for _ in range(2):
            self.same(bspfft.fft(record['value']), scipy.fft.fft(record['value']), 'a field')
        aligned = numpy.zeros(9, numpy.dtype([('head', 'f8'), ('value', 'c16')], align=True))
        aligned['value'] = record['value']
        self.assertEqual(aligned['value'].strides, (24,))
        self.same(bspfft.fft(aligned['value']), scipy.fft.fft(record['value']), 'a stride of one and a half')

    def test_read_only_arrays_and_subclasses(self):
        x = X.copy()
        x.flags.writeable = False
        self.same(bspfft.rfft(x, overwrite_x=True), scipy.fft.rfft(X), 'read-only')
        z = (X + 1j)
        z.flags.writeable = False
        self.same(bspfft.fft(z, overwrite_x=True), scipy.fft.fft(X + 1j), 'read-only')
        self.assertTrue((z == X + 1j).all())
        self.assertIs(type(bspfft.fft(numpy.ma.masked_array(X))), numpy.ndarray)


class Overwriting(Case):
    def test_complex_transforms_take_the_memory_they_are_offered(self):
        for name in ('fft', 'ifft', 'fftn', 'ifft2'):
            for x in (X + 1j, (X + 1j).T, (X + 1j)[::-1, ::2]):
                x = x.copy(order='K') if x.base is None else x
                expected = getattr(scipy.fft, name)(x)
                y = getattr(bspfft, name)(x, overwrite_x=True)
                self.same(y, expected, name)
                self.assertTrue(numpy.shares_memory(x, y), name)
        x = X.copy()
        y = bspfft.dct(x, overwrite_x=True)
        self.assertTrue(numpy.shares_memory(x, y))
        self.same(y, scipy.fft.dct(X), 'dct', 40)

    def test_an_array_that_overlaps_itself_is_not_overwritten(self):
        x = numpy.arange(20.0) + 1j
        windows = numpy.lib.stride_tricks.as_strided(x, (5, 8), (32, 16))
        self.same(bspfft.fft(windows, overwrite_x=True), scipy.fft.fft(windows.copy()), 'windows')
        self.assertTrue((x == numpy.arange(20.0) + 1j).all())

    def test_strided_arrays_are_not_copied(self):
        from bspfft import _recipe
        seen = []
        original = _recipe._execute
        _recipe._execute = lambda request, x, out: (seen.append(x), original(request, x, out))[1]
        try:
            wide = (numpy.zeros((12, 16)) + 1j)
            for x in (wide, wide.T, wide[::2, ::-3], wide[3:, 5], wide.real, wide.imag[::-1]):
                bspfft.fft(x) if x.dtype.kind == 'c' else bspfft.rfft(x)
                self.assertEqual(seen[-1], x.ctypes.data, x.strides)
        finally:
            _recipe._execute = original


class Errors(Case):
    def both(self, error, name, *arguments, says='', **named):
        with self.assertRaises(error, msg=(name, arguments, named)):
            getattr(scipy.fft, name)(*arguments, **named)
        with self.assertRaisesRegex(error, says, msg=(name, arguments, named)):
            getattr(bspfft, name)(*arguments, **named)

    def test_lengths(self):
        for name in FOURIER_ONE:
            self.both(ValueError, name, [], says=r'Invalid number of FFT data points')
            with self.assertRaisesRegex(ValueError, r'\(0\)'):  # of irfft SciPy takes it as something else
                getattr(bspfft, name)(X, 0)
            self.both(ValueError, name, X, -5, says=r'\(-5\)')
            self.both(TypeError, name, X, 2.5)
        for name in FOURIER_SEVERAL:
            self.both(ValueError, name, [[]], says='invalid number of data points')
            self.both(ValueError, name, X, (4, -3), says=r'\(\[4, -3\]\)')
            self.both(ValueError, name, X, (4, 3, 2), None,
                      says='shape requires more axes than are present')
        for name in TRIGONOMETRIC_ONE:
            self.both(ValueError, name, [])
            self.both(ValueError, name, X, 5)
            self.both(ValueError, name, X, 0)
        with self.assertRaisesRegex(ValueError, 'DCT-I'):
            bspfft.dct([1.0], 1)
        for name in ('irfft', 'hfft'):
            self.both(ValueError, name, [1.0])

    def test_axes(self):
        for name in FOURIER_ONE + TRIGONOMETRIC_ONE:
            self.both(IndexError, name, X, axis=2)
            self.both(IndexError, name, X, axis=-3)
            self.both(IndexError, name, 4.0)
            self.both(TypeError, name, X, axis=0.5)
            getattr(bspfft, name)(X, axis=1)
            self.both(TypeError, name, X, axis=1.0)
        for name in ('fftn', 'rfftn', 'irfftn', 'fft2', 'dctn'):
            self.both(ValueError, name, X, axes=(0, 2), says='axes exceeds dimensionality')
            self.both(ValueError, name, X, axes=(0, 0), says='all axes must be unique')
            self.both(ValueError, name, X, axes=(0.5, 1), says='axes must be a scalar or iterable of integers')
            self.both(ValueError, name, X, s=(4, 4), axes=(1,), says='have to be of the same length')
        self.both(ValueError, 'rfftn', X, axes=(), says='at least 1 axis must be transformed')
        self.assertIs(bspfft.fftn(X, axes=()), X)

    def test_norms_kinds_and_plans(self):
        for name in FOURIER_ONE + FOURIER_SEVERAL + TRIGONOMETRIC_ONE:
            self.both(ValueError, name, X, norm='o', says="Invalid norm value 'o', should be")
        for name in ('rfft', 'ihfft', 'rfftn', 'ihfftn'):
            self.both(TypeError, name, X + 1j, says='x must be a real sequence')
        for name in FOURIER_ONE + FOURIER_SEVERAL:
            self.both(NotImplementedError, name, X, plan='foo', says='precomputed plan')
        self.both(ValueError, 'fft', ['a', 'b'])

    def test_workers(self):
        cores = os.cpu_count()
        for name in FOURIER_ONE + TRIGONOMETRIC_ONE:
            self.both(ValueError, name, X, workers=0, says='workers must not be zero')
            self.both(ValueError, name, X, workers=-cores - 1, says='workers value out of range')
            for many in (5000, 2**32 + 1):
                with self.assertRaisesRegex(ValueError, f'workers value out of range; got {many}, .* nor more than'):
                    getattr(bspfft, name)(X, workers=many)
        with self.assertRaisesRegex(ValueError, 'out of range'):
            bspfft.plan((8, 8), workers=5000)
        big = numpy.random.default_rng(8).standard_normal((256, 300))
        for workers in (1, 2, 3, -1, -cores):
            self.same(bspfft.fftn(big, workers=workers), scipy.fft.fftn(big), workers)

    def test_workers_of_a_block_and_threads_of_the_program(self):
        usual = bspfft.get_threads()
        self.assertGreaterEqual(usual, 1)
        self.assertEqual(bspfft.get_workers(), usual)
        with bspfft.set_workers(3):
            self.assertEqual(bspfft.get_workers(), 3)
            with bspfft.set_workers(-1):
                self.assertEqual(bspfft.get_workers(), os.cpu_count())
            self.assertEqual(bspfft.get_workers(), 3)
        for bad in (0, -os.cpu_count() - 1):
            with self.assertRaises(ValueError):
                with bspfft.set_workers(bad):
                    pass
        bspfft.set_threads(1)
        self.assertEqual((bspfft.get_threads(), bspfft.get_workers()), (1, 1))
        bspfft.set_threads(0)
        self.assertEqual(bspfft.get_threads(), usual)
        for bad in (-1, 5000, 2**31, 2**32 + 1, 2**64):
            with self.assertRaisesRegex(ValueError, str(bad)):
                bspfft.set_threads(bad)
        self.assertEqual(bspfft.get_threads(), usual)
        bspfft.release()
        self.same(bspfft.fft(X), scipy.fft.fft(X), 'after release')

    def test_threads_that_the_environment_asks_for(self):
        def answer(threads, code):
            line = f'import bspfft; print({code})'
            done = subprocess.run([sys.executable, '-c', line], text=True, capture_output=True,
                                  env={**os.environ, 'BSPFFT_THREADS': threads})
            return done.stdout.strip() or done.stderr.strip().splitlines()[-1]
        usual = answer('0', 'bspfft.get_threads()')
        self.assertGreaterEqual(int(usual), 1)
        self.assertEqual(answer('3', 'bspfft.get_threads()'), '3')
        for bad in ('5000', '-1', 'x', '', '4294967297'):
            self.assertRegex(answer(bad, 'bspfft.fft([1, 2])'),
                             f'ValueError: the environment variable BSPFFT_THREADS is "{bad}"; it must be a number of '
                             'threads from 1 to [0-9]+, or 0 for the default')

    def test_no_memory(self):
        huge = numpy.broadcast_to(numpy.complex128(1), (1 << 40, 4))
        with self.assertRaises(MemoryError):
            bspfft.fft(huge)

    def test_no_memory_in_the_library(self):
        """Cosines in place need an array of the library's own, which they do not get; later they do."""
        done = subprocess.run([sys.executable, '-c', NO_MEMORY], text=True, capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (0, 'MemoryError\n16777216.0\n'), done.stderr)

    def test_no_warning_without_a_reason(self):
        with warnings.catch_warnings():
            warnings.simplefilter('error')
            for name in FOURIER_ONE + TRIGONOMETRIC_ONE:
                getattr(bspfft, name)(X)


main()
