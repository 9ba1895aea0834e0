"""The package as users get it: installed by Meson and by pip, of one version, with a clear error without the library.

usage: package.py SOURCE_ROOT BUILD_ROOT VERSION
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TRANSFORM = 'import bspfft; print(bspfft.__version__, abs(bspfft.fft([1.0, 2.0, 3.0])[0]), bspfft.__file__)'


def run(command, folder, environment, fails=False):
    done = subprocess.run(list(map(str, command)), cwd=folder, env=environment, text=True, capture_output=True)
    if bool(done.returncode) != fails:
        sys.exit(f'{command}: exit status {done.returncode}\n{done.stdout}\n{done.stderr}')
    return done.stdout + done.stderr


def clean(**more):
    """The environment without what leads to the build tree."""
    kept = {name: value for name, value in os.environ.items()
            if name not in ('PYTHONPATH', 'LD_LIBRARY_PATH', 'BSPFFT_LIBRARY', 'DESTDIR')}
    return {**kept, 'PYTHONDONTWRITEBYTECODE': '1', **{name: str(value) for name, value in more.items()}}


def check_transform(environment, folder, version, package):
    found, first, file = run([sys.executable, '-c', TRANSFORM], folder, environment).split()
    if (found, first) != (version, '6.0') or not file.startswith(str(package)):
        sys.exit(f'{file}, not in {package}, has version {found} and sums 1, 2, 3 to {first}')


def check_version(source, version):
    project = (source / 'tools/python/pyproject.toml').read_text()
    said = re.search(r'^version = "(.*)"$', project, re.M)[1]
    if said != version:
        sys.exit(f'pyproject.toml has version {said}, Meson has {version}')


def installed_by_meson(build, scratch, version):
    destination = scratch / 'meson'
    run(['meson', 'install', '-C', build, '--no-rebuild', '--destdir', destination], scratch, os.environ)
    package = next(destination.rglob('bspfft/__init__.py')).parent
    library = sorted(destination.rglob('libbspfft.so.*'))[0]
    check_transform(clean(PYTHONPATH=package.parent), scratch, version, package)
    return library


def installed_by_pip(source, scratch, library, version):
    """From a copy, since setuptools writes into the source."""
    copy, target = scratch / 'source', scratch / 'pip'
    shutil.copytree(source / 'tools/python', copy)
    run([sys.executable, '-m', 'pip', 'install', '--quiet', '--no-build-isolation', '--no-deps', '--no-index',
         '--disable-pip-version-check', '--root-user-action=ignore', '--target', target, copy], scratch, clean())
    for file in ('bspfft/__init__.py', 'bspfft/py.typed'):
        if not (target / file).exists():
            sys.exit(f'pip installed no {file}')
    metadata = next(target.glob('bspfft-*.dist-info/METADATA')).read_text()
    for line in ('Name: bspfft', f'Version: {version}', 'License: MIT', 'Requires-Dist: numpy'):
        if line not in metadata:
            sys.exit(f'"{line}" is not in the metadata of the wheel:\n{metadata}')
    check_transform(clean(PYTHONPATH=target, BSPFFT_LIBRARY=library), scratch, version, target)
    check_transform(clean(PYTHONPATH=target, BSPFFT_LIBRARY=library.parent), scratch, version, target)
    check_transform(clean(PYTHONPATH=target, LD_LIBRARY_PATH=library.parent), scratch, version, target)
    return target


def without_library(target, scratch):
    for more, says in (({'BSPFFT_LIBRARY': '/nowhere/libbspfft.so'}, "BSPFFT_LIBRARY is '/nowhere/libbspfft.so'"),
                       ({'BSPFFT_LIBRARY': next(pathlib.Path('/').glob('usr/lib*/**/libm.so.6'))}, 'too old')):
        said = run([sys.executable, '-c', 'import bspfft'], scratch, clean(PYTHONPATH=target, **more), fails=True)
        if 'ImportError' not in said or says not in said:
            sys.exit(f'with {more} it says\n{said}')


def main(source, build, version):
    check_version(source, version)
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        library = installed_by_meson(build, scratch, version)
        if any(subprocess.run([sys.executable, '-c', f'import {module}'], capture_output=True).returncode
               for module in ('pip', 'setuptools', 'wheel')):
            print('pip, setuptools or wheel is missing; install python3-pip, python3-setuptools and python3-wheel')
            sys.exit(77)
        target = installed_by_pip(source, scratch, library, version)
        without_library(target, scratch)


main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3])
