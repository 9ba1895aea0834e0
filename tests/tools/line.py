"""The command line as a newcomer and a hurried user type it: what is refused, by which words and exit status, what
help, the manual and completions show, and that tables fit 80 columns.

usage: line.py BSPFFT
"""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile

BSPFFT = str(pathlib.Path(sys.argv[1]).resolve())
HOME = pathlib.Path(tempfile.mkdtemp(prefix='bspfft-line-'))
ENVIRONMENT = {**os.environ, 'HOME': str(HOME), 'BSPLIB_PIN': '0', 'BSPLIB_PROCS': '2', 'LC_ALL': 'C'}
ENVIRONMENT.pop('XDG_CACHE_HOME', None)
failures = []


def complain(*words):
    failures.append(' '.join(str(word) for word in words))


def run(line, **more):
    words = line.split() if isinstance(line, str) else line
    return subprocess.run([BSPFFT, *words], cwd=HOME, capture_output=True, timeout=120,
                          **{'env': ENVIRONMENT, **more})


def refused(line, *says, status=2, **more):
    """It says these words in one line on standard error, and nothing on standard output."""
    result = run(line, **more)
    error = result.stderr.decode()
    if result.returncode != status:
        complain('status', result.returncode, 'and not', status, 'of', line, error)
    if result.stdout:
        complain(line, 'printed', result.stdout[:80])
    if not error.startswith('bspfft: ') or error.count('\n') != 1:
        complain(line, 'says', repr(error))
    for word in says:
        if word not in error:
            complain(line, 'does not say', repr(word), 'but', repr(error))


def shown(line, *says, status=0, **more):
    result = run(line, **more)
    if result.returncode != status:
        complain('status', result.returncode, 'and not', status, 'of', line, result.stderr.decode())
    text = result.stdout.decode(errors='replace')
    for word in says:
        if word not in text:
            complain(line, 'does not show', repr(word), 'but', text[:400])
    return text


def fits(line, **more):
    for row in shown(line, **more).split('\n'):
        if len(row) > 80:
            complain(line, 'prints', len(row), 'columns:', row)


def write_npy(name, descr, content, shape):
    head = str({'descr': descr, 'fortran_order': False, 'shape': shape})
    head += ' ' * (-(len(head) + 11) % 64) + '\n'
    (HOME / name).write_bytes(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode() + content)


def check_words():
    refused('foo', 'no command foo', 'run, convolve')
    refused('plna', 'did you mean plan')
    refused('--versoin', 'no option --versoin', '--version')
    refused('run --n 64 --porcs 2', 'run has no option --porcs', '--procs', 'bspfft help run')
    refused('run -n 64', 'run has no option -n; did you mean --n?')
    refused('report', 'no --output; report needs --output FILE')
    refused('project --plot x.png', '--plot x.png would not be a .png file; name it x.svg')
    refused('report --output page.pdf', 'name it page.html')
    for name in ['empty.txt', 'empty.raw']:
        (HOME / name).write_bytes(b'')
        refused(['run', '--input', str(HOME / name), '--dtype', 'float64'], f'{name} is empty')
    refused('run 64', '"64" belongs to no option')
    refused('help foo', 'no command foo')
    refused('runn --n 5', 'no command runn', 'did you mean run?')
    refused('foo --n 5', 'no command foo', 'run, convolve')
    refused(['', '--n', '5'], 'no command ""', 'run, convolve')
    refused('help run --man', '--man excludes COMMAND')
    refused('run --n', '--n')
    refused('run --n 8 --n 16', '--n is given twice')
    refused('run --n 64 --real=1', '--real')
    refused('run --n 64 --verify=0', '--verify')


