"""Every public header compiles alone: as C++, and as C where its name ends in .h; without a warning. Those that need
C++20 say so first where another standard is asked for, and C++ of any age has those for C.

The one that needs MPI is included first in tests/bsplib/mpi/, where MPI is known to be.

usage: headers_alone.py SOURCE_ROOT c|cpp COMPILER...
"""
import os
import pathlib
import subprocess
import sys


WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Wconversion']


def complaints(compiler, standard, root, header, *how):
    """What the compiler says of the header in this standard."""
    kind = 'c++' if '+' in standard else 'c'
    command = [*compiler, '-x', kind, f'-std={standard}', *WARNINGS, '-Werror', *(how or ['-fsyntax-only']),
               f'-I{root}/include', f'-I{root}/include/bsplib', '-']
    # a header of macros alone would be an empty unit, which C forbids
    unit = f'#include "{header}"\ntypedef int something;\n'
    return subprocess.run(command, input=unit, text=True, capture_output=True, env={**os.environ, 'LC_ALL': 'C'}).stderr


def compiles(compiler, language, root, header):
    said = complaints(compiler, 'c11' if language == 'c' else 'c++20', root, header)
    if said:
        print(f'{header} as {language}:\n{said}')
    return not said


def says_its_standard(compiler, root, header):
    """In C++17 a header asks for C++20, once, before anything else is wrong with it; or it compiles."""
    said = complaints(compiler, 'c++17', root, header, '-E', '-o', os.devnull)
    errors = [line for line in said.splitlines() if 'error:' in line]
    if header.suffix == '.hpp' and len(errors) == 1 and 'need C++20' in errors[0]:
        return True
    said = said or complaints(compiler, 'c++17', root, header)
    if said:
        print(f'{header} as C++17:\n{said}')
    return not said


def main(root, language, compiler):
    pattern = '*.h' if language == 'c' else '*.h*'
    headers = [h for h in sorted((root / 'include').rglob(pattern)) if '<mpi.h>' not in h.read_text()]
    if not headers:
        sys.exit('no public header found')
    results = [compiles(compiler, language, root, header) for header in headers]
    if language == 'cpp':
        results += [says_its_standard(compiler, root, header) for header in headers]
    sys.exit(0 if all(results) else 1)


main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3:])
