"""Programs of others that use FFTW, with libbspfft-fftw3 loaded before it: their results are right, and ours. And our
header for others: beside FFTW's, in Fortran, in Eigen.

usage: programs.py octave|minimodem|imagemagick|pyfftw|wisdom|header|fortran|eigen LIBRARY
"""
import os
import pathlib
import re
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
import pyfftw
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
# as pyFFTW's own tests have it
a, b = pyfftw.empty_aligned(64, 'complex128'), pyfftw.empty_aligned(64, 'complex128')
only = {'flags': ('FFTW_MEASURE', 'FFTW_WISDOM_ONLY')}
pyfftw.forget_wisdom()
before = pyfftw.export_wisdom()
try:
    pyfftw.FFTW(a, b, **only)
    sys.exit('there is a plan without wisdom')
except RuntimeError as error:
    assert 'No FFTW wisdom' in str(error), error
pyfftw.FFTW(a, b, planning_timelimit=1e-6)
pyfftw.FFTW(a, b, **only)
after = pyfftw.export_wisdom()
assert before[0] != after[0], 'a plan leaves no wisdom'
pyfftw.forget_wisdom()
assert all(pyfftw.import_wisdom(after)), 'wisdom that was exported is not imported'
pyfftw.FFTW(a, b, **only)
print(worst)
sys.exit(not 0 < worst < 1e-14)
'''
FORTRAN = r'''
program waves
  use, intrinsic :: iso_c_binding
  implicit none
  include 'fftw3.f03'
  include 'fftw3l.f03'
  integer, parameter :: n = 30
  complex(C_DOUBLE_COMPLEX) :: x(n), y(n)
  real(C_FLOAT) :: r(4, 5)
  complex(C_FLOAT_COMPLEX) :: h(3, 5)
  type(fftw_iodim) :: axis(1), loops(1)
  type(C_PTR) :: plan
  integer :: j
  integer(C_INT64_T) :: handle
  plan = fftw_plan_dft_1d(n, x, y, FFTW_FORWARD, ior(FFTW_ESTIMATE, FFTW_NO_SIMD))
  x = [(exp(cmplx(0, 2 * acos(-1d0) * 7 * j / n, C_DOUBLE_COMPLEX)), j = 0, n - 1)]
  call fftw_execute_dft(plan, x, y)
  call fftw_destroy_plan(plan)
  if (abs(y(8) - n) > 1d-12 .or. abs(y(1)) > 1d-12) stop 1
  plan = fftwf_plan_dft_r2c_2d(5, 4, r, h, FFTW_ESTIMATE)
  r = 1
  call fftwf_execute_dft_r2c(plan, r, h)
  call fftwf_destroy_plan(plan)
  if (abs(h(1, 1) - 20) > 1e-5) stop 2
  axis(1) = fftw_iodim(3, 1, 1)
  loops(1) = fftw_iodim(10, 3, 3)
  plan = fftw_plan_guru_dft(1, axis, 1, loops, x, y, FFTW_BACKWARD, FFTW_ESTIMATE)
  x = 1
  call fftw_execute_dft(plan, x, y)
  call fftw_destroy_plan(plan)
  if (abs(y(28) - 3) > 1d-12) stop 3
  call dfftw_plan_guru_dft(handle, 1, 3, 1, 1, 1, 10, 3, 3, x, y, FFTW_FORWARD, FFTW_ESTIMATE)
  call dfftw_execute_dft(handle, x, y)
  call dfftw_destroy_plan(handle)
  if (abs(y(28) - 3) > 1d-12) stop 4
  print *, 'right'
end program
'''
OLD_FORTRAN = '''      PROGRAM OLD
      INCLUDE 'fftw3.f'
      IF (FFTW_ESTIMATE .NE. 64 .OR. FFTW_FORWARD .NE. -1) STOP 1
      PRINT *, 'right'
      END
'''
EIGEN = r'''
#define EIGEN_FFTW_DEFAULT
#include <cmath>
#include <cstdio>
#include <unsupported/Eigen/FFT>

template <class Real>
int wrong()
{
    Eigen::FFT<Real> fft;
    std::vector<std::complex<Real>> x(16), y, z;
    for (int j = 0; j < 16; ++j) x[j] = std::polar(Real(1), Real(2 * M_PI * 3 * j / 16));
    fft.fwd(y, x);
    fft.inv(z, y);
    return !(std::abs(y[3] - Real(16)) < 1e-5 && std::abs(z[5] - x[5]) < 1e-5);
}

int main() { return wrong<double>() + 2 * wrong<float>() + (LONG ? 4 * wrong<long double>() : 0); }
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


