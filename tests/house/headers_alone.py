"""Every public header compiles alone: as C++, and as C where its name ends in .h; without a warning.

The one that needs MPI is included first in tests/bsplib/mpi/, where MPI is known to be.

usage: headers_alone.py SOURCE_ROOT c|cpp COMPILER...
"""
import pathlib
import subprocess
import sys


def compiles(compiler, language, root, header):
    standard = '-std=c11' if language == 'c' else '-std=c++20'
    kind = 'c' if language == 'c' else 'c++'
    command = [*compiler, '-x', kind, standard, '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-fsyntax-only',
               f'-I{root}/include', f'-I{root}/include/bsplib', '-']
    # a header of macros alone would be an empty unit, which C forbids
    unit = f'#include "{header}"\ntypedef int something;\n'
    result = subprocess.run(command, input=unit, text=True, capture_output=True)
    if result.returncode:
        print(f'{header} as {language}:\n{result.stderr}')
    return result.returncode == 0


def main(root, language, compiler):
    pattern = '*.h' if language == 'c' else '*.h*'
    headers = [h for h in sorted((root / 'include').rglob(pattern)) if '<mpi.h>' not in h.read_text()]
    if not headers:
        sys.exit('no public header found')
    results = [compiles(compiler, language, root, header) for header in headers]
    sys.exit(0 if all(results) else 1)


main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3:])
