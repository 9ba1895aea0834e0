"""Programs with faults played in them (player.cpp), each in a folder of its own, and what must hold afterwards."""
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

SECONDS = 10  # that a program may take longer than usual, whatever happens
MPI = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1', 'OMPI_MCA_rmaps_base_oversubscribe': '1'}


@dataclasses.dataclass
class Case:
    """A command, the files that it reads, and those that it makes. A file of `made` is compared with that of a run
    without faults; of `measured`, whose numbers differ each time, only that it is whole is known. `stdin` is one of
    `reads`."""
    name: str
    words: list
    reads: list = ()
    made: list = ()
    measured: list = ()
    mpi: int = 0
    stdin: str = ''
    seconds: float = 0  # that it usually takes; several programs run at once here


@dataclasses.dataclass
class Done:
    status: int
    output: bytes
    errors: str
    files: dict
    log: str

    def calls(self, what):
        """How often all its processes together called."""
        return sum(int(count) for count in re.findall(rf'(\d+) {what}', self.log))


def is_whole(name, content):
    """Of files whose numbers are measured."""
    text = content.decode()
    if name.endswith('.json'):
        try:
            json.loads(text)
        except ValueError:
            return False
        return True
    return text.rstrip().endswith('</html>') if name.endswith('.html') else text.endswith('\n')


class Player:
    def __init__(self, player, inputs, mpirun=None):
        self.player, self.inputs, self.mpirun = player, pathlib.Path(inputs), mpirun
        self.workers = os.cpu_count()

    def start(self, case, faults, folder):
        """The program in a folder that has its input files."""
        for name in case.reads:
            shutil.copyfile(self.inputs / name, folder / name)
        hooks = {'LD_PRELOAD': str(self.player), 'FAULT_LOG': f'{folder}.log', **faults}
        environment = {**os.environ, **MPI, 'BSPLIB_PIN': '0', 'TMPDIR': str(self.inputs.parent / 'temporary')}
        words = list(map(str, case.words))
        if case.mpi:
            # one that ends may remove the folder that another has just begun to use
            environment['OMPI_MCA_orte_tmpdir_base'] = tempfile.mkdtemp(dir=self.inputs.parent)
            exported = [word for name, value in hooks.items() for word in ('-x', f'{name}={value}')]
            words = [self.mpirun, '-n', str(case.mpi), *exported, *words]
        else:
            environment.update(hooks)
        with open(folder / case.stdin if case.stdin else os.devnull, 'rb') as stream:
            return subprocess.Popen(words, cwd=folder, env=environment, stdin=stream, stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, start_new_session=True)

    def play(self, case, faults, disturb=None):
        """Runs it to its end; disturb(program, folder) may do something to it meanwhile."""
        with tempfile.TemporaryDirectory(dir=self.inputs.parent) as name:
            folder = pathlib.Path(name) / 'folder'
            folder.mkdir()
            program = self.start(case, faults, folder)
            if disturb:
                disturb(program, folder)
            try:
                output, errors = program.communicate(timeout=SECONDS + 10 * case.seconds)
                status = program.returncode
            except subprocess.TimeoutExpired:
                os.killpg(program.pid, signal.SIGKILL)
                output, errors = program.communicate()
                status = None
            log = pathlib.Path(f'{folder}.log')
            files = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
            return Done(status, output, errors.decode(errors='replace'), files, log.read_text() if log.exists() else '')

    def in_parallel(self, function, items):
        with concurrent.futures.ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(function, items))


def make_machine(bspfft, folder):
    """A machine file. To probe takes a second, and more when the machine is busy."""
    words = ['probe', '--seconds', '0.1', '--precision', 'double', '--machine', 'm.json', '--procs', '2']
    subprocess.run([bspfft, *words], cwd=folder, check=True, capture_output=True)


def complaint_about_files(case, done, reference):
    for name in done.files:
        if name not in (*case.reads, *case.made, *case.measured):
            return f'{name} is left over'
    for name in case.made:
        # in place there is the input file until the result replaces it
        before = reference.inputs.get(name)
        content = done.files.get(name)
        if content not in (before, reference.files[name]):
            return f'{name} is not complete'
        if done.status == 0 and content != reference.files[name]:
            return f'status 0, but {name} was not made'
    for name in case.measured:
        content = done.files.get(name)
        if content is None and done.status == 0:
            return f'status 0, but {name} was not made'
        if content is not None and content != reference.inputs.get(name) and not is_whole(name, content):
            return f'{name} is not complete'
    return ''


def own_lines(errors):
    """What the program itself said: not mpirun, nor warnings."""
    lines = [line for line in errors.splitlines() if line.strip()]
    return [line for line in lines if re.match('(bspfft|bsplib|caller): ', line) and ' warning: ' not in line]


def complaint(case, done, reference):
    """What is wrong after a fault; '' if nothing is. Status 0 is right only if everything was made in spite of it."""
    if done.status is None:
        return f'it did not end, {SECONDS} s after it should have'
    if done.status not in (0, 3):
        return f'status {done.status}: {done.errors.strip()[-300:]}'
    if done.status == 3 and len(own_lines(done.errors)) != 1:
        return f'not one sentence: {done.errors.strip()[-300:]!r}'
    if done.status == 3 and not case.mpi and len(done.errors.strip().splitlines()) != 1:
        return f'more than one line: {done.errors.strip()[-300:]!r}'
    return complaint_about_files(case, done, reference)
