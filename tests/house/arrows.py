"""Includes go one way between the rooms of bsp_fft/; fails on one that goes against the arrows."""
import pathlib
import re
import sys

# room: the rooms it may include (besides itself), as in README's map
ARROWS = {
    'base': [],
    'distribution': ['base'],
    'schedule': ['base', 'distribution'],
    'kernel': ['base', 'schedule'],
    'bsp': ['base'],
    'redistribution': ['base', 'distribution', 'bsp'],
    'measure': ['base', 'schedule', 'kernel', 'bsp', 'machine'],
    'transform': ['base', 'distribution', 'schedule', 'kernel', 'bsp', 'redistribution', 'measure'],
    'machine': ['base'],
    'papers': ['base'],
    'predict': ['base', 'machine', 'schedule', 'papers'],
    'report': ['base', 'machine', 'schedule', 'measure', 'predict'],
    'bsplib': ['base'],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]bsp_fft/(\w+)/([^">]+)[">]', re.M)
SOURCES = {'.c', '.h', '.cpp', '.hpp'}


def room_of(path, root):
    return path.relative_to(root / 'bsp_fft').parts[0]


def wrong_includes(root):
    for path in sorted((root / 'bsp_fft').rglob('*')):
        if path.suffix not in SOURCES:
            continue
        room = room_of(path, root)
        if room not in ARROWS:
            yield f'{path.relative_to(root)}: the room "{room}" has no arrows in tests/house/arrows.py'
            continue
        for included, _ in INCLUDE.findall(path.read_text()):
            if included != room and included not in ARROWS[room]:
                yield f'{path.relative_to(root)}: {room} may not include {included}'


def public_headers_that_look_inside(root):
    for path in sorted((root / 'include').rglob('*.h*')):
        if 'bsp_fft/' in path.read_text():
            yield f'{path.relative_to(root)}: a public header must not name a private one'


def main(root):
    found = [*wrong_includes(root), *public_headers_that_look_inside(root)]
    print('\n'.join(found))
    rooms = {room_of(p, root) for p in (root / 'bsp_fft').rglob('*') if p.suffix in SOURCES}
    if not rooms:
        sys.exit('no sources found')
    sys.exit(1 if found else 0)


main(pathlib.Path(sys.argv[1]))