def wisdom(library, folder):
    """What a program of ours exports is wisdom to fftw-wisdom-to-conf, and of no solvers of FFTW's."""
    convert = need('fftw-wisdom-to-conf')
    source = pathlib.Path(folder) / 'program.c'
    source.write_text('#include <fftw3.h>\nint main(void)\n{\n'
                      '    static fftw_complex x[8];\n'
                      '    fftw_destroy_plan(fftw_plan_dft_1d(8, x, x, FFTW_FORWARD, FFTW_MEASURE));\n'
                      '    return !fftw_export_wisdom_to_filename("wisdom");\n}\n')
    run([need('cc'), source, *flags(library), '-o', 'program'], cwd=folder)
    run(['./program'], cwd=folder)
    text = (pathlib.Path(folder) / 'wisdom').read_text()
    if text.count('bspfft-plan') != 1:
        sys.exit(f'of one plan there is other wisdom: {text}')
    conf = run([convert], input=text.replace('3.3.10', version_of(convert)).encode()).decode()
    if 'fftw_configure_planner' not in conf or 'bspfft' in conf:
        sys.exit(conf)


def version_of(program):
    return re.search(r'version ([\d.]+\d)', run([program, '--version']).decode())[1]


HEADER = pathlib.Path(__file__).resolve().parents[2] / 'include/bspfft-fftw3'


def flags(library):
    """To compile and link with ours."""
    folder = pathlib.Path(library).parent
    return ['-I', HEADER, '-I', folder, library, f'-Wl,-rpath,{folder}']


def header(library, folder):
    """All that FFTW's header has is in ours: constants with the same values, and functions of the same types."""
    compiler = need('cc')

    def preprocessed(*options):
        done = subprocess.run([compiler, '-E', '-P', '-x', 'c', *options, '-'], input=b'#include <fftw3.h>\n',
                              capture_output=True)
        if done.returncode:
            print("FFTW's header is not installed; not tested")
            sys.exit(SKIP)
        return done.stdout.decode()

    def constants(*options):
        return set(re.findall(r'#define (FFTW_\w+ \(.*\))$', preprocessed('-dM', *options), flags=re.M))

    def declarations(*options):
        """Functions, without the names of parameters."""
        result = {}
        for line in preprocessed(*options).replace('extern', '').split(';'):
            words = ' '.join(line.split())
            found = re.search(r'([\w *]+?) ?\b(fftw[flq]?_\w+) ?\((.*)\)$', words)
            if found and not words.startswith('typedef'):
                types = re.sub(r'\b(?!const|int|void|char|double|float|long|unsigned|size_t|FILE|__float128|fftw)\w+\b',
                               '', found[3])
                result[found[2]] = re.sub(r'\s', '', found[1] + types)
        return result

    ours, theirs = ['-I', HEADER], []  # without a folder, the compiler's own
    lost = constants(*theirs) - constants(*ours)
    of_ours, of_theirs = declarations(*ours), declarations(*theirs)
    lost |= {f'{name}: {of_ours.get(name)}, not {words}' for name, words in of_theirs.items()
             if of_ours.get(name) != words}
    if lost or len(of_theirs) < 200:
        sys.exit('\n'.join([f"FFTW's header has {len(of_theirs)} functions; ours is without:", *sorted(lost)]))


def fortran(library, folder):
    compiler = need('gfortran')
    for name, text in ('waves.f90', FORTRAN), ('old.f', OLD_FORTRAN):
        (pathlib.Path(folder) / name).write_text(text)
        run([compiler, name, *flags(library), '-o', 'program'], cwd=folder)
        if run(['./program'], cwd=folder).split() != [b'right']:
            sys.exit(f'{name} has no result')


def eigen(library, folder):
    compiler = need('c++')
    (pathlib.Path(folder) / 'eigen.cpp').write_text(EIGEN)
    included = ['-isystem', '/usr/include/eigen3', '-isystem', '/usr/local/include/eigen3']
    if subprocess.run([compiler, '-E', '-x', 'c++', *included, '-'], input=b'#include <unsupported/Eigen/FFT>\n',
                      capture_output=True).returncode:
        print('Eigen is not installed; not tested')
        sys.exit(SKIP)
    # of long double FFTW does it
    load = 'import ctypes; ctypes.CDLL("libfftw3l.so.3")'
    is_long = subprocess.run([sys.executable, '-c', load], capture_output=True)
    run([compiler, '-std=c++17', f'-DLONG={int(is_long.returncode == 0)}', 'eigen.cpp', *included, *flags(library),
         '-o', 'program'], cwd=folder)
    run(['./program'], cwd=folder)


def main(program, library):
    with tempfile.TemporaryDirectory() as folder:
        {'octave': octave, 'minimodem': minimodem, 'imagemagick': imagemagick, 'pyfftw': pyfftw, 'wisdom': wisdom,
         'header': header, 'fortran': fortran, 'eigen': eigen}[program](str(pathlib.Path(library).resolve()), folder)


main(*sys.argv[1:])