def check_values():
    for option in ['--n', '--shape', '--axes', '--batch', '--procs', '--output', '--json', '--input', '--dtype',
                   '--signal', '--grid', '--cut', '--precision', '--kernel', '--machine', '--repeat', '--simd']:
        refused(['run', '--n', '64', option, ''] if option != '--n' else ['run', '--n', ''], option,
                'empty value')
    refused(['plan', '--n', '64', '--json='], '--json')
    for option, known in {'--precision': 'double, float', '--norm': 'forward, inverse, none, symmetric',
                          '--algorithm': 'auto, bluestein, fast, pencils, textbook', '--kernel': 'auto, cuda',
                          '--exchange': 'auto, hpput, put', '--layout-in': 'block, cyclic'}.items():
        for word in ['0', '1', 'x', option[2:]]:
            refused(['run', '--n', '64', option, word], f'{option} {word} is not one of {known}')
    refused('bench --contestants fast,fftv', '--contestants fftv is not one of', 'did you mean fftw')
    refused('run --n 64 --dct 5', '--dct 5 is not one of 1, 2, 3, 4\n')
    for word in ['x', '1.5', '2^', '^2', '2^99', '1e3', '0x10', '3 ', '--']:
        refused(['run', '--n', '64', '--procs', word], '--procs')
    refused('run --n 64 --procs 0', '--procs 0', 'at least 1')
    refused('run --n 64 --procs -1', '--procs -1', 'at least 1')
    refused('run --n 64 --repeat 2^40', '--repeat 2^40 is too large')
    refused('probe --seconds inf', '--seconds inf')
    refused('compare --procs 1,,2', '--procs 1,,2', 'comma')
    refused('run --shape 8x8 --axes 0 1', '"1" belongs to no option')
    if json.loads(shown('plan --n 2^12 --procs 2^1 --cut 2^5 --json -'))['cut'] != 32:
        complain('--cut 2^5 is not 32')
    if json.loads(shown('plan --shape 64x64 --procs 2^2 --grid 2^1x2 --cut 2^3x8 --json -'))['p'] != 4:
        complain('--procs 2^2 is not 4')
    shown('project --n 2^10', 'n = 1024 a side')
    for line in ['run --n abc', 'bench --to abc', 'compare --from abc', 'simulate --n abc']:
        refused(line, line.split()[1] + ' "abc" is not a length')


def check_effects():
    """Options that would be ignored."""
    for line, *says in [
            ('plan --n 2^12 --cut 64 --algorithm textbook --procs 2', '--cut has no effect', 'textbook'),
            ('plan --shape 64x64 --cut 8x8 --algorithm pencils --procs 2', '--cut has no effect', 'pencils'),
            ('plan --shape 64x64 --transposed-out --procs 2', '--transposed-out has no effect', 'fast'),
            ('plan --n 64 --grid 2 --algorithm bluestein --procs 2', '--grid has no effect'),
            ('run --n 2^12 --cut 64 --algorithm textbook --procs 2', '--cut has no effect'),
            ('check --n 64 --transposed-out', '--transposed-out has no effect'),
            ('run --n 64 --kernel radix2 --simd NEON', 'NEON' if NO_NEON else '--simd has no effect'),
            ('run --n 64 --dct 2 --transposed-out', '--transposed-out'),
            ('run --n 64 --dct 2 --machine m.json', '--machine is for Fourier transforms'),
            ('run --n 64 --dct 2 --real', '--dct excludes --real'),
            ('plan --n 64 --dct 2 --measure', '--measure is for Fourier transforms', 'or --dct'),
            ('plan --n 64 --dst 1 --why', '--why is for Fourier transforms', 'or --dst'),
            ('plan --n 64 --convolve --dct 2', '--convolve excludes --dct'),
            ('plan --n 64 --convolve --inverse', '--inverse of a convolution'),
            ('plan --n 64 --convolve --layout-in block', 'a spectral operator has a layout of its own'),
            ('plan --n 1 --dct 1', 'a DCT-I along axis 0 of length 1'),
            ('run --n 64 --shape 8x8', '--shape excludes --n'),
            ('run --n 64 --dtype float32', '--dtype has no effect without --input'),
            ('run --n 64 --in-place', '--in-place has no effect without --input'),
            ('run --n 64 --format txt', '--format has no effect without --output or --in-place'),
            ('run --input x.npy --signal chirp', '--signal excludes --input'),
            ('plan --n 64 --remember', '--remember is for what --measure finds'),
            ('plan --n 64 --procs 2 --cut 8 --measure', '--measure chooses grid and cut'),
            ('explain --n 64 --procs 2 --cut 8 --algorithm textbook', '--cut has no effect', '--algorithm fast'),
            ('explain --n 64 --procs 2 --layout-in block --algorithm textbook', '--layout-in'),
            ('compare --axes 0', '--axes has no effect without --shape'),
            ('compare --batch 3', '--batch has no effect without --shape'),
            ('compare --kinds --all', '--kinds'),
            ('bench --shape 8x8 --from 2^4', '--from excludes --shape'),
            ('bench --batch 3', '--batch is of a shape'),
            ('bench --lengths prime --to 2^10', '--to'),
            ('bench --real --poisson', '--real excludes --poisson'),
            ('bench --dct 2 --dst 2', 'two tasks'),
            ('bench --contestants fast --fftw-seconds 2', '--fftw-seconds'),
            ('bench --contestants floor --machine m.json', '--machine has no effect'),
            ('convolve --input x.npy --kernel x.npy --machine m.json', '--machine has no effect without --account'),
            ('convolve --input x.npy --kernel x.npy --dtype float32', '--dtype has no effect'),
            ('simulate --n 64 --procs 2 --processor 1', '--processor has no effect without --plot'),
            ('simulate --n 64 --procs 2 --from-machine default --g 1', '--from-machine excludes --g'),
            ('collectives --oversubscribe', '--oversubscribe has no effect without --measure')]:
        refused(line, *says)


