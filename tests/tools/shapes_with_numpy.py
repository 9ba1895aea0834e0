"""Arrays of many shapes go through bspfft run, and NumPy finds what its own FFT finds: axes, batches, grids, cuts,
layouts, numbers of processes, C and Fortran order, every type of element, raw files and text.

usage: shapes_with_numpy.py BSPFFT
"""
import subprocess
import sys
import tempfile

import numpy

BSPFFT = sys.argv[1]
RANDOM = numpy.random.default_rng(1)


def array(shape, dtype, order):
    x = RANDOM.standard_normal(shape)
    if numpy.dtype(dtype).kind == 'c':
        x = x + 1j * RANDOM.standard_normal(shape)
    return numpy.array(x, dtype=dtype, order=order)


def run(*words):
    command = [BSPFFT, 'run', '--repeat', '1', '--oversubscribe', '--verify', *words]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, (command, result.stdout, result.stderr)
    assert ': right' in result.stdout, result.stdout


def close(y, z, single):
    tolerance = (3e-6 if single else 1e-13) * max(1, numpy.abs(z).max())
    assert y.shape == z.shape, (y.shape, z.shape)
    assert numpy.abs(y - z).max() <= tolerance, numpy.abs(y - z).max()


def check(folder, shape, p, words='', axes=None, dtype='complex128', order='C', inverse=False):
    x = array(shape, dtype, order)
    numpy.save(f'{folder}/x.npy', x)
    single = dtype in ('complex64', 'float32')
    words = words.split() + (['--precision', 'float'] if single else []) + (['--inverse'] if inverse else [])
    run('--input', f'{folder}/x.npy', '--output', f'{folder}/y.npy', '--procs', str(p), *words)
    y = numpy.load(f'{folder}/y.npy')
    assert y.dtype == (numpy.complex64 if single else numpy.complex128)
    assert y.flags.f_contiguous == x.flags.f_contiguous and y.flags.c_contiguous == x.flags.c_contiguous
    close(y, (numpy.fft.ifftn if inverse else numpy.fft.fftn)(x, axes=axes), single)


def check_npy(folder):
    for n, p in [(1, 1), (1, 3), (7, 3), (60, 4), (1000, 7), (97, 5), (36, 6), (144, 12)]:
        check(folder, (n,), p)
    check(folder, (8, 8), 4)
    check(folder, (12, 10, 9), 6)
    check(folder, (16, 12, 10), 4, '--grid 2x2x1 --cut 4x6x2')
    check(folder, (6, 5, 4), 3, '--axes 0,2', axes=(0, 2))
    check(folder, (5, 64), 2, '--batch 5', axes=(1,))
    check(folder, (4, 6, 10), 2, '--batch 4', axes=(1, 2), inverse=True)
    check(folder, (2, 3, 2, 3, 2, 2, 3, 2), 2)
    check(folder, (9, 7), 2, dtype='float64')
    check(folder, (8, 12), 2, dtype='complex64')
    check(folder, (16, 6), 2, dtype='float32', inverse=True)
    for p in (1, 3, 4):
        check(folder, (12, 18, 4), p, order='F')
    check(folder, (4, 6, 8), 2, '--axes 1 --grid 2x1x1', axes=(1,), order='F')
    check(folder, (3, 8, 6), 2, '--batch 3', axes=(1, 2), order='F')
    check(folder, (5, 1, 6), 2, order='F', inverse=True)


def check_algorithms(folder):
    check(folder, (8, 12), 4, '--algorithm pencils')
    check(folder, (6, 7, 5), 3, '--algorithm pencils --transposed-out')
    check(folder, (6, 7, 5), 3, '--algorithm pencils --transposed-out', inverse=True)
    check(folder, (101,), 3, '--algorithm bluestein')
    check(folder, (64,), 4, '--algorithm textbook')
    check(folder, (16, 8), 4, '--layout-in block --layout-out cyclic')
    check(folder, (10, 9), 3, '--layout-in cyclic --layout-out block', inverse=True)
    check(folder, (50,), 3, '--layout-in block --layout-out block')
    for p in (1, 4):
        check(folder, (50,), p, '--layout-in folded --layout-out zig-zag')
        check(folder, (9, 10), p, '--layout-in zig-zag --layout-out folded', inverse=True)
    check(folder, (12, 12), 2, '--out-of-place')
    check(folder, (30,), 5, '--out-of-place', inverse=True)


def check_other_files(folder):
    x = array((4, 6), 'complex128', 'C')
    x.tofile(f'{folder}/x.raw')
    run('--input', f'{folder}/x.raw', '--dtype', 'complex128', '--shape', '4x6', '--procs', '3',
        '--output', f'{folder}/y.txt')
    y = numpy.loadtxt(f'{folder}/y.txt')
    close((y[:, 0] + 1j * y[:, 1]).reshape(4, 6), numpy.fft.fftn(x), False)
    run('--input', f'{folder}/y.txt', '--shape', '6', '--batch', '4', '--inverse', '--procs', '2',
        '--output', f'{folder}/z.npy')
    close(numpy.load(f'{folder}/z.npy'), numpy.fft.ifft(numpy.fft.fftn(x), axis=1), False)


with tempfile.TemporaryDirectory() as where:
    check_npy(where)
    check_algorithms(where)
    check_other_files(where)
    print('equal')
