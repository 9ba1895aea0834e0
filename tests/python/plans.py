"""Plans and ledgers: they transform as the functions do, count, print, and draw if Matplotlib is there."""
import gc
import sys

from compare import Case, main, numpy, scipy

import bspfft
from bspfft import _ledger

RANDOM = numpy.random.default_rng(3)


def reals(*shape):
    return RANDOM.standard_normal(shape)


def complexes(*shape):
    return reals(*shape) + 1j * reals(*shape)


class Plans(Case):
    def test_plans_of_all_transforms(self):
        for name in ('fft', 'ifft', 'fft2', 'ifftn', 'irfft', 'irfftn'):
            x = complexes(12, 9)
            self.same(bspfft.plan(x, name)(x), getattr(scipy.fft, name)(x), name)
            self.same(bspfft.plan(x.shape, name, norm='ortho')(x), getattr(scipy.fft, name)(x, norm='ortho'), name)
        for name in ('rfft', 'rfft2', 'dct', 'idctn', 'dst', 'idst'):
            x = reals(12, 9)
            self.same(bspfft.plan(x, name)(x), getattr(scipy.fft, name)(x), name, 40)
        x = reals(12, 9).astype('float32')
        self.same(bspfft.plan(x, 'rfftn')(x), scipy.fft.rfftn(x), 'single')
        self.same(bspfft.plan((12, 5), 'irfft', n=9)(x[:, :5]), scipy.fft.irfft(x[:, :5].astype(float), 9), 'n')
        self.same(bspfft.plan((8, 9, 10), axes=(2, 0))(numpy.ones((8, 9, 10))),
                  scipy.fft.fftn(numpy.ones((8, 9, 10)), axes=(2, 0)), 'axes')
        x = complexes(*(2,) * 9)
        self.same(bspfft.plan(x)(x), scipy.fft.fftn(x), 'nine axes')
        x = reals(*(2,) * 16)
        self.same(bspfft.plan(x, 'rfftn')(x), scipy.fft.rfftn(x), 'sixteen axes')
        x = reals(12, 9).astype('float32')
        self.same(bspfft.plan(7, 'dct', type=1, norm='ortho', orthogonalize=False)(x[:7, 0]),
                  scipy.fft.dct(x[:7, 0].astype(float), 1, norm='ortho', orthogonalize=False), 'type', 40)

    def test_results_in_an_array_of_the_caller(self):
        x = complexes(64, 50)
        transform = bspfft.plan(x)
        out = numpy.empty_like(x)
        self.assertIs(transform(x, out=out), out)
        self.same(out, scipy.fft.fftn(x), 'out')
        wide = numpy.zeros((64, 100), complex)
        transform(x, out=wide[:, ::2])
        self.same(wide[:, ::2], scipy.fft.fftn(x), 'strided out')
        self.assertTrue((wide[:, 1::2] == 0).all())
        y = x.copy()
        self.same(transform(y, out=y), scipy.fft.fftn(x), 'out is x')

    def test_other_strides_and_dtypes_are_copied(self):
        x = complexes(64, 50)
        for like in (x, x[::-1], x.T):
            transform = bspfft.plan(like, 'fft')
            for y in (like, like.copy(), numpy.asfortranarray(like), like.astype('complex64')):
                self.same(transform(y), scipy.fft.fft(y.astype(complex)), (like.strides, y.strides))
        self.same(bspfft.plan((4,), 'fft')([1, 2, 3, 4]), scipy.fft.fft([1, 2, 3, 4]), 'list')

    def test_in_place(self):
        x = complexes(64, 50)
        y = x.copy()
        self.assertIs(bspfft.plan(y, in_place=True)(y), y)
        self.same(y, scipy.fft.fftn(x), 'in place')
        z = x.real.copy()
        bspfft.plan(z, 'dctn', in_place=True)(z)
        self.same(z, scipy.fft.dctn(x.real), 'in place', 40)
        with self.assertRaisesRegex(ValueError, 'in place'):
            bspfft.plan(y, in_place=True)(y.T.copy().T)
        with self.assertRaisesRegex(ValueError, 'differ in size'):
            bspfft.plan(z, 'rfft', in_place=True)

    def test_what_a_plan_refuses(self):
        transform = bspfft.plan((4, 5))
        for wrong, says in ((lambda: transform(numpy.zeros((5, 4))), r'\(5, 4\).*\(4, 5\)'),
                            (lambda: transform(numpy.zeros((4, 5)), out=numpy.zeros((4, 5))), 'complex128'),
                            (lambda: bspfft.plan((4, 5), 'fht'), 'there are fft'),
                            (lambda: bspfft.plan((4, 5), axes=(0, 0)), 'unique'),
                            (lambda: bspfft.plan((4, 5), n=8), 'irfft'),
                            (lambda: bspfft.plan((4, 5), 'irfft', n=4), '3 elements'),
                            (lambda: bspfft.plan((4, 0)), 'invalid number of data points'),
                            (lambda: bspfft.plan((4, 5), norm='o'), 'Invalid norm'),
                            (lambda: bspfft.plan((2,) * 17), 'at most 16')):
            with self.assertRaisesRegex(ValueError, says):
                wrong()
        with self.assertRaises(TypeError):
            bspfft.plan((4,), 'rfft', dtype=complex)
        with self.assertRaises(TypeError):
            bspfft.plan((4,), 'rfft')(numpy.zeros(4, complex))

    def test_what_one_execution_costs(self):
        n = 1 << 16
        one, two = (bspfft.plan((n,), 'fft', workers=workers) for workers in (1, 2))
        self.assertEqual((one.processes, one.words), (1, 0))
        self.assertEqual(two.processes, 2)
        self.assertGreater(two.synchronisations, 0)
        # each sends half of its half, of two reals a number
        self.assertEqual(two.words, n // 2)
        self.assertLess(two.flops, one.flops)
        self.assertAlmostEqual(one.flops / (5 * n * 16), 1, delta=0.2)
        self.assertIn('65536', repr(two))

    def test_many_plans_come_and_go(self):
        for n in range(2, 200):
            transform = bspfft.plan((n,))
            self.assertAlmostEqual(transform(numpy.ones(n))[0], n)
        del transform
        gc.collect()


class Ledgers(Case):
    def test_the_ledger_of_a_plan(self):
        x = complexes(1 << 16)
        transform = bspfft.plan(x, 'fft', workers=2)
        transform.account()
        for _ in range(3):
            transform(x)
        costs = transform.ledger()
        self.assertEqual(costs.total['flops'], 3 * transform.flops)
        self.assertGreater(costs.total['compute_seconds'], 0)
        self.assertEqual(len(costs), len(list(costs)))
        self.assertGreater(len(costs), 1)
        self.assertIn('3 executions', str(costs))
        self.assertLessEqual(max(map(len, str(costs).splitlines())), 80)
        self.assertEqual(transform.ledger(0).records()[0]['processes'], 2)
        with self.assertRaises(ValueError):
            transform.ledger(2)
        transform.account(False)
        transform(x)
        self.assertEqual(transform.ledger().total['compute_seconds'], 0)
        self.assertEqual(transform.ledger().total['flops'], transform.flops)

    def test_the_ledger_of_a_block(self):
        x = complexes(300, 40)
        with bspfft.ledger() as costs:
            for _ in range(2):
                self.same(bspfft.fft(x), scipy.fft.fft(x), 'accounted')
            bspfft.rfftn(x.real)
        bspfft.fft(x)
        self.assertEqual([account.executions for account in costs.accounts], [2, 1])
        self.assertEqual([account.title for account in costs.accounts],
                         ['Fourier transform of 300x40 complex128, axis 1', 'Fourier transform of 300x40 float64'])
        self.assertGreater(costs.total['flops'], 0)
        self.assertGreater(costs.total['compute_seconds'], 0)
        self.assertEqual({'transform', 'superstep', 'flops', 'wait_seconds'} - set(costs.records()[0]), set())
        with bspfft.ledger() as nothing:
            pass
        self.assertEqual(str(nothing), 'no transform was executed')

    def test_copies_to_and_from_a_device_have_a_column_where_there_were_some(self):
        row = dict.fromkeys(_ledger.COUNTS, 1) | dict.fromkeys(_ledger.SECONDS, 2e-3)
        row['superstep'] = 'transforms of length 1024'
        copied = row | {'pcie_seconds': 1.25e-3, 'pcie_bytes': 4096}
        account = _ledger.Account('Fourier transform of 1024 complex128', 1, 1, [copied])
        costs = bspfft.Ledger([account, account._replace(supersteps=[row])])
        on_device, on_host = str(costs).split('\n\n')
        self.assertIn('pcie', on_device)
        self.assertIn('1.25 ms', on_device)
        self.assertNotIn('pcie', on_host)
        self.assertLessEqual(max(map(len, str(costs).splitlines())), 80)
        self.assertEqual(costs.total['pcie_bytes'], 4096)

    def test_blocks_within_blocks_and_blocks_that_fail(self):
        with bspfft.ledger() as outer:
            bspfft.fft(complexes(30))
            with bspfft.ledger() as inner:
                bspfft.fft(complexes(31))
        self.assertEqual(([a.title.split()[3] for a in outer.accounts], [a.title.split()[3] for a in inner.accounts]),
                         (['30'], ['31']))
        with self.assertRaises(ZeroDivisionError):
            with bspfft.ledger() as costs:
                bspfft.fft(complexes(30))
                1 / 0
        self.assertEqual(len(costs.accounts), 1)
        from bspfft import _recording
        self.assertFalse(_recording.is_on)

    def test_reproducible_plans_have_the_same_bits_with_any_number_of_workers(self):
        x = complexes(1 << 15)
        one = bspfft.plan(x, 'fft', workers=1, reproducible=True)(x)
        for workers in (2, 3, 5):
            many = bspfft.plan(x, 'fft', workers=workers, reproducible=True)(x)
            self.assertEqual(one.tobytes(), many.tobytes())
        self.assertNotEqual(one.tobytes(), bspfft.fft(x, workers=1).tobytes())
        bspfft.set_reproducible(True)
        try:
            self.assertTrue(bspfft.get_reproducible())
            self.assertEqual(one.tobytes(), bspfft.fft(x, workers=4).tobytes())
        finally:
            bspfft.set_reproducible(False)

    def test_pictures(self):
        with bspfft.ledger() as costs:
            bspfft.fft(complexes(1 << 14), workers=2)
        try:
            import matplotlib
        except ImportError:
            with self.assertRaisesRegex(ImportError, 'Matplotlib'):
                costs.plot()
            self.skipTest('no Matplotlib')
        matplotlib.use('agg')
        axes = costs.plot()
        self.assertEqual(len(axes.containers), 4)
        self.assertEqual(len(axes.containers[0]), len(costs))
        transform = bspfft.plan((64, 64))
        transform(numpy.ones((64, 64)))
        self.assertEqual(len(transform.ledger().plot().containers), 2)

    def test_without_matplotlib_plot_says_what_is_missing(self):
        hidden = {name: sys.modules.get(name) for name in ('matplotlib', 'matplotlib.pyplot')}
        sys.modules.update({name: None for name in hidden})
        try:
            with self.assertRaisesRegex(ImportError, 'python3-matplotlib'):
                bspfft.Ledger().plot()
        finally:
            for name, module in hidden.items():
                sys.modules.pop(name) if module is None else sys.modules.__setitem__(name, module)


main()
