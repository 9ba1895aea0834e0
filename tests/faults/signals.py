"""Programs that are interrupted, killed, stopped for a while or slow, and clocks that jump: files are whole or not
there, nothing is left over, nobody waits for ever, and no time is negative.

usage: signals.py PLAYER BSPFFT [--mpi MPIRUN BSPFFT_MPI] [--times N] [--seed N] [--only threads|clocks|mpi]
"""
import argparse
import json
import os
import pathlib
import random
import signal
import sys
import tempfile
import time

from played import Case, Player, complaint_about_files, make_machine


def arguments():
    parser = argparse.ArgumentParser()
    for name in ('player', 'bspfft'):
        parser.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument('--mpi', nargs=2)
    parser.add_argument('--times', type=int, default=2, help='of each; ranks are killed twice as often')
    parser.add_argument('--only', choices=('threads', 'clocks', 'mpi'))
    parser.add_argument('--seed', type=int, default=1)
    return parser.parse_args()


class Undisturbed:
    """A case that ran in peace: its files, and how long it took."""

    def __init__(self, player, case):
        begin = time.monotonic()
        case.seconds = 60  # not known yet
        done = player.play(case, {})
        case.seconds = self.seconds = time.monotonic() - begin
        self.files, self.inputs = done.files, {}
        if done.status != 0 or not all(done.files.get(name) for name in (*case.made, *case.measured)):
            sys.exit(f'{case.name} does not work in peace: {done.errors}')


def ranks_of(mpirun, seconds=5):
    """The processes that mpirun has started, as soon as there are any."""
    begin = time.monotonic()
    while time.monotonic() - begin < seconds and mpirun.poll() is None:
        children = children_of(mpirun)
        if children:
            return children
        time.sleep(0.01)
    return []


def children_of(program):
    """Those that it has not waited for: their numbers are of no other process."""
    try:
        children = pathlib.Path(f'/proc/{program.pid}/task/{program.pid}/children').read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [int(child) for child in children]


def send(process, number):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


def by_signal(player, case, reference, number, after, faults):
    """What is wrong after this signal to the program, some seconds after its start."""
    def disturb(program, _):
        time.sleep(after)
        program.send_signal(number)

    done = player.play(case, faults, disturb)
    if done.status not in (0, -number, 128 + number):
        return f'status {done.status} after {number.name}: {done.errors}'
    # of a program that was killed, on a file system without nameless files, its temporary file stays
    if number == signal.SIGKILL and 'FAULT_NAMES' in faults:
        done.files = {name: content for name, content in done.files.items() if '.part' not in name}
    what = complaint_about_files(case, done, reference)
    return what and f'{what} after {number.name} at {after:.3f} s'


def killed_rank(player, case, reference, chance):
    """One of the processes under mpirun is killed: whether before its end, and what is wrong then."""
    after = chance.uniform(0, reference.seconds)
    begin = time.monotonic()

    def disturb(mpirun, _):
        ranks_of(mpirun)
        time.sleep(after)
        ranks = children_of(mpirun)
        if ranks:
            send(chance.choice(ranks), signal.SIGKILL)

    done = player.play(case, {}, disturb)
    if done.status is None:
        return True, f'a rank was killed at {after:.3f} s, and the others did not end'
    if done.status == 0:  # it came too late; next time earlier
        reference.seconds = min(reference.seconds, time.monotonic() - begin)
    what = complaint_about_files(case, done, reference)
    return done.status != 0, what and f'{what} after a rank was killed at {after:.3f} s, status {done.status}'


def stopped_rank(player, case, reference, chance):
    """One of them does nothing for two seconds, then goes on."""
    def disturb(mpirun, _):
        ranks = ranks_of(mpirun)
        time.sleep(chance.uniform(0, reference.seconds / 2))
        rank = chance.choice(ranks)
        send(rank, signal.SIGSTOP)
        time.sleep(2)
        send(rank, signal.SIGCONT)

    done = player.play(case, {}, disturb)
    if done.status != 0 or done.files != reference.files:
        return f'status {done.status} after a rank was stopped: {done.errors}'
    return ''


def slow_thread(player, case, reference, thread):
    done = player.play(case, {'FAULT_SLOW': '300', 'FAULT_THREAD': str(thread)})
    if done.status != 0 or done.files != reference.files:
        return f'status {done.status} with thread {thread} slow: {done.errors}'
    return ''


