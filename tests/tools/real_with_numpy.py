"""Real arrays go through bspfft run --real and back, and NumPy finds what its rfftn and irfftn find; files are
convolved and correlated as NumPy's sums say.

usage: real_with_numpy.py BSPFFT [PROBLEMS]
"""
import itertools
import subprocess
import sys
import tempfile

import numpy

BSPFFT = sys.argv[1]
PROBLEMS = int(sys.argv[2]) if len(sys.argv) > 2 else 24
RANDOM = numpy.random.default_rng(13)


def bspfft(*words):
    result = subprocess.run([BSPFFT, *words, '--oversubscribe'], capture_output=True, text=True)
    assert result.returncode == 0, (words, result.stdout, result.stderr)
    return result.stdout


def run(*words):
    out = bspfft('run', '--repeat', '1', '--verify', '--real', *words)
    assert ': right' in out, (words, out)


def close(y, z, single, what):
    tolerance = (3e-6 if single else 1e-13) * max(1, numpy.abs(z).max())
    assert y.shape == z.shape, (y.shape, z.shape, what)
    assert y.dtype.kind == z.dtype.kind, (y.dtype, z.dtype, what)
    assert y.dtype.itemsize * (2 if single else 1) == z.dtype.itemsize, (y.dtype, what)
    assert numpy.abs(y - z).max() <= tolerance, (numpy.abs(y - z).max(), what)


def ordered(x, order):
    return numpy.asfortranarray(x) if order == 'F' else numpy.ascontiguousarray(x)


def text_of(shape):
    return 'x'.join(str(n) for n in shape)


def check(folder, shape, p, words='', axes=None, single=False, order='C'):
    """There, and back from what NumPy has."""
    x = ordered(RANDOM.standard_normal(shape), order).astype(numpy.float32 if single else numpy.float64)
    y = ordered(numpy.fft.rfftn(x.astype(float), axes=axes), order)
    last = len(shape) - 1 if axes is None else max(axes)
    batch = words.split()[words.split().index('--batch') + 1] if '--batch' in words else None
    numpy.save(f'{folder}/x.npy', x)
    numpy.save(f'{folder}/y.npy', y.astype(numpy.complex64) if single else y)
    what = (shape, p, words, axes, single, order)
    words = ['--procs', str(p), *words.split(), *(['--precision', 'float'] if single else [])]
    run('--input', f'{folder}/x.npy', '--output', f'{folder}/z.npy', *words)
    z = numpy.load(f'{folder}/z.npy')
    assert z.flags.f_contiguous == y.flags.f_contiguous and z.flags.c_contiguous == y.flags.c_contiguous
    close(z, y, single, what)
    even = shape[last] % 2 == 0 or shape[last] == 1
    named = [] if even and RANDOM.random() < 0.5 else ['--shape', text_of(shape[1:] if batch else shape)]
    run('--inverse', '--input', f'{folder}/y.npy', '--output', f'{folder}/z.npy', *named, *words)
    z = numpy.load(f'{folder}/z.npy')
    assert z.flags.f_contiguous == x.flags.f_contiguous and z.flags.c_contiguous == x.flags.c_contiguous
    close(z, x.astype(float), single, what)
    # as NumPy's: of values that should be their own conjugates, what makes them so
    y = y + 1j * ordered(RANDOM.standard_normal(y.shape), order)
    numpy.save(f'{folder}/y.npy', y.astype(numpy.complex64) if single else y)
    named = ['--shape', text_of(shape[1:] if batch else shape)]
    run('--inverse', '--input', f'{folder}/y.npy', '--output', f'{folder}/z.npy', *named, *words)
    axes = range(len(shape)) if axes is None else axes
    close(numpy.load(f'{folder}/z.npy'), numpy.fft.irfftn(y, [shape[a] for a in axes], axes), single, what)


def check_chosen(folder):
    for n, p in [(1, 1), (1, 3), (2, 2), (7, 3), (60, 4), (1000, 7), (97, 5), (36, 6), (144, 12), (4096, 2)]:
        check(folder, (n,), p)
    check(folder, (30, 101), 2)
    check(folder, (16, 12, 10), 4, '--grid 2x2x1')
    check(folder, (5, 64), 2, '--batch 5', axes=(1,))
    check(folder, (4, 6, 10), 2, '--batch 4', axes=(1, 2))
    check(folder, (4, 6, 7), 3, '--axes 0,1', axes=(0, 1))
    check(folder, (2, 3, 2, 3, 2, 2, 3, 2), 2)
    check(folder, (16, 6), 2, single=True)
    for p in (1, 3, 4):
        check(folder, (12, 18, 5), p, order='F')
    check(folder, (4, 6, 8), 2, '--axes 1', axes=(1,), order='F')
    check(folder, (3, 8, 6), 2, '--batch 3', axes=(1, 2), order='F')
    check(folder, (16, 8), 4, '--layout-in block --layout-out cyclic')
    check(folder, (50,), 3, '--layout-in block --layout-out block')
    check(folder, (12, 12), 2, '--out-of-place')


def random_shape(longest):
    axes = int(RANDOM.integers(1, len(longest) + 1))
    return tuple(int(n) for n in RANDOM.integers(1, longest[axes - 1] + 1, axes))