def check_files():
    write_npy('x.npy', '<i2', struct.pack('<8h', *range(8)), (8,))
    before = (HOME / 'x.npy').read_bytes()
    os.link(HOME / 'x.npy', HOME / 'link.npy')
    for line, *says in [
            ('run --input x.npy --output x.npy', '--output would replace the input x.npy', '--in-place'),
            ('run --input x.npy --output ./x.npy', '--in-place'),
            ('run --input x.npy --output link.npy', '--in-place'),
            ('run --input x.npy --json x.npy', '--json would replace x.npy'),
            ('run --input x.npy --in-place --output y.npy', '--in-place replaces x.npy', 'y.npy'),
            ('run --n 8 --output y.npy --json y.npy', '--output and --json are one file, y.npy'),
            ('run --n 8 --output y.npy --json ./y.npy', 'are one file'),
            ('run --n 8 --output - --json -', '--output and --json both go to standard output'),
            ('run --n 8 --output y.png', 'y.png does not say a format', '.npy, .txt (.text) or .raw'),
            ('run --n 8 --output y', 'does not say a format'),
            ('run --n 8 --output y.npy --format txt', 'another format than --format'),
            ('convolve --input x.npy --kernel x.npy --output x.npy', '--output would replace the input'),
            ('compare --json a --csv a', '--json and --csv are one file'),
            ('bench --json - --csv -', 'both go to standard output'),
            ('explain --n 8 --plot a --json a', 'are one file'),
            ('simulate --n 64 --procs 2 --plot a --json a', 'are one file'),
            ('project --plot a --json a', 'are one file'),
            ('collectives --plot a --json a', 'are one file'),
            ('probe --machine a --json a', '--machine and --json are one file')]:
        refused(line, *says)
    (HOME / 'x.png').write_bytes(before)
    refused('run --input x.png', 'x.png does not say a format')
    refused('run --input -', 'standard input is not a file or a pipe', stdin=subprocess.DEVNULL)
    if (HOME / 'x.npy').read_bytes() != before:
        complain('a refused command has changed its input')
    shown('run --input x.npy --output y.txt --repeat 1')
    line = (HOME / 'y.txt').read_text().split()[0]
    if float(line) != 28:
        complain('the sum of 0 .. 7 is', line)
    (HOME / 'x.npy').chmod(0o600)
    shown('run --input x.npy --in-place --repeat 1 --json r.json')
    (HOME / 'r.json').chmod(0o640)
    shown('run --n 4 --repeat 1 --json r.json')
    if [(HOME / name).stat().st_mode & 0o777 for name in ['x.npy', 'r.json']] != [0o600, 0o640]:
        complain('a file that is replaced has other permissions than before')
    if b'<c16' not in (HOME / 'x.npy').read_bytes()[:80]:
        complain('--in-place has not replaced its input')
    refused('run --input x.npy --real', 'x.npy holds complex128')
    numbers = shown('run --n 4 --signal impulse --output - --format txt --repeat 1').split()
    if [float(number) for number in numbers] != [1, 0] * 4:
        complain('--output - --format txt shows', numbers)
    if not run('run --n 4 --output - --repeat 1').stdout.startswith(b'\x93NUMPY'):
        complain('--output - is not npy')
    shown('run --n 4 --output - --format raw --json r.json --repeat 1')
    if json.loads((HOME / 'r.json').read_text())['n'] != 4:
        complain('--output - leaves no JSON')
    if sorted(name.name for name in HOME.iterdir()) != ['link.npy', 'r.json', 'x.npy', 'x.png', 'y.txt']:
        complain('files are left:', list(HOME.iterdir()))


