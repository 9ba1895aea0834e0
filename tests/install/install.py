"""Installs into a scratch prefix and builds the examples against it as users do; each must print its result.

usage: install.py SOURCE_ROOT BUILD_ROOT
"""
import os
import pathlib
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
EXPECTED = 'y[5] = 1024\n'


def run(command, folder, environment):
    done = subprocess.run(list(map(str, command)), cwd=folder, env=environment, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f'{command}: exit status {done.returncode}\n{done.stdout}\n{done.stderr}')
    return done.stdout


def flags(environment, library='bspfft'):
    return run(['pkg-config', '--cflags', '--libs', library], '.', environment).split()


def check(programs, folder, environment):
    for program in programs:
        output = run([folder / program], folder, environment)
        if output != EXPECTED:
            sys.exit(f'{program} printed {output!r}')


def with_pkg_config(examples, folder, environment):
    run(['c++', '-std=c++20', '-o', 'consumer', examples / 'fft.cpp', *flags(environment)], folder, environment)
    run(['cc', '-o', 'consumer_c', examples / 'fft.c', *flags(environment), '-lm'], folder, environment)
    check(['consumer', 'consumer_c'], folder, environment)


def on_mpi(examples, folder, environment):
    run(['c++', '-std=c++20', '-o', 'consumer', examples / 'fft.cpp', *flags(environment, 'bspfft-mpi')],
        folder, environment)
    output = run(['mpirun', '-n', '2', folder / 'consumer'], folder, {**environment, **MPI_ENVIRONMENT})
    if output != EXPECTED:
        sys.exit(f'on MPI it printed {output!r}')


def with_cmake(here, examples, folder, environment):
    run(['cmake', '-G', 'Ninja', '-S', here / 'cmake', '-B', folder, f'-DEXAMPLES={examples}'], folder, environment)
    run(['cmake', '--build', folder], folder, environment)
    check(['consumer', 'consumer_c'], folder, environment)


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
        run(['meson', 'install', '-C', build, '--no-rebuild', '--destdir', prefix], source, os.environ)
        root = next(prefix.glob('**/include/bspfft')).parent.parent
        libraries = next(root.glob('lib/**/libbspfft.so')).parent
        environment = {
            **os.environ,
            'PKG_CONFIG_PATH': str(libraries / 'pkgconfig'),
            # the installation is in a scratch folder instead of its prefix
            'PKG_CONFIG_SYSROOT_DIR': str(prefix),
            'CMAKE_PREFIX_PATH': str(root),
            'LD_LIBRARY_PATH': str(libraries),
            'LIBRARY_PATH': str(libraries),
        }
        for build_with in (
            lambda folder: with_pkg_config(examples, folder, environment),
            lambda folder: with_cmake(here, examples, folder, environment),
            lambda folder: with_meson(here, examples, folder, environment),
        ):
            folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
            build_with(folder)
        if (libraries / 'pkgconfig/bspfft-mpi.pc').exists():
            on_mpi(examples, pathlib.Path(tempfile.mkdtemp(dir=scratch)), environment)
        if (root / 'include/bsp.h').exists():
            sys.exit('the installed bsp.h stands where it shadows another BSPlib')


main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
