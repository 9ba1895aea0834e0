"""README is correct: its commands run, and the programs it shows are the ones that the tests compile and run.

A block of shell lines is run as one script in the source folder, except tools/test, which runs this. A block of a
program is under a comment that names its file, and equals it.

usage: readme.py SOURCE_ROOT BUILD_ROOT
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

# The cores may be oversubscribed, and the user may be root in a container.
MPI_ENVIRONMENT = {
    'OMPI_ALLOW_RUN_AS_ROOT': '1',
    'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
    'OMPI_MCA_rmaps_base_oversubscribe': '1',
}
BLOCK = re.compile(r'(?:<!-- (?P<file>\S+) -->\n)?```(?P<language>\w*)\n(?P<text>.*?)```', re.S)


def check_program(root, file, text):
    if (root / file).read_text() == text:
        return True
    print(f'README shows another text than {file}')
    return False


def check_commands(root, text):
    if 'mpirun' in text and not shutil.which('mpirun'):
        print('no mpirun here; not run:', text)
        return True
    lines = [line for line in text.splitlines() if line.split('#')[0].strip() != 'tools/test']
    result = subprocess.run(['bash', '-euo', 'pipefail', '-c', '\n'.join(lines)], cwd=root, text=True,
                            capture_output=True, stdin=subprocess.DEVNULL, env={**os.environ, **MPI_ENVIRONMENT})
    if result.returncode:
        print(f'exit status {result.returncode} of README\'s commands\n{text}\n{result.stdout}\n{result.stderr}')
    return result.returncode == 0


def main(root, build):
    readme = (root / 'README.md').read_text()
    commands = programs = 0
    right = True
    for block in BLOCK.finditer(readme):
        if block['file']:
            programs += 1
            right &= check_program(root, block['file'], block['text'])
        elif block['language'] == 'sh':
            commands += 1
            if build == root / 'build':
                right &= check_commands(root, block['text'])
            else:
                print('README\'s commands use build/; not run from', build)
    if not commands or not programs:
        sys.exit('README shows no command or no program')
    sys.exit(0 if right else 1)


main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
