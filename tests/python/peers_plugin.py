"""A pytest plugin: the functions that numpy's and scipy's own tests call become bspfft's.

The environment variable BSPFFT_PEER says whose: numpy or scipy. Counts the library's executions, so that tests which do
not reach it cannot pass for it. A test that is left out is named here, with the reason.
"""
import collections
import os

import bspfft
import bspfft._backend
import bspfft._recipe

# parts of a test's name: why it is left out
EXCLUDED = {
    'numpy': {
        'test_fft_with_order[fftn-F-complex': 'bounds the error by each value, which small ones beside large ones miss '
                                              'by rounding: axes are transformed in the order of memory',
    },
    'scipy': {
        'test_fft_with_order[fftn-F-complex64]': 'wants six decimals of single precision where values are up to 360',
    },
}
PEER = os.environ['BSPFFT_PEER']
MANY_VARIANTS = 100
STEP = 1 if os.environ.get('BSPFFT_ALL_VARIANTS') else 7  # not a factor of what they are made of
executions = 0


def count_executions():
    execute = bspfft._recipe._execute

    def counted(*arguments):
        global executions
        executions += 1
        return execute(*arguments)
    bspfft._recipe._execute = counted


def replace_numpy():
    import numpy.fft
    for name in bspfft.__all__:
        if hasattr(numpy.fft, name):
            setattr(numpy.fft, name, getattr(bspfft, name))


def replace_scipy():
    """scipy.fft through its backends; and what is below them, which some tests call, with the same exceptions."""
    import scipy.fft
    import scipy.fft._pocketfft as below
    bspfft._backend._scipy_is_orthogonal()  # asks SciPy, so before it is replaced
    scipy.fft.set_global_backend(bspfft)
    scipy.fft.register_backend('scipy')
    for name in bspfft._backend._FUNCTIONS:
        setattr(below, name, through_backend(getattr(below, name)))


def through_backend(original):
    def function(*args, **kwargs):
        result = bspfft.__ua_function__(function, args, dict(kwargs))
        return original(*args, **kwargs) if result is NotImplemented else result
    function.__name__ = function.__qualname__ = original.__name__
    return function


def pytest_configure(config):
    count_executions()
    replace_numpy() if PEER == 'numpy' else replace_scipy()


def pytest_collection_modifyitems(config, items):
    unused = set(EXCLUDED[PEER])
    kept = []
    for item in items:
        names = [part for part in EXCLUDED[PEER] if part in item.nodeid]
        unused -= set(names)
        if not names:
            kept.append(item)
    if unused:
        raise RuntimeError(f'no test has the name of these exceptions: {sorted(unused)}')
    variants = collections.Counter(function_of(item) for item in kept)
    turn = collections.Counter()
    chosen = []
    for item in kept:
        function = function_of(item)
        if variants[function] < MANY_VARIANTS or turn[function] % STEP == 0:
            chosen.append(item)
        turn[function] += 1
    config.hook.pytest_deselected(items=[None] * (len(items) - len(chosen)))
    items[:] = chosen


def function_of(item):
    return item.nodeid.partition('[')[0]


def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(f'executions: {executions}')
