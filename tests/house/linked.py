"""Programs and libraries that are linked with no GPL code: FFTW is loaded when it is asked for.

usage: linked.py FILE...    exits with 77, skipped, without readelf
"""
import pathlib
import re
import shutil
import subprocess
import sys


def needed(file):
    """The libraries that a file is linked with itself; ours among them are files of the list too."""
    found = subprocess.run(['readelf', '--dynamic', '--wide', file], check=True, text=True, capture_output=True).stdout
    return re.findall(r'\(NEEDED\).*\[(.*)\]', found)


def main(files):
    if not shutil.which('readelf'):
        print('no readelf (Debian: binutils)')
        sys.exit(77)
    wrong = []
    for file in files:
        libraries = needed(file)
        if not libraries:
            sys.exit(f'{file} is linked with nothing')
        wrong += [f'{pathlib.Path(file).name} is linked with {name}, which is under the GPL'
                  for name in libraries if name.startswith('libfftw3')]
    print('\n'.join(wrong))
    sys.exit(1 if wrong else 0)


main(sys.argv[1:])
