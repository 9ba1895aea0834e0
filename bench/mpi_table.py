#!/usr/bin/env python3
"""Measures bspfft on MPI beside FFTW-MPI and beside itself on threads, and our BSPlib on MPI beside MPI_Alltoall and
another BSPlib on MPI, in one run, and prints the table.

usage: bench/mpi_table.py [BUILD] [--procs P] [--rounds N]

Rounds of all programs alternate, so that a noisy machine is noisy for all; the minimum counts, of medians
for the BSPlibs' parameters. The other BSPlib's column needs a build folder that was configured with -Dbsp=bsponmpi.
"""
import argparse
import json
import os
import pathlib
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


class Table:
    def __init__(self, build, procs):
        self.build, self.procs = build, procs
        self.mpirun = ['mpirun', '-n', procs]
        self.best = {}
        self.wisdom = tempfile.TemporaryDirectory()

    def record(self, name, seconds):
        self.best[name] = min(seconds, self.best.get(name, seconds))

    def ours(self, name, command, n, *words):
        report = json.loads(output_of([*command, 'run', '--n', f'2^{n}', '--repeat', 7, '--json', '-', *words]))
        self.record((name, n), report['seconds']['min'])

    def transforms(self, n):
        self.ours('threads', [self.build / 'tools/bspfft'], n, '--procs', self.procs)
        self.ours('mpi', [*self.mpirun, self.build / 'tools/bspfft-mpi'], n)
        fftw = self.build / 'bench/fftw_mpi'
        if fftw.exists():
            command = [*self.mpirun, fftw, 2**n, 'double', self.procs, PLANNING_SECONDS, f'{self.wisdom.name}/{n}']
            for way in json.loads(output_of(command)):
                self.record(('fftw', n), min(way['seconds']))

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
        for n in (16, 20, 24):
            self.transforms(n)
        self.exchange()
        self.bsplib('ours', self.build / 'bench/bsplib_bench_mpi')
        self.bsplib('peer', self.build / 'bench/bsplib_bench_bsponmpi')

    def row(self, what, ours, against, theirs, goal):
        if theirs not in self.best:
            print(f'| {what} | {readable(self.best[ours])} | {against}: not measured | - | {goal} |')
            return
        times = f'{readable(self.best[ours])} | {against}: {readable(self.best[theirs])}'
        print(f'| {what} | {times} | {self.best[theirs] / self.best[ours]:.2f} | {goal} |')

    def show(self):
        print(f'p = {self.procs}\n')
        print('| what | bspfft on MPI | against | their time / ours | at least |\n|---|---|---|---|---|')
        for n, goal in ((24, 3), (20, 1.5), (16, 1.5)):
            self.row(f'2^{n}, natural order in and out', ('mpi', n), 'FFTW-MPI', ('fftw', n), goal)
        self.row('2^24', ('mpi', 24), 'bspfft on threads', ('threads', 24), '1 / 2.2')
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
    options = parser.parse_args()
    table = Table(options.build, options.procs)
    for _ in range(options.rounds):
        table.round()
    table.show()


main()
