"""Memory that is refused and disks that are full, at the k-th call for many k: the status is right, one sentence says
why, and no file is half written.

usage: faults.py PLAYER CALLER COMMUNICATOR BSPFFT [--mpi MPIRUN BSPFFT_MPI] [--all] [--only CASE] [--trace] [--lasts]
Without --all some k are tried for each case.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from played import Case, Player, complaint, make_machine


def arguments():
    parser = argparse.ArgumentParser()
    for name in ('player', 'caller', 'communicator', 'bspfft'):
        parser.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument('--mpi', nargs=2)
    parser.add_argument('--all', action='store_true')
    parser.add_argument('--only', default='')
    parser.add_argument('--from', type=int, default=1, dest='first', help='with --all, the first k')
    parser.add_argument('--trace', action='store_true', help='say where each call that failed was made')
    parser.add_argument('--lasts', action='store_true', help='all calls from the k-th on fail')
    return parser.parse_args()


def make_inputs(bspfft, folder):
    """What the commands read."""
    def run(*words):
        subprocess.run([bspfft, *words], cwd=folder, check=True, capture_output=True)

    for name in ('x.npy', 'x.txt', 'x.raw'):
        run('run', '--n', '64', '--signal', 'chirp', '--output', name, '--procs', '1')
    run('run', '--n', '8', '--signal', 'random', '--output', 'h.npy', '--procs', '1')
    make_machine(bspfft, folder)
    run('run', '--n', '64', '--account', '--machine', 'm.json', '--json', 'r.json', '--procs', '2')


def cases(bspfft, caller, communicator, mpi):
    raw = ['--dtype', 'complex128']
    run = [bspfft, 'run', '--repeat', '1']
    two = ['--procs', '2']
    yield Case('npy', [*run, '--input', 'x.npy', '--output', 'y.npy', '--procs', '1'], ['x.npy'], ['y.npy'])
    yield Case('npy on 2', [*run, '--input', 'x.npy', '--output', 'y.npy', *two], ['x.npy'], ['y.npy'])
    yield Case('raw on 2', [*run, '--input', 'x.raw', *raw, '--output', 'y.raw', *two], ['x.raw'], ['y.raw'])
    yield Case('text', [*run, '--input', 'x.txt', *raw, '--output', 'y.txt', *two], ['x.txt'], ['y.txt'])
    yield Case('in place', [*run, '--input', 'x.npy', '--in-place', *two], ['x.npy'], ['x.npy'])
    yield Case('real', [*run, '--shape', '8x8', '--real', '--output', 'y.npy', *two], [], ['y.npy'])
    yield Case('json', [*run, '--n', '60', '--output', 'y.npy', '--json', 'y.json', *two], [], ['y.npy'], ['y.json'])
    yield Case('account', [*run, '--n', '64', '--account', '--machine', 'm.json', '--json', 'y.json', *two], ['m.json'],
               [], ['y.json'])
    yield Case('to standard output', [*run, '--n', '64', '--output', '-', *two])
    yield Case('from standard input', [*run, '--input', '-', '--output', 'y.npy', *two], ['x.npy'], ['y.npy'],
               stdin='x.npy')
    yield Case('convolve', [bspfft, 'convolve', '--repeat', '1', '--input', 'x.npy', '--kernel', 'h.npy', '--output',
                            'y.npy', *two], ['x.npy', 'h.npy'], ['y.npy'])
    yield Case('check', [bspfft, 'check', '--n', '64', *two])
    yield Case('plan', [bspfft, 'plan', '--n', '1024', '--procs', '4', '--json', 'p.json'], [], ['p.json'])
    yield Case('predict', [bspfft, 'predict', '--n', '2^20', '--procs', '1..8', '--machine', 'm.json', '--json',
                           'p.json'], ['m.json'], ['p.json'])
    yield Case('report', [bspfft, 'report', '--run', 'r.json', '--machine', 'm.json', '--output', 'page.html'],
               ['r.json', 'm.json'], [], ['page.html'])
    yield Case('bench', [bspfft, 'bench', '--from', '2^8', '--to', '2^8', '--rounds', '1', '--contestants', 'fast',
                         '--procs', '2', '--csv', 'b.csv', '--json', 'b.json'], [], [], ['b.csv', 'b.json'])
    yield Case('probe', [bspfft, 'probe', '--seconds', '0.1', '--precision', 'double', '--machine', 'new.json',
                         *two], [], [], ['new.json'])
    for what in ('call', 'section'):
        for processes in ('1', '2'):
            yield Case(f'{what} on {processes}', [caller, what, processes])
    for processes in ('1', '3'):
        yield Case(f'BSPlib on {processes}', [communicator, processes])
    if mpi:
        yield Case('mpi', [mpi, 'run', '--repeat', '1', '--input', 'x.npy', '--output', 'y.npy'], ['x.npy'], ['y.npy'],
                   mpi=2)


class Trial:
    """One case without faults, for comparison, and then with each."""

    def __init__(self, player, case, options):
        self.player, self.case, self.options = player, case, options
        begin = time.monotonic()
        case.seconds = 60  # not known yet
        self.undisturbed = player.play(case, {'FAULT_RANK': '1'} if case.mpi else {})
        case.seconds = time.monotonic() - begin
        if self.undisturbed.status != 0:
            sys.exit(f'{case.name} does not work without faults: {self.undisturbed.errors}')
        self.files = self.undisturbed.files
        self.inputs = {name: (player.inputs / name).read_bytes() for name in case.reads}

    def chosen(self, last, how_many):
        """Which k; the first are of the table of options, and the same for all."""
        if how_many == 0:
            return []
        if self.options.all:
            return range(self.options.first, last + 1)
        chance = random.Random(self.case.name)
        return sorted({chance.randint(1, last) for _ in range(how_many // 4)} |
                      {chance.randint(last * 3 // 4, last) for _ in range(how_many - how_many // 4)})

    def one(self, faults):
        if self.case.mpi:
            faults = {**faults, 'FAULT_RANK': '1'}
        if self.options.trace:
            faults = {**faults, 'FAULT_TRACE': '1'}
        if self.options.lasts:
            faults = {**faults, 'FAULT_LASTS': '1'}
        done = self.player.play(self.case, faults)
        what = complaint(self.case, done, self)
        if not what:
            return ''
        played = done.log if self.options.trace else done.log.partition('\n')[0]
        return f'{self.case.name}: {" ".join(f"{k}={v}" for k, v in faults.items())}: {what} [{played}]'

    def faults(self, how_many):
        # Open MPI itself does not bear it
        for k in self.chosen(self.undisturbed.calls('allocations'), 0 if self.case.mpi else how_many):
            yield {'FAULT_ALLOCATION': str(k)}
        for k in range(1, self.undisturbed.calls('writes') + 1):
            others = ('EIO', 'EINTR', 'SHORT')
            for error in ('ENOSPC', *(others if self.options.all else (others[k % 3],))):
                yield {'FAULT_WRITE': str(k), 'FAULT_ERROR': error}


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        inputs = pathlib.Path(folder) / 'inputs'
        inputs.mkdir()
        (inputs.parent / 'temporary').mkdir()
        make_inputs(options.bspfft, inputs)
        mpirun, mpi = options.mpi or (None, None)
        player = Player(options.player, inputs, mpirun)
        failures, runs = [], 0
        for case in cases(options.bspfft, options.caller, options.communicator, mpi):
            if options.only and options.only != case.name:
                continue
            begin = time.monotonic()
            trial = Trial(player, case, options)
            is_slow = case.mpi or case.name in ('account', 'report', 'bench', 'probe')
            faults = list(trial.faults(2 if is_slow else 60 if case.name.startswith('BSPlib') else 6))
            found = list(filter(None, player.in_parallel(trial.one, faults)))
            left = [file for file in (inputs.parent / 'temporary').iterdir() if not file.name.startswith('ompi.')]
            if left:
                found.append(f'{case.name}: {[file.name for file in left]} are left over in TMPDIR')
                subprocess.run(['rm', '-rf', *left], check=True)
            print(f'{case.name}: {len(faults)} faults of {trial.undisturbed.calls("allocations")} allocations and '
                  f'{trial.undisturbed.calls("writes")} writes, {len(found)} wrong, '
                  f'{time.monotonic() - begin:.1f} s', flush=True)
            failures += found
            runs += len(faults)
    if runs == 0:
        sys.exit('no fault was played')
    for line in failures:
        print(line)
    sys.exit(f'{len(failures)} of {runs} faults were not met' if failures else 0)


main()
