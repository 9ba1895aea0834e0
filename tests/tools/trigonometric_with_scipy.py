"""Arrays go through bspfft run --dct and --dst and back, and SciPy finds what its dctn, dstn and their inverses find.

usage: trigonometric_with_scipy.py BSPFFT [PROBLEMS]
"""
import subprocess
import sys
import tempfile

try:
    import numpy
    import scipy.fft
except ImportError:
    print('there is no SciPy; install python3-scipy')
    sys.exit(77)  # skipped

BSPFFT = sys.argv[1]
PROBLEMS = int(sys.argv[2]) if len(sys.argv) > 2 else 24
RANDOM = numpy.random.default_rng(14)
NORMS = {'inverse': 'backward', 'symmetric': 'ortho', 'forward': 'forward'}


def bspfft(*words):
    return subprocess.run([BSPFFT, 'run', '--repeat', '1', '--oversubscribe', *words], capture_output=True, text=True)


def run(*words):
    result = bspfft(*words)
    assert result.returncode == 0, (words, result.stdout, result.stderr)


def close(y, z, single, what):
    tolerance = (5e-6 if single else 2e-13) * max(1, numpy.abs(z).max())
    assert y.dtype == (numpy.float32 if single else numpy.float64), (y.dtype, what)
    assert y.shape == z.shape, (y.shape, z.shape, what)
    assert numpy.abs(y - z).max() <= tolerance, (numpy.abs(y - z).max(), what)


def is_orthogonal(function, kind):
    """Some SciPys scale the wrong element of a DST-II and DST-III."""
    matrix = function(numpy.eye(4), kind, norm='ortho', axis=0)
    return numpy.abs(matrix @ matrix.T - numpy.eye(4)).max() < 1e-12


def check(folder, shape, option, kind, p, axes=None, norm='inverse', single=False, order='C', words=()):
    there, back = (scipy.fft.dctn, scipy.fft.idctn) if option == '--dct' else (scipy.fft.dstn, scipy.fft.idstn)
    if norm == 'symmetric' and not is_orthogonal(scipy.fft.dct if option == '--dct' else scipy.fft.dst, kind):
        norm = 'inverse'
    what = (shape, option, kind, p, axes, norm, single, order, words)
    x = numpy.array(RANDOM.standard_normal(shape), order=order, dtype=numpy.float32 if single else numpy.float64)
    words = [option, str(kind), '--procs', str(p), '--norm', norm, *words]
    words += ['--axes', ','.join(str(a) for a in axes)] if axes else []
    words += ['--precision', 'float'] if single else []
    numpy.save(f'{folder}/x.npy', x)
    for function, more in ((there, []), (back, ['--inverse'])):
        run('--input', f'{folder}/x.npy', '--output', f'{folder}/y.npy', *words, *more)
        close(numpy.load(f'{folder}/y.npy'), function(x.astype(float), kind, axes=axes, norm=NORMS[norm]), single,
              (what, more))


def check_chosen(folder):
    for option in ('--dct', '--dst'):
        for kind in (1, 2, 3, 4):
            for n, p in [(2, 1), (3, 2), (16, 2), (97, 3), (128, 4), (1000, 2)]:
                check(folder, (n,), option, kind, p)
    check(folder, (1,), '--dct', 2, 2)
    check(folder, (30, 101), '--dct', 2, 2)
    check(folder, (6, 7, 8), '--dst', 2, 3, axes=(2, 0))
    check(folder, (64,), '--dct', 2, 4, norm='symmetric', words=('--layout-in', 'block', '--layout-out', 'cyclic'))
    check(folder, (8, 12), '--dct', 1, 2, norm='symmetric', words=('--out-of-place',))


def check_random(folder):
    longest = (600, 40, 14)
    for _ in range(PROBLEMS):
        axes_count = int(RANDOM.integers(1, 4))
        shape = tuple(int(n) for n in RANDOM.integers(2, longest[axes_count - 1] + 1, axes_count))
        axes = None
        if len(shape) > 1 and RANDOM.random() < 0.4:
            count = int(RANDOM.integers(1, len(shape) + 1))
            axes = tuple(int(a) for a in RANDOM.choice(len(shape), count, replace=False))
        check(folder, shape, ('--dct', '--dst')[int(RANDOM.integers(2))], int(RANDOM.integers(1, 5)),
              int(RANDOM.integers(1, 7)), axes, tuple(NORMS)[int(RANDOM.integers(3))], RANDOM.random() < 0.3,
              'F' if RANDOM.random() < 0.3 else 'C')


def check_refusals(folder):
    numpy.save(f'{folder}/z.npy', numpy.ones(4, dtype=complex))
    for words, sentence in [
            (['--dct', '5', '--n', '8'], '--dct 5 is not one of 1, 2, 3, 4'),
            (['--dct', '1', '--n', '1'], 'a DCT-I along axis 0 of length 1; it needs at least 2 elements'),
            (['--dct', '2', '--input', f'{folder}/z.npy'], 'but --dct transforms real numbers; leave --dct out'),
            (['--dst', '2', '--n', '8', '--verify'], '--verify is for Fourier transforms; leave it out')]:
        result = bspfft(*words)
        assert result.returncode != 0 and sentence in result.stderr, (words, result.stderr)
        assert result.stderr.count('\n') == 1, result.stderr


with tempfile.TemporaryDirectory() as where:
    check_chosen(where)
    check_random(where)
    check_refusals(where)
    print('equal')
