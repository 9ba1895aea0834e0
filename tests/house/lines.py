"""No line of a source, a script or README is longer than a reader's screen is wide, and the page about the house names
no file that is gone."""
import pathlib
import re
import subprocess
import sys

LONGEST = 120
ENDINGS = {'.c', '.h', '.cpp', '.hpp', '.md', '.py', '.build', '.ini', '.in', ''}


def text_files(root):
    """What git tracks; in a tree without git everything but hidden folders and builds."""
    listed = subprocess.run(['git', 'ls-files'], cwd=root, capture_output=True, text=True)
    if listed.returncode == 0:
        return [root / name for name in listed.stdout.split('\n') if name]
    return [path for path in root.rglob('*') if not path.relative_to(root).parts[0].startswith(('.', 'build'))]


def names_of_no_file(root):
    page = root / 'tools/docs/house.md'
    return [f'{page.relative_to(root)}: there is no {name}'
            for name in re.findall(r'`([a-z_0-9.]+(?:/[a-z_0-9.-]+)+)`', page.read_text())
            if not any(list(place.parent.glob(place.name + '*')) for place in (root / name, root / 'bsp_fft' / name))]


def main(root):
    # inputs of fuzzing are no text
    paths = [path for path in text_files(root)
             if path.suffix in ENDINGS and path.is_file() and 'corpus' not in path.parts]
    if not paths:
        sys.exit('no sources found')
    found = [f'{path.relative_to(root)}:{number}: {len(line)} characters'
             for path in paths
             for number, line in enumerate(path.read_text(errors='replace').splitlines(), 1) if len(line) > LONGEST]
    found += names_of_no_file(root)
    print('\n'.join(found))
    sys.exit(1 if found else 0)


main(pathlib.Path(sys.argv[1]))