def check_streams():
    """Standard input and named pipes are read as files are, by any number of processes."""
    write_npy('s.npy', '<f8', struct.pack('<6d', 3, 1, 4, 1, 5, 9), (6,))
    npy, text, raw = (HOME / 's.npy').read_bytes(), b'# six\n3\n1\n4\n1\n5\n9\n', struct.pack('<6d', 3, 1, 4, 1, 5, 9)
    for words in ['run --input', 'run --real --input', 'run --inverse --input', 'run --real --inverse --n 10 --input',
                  'convolve --kernel s.npy --input', 'convolve --input s.npy --kernel',
                  'run --procs 2 --verify --shape 2x3 --input']:
        if '2x3' in words:
            write_npy('s.npy', '<f8', raw, (2, 3))
            npy = (HOME / 's.npy').read_bytes()
        command, _, rest = words.partition(' ')
        line = f'{command} --repeat 1 --output - --format raw {rest} '
        wanted = run(line + 's.npy').stdout
        if len(wanted) < 6 * 8:
            complain(line, 'prints', len(wanted), 'bytes')
        for stream, more in [(npy, ''), (text, ''), (text, ' --input-format txt --dtype float64'),
                             (raw, ' --input-format raw --dtype float64')]:
            result = run(line + '-' + more, input=stream)
            if result.stdout != wanted:
                complain(line, '-', more, 'prints', result)
        for name, stream in [('p.txt', text), ('P.NPY', npy), ('pipe', text)]:
            os.mkfifo(HOME / name)
            writer = subprocess.Popen(['tee', name], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=HOME)
            writer.stdin.write(stream)
            writer.stdin.close()
            result = run(line + name)
            if writer.wait() != 0 or result.stdout != wanted:
                complain(line, name, 'prints', result)
            (HOME / name).unlink()
    (HOME / 's.txt').write_bytes(text)
    with open(HOME / 's.txt', 'rb') as file:
        if not run('run --repeat 1 --output - --input -', stdin=file).stdout.startswith(b'\x93NUMPY'):
            complain('a file on standard input is not read')
    for line, stream, *says in [
            ('run --input -', b'1\nx\n', 'line 2 of standard input is "x"'),
            ('run --input -', b'', 'standard input is empty'),
            ('run --input -', npy[:-1], 'standard input has'),
            ('run --input - --dtype float64', raw, 'text or raw numbers', '--input-format txt or --input-format raw'),
            ('run --input - --input-format raw', raw, 'standard input', 'add --dtype'),
            ('run --input - --in-place', text, '--in-place replaces a file'),
            ('run --input s.npy --input-format txt', text, 's.npy says another format than --input-format'),
            ('run --n 4 --input-format txt', text, '--input-format has no effect without --input'),
            ('convolve --input - --kernel -', text, '--input and --kernel are both standard input'),
            ('convolve --input s.npy --kernel s.npy --input-format npy', text, '--input-format has no effect')]:
        refused(line, *says, status=3 if says[0].startswith(('line', 'standard input has')) else 2, input=stream)
    for name in ['s.npy', 's.txt']:
        (HOME / name).unlink()


