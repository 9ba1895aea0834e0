"""Sources that are compiled for other BSPlibs compile with the types, prototypes and macros of their headers: those of
the library, of the executable, of the conformance suite and of the benchmark.

For each a build is configured with a header that stands in for its own (tests/bsplib/other/) and with empty libraries,
without MPI where it needs none; then the compiler looks at what would be compiled, and makes no code.

usage: other_bsplibs.py SOURCE_ROOT true|false    whether there is MPI
"""
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import syntax

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


def command(entry):
    words = shlex.split(entry['command'])
    words[words.index('-o') + 1] = '/dev/null'
    return [*words, '-fsyntax-only']


def complaints_with(name, source, scratch):
    folder, libraries, needs_mpi = BSPLIBS[name]
    prefix, build = scratch / 'prefix', scratch / 'build'
    install(source / 'tests/bsplib/other' / folder, libraries, prefix)
    configure(source, build, [f'-Dbsp={name}', f'-Dbsp_prefix={prefix}', '-Dwerror=true',
                              '-Dcuda=disabled', '-Dreference=disabled', '-Dtests=enabled',
                              f'-Dmpi={"enabled" if needs_mpi else "disabled"}'])
    entries = syntax.entries_of(build, lambda entry: '-DBSPFFT_RUNTIME=' in entry['command'])
    complaints = syntax.complaints_of(entries, command)
    print(f'{name}: {len(entries)} files, {len(complaints)} with errors')
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