def negative_times(value, name=''):
    if isinstance(value, dict):
        return [found for key, inner in value.items() for found in negative_times(inner, f'{name}.{key}')]
    if isinstance(value, list):
        return [found for inner in value for found in negative_times(inner, name)]
    is_time = 'seconds' in name or name.rpartition('.')[2] in ('begin', 'end', 'l', 'g', 'r')
    return [f'{name} = {value}'] if is_time and isinstance(value, (int, float)) and value < 0 else []


def jumping_clock(player, case, every):
    case.seconds = 5
    done = player.play(case, {'FAULT_CLOCK': str(every)})
    if done.status not in (0, 3):
        return f'{case.name}: status {done.status} with a clock that jumps every {every} readings: {done.errors}'
    found = [wrong for name in case.measured if name in done.files
             for wrong in negative_times(json.loads(done.files[name]))]
    return f'{case.name}, every {every}: {found[:3]}' if found else ''


def on_threads(player, bspfft, options, chance):
    words = [bspfft, 'run', '--n', '2^16', '--repeat', '20', '--procs', '2', '--output', 'y.npy']
    whole = Case('on threads', words, [], ['y.npy'])
    plain = Undisturbed(player, whole)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        for _ in range(options.times):
            for faults in ({}, {'FAULT_NAMES': '1'}):
                yield by_signal(player, whole, plain, number, chance.uniform(0, plain.seconds), faults)
    small = Case('slow', [bspfft, 'run', '--n', '64', '--repeat', '1', '--procs', '2', '--output', 'y.npy'], [],
                 ['y.npy'])
    calm = Undisturbed(player, small)
    for thread in (0, 1):
        yield slow_thread(player, small, calm, thread)


def with_clocks(player, bspfft, options):
    two = ['--procs', '2']
    machine = ['--machine', 'm.json']
    measured = (
        Case('run', [bspfft, 'run', '--n', '256', '--json', 'y.json', *two], [], [], ['y.json']),
        Case('account', [bspfft, 'run', '--n', '256', '--account', *machine, '--json', 'y.json', *two], ['m.json'], [],
             ['y.json']),
        Case('bench', [bspfft, 'bench', '--from', '2^8', '--to', '2^8', '--rounds', '1', '--contestants', 'fast', *two,
                       '--json', 'y.json'], [], [], ['y.json']),
        Case('probe', [bspfft, 'probe', '--seconds', '0.1', '--precision', 'double', '--machine', 'y.json', *two], [],
             [], ['y.json']))
    for case in measured:
        for every in (50, 3, 1001)[:options.times]:
            yield jumping_clock(player, case, every)


def on_mpi(player, bspfft, options, chance):
    case = Case('on MPI', [bspfft, 'run', '--n', '2^16', '--repeat', '20', '--output', 'y.npy'], [], ['y.npy'], mpi=3)
    reference = Undisturbed(player, case)
    kills = 0
    for _ in range(20 * options.times):
        was_killed, what = killed_rank(player, case, reference, chance)
        kills += was_killed
        yield what
        if kills == 2 * options.times:
            break
    print(f'{kills} ranks were killed before their end', flush=True)
    yield '' if kills == 2 * options.times else f'only {kills} ranks were killed before their end'
    yield stopped_rank(player, case, reference, chance)


def main():
    options = arguments()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        inputs = pathlib.Path(folder) / 'inputs'
        inputs.mkdir()
        (inputs.parent / 'temporary').mkdir()
        player = Player(options.player, inputs, options.mpi and options.mpi[0])
        make_machine(options.bspfft, inputs)
        checks = {'threads': on_threads(player, options.bspfft, options, chance),
                  'clocks': with_clocks(player, options.bspfft, options)}
        if options.mpi:
            checks['mpi'] = on_mpi(player, options.mpi[1], options, chance)
        outcomes = []
        for name, check in checks.items():
            if options.only not in (None, name):
                continue
            begin = time.monotonic()
            found = list(check)
            wrong = len(list(filter(None, found)))
            print(f'{name}: {len(found)} disturbed, {wrong} wrong, {time.monotonic() - begin:.1f} s', flush=True)
            outcomes += found
    failures = list(filter(None, outcomes))
    print(*failures, sep='\n')
    sys.exit(f'{len(failures)} of {len(outcomes)} were not met' if failures else 0)


main()
