"""Includes go one way between the rooms of bsp_fft/, from tools/ into them, and in public headers; fails on an
include that goes against the arrows."""
import pathlib
import re
import sys

# room: the rooms it may include (besides itself), as tools/docs/house.md shows
ARROWS = {
    'base': [],
    'layout': ['base'],
    'schedule': ['base', 'layout'],
    'fftw': ['base'],
    'kernel': ['base', 'layout', 'schedule', 'fftw'],
    'gpu': ['base', 'layout', 'schedule', 'kernel', 'bsp'],
    'bsp': ['base'],
    'exchange': ['base', 'layout', 'bsp'],
    'machine': ['base', 'layout'],
    'measure': ['base', 'layout', 'machine', 'schedule', 'kernel', 'bsp', 'gpu', 'fftw'],
    'execution': ['base', 'layout', 'schedule', 'kernel', 'bsp', 'exchange', 'machine', 'measure', 'gpu'],
    'plans': ['base', 'layout', 'schedule', 'kernel', 'bsp', 'exchange', 'machine', 'measure', 'gpu', 'execution'],
    'c': ['base', 'layout', 'schedule', 'bsp', 'measure', 'execution', 'plans'],
    'calls': ['base', 'layout', 'schedule', 'kernel', 'bsp', 'measure', 'execution', 'plans', 'c', 'bsplib'],
    'fftw3': ['base', 'calls'],
    'papers': ['base'],
    'predict': ['base', 'machine', 'schedule', 'papers'],
    'report': ['base', 'machine', 'schedule', 'measure', 'predict'],
    'bsplib': ['base'],
    # the executable is a BSP program, and prints the predictions of the models
    'tools': ['base', 'bsp', 'layout', 'schedule', 'gpu', 'execution', 'plans', 'fftw', 'machine', 'measure', 'papers',
              'predict', 'report'],
}

# public header: the room it belongs to
DOORS = {
    'error': 'base', 'version': 'base',
    'layout': 'layout', 'options': 'layout',
    'schedule': 'schedule',
    'machine': 'machine',
    'ledger': 'measure',
    'fft': 'calls',
    'bspfft': 'c', 'plan': 'plans', 'redistribution': 'plans', 'spectral_operator': 'plans',
}
# headers that a public header may include besides those of the rooms below it
EVERYTHING = 'bspfft.hpp'

PRIVATE = re.compile(r'^\s*#\s*include\s*["<]bsp_fft/(\w+)/([^">]+)[">]', re.M)
PUBLIC = re.compile(r'^\s*#\s*include\s*["<]bspfft/(\w+)\.h(?:pp)?[">]', re.M)
SOURCES = {'.c', '.h', '.cpp', '.hpp'}


def sources(folder):
    return [path for path in sorted(folder.rglob('*')) if path.suffix in SOURCES]


def rooms_of(text):
    """The rooms that a source includes, through private headers and public ones."""
    return {room for room, _ in PRIVATE.findall(text)} | {DOORS.get(name, name) for name in PUBLIC.findall(text)}


def wrong_includes(path, room, root):
    if room not in ARROWS:
        yield f'{path.relative_to(root)}: the room "{room}" has no arrows in tests/house/arrows.py'
        return
    reachable = set(ARROWS[room]) | {room}
    if room == 'tools':
        reachable |= set(DOORS.values())
    for included in sorted(rooms_of(path.read_text()) - reachable):
        yield f'{path.relative_to(root)}: {room} may not include {included}'


def private_includes_of_tools(path, root):
    for room, _ in PRIVATE.findall(path.read_text()):
        if room not in ARROWS['tools']:
            yield f'{path.relative_to(root)}: tools may include {room} through its public header only'


def wrong_public_headers(root):
    for path in sources(root / 'include' / 'bspfft'):
        if 'bsp_fft/' in path.read_text():
            yield f'{path.relative_to(root)}: a public header must not name a private one'
        if path.stem not in DOORS:
            yield f'{path.relative_to(root)}: is a public header of no room in tests/house/arrows.py'
        elif path.name != EVERYTHING:
            yield from wrong_includes(path, DOORS[path.stem], root)


def rooms_without_words(root):
    page = (root / 'tools/docs/house.md').read_text()
    return [f'tools/docs/house.md: the room "{room}" is missing' for room in ARROWS
            if f'| `{room}` |' not in page and f'| `{room}/` |' not in page]


def main(root):
    rooms = sources(root / 'bsp_fft')
    tools = sources(root / 'tools')
    if not rooms or not tools:
        sys.exit('no sources found')
    found = []
    for path in rooms:
        found += wrong_includes(path, path.relative_to(root / 'bsp_fft').parts[0], root)
    for path in tools:
        found += wrong_includes(path, 'tools', root)
        found += private_includes_of_tools(path, root)
    found += wrong_public_headers(root)
    found += rooms_without_words(root)
    print('\n'.join(found))
    sys.exit(1 if found else 0)


main(pathlib.Path(sys.argv[1]))
