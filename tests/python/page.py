"""The examples of tools/docs/python.md do what it shows.

usage: page.py PAGE
"""
import doctest
import pathlib
import re
import sys

try:
    __import__('numpy')
    __import__('scipy.fft')
except ImportError as failure:
    print(f'{failure}; install python3-numpy and python3-scipy')
    sys.exit(77)  # skipped
try:
    import matplotlib
    matplotlib.use('agg')
except ImportError:
    matplotlib = None

BLOCK = re.compile(r'^```python\n(.*?)^```$', re.S | re.M)


def main(page):
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    names = {}
    for block in BLOCK.finditer(page.read_text()):
        if 'plot()' in block[1] and not matplotlib:
            print('there is no Matplotlib; not run:', block[1])
            continue
        line = page.read_text().count('\n', 0, block.start(1))
        test = parser.get_doctest(block[1], names, page.name, str(page), line)
        runner.run(test, clear_globs=False)
        names = test.globs
    failed, tried = runner.summarize()
    print(f'{tried} examples, {failed} failed')
    sys.exit(1 if failed or tried < 10 else 0)


main(pathlib.Path(sys.argv[1]))
