"""A program of others that uses FFTW, with libbspfft-fftw3 loaded before it: its results are right, and ours.

usage: programs.py octave|minimodem|imagemagick|pyfftw LIBRARY
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
OCTAVE = r'''
x = rand(1, 1000) + 1i * rand(1, 1000); j = 0:999; F = exp(-2i * pi * mod(j' * j, 1000) / 1000);
r = rand(40, 30); A = exp(-2i * pi * ((0:39)' * (0:39)) / 40); B = exp(-2i * pi * ((0:29)' * (0:29)) / 30);
c = rand(8, 9, 10);
distance = @(a, b) norm(a(:) - b(:)) / norm(b(:));
worst = max([distance(fft(x), x * F), distance(ifft(fft(x)), x), distance(fft(real(x)), real(x) * F), ...
             distance(fft2(r), A * r * B), distance(ifft2(fft2(r)), r), distance(fft(r, [], 2), r * B), ...
             distance(ifftn(fftn(c)), c), 1e-8 * distance(fft(single(r)), A * r)])
disp(version("-fftw"))
exit(!(worst < 1e-13))
'''
PYFFTW = r'''
import sys
import numpy
import pyfftw.interfaces.numpy_fft as ours
generator = numpy.random.default_rng(1)
worst = 0
for real, bound in (numpy.float64, 1), (numpy.float32, 1e-8):
    for shape, axes in ((1000,), (0,)), ((40, 50), (0, 1)), ((40, 50), (0,)), ((8, 9, 10), (0, 2)):
        x = generator.standard_normal(shape).astype(real)
        z = x + 1j * x[::-1]
        y, h = ours.fftn(z, axes=axes), ours.rfftn(x, axes=axes)
        again = ours.irfftn(h, s=[shape[l] for l in axes], axes=axes)
        for a, b in (y, numpy.fft.fftn(z, axes=axes)), (h, numpy.fft.rfftn(x, axes=axes)), (again, x):
            worst = max(worst, bound * numpy.linalg.norm(a - b) / numpy.linalg.norm(b))
print(worst)
sys.exit(not 0 < worst < 1e-14)
'''


def run(command, library=None, **options):
    environment = dict(os.environ)
    if library:
        environment.update(LD_PRELOAD=library, LD_DEBUG='bindings')
    done = subprocess.run(command, env=environment, capture_output=True, **options)
    if done.returncode:
        errors = [line for line in done.stderr.decode(errors='replace').splitlines() if 'binding file' not in line]
        output = done.stdout.decode(errors='replace')
        sys.exit('\n'.join([f'{command}: exit status {done.returncode}', output, *errors]))
    # the loader says which library's function a program calls
    if library and b'libbspfft-fftw3' not in b''.join(
            line for line in done.stderr.splitlines() if b"symbol `fftw" in line and b'_execute' in line):
        sys.exit(f'{command} did not call our functions')
    return done.stdout


def need(program):
    found = shutil.which(program)
    if not found:
        print(f'{program} is not installed; not tested')
        sys.exit(SKIP)
    return found


def octave(library, folder):
    run([need('octave-cli'), '--no-init-file', '--eval', OCTAVE], library)


def minimodem(library, folder):
    """Sends text as sound, and hears it with our transforms."""
    words = b'the quick brown fox jumps over the lazy dog\n'
    run([need('minimodem'), '--tx', '-f', 'sound.wav', '1200'], input=words, cwd=folder)
    heard = run(['minimodem', '--rx', '-q', '-f', 'sound.wav', '1200'], library, cwd=folder)
    if heard != words:
        sys.exit(f'minimodem heard {heard!r}')


def imagemagick(library, folder):
    """The spectrum of a picture is the same on FFTW and on us."""
    convert = need('convert')
    if b'ImageMagick' not in subprocess.run([convert, '-version'], capture_output=True).stdout:
        print(f"{convert} is not ImageMagick's; not tested")
        sys.exit(SKIP)
    run([convert, '-seed', '1', '-size', '60x50', 'plasma:', 'in.png'], cwd=folder)
    pictures = []
    for ours in (None, library):
        run([convert, 'in.png', '+fft', '+depth', 'spectrum.miff'], ours, cwd=folder)
        pictures.append(run([convert, 'spectrum.miff', '+ift', '-depth', '8', 'rgb:-'], ours, cwd=folder))
    if len(pictures[0]) < 9000 or any(abs(a - b) > 1 for a, b in zip(*pictures, strict=True)):
        sys.exit('the pictures differ')


def pyfftw(library, folder):
    for python in 'python3', '/usr/bin/python3':
        if shutil.which(python) and not subprocess.run([python, '-c', 'import pyfftw'], capture_output=True).returncode:
            return run([python, '-c', PYFFTW], library)
    print('pyfftw is not installed; not tested')
    sys.exit(SKIP)


def main(program, library):
    with tempfile.TemporaryDirectory() as folder:
        {'octave': octave, 'minimodem': minimodem, 'imagemagick': imagemagick, 'pyfftw': pyfftw}[program](
            str(pathlib.Path(library).resolve()), folder)


main(*sys.argv[1:])
