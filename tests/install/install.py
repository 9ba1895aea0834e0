"""Installs into a scratch folder, which is another than the prefix, as if the prefix had been moved. There programs and
libraries start without LD_LIBRARY_PATH, and the examples are built as users do; each must print its result.

usage: install.py SOURCE_ROOT BUILD_ROOT
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# The cores may be oversubscribed, and the user may be root in a container.
MPI_ENVIRONMENT = {
    'OMPI_ALLOW_RUN_AS_ROOT': '1',
    'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
    'OMPI_MCA_rmaps_base_oversubscribe': '1',
}
FFTW_KERNEL = 'libbspfft-fftw-kernel.so'  # the only one that is linked with FFTW
EXPECTED = 'y[5] = 1024\n'


def run(command, folder, environment):
    done = subprocess.run(list(map(str, command)), cwd=folder, env=environment, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f'{command}: exit status {done.returncode}\n{done.stdout}\n{done.stderr}')
    return done.stdout


def starts(files, build, environment):
    """Whether the loader finds what these programs and libraries need, and nothing in the build."""
    if not files:
        sys.exit('nothing was installed')
    for file in files:
        found = run(['ldd', file], '.', environment)
        if 'not found' in found or str(build) in found:
            sys.exit(f'{file.name} does not start:\n{found}')


def no_fftw(files, environment):
    """Whether neither these programs and libraries nor what they are linked with are linked with FFTW."""
    for file in files:
        if 'libfftw3' in run(['ldd', file], '.', environment):
            sys.exit(f'{file.name} is linked with FFTW, which is under the GPL')


def say_prefix(files, root):
    """Of .pc files that do not find the prefix by where they are: their build folder is older than that default."""
    for file in files:
        text = file.read_text()
        if '${pcfiledir}' not in text:
            file.write_text(re.sub('^prefix=.*', f'prefix={root}', text))


def flags(environment, library='bspfft'):
    libraries = run(['pkg-config', '--variable=libdir', library], '.', environment).strip()
    return [*run(['pkg-config', '--cflags', '--libs', library], '.', environment).split(), f'-Wl,-rpath,{libraries}']


def check(programs, folder, environment):
    for program in programs:
        output = run([folder / program], folder, environment)
        if output != EXPECTED:
            sys.exit(f'{program} printed {output!r}')


def with_pkg_config(examples, folder, environment):
    run(['c++', '-std=c++20', '-o', 'consumer', examples / 'fft.cpp', *flags(environment)], folder, environment)
    run(['cc', '-o', 'consumer_c', examples / 'fft.c', *flags(environment), '-lm'], folder, environment)
    # a program written for FFTW; it prints the same
    run(['cc', '-o', 'consumer_fftw', examples.parent / 'fftw3/wave.c', *flags(environment, 'bspfft-fftw3'), '-lm'],
        folder, environment)
    check(['consumer', 'consumer_c', 'consumer_fftw'], folder, environment)
    # and what Fortran includes
    folders = [word[2:] for word in flags(environment, 'bspfft-fftw3') if word.startswith('-I')]
    for name in 'fftw3.f', 'fftw3.f03', 'fftw3l.f03':
        if not any((pathlib.Path(place) / name).exists() for place in folders):
            sys.exit(f'{name} is not in {folders}')


def check_on_mpi(program, expected, environment):
    output = run(['mpirun', '-n', '2', program], program.parent, {**environment, **MPI_ENVIRONMENT})
    if output != expected:
        sys.exit(f'{program.name} printed on MPI {output!r}')


def on_mpi(examples, folder, environment):
    run(['c++', '-std=c++20', '-o', 'consumer', examples / 'fft.cpp', *flags(environment, 'bspfft-mpi')],
        folder, environment)
    check_on_mpi(folder / 'consumer', EXPECTED, environment)
    # a program that calls MPI itself, by a compiler that knows nothing of MPI
    guest = examples.parent / 'bsplib/mpi/guest.c'
    run(['cc', '-o', 'guest_c', guest, *flags(environment, 'bsplib-mpi')], folder, environment)
    run(['c++', '-x', 'c++', '-o', 'guest', guest, *flags(environment, 'bsplib-mpi')], folder, environment)
    for name in ('guest_c', 'guest'):
        check_on_mpi(folder / name, 'right\n', environment)


def versions(source):
    """(accepted, refused) by find_package, as lists of CMake's."""
    text = (source / 'include/bspfft/version.h').read_text()
    major, minor, patch = map(int, re.search(r'BSPFFT_VERSION "(\d+)\.(\d+)\.(\d+)"', text).groups())
    refused = [f'{major + 1}', f'{major}.{minor + 1}', f'{major}.{minor}.{patch + 1}', f'{major}.{minor}0',
               f'{major}.{minor + 1}...{major}.{minor + 2}', f'0.0.1...<{major}.{minor}.{patch}']
    if major == 0:
        refused.append(f'{major}.{minor - 1}')
    accepted = [f'{major}.{minor}', f'{major}.{minor}.{patch}', f'{major}.{minor}...{major}.{minor + 1}']
    return ';'.join(accepted), ';'.join(refused)