def on_terminal(line):
    """What a terminal of 80 columns shows, both outputs together, and the exit status."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(HOME)
        os.execve(BSPFFT, [BSPFFT, *line.split()], ENVIRONMENT)
    text = b''
    while select.select([terminal], [], [], 60)[0]:
        try:
            more = os.read(terminal, 4096)
        except OSError:
            break
        if not more:
            break
        text += more
    return text.decode(errors='replace'), os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def check_terminal():
    text, status = on_terminal('run --n 4 --output -')
    if status != 2 or 'standard output is a terminal' not in text:
        complain('npy on a terminal:', status, text)
    text, status = on_terminal('probe --seconds 0.5 --machine t.json')
    if status != 0 or 'measuring with p = 2 of 2 ... 0 of about 0 s' not in text:
        complain('probe on a terminal shows no progress:', status, text[:300])


def check_machine():
    """In a fresh home the advice of predict works; a noisy probe is said by all who use it."""
    error = run('predict --n 2^12').stderr.decode()
    advice = re.search(r'with: (.*)', error)
    if not advice or str(HOME / '.cache') not in error:
        complain('predict in a fresh home says', error)
        return
    done = subprocess.run(advice[1] + ' --seconds 0.5', shell=True, env=ENVIRONMENT, capture_output=True, cwd='/')
    if done.returncode != 0 or b'measuring' in done.stderr:
        complain('the advice of predict:', done)
    shown('predict --n 2^12', 'T_comp')
    error = run('predict --n 2^12 --machine new/m.json').stderr.decode()
    if 'with: mkdir -p new && bspfft probe --machine new/m.json' not in error:
        complain('predict without the folder of its file says', error)
    file = HOME / '.cache/bspfft/machine-threads.json'
    for path in ['/', 'x.npy']:
        refused(f'predict --n 64 --machine {path}', f'{path} is not a machine file', status=3)
        refused(f'probe --overwrite --machine {path}', f'{path} is not a machine file, and --overwrite')
    refused('project --scenario /', 'cannot read /: Is a directory', status=3)
    for option in ['--csv', '--json']:
        refused(f'compare --to 2^12 --repeat 1 {option} no/such', 'no/such', status=3)
    machine = json.loads(file.read_text())
    machine['warnings'] = ['noisy machine: it was shaken']
    file.write_text(json.dumps(machine))
    for line in ['predict --n 2^12', 'predict --n 2^12 --procs 1..4', 'predict --n 2^12 --model all',
                 'plan --n 64 --why', 'compare --to 2^12 --repeat 1', 'run --n 2^12 --account --repeat 1',
                 'run --n 2^12 --why --repeat 1']:
        shown(line, 'the probe warned: noisy machine: it was shaken')
    for line in ['predict --n 2^12', 'compare --to 2^12 --repeat 1']:
        if json.loads(shown(line + ' --json -'))['machine']['warnings'] != machine['warnings']:
            complain(line, 'does not tell programs of the noise')
    if json.loads(shown('run --n 2^12 --account --repeat 1 --json -'))['warnings'] != machine['warnings']:
        complain('run does not tell programs of the noise')


def check_homeless():
    """Without HOME it is the user's own folder, never one that all can write to."""
    bare = {key: value for key, value in ENVIRONMENT.items() if key != 'HOME'}
    for environment in [bare, {**bare, 'HOME': ''}, {**bare, 'XDG_CACHE_HOME': 'relative'}]:
        error = run('predict --n 64 --procs 3', env=environment).stderr.decode()
        if '/tmp/bspfft' in error or 'relative/' in error:
            complain('without HOME:', error)
    # another user can start the program only if all may pass the folders above it
    if os.geteuid() != 0 or not all(folder.stat().st_mode & 0o001 for folder in pathlib.Path(BSPFFT).resolve().parents):
        print('left out: a user without a home')
        return
    nobody = run('predict --n 64', env=bare, user=65534, group=65534)
    if nobody.returncode != 3 or b'HOME' not in nobody.stderr or b'--machine FILE' not in nobody.stderr:
        complain('a user without a home:', nobody)
    demonstration = run('probe --seconds 0.5', env=bare, user=65534, group=65534)
    if demonstration.returncode != 3 or b'there is no place for the machine file' not in demonstration.stderr:
        complain('probe of a user without a home:', demonstration)


