"""bspfft run --reproducible writes the same bytes with any number of processes, on threads and under mpirun, and with
every instruction set that fuses products and sums; without it some differ.

usage: reproducible.py BSPFFT [BSPFFT_MPI MPIRUN]
"""
import re
import subprocess
import sys
import tempfile

BSPFFT, *MPI = sys.argv[1:]
FUSED = re.compile('NEON|SVE|AVX2|AVX3')
PROBLEMS = ['--n 2^14', '--n 5040 --inverse', '--n 4096 --real', '--shape 48x50x6', '--shape 64x36 --real',
            '--n 1000 --dct 2', '--n 10007', '--n 2^12 --precision float']


def result(command, words, folder):
    done = subprocess.run([*command, 'run', '--repeat', '1', '--output', f'{folder}/y.npy', *words.split()],
                          capture_output=True, text=True)
    assert done.returncode == 0, (command, words, done.stdout, done.stderr)
    with open(f'{folder}/y.npy', 'rb') as file:
        return file.read()


def instruction_sets():
    """Those of this machine, from the refusal of an unknown one."""
    done = subprocess.run([BSPFFT, 'run', '--n', '16', '--simd', 'unknown'], capture_output=True, text=True)
    found = re.findall(r'\b[A-Z][A-Z0-9_]+\b', done.stderr)
    assert done.returncode != 0 and found, done.stderr
    return [name for name in found if FUSED.match(name)]


def main(folder):
    compared = 0
    sets = instruction_sets()
    print('instruction sets that fuse:', *sets)
    for problem in PROBLEMS:
        words = problem + ' --reproducible'
        one = result([BSPFFT], words + ' --procs 1', folder)
        for p in (2, 3, 16):
            assert result([BSPFFT], f'{words} --procs {p} --oversubscribe', folder) == one, (problem, p)
            compared += 1
        for name in sets:
            assert result([BSPFFT], f'{words} --procs 2 --oversubscribe --simd {name}', folder) == one, (problem, name)
        if MPI:
            program, mpirun = MPI
            assert result([mpirun, '-n', '3', program], words, folder) == one, (problem, 'MPI')
    assert compared == 3 * len(PROBLEMS)
    plain = {result([BSPFFT], f'--n 2^14 --procs {p} --oversubscribe', folder) for p in (1, 2)}
    assert len(plain) == 2, 'without --reproducible nothing differs: this test cannot fail'


with tempfile.TemporaryDirectory() as place:
    main(place)