def with_cmake(source, folder, environment, components, languages):
    accepted, refused = versions(source)
    run(['cmake', '-G', 'Ninja', '-S', source / 'tests/install/cmake', '-B', folder,
         f'-DEXAMPLES={source}/tests/examples', f'-DACCEPTED={accepted}', f'-DREFUSED={refused}',
         f'-DCOMPONENTS={";".join(components)}', f'-DLANGUAGES={";".join(languages)}'], folder, environment)
    run(['cmake', '--build', folder], folder, environment)
    check(['consumer_c', 'consumer_fftw3'] + ['consumer'] * ('CXX' in languages), folder, environment)
    if 'mpi' in components:
        check_on_mpi(folder / 'guest', 'right\n', environment)


def with_meson(here, examples, folder, environment):
    shutil.copy(here / 'meson/meson.build', folder)
    for name in ('fft.cpp', 'fft.c'):
        shutil.copy(examples / name, folder)
    run(['meson', 'setup', 'build'], folder, environment)
    run(['ninja', '-C', 'build'], folder, environment)
    check(['build/consumer', 'build/consumer_c'], folder, environment)


def main(source, build):
    here, examples = source / 'tests/install', source / 'tests/examples'
    with tempfile.TemporaryDirectory() as scratch:
        prefix = pathlib.Path(scratch) / 'prefix'
        environment = {name: value for name, value in os.environ.items() if name != 'LD_LIBRARY_PATH'}
        run(['meson', 'install', '-C', build, '--no-rebuild', '--destdir', prefix], source, environment)
        root = next(prefix.glob('**/include/bspfft')).parent.parent
        libraries = next(root.glob('lib*/**/libbspfft.so')).parent  # lib, lib64 or lib/ARCHITECTURE
        say_prefix(libraries.glob('pkgconfig/bsp*.pc'), root)
        environment.update(PKG_CONFIG_PATH=str(libraries / 'pkgconfig'), CMAKE_PREFIX_PATH=str(root))

        starts([*root.glob('bin/bspfft*'), *root.glob('libexec/bspfft/*'), *libraries.glob('lib*.so')], build,
               environment)
        no_fftw([*root.glob('bin/bspfft*'), *set(libraries.glob('lib*.so')) - {libraries / FFTW_KERNEL}], environment)
        if (libraries / FFTW_KERNEL).exists():
            run([root / 'bin/bspfft', 'run', '--n', '2^10', '--kernel', 'fftw', '--verify'], scratch, environment)
        run([root / 'bin/bspfft', 'run', '--n', '2^10', '--procs', '2', '--verify'], scratch, environment)
        has_mpi = (libraries / 'libbspfft-mpi.so').exists()
        components = ['threads', 'fftw3'] + ['mpi'] * has_mpi
        for build_with in (
            lambda folder: with_pkg_config(examples, folder, environment),
            lambda folder: with_cmake(source, folder, environment, components, ['C', 'CXX']),
            lambda folder: with_cmake(source, folder, environment, components, ['C']),
            lambda folder: with_meson(here, examples, folder, environment),
        ):
            folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
            build_with(folder)
        if has_mpi:
            on_mpi(examples, pathlib.Path(tempfile.mkdtemp(dir=scratch)), environment)
        if (root / 'include/bsp.h').exists():
            sys.exit('the installed bsp.h stands where it shadows another BSPlib')


main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