def check_account():
    """The total is the sum of what stands above it."""
    cost = json.loads(shown('run --n 2^16 --account --json -'))['cost']
    parts = sum(cost[name]['measured'] for name in ['T_comp', 'T_comm', 'T_sync', 'other'])
    if abs(parts - cost['total']['measured']) > 1e-9 * parts:
        complain('the parts of', cost, 'make', parts)
    text = shown('run --n 2^16 --account', 'other: the ledger', 'without the ledger a transform takes')
    units = {'s': 1, 'ms': 1e-3, 'us': 1e-6, 'ns': 1e-9}
    rows = {name: float(number) * units[unit] for name, number, unit in
            re.findall(r'^  (T_comp|T_comm|T_sync|other|total) +(-?[\d.e+]+) (s|ms|us|ns)', text, re.M)}
    total = rows.pop('total')
    if len(rows) < 3 or abs(sum(rows.values()) - total) > 0.02 * total:
        complain('the rows', rows, 'do not make', total)


def check_width():
    for line in ['help', *(f'help {command}' for command in COMMANDS),
                 'plan --shape 60x50x40 --procs 6', 'plan --shape 256x256x256 --procs 2^10 --algorithm pencils',
                 'run --shape 32x32x32 --account --verify --repeat 1 --layout-in block --layout-out block',
                 'predict --n 2^20 --procs 2', 'predict --n 2^20 --procs 1..2^20',
                 'predict --n 2^20 --procs 1..64 --model all', 'predict --shape 60x50x40 --procs 6',
                 'compare --to 2^14 --repeat 1', 'compare --shape 16x16x16 --repeat 1', 'compare --kinds --repeat 1',
                 'check --n 1024', 'simulate --n 2^12 --procs 2^4', 'project', 'project --scenario hopper-2010',
                 'collectives', 'collectives --procs 64 --bytes 2^16', 'collectives --measure --bytes 64',
                 'bench --from 2^8 --to 2^10 --rounds 1 --contestants fast,textbook,floor']:
        fits(line)
    for line in ['predict --n 2^20 --procs 1..64', 'run --n 2^12 --account --repeat 1']:
        if len(shown(line + ' --wide').split('textbook')) <= len(shown(line).split('textbook')):
            complain(line, '--wide has no more columns')
    shown('plan --n 2^40 --procs 2^12', ' G ', ' M ', 'of 16 KiB')
    exact = json.loads(shown('plan --n 2^40 --procs 2^12 --json -'))
    if exact['flops'] != 5 * 2 ** 28 * 40:
        complain('JSON has', exact['flops'], 'flops')


def check_documents():
    version = shown('--version')
    if not re.fullmatch(r'bspfft \d+\.\d+\.\d+\nGPU: .*\n', version):
        complain('--version shows', version)
    for line in ['help run', 'run --help', 'run -h']:
        if shown(line) != shown('help run'):
            complain(line, 'is not as help run')
    if shown('--help') != shown('help'):
        complain('--help is not as help')
    options = {command: re.findall(r'^  (--[\w-]+)', shown(f'help {command}'), re.M) for command in COMMANDS}
    manual, bash, zsh, fish = (shown(f'help --{what}') for what in ['man', 'bash', 'zsh', 'fish'])
    for command, names in options.items():
        if command != 'help' and len(names) < 4:
            complain(command, 'has only', names)
        for name in names:
            for what, text in [('man', manual.replace('\\-', '-')), ('bash', bash), ('zsh', zsh),
                               ('fish', fish.replace(' -l ', ' --'))]:
                if name not in text:
                    complain('help --' + what, 'lacks', name)


COMMANDS = re.findall(r'^  (\w+)  ', run('help').stdout.decode(), re.M)
NO_NEON = b'NEON is not available' in run('run --n 64 --repeat 1 --simd NEON').stderr
try:
    if len(COMMANDS) != 14:
        complain('help shows', COMMANDS)
    check_files()
    for check in [check_streams, check_words, check_values, check_effects, check_terminal, check_machine,
                  check_homeless, check_account, check_width, check_documents]:
        check()
finally:
    shutil.rmtree(HOME)
print('\n'.join(failures))
sys.exit(1 if failures else 0)
