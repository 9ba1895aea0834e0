"""NumPy's and SciPy's own tests of their FFTs, from the packages that are installed, run on bspfft and pass.

usage: peers.py numpy|scipy
"""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

MODULES = {
    'numpy': ['numpy.fft.tests.test_pocketfft', 'numpy.fft.tests.test_helper'],
    'scipy': ['scipy.fft.tests.test_numpy', 'scipy.fft.tests.test_helper', 'scipy.fft.tests.test_multithreading',
              'scipy.fft.tests.test_real_transforms', 'scipy.fft.tests.test_fft_function',
              'scipy.fft.tests.test_backend', 'scipy.fft._pocketfft.tests.test_basic',
              'scipy.fft._pocketfft.tests.test_real_transforms'],
}
# far fewer than there are: the least number of tests, and of executions of the library
LEAST = {'numpy': (70, 1000), 'scipy': (900, 3000)}


def skip(reason):
    print(reason)
    sys.exit(77)


def files(modules):
    found = []
    for module in modules:
        try:
            spec = importlib.util.find_spec(module)
        except ImportError:
            spec = None
        if spec is None:
            print('not installed:', module)
        else:
            found.append(spec.origin)
    return found


def main(peer):
    if importlib.util.find_spec('pytest') is None:
        skip('there is no pytest; install python3-pytest')
    if importlib.util.find_spec(peer) is None:
        skip(f'there is no {peer}; install python3-{peer}')
    tests = files(MODULES[peer])
    if not tests:
        skip(f'this {peer} came without its tests')
    here = pathlib.Path(__file__).resolve().parent
    environment = {**os.environ, 'BSPFFT_PEER': peer,
                   'PYTHONPATH': os.pathsep.join([str(here), os.environ.get('PYTHONPATH', '')])}
    # without conftest.py, which want packages that tests of FFTs do not
    done = subprocess.run([sys.executable, '-m', 'pytest', '-q', '--noconftest', '-p', 'peers_plugin',
                           '-p', 'no:cacheprovider', '-W', 'ignore', *tests],
                          env=environment, text=True, capture_output=True)
    print(done.stdout[-20000:], done.stderr)
    passed = re.search(r'(\d+) passed', done.stdout)
    executions = re.search(r'executions: (\d+)', done.stdout)
    if done.returncode or not passed or not executions:
        sys.exit(f'{peer}: pytest ended with status {done.returncode}')
    for what, count, least in zip(('tests', 'executions'), (passed, executions), LEAST[peer]):
        if int(count[1]) < least:
            sys.exit(f'{peer}: {count[1]} {what}; there should be {least} or more')


main(sys.argv[1])
