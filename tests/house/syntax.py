"""Compiles files of a build with another compiler, as far as its warnings and errors: no code is made.

usage: syntax.py BUILD_FOLDER PATTERN COMPILER [ARGUMENT...]    the pattern is of the files' paths
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

KEPT = re.compile(r'-(I|D|isystem|std|W(?!invalid-pch))')


def command(entry, compiler):
    words, kept = shlex.split(entry['command']), []
    for i, word in enumerate(words):
        if KEPT.match(word) or words[i - 1] == '-isystem':
            kept.append(word)
    return [*compiler, *kept, '-fsyntax-only', entry['file']]


def complaint(entry, compiler):
    done = subprocess.run(command(entry, compiler), cwd=entry['directory'], capture_output=True, text=True)
    return done.stderr if done.returncode else ''


def main():
    folder, pattern, *compiler = sys.argv[1:]
    entries = [entry for entry in json.loads((pathlib.Path(folder) / 'compile_commands.json').read_text())
               if re.search(pattern, entry['file'])]
    if not entries:
        sys.exit(f'no file of {folder} matches {pattern}')
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = [text for text in pool.map(lambda entry: complaint(entry, compiler), entries) if text]
    print('\n'.join(complaints), end='')
    print(f'{len(entries)} files, {len(complaints)} with errors: {" ".join(compiler)}')
    sys.exit(1 if complaints else 0)


main()
