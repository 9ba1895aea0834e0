"""Sources that are compiled for other BSPlibs compile with the types, prototypes and macros of their headers: those of
the library, of the executable, of the conformance suite and of the benchmark.

For each a build is configured with a header that stands in for its own (tests/bsplib/other/) and with empty libraries,
without MPI where it needs none; then the compiler looks at what would be compiled, and makes no code.

usage: other_bsplibs.py SOURCE_ROOT true|false    whether there is MPI
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import together

AT_ONCE = 50
# -Dbsp=NAME: the folder of its stand-in, its libraries, and whether it needs MPI
BSPLIBS = {
    'mcbsp': ('mcbsp', ['mcbsp2.0.3'], False),
    'bsponmpi': ('bsponmpi', ['bsponmpi'], True),
    'bsponmpi-1998': ('bsponmpi', ['bsponmpi'], True),
    'lpf': ('lpf', ['bsplib', 'lpf_hl', 'lpf_core_univ_pthread_generic'], False),
    'lpf-mpimsg': ('lpf', ['bsplib', 'lpf_hl', 'lpf_core_univ_mpimsg_generic'], True),
}


def install(stand_in, libraries, prefix):
    shutil.copytree(stand_in, prefix)
    (prefix / 'lib').mkdir()
    for library in libraries:
        (prefix / f'lib/lib{library}.a').write_text('!<arch>\n')


def configure(source, build, options):
    done = subprocess.run(['meson', 'setup', build, source, *options], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f'meson setup {" ".join(options)}: exit status {done.returncode}\n{done.stdout}{done.stderr}')


def said_of(path, like):
    done = subprocess.run([*like.compiler, *like.words, '-fsyntax-only', str(path)], cwd=like.folder,
                          capture_output=True, text=True)
    return done.stderr if done.returncode else ''


def complaints_with(name, source, scratch):
    folder, libraries, needs_mpi = BSPLIBS[name]
    prefix, build = scratch / 'prefix', scratch / 'build'
    install(source / 'tests/bsplib/other' / folder, libraries, prefix)
    configure(source, build, [f'-Dbsp={name}', f'-Dbsp_prefix={prefix}', '-Db_pch=false', '-Dwerror=true',
                              '-Dcuda=disabled', '-Dreference=disabled', '-Dtests=enabled',
                              f'-Dmpi={"enabled" if needs_mpi else "disabled"}'])
    files = together.files_of(build, lambda entry: '-DBSPFFT_RUNTIME=' in entry['command'])
    if not files:
        sys.exit(f'nothing is compiled with -Dbsp={name}')
    complaints, alone = together.said(files, AT_ONCE, said_of)
    print('\n'.join(complaints), end='')
    print(f'{name}: {len(files)} files, {alone} by themselves, {len(complaints)} with errors')
    return complaints


def main():
    source, has_mpi = sys.argv[1:]
    failed = False
    for name, (_, _, needs_mpi) in BSPLIBS.items():
        if needs_mpi and has_mpi == 'false':
            print(f'{name}: not tried, because there is no MPI')
            continue
        with tempfile.TemporaryDirectory() as scratch:
            failed = bool(complaints_with(name, pathlib.Path(source), pathlib.Path(scratch))) or failed
    sys.exit(1 if failed else 0)


main()
