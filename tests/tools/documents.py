"""The manual page and the completions are read by the programs that they are for.

usage: documents.py BSPFFT bash|zsh|fish|mandoc
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BSPFFT, READER = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
# What is typed, and what it becomes; the last word is completed.
COMPLETED = {'bspfft pl': ['plan'],
             'bspfft run --pre': ['--precision'],
             'bspfft run --precision ': ['double', 'float'],
             'bspfft help conv': ['convolve'],
             'bspfft bench --contestants fast,te': ['fast,textbook']}


def output_of(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=True, **more).stdout


def bash(file, words):
    typed = ' '.join(f"'{word}'" for word in words.split(' '))
    script = f'. {file}; COMP_WORDS=({typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _bspfft; ' \
             'printf "%s\\n" "${COMPREPLY[@]}"'
    return output_of(['bash', '-c', script]).split()


def fish(file, words):
    lines = output_of(['fish', '-c', f'source {file}; complete -C "{words}"']).splitlines()
    return [line.split('\t')[0] for line in lines]


def main():
    if not shutil.which(READER):
        print('there is no', READER, 'here')
        sys.exit(77)
    kind = {'mandoc': 'man'}.get(READER, READER)
    text = output_of([BSPFFT, 'help', '--' + kind])
    if READER == 'mandoc':
        lint = subprocess.run(['mandoc', '-Tlint', '-Wwarning'], input=text, capture_output=True, text=True).stdout
        wrong = [line for line in lint.splitlines() if 'missing date' not in line]
        shown = re.sub('.\b', '', output_of(['mandoc', '-Tascii'], input=text))
        if 'EXIT STATUS' not in shown or '--precision double|float' not in shown:
            wrong.append(shown[:400])
        sys.exit('\n'.join(wrong) if wrong else 0)
    with tempfile.TemporaryDirectory(prefix='bspfft-documents-') as folder:
        file = f'{folder}/bspfft'
        pathlib.Path(file).write_text(text)
        output_of([READER, '-n', file], env={'HOME': folder, 'PATH': '/usr/bin:/bin'})
        complete = {'bash': bash, 'fish': fish}.get(READER)
        for words, expected in COMPLETED.items() if complete else []:
            found = complete(file, words)
            # fish completes no lists
            if sorted(found) != expected and not (READER == 'fish' and ',' in words):
                sys.exit(f'{READER} completes {words!r} as {found}')


main()
