#!/usr/bin/env python3
"""Measures bspfft on MPI beside FFTW-MPI, heFFTe and itself on threads, and our BSPlib on MPI beside MPI_Alltoall and
another BSPlib on MPI, in one run, and prints the table.

usage: bench/mpi_table.py [BUILD] [--procs P] [--rounds N] [--what lengths,shapes,exchange] [--real]

Rounds of all programs alternate, so that a noisy machine is noisy for all. Minimum (median) over all rounds; the ratio
is that of the minima. Of a library's ways the fastest counts. The BSPlibs' parameters are medians of which the minimum
counts. heFFTe needs a build folder that was configured with -Dheffte=PREFIX, the other BSPlib one with -Dbsp=bsponmpi.
With --real, real numbers to half a spectrum; of vectors FFTW-MPI has no such transform.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

PLANNING_SECONDS = '5'
MPI_ENVIRONMENT = {
    **os.environ,
    'OMPI_MCA_rmaps_base_oversubscribe': '1',
    **({'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'} if os.geteuid() == 0 else {}),
}


def output_of(command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=MPI_ENVIRONMENT)
    if done.returncode:
        raise SystemExit(f'{command}: exit status {done.returncode}\n{done.stderr}')
    return done.stdout


LENGTHS = {'2^24': 3, '2^20': 1.5, '2^16': 1.5}  # and how many times faster than FFTW-MPI
SHAPES = {'128x128x128': (2.5, 3), '256x256x256': (2.5, 3)}  # than FFTW-MPI, than heFFTe
REAL_SHAPES = {'256x256x256': ('-', 3)}


class Table:
    def __init__(self, build, procs, what, real):
        self.build, self.procs, self.what, self.real = build, procs, what, real
        self.shapes = REAL_SHAPES if real else SHAPES
        self.mpirun = ['mpirun', '-n', procs]
        self.best, self.medians = {}, {}
        self.wisdom = tempfile.TemporaryDirectory()

    def record(self, name, seconds, median=None):
        self.best[name] = min(seconds, self.best.get(name, seconds))
        self.medians.setdefault(name, []).append(seconds if median is None else median)

    def ours(self, name, command, shape, *words):
        what = ['--shape' if 'x' in shape else '--n', shape]
        report = json.loads(output_of([*command, 'run', *what, '--repeat', 7, '--json', '-', *words,
                                       *(['--real'] if self.real else [])]))
        self.record((name, shape), report['seconds']['min'], report['seconds']['median'])

    def peer(self, name, shape):
        program = self.build / 'bench' / name
        if not program.exists():
            return
        command = [*self.mpirun, program, shape, 'double', self.procs, PLANNING_SECONDS, f'{self.wisdom.name}/{shape}',
                   *(['real'] if self.real else [])]
        fastest = min((way['seconds'] for way in json.loads(output_of(command))), key=min)
        self.record((name, shape), min(fastest), statistics.median(fastest))

    def transforms(self, shape):
        self.ours('threads', [self.build / 'tools/bspfft'], shape, '--procs', self.procs)
        self.ours('mpi', [*self.mpirun, self.build / 'tools/bspfft-mpi'], shape)
        if 'x' in shape or not self.real:
            self.peer('fftw_mpi', shape)
        if shape.count('x') == 2:
            self.peer('heffte', shape)

    def exchange(self):
        for line in output_of([*self.mpirun, self.build / 'bench/exchange_mpi', 128]).splitlines():
            name, least, _ = line.split()
            self.record(name, float(least))

    def bsplib(self, name, program):
        if not program.exists():
            return
        for line in output_of([*self.mpirun, program, self.procs]).splitlines():
            what, _, median, _ = line.split()
            if what in ('l_fitted_ns', 'g_8_byte_puts_ns', 'empty_superstep_ns'):
                self.record((name, what), float(median) * 1e-9)

    def round(self):
        for shape in [*(LENGTHS if 'lengths' in self.what else ()), *(self.shapes if 'shapes' in self.what else ())]:
            self.transforms(shape)
        if 'exchange' in self.what:
            self.exchange()
            self.bsplib('ours', self.build / 'bench/bsplib_bench_mpi')
            self.bsplib('peer', self.build / 'bench/bsplib_bench_bsponmpi')

    def time(self, name):
        return f'{readable(self.best[name])} ({readable(statistics.median(self.medians[name]))})'

    def row(self, what, ours, against, theirs, goal):
        if theirs not in self.best:
            print(f'| {what} | {self.time(ours)} | {against}: not measured | - | {goal} |')
            return
        times = f'{self.time(ours)} | {against}: {self.time(theirs)}'
        print(f'| {what} | {times} | {self.best[theirs] / self.best[ours]:.2f} | {goal} |')

    def show(self):
        print(f'p = {self.procs}; {"real data; " if self.real else ""}minimum (median)\n')
        print('| what | bspfft on MPI | against | their time / ours | at least |\n|---|---|---|---|---|')
        if 'lengths' in self.what:
            for n, goal in LENGTHS.items():
                self.row(f'{n}, natural order in and out', ('mpi', n), 'FFTW-MPI', ('fftw_mpi', n), goal)
            self.row('2^24', ('mpi', '2^24'), 'bspfft on threads', ('threads', '2^24'), '1 / 2.2')
        if 'shapes' in self.what:
            for shape, (over_fftw, over_heffte) in self.shapes.items():
                title = f'{shape}, natural order in and out'
                self.row(title, ('mpi', shape), 'FFTW-MPI', ('fftw_mpi', shape), over_fftw)
                self.row(title, ('mpi', shape), 'heFFTe', ('heffte', shape), over_heffte)
                self.row(shape, ('mpi', shape), 'bspfft on threads', ('threads', shape), '-')
        if 'exchange' in self.what:
            self.show_exchange()

    def show_exchange(self):
        self.row('exchange of 128 MiB a process', 'hpput', 'MPI_Alltoall', 'alltoall', '1 / 1.2')
        for title, name in (('l, as bspbench fits it', 'l_fitted_ns'), ('g, 8-byte puts', 'g_8_byte_puts_ns'),
                            ('an empty superstep', 'empty_superstep_ns')):
            self.row(title, ('ours', name), 'BSPonMPI', ('peer', name), 1)


def readable(seconds):
    for unit, size in (('s', 1), ('ms', 1e-3), ('us', 1e-6), ('ns', 1e-9)):
        if seconds >= size:
            return f'{seconds / size:.3g} {unit}'
    return f'{seconds:.3g} s'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build', nargs='?', default='build', type=pathlib.Path)
    parser.add_argument('--procs', type=int, default=2)
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--what', default='lengths,shapes,exchange', help='parts of the table, between commas')
    parser.add_argument('--real', action='store_true', help='real data')
    options = parser.parse_args()
    what = set(options.what.split(','))
    if unknown := what - {'lengths', 'shapes', 'exchange'}:
        parser.error(f'--what {",".join(sorted(unknown))} is not one of lengths, shapes, exchange')
    table = Table(options.build, options.procs, what, options.real)
    for _ in range(options.rounds):
        table.round()
    table.show()


main()