def check_random(folder):
    for _ in range(PROBLEMS):
        shape = random_shape((600, 40, 14))
        axes = None
        if len(shape) > 1 and RANDOM.random() < 0.4:
            count = int(RANDOM.integers(1, len(shape) + 1))
            axes = tuple(sorted(int(a) for a in RANDOM.choice(len(shape), count, replace=False)))
        words = '' if axes is None else '--axes ' + ','.join(str(a) for a in axes)
        check(folder, shape, int(RANDOM.integers(1, 7)), words, axes, RANDOM.random() < 0.3,
              'F' if RANDOM.random() < 0.3 else 'C')


def check_other_files(folder):
    x = RANDOM.standard_normal((4, 6))
    x.tofile(f'{folder}/x.raw')
    run('--input', f'{folder}/x.raw', '--dtype', 'float64', '--shape', '4x6', '--procs', '3',
        '--output', f'{folder}/y.txt')
    y = numpy.loadtxt(f'{folder}/y.txt')
    close((y[:, 0] + 1j * y[:, 1]).reshape(4, 4), numpy.fft.rfftn(x), False, 'text')
    run('--input', f'{folder}/y.txt', '--shape', '4x6', '--inverse', '--procs', '2', '--output', f'{folder}/z.txt')
    close(numpy.loadtxt(f'{folder}/z.txt').reshape(4, 6), x, False, 'real text')
    run('--input', f'{folder}/z.txt', '--procs', '2', '--output', f'{folder}/w.npy')
    close(numpy.load(f'{folder}/w.npy'), numpy.fft.rfft(x.ravel()), False, 'from real text')


def convolved(x, h):
    """All sums, in the order of the definition."""
    y = numpy.zeros([n + m - 1 for n, m in zip(x.shape, h.shape)], dtype=numpy.result_type(x, h))
    for j in itertools.product(*(range(m) for m in h.shape)):
        y[tuple(slice(a, a + n) for a, n in zip(j, x.shape))] += h[j] * x
    return y


def part(y, x, h, mode):
    if mode == 'full':
        return y
    pairs = list(zip(x.shape, h.shape))
    if mode == 'same':
        return y[tuple(slice((m - 1) // 2, (m - 1) // 2 + n) for n, m in pairs)]
    return y[tuple(slice(min(n, m) - 1, max(n, m)) for n, m in pairs)]


def check_convolution(folder, x, h, mode, p, correlate=False, single=False):
    numpy.save(f'{folder}/x.npy', x)
    numpy.save(f'{folder}/h.npy', h)
    what = (x.shape, h.shape, x.dtype, h.dtype, mode, p, correlate, single)
    words = (['--correlate'] if correlate else []) + (['--precision', 'float'] if single else [])
    bspfft('convolve', '--input', f'{folder}/x.npy', '--kernel', f'{folder}/h.npy', '--output', f'{folder}/y.npy',
           '--mode', mode, '--procs', str(p), '--repeat', '1', *words)
    y = numpy.load(f'{folder}/y.npy')
    both_orders = x.flags.c_contiguous and x.flags.f_contiguous
    assert both_orders or y.flags.f_contiguous or not x.flags.f_contiguous, what
    flipped = numpy.conj(h[(slice(None, None, -1),) * h.ndim])
    z = part(convolved(x, flipped if correlate else h), x, h, mode)
    close(y, z.astype(complex) if z.dtype.kind == 'c' else z.astype(float), single, what)
    if x.ndim == 1 and x.size >= h.size:
        library = numpy.correlate(x, h, mode) if correlate else numpy.convolve(x, h, mode)
        if not (correlate and mode == 'same'):  # whose middle is another for kernels of even length
            close(y, library.astype(z.dtype), single, what)


def check_convolutions(folder):
    def random(shape):
        x = ordered(RANDOM.standard_normal(shape), 'F' if RANDOM.random() < 0.3 else 'C')
        return x + 1j * RANDOM.standard_normal(shape) if RANDOM.random() < 0.4 else x

    for mode in ('full', 'same', 'valid'):
        for n, m in [(1, 1), (1, 5), (5, 1), (8, 8), (100, 7), (7, 100), (100, 6), (1000, 64)]:
            check_convolution(folder, RANDOM.standard_normal(n), RANDOM.standard_normal(m), mode, 2)
        for _ in range(PROBLEMS // 2):
            x = random(random_shape((400, 24, 10)))
            h = random(tuple(int(RANDOM.integers(1, n + (0 if mode == 'valid' else 4))) if n > 1 else 1
                             for n in x.shape))
            if mode == 'valid' and RANDOM.random() < 0.3:
                x, h = h, x
            check_convolution(folder, x, h, mode, int(RANDOM.integers(1, 6)), RANDOM.random() < 0.4,
                              RANDOM.random() < 0.2)
    numpy.savetxt(f'{folder}/x.txt', [1.5, 2, -3])
    numpy.array([1, 10], dtype='float32').tofile(f'{folder}/h.raw')
    bspfft('convolve', '--input', f'{folder}/x.txt', '--kernel', f'{folder}/h.raw', '--dtype', 'float32',
           '--output', f'{folder}/y.txt')
    close(numpy.loadtxt(f'{folder}/y.txt'), numpy.array([1.5, 17, 17, -30]), False, 'text and raw')


with tempfile.TemporaryDirectory() as where:
    check_chosen(where)
    check_random(where)
    check_other_files(where)
    check_convolutions(where)
    print('equal')
