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

KEPT = re.compile(r'-(I|D|isystem|std|W)')


def entries_of(folder, chosen):
    """Those of compile_commands.json for which chosen(entry) is true: there the sources of a target are one file."""
    entries = json.loads((pathlib.Path(folder) / 'compile_commands.json').read_text())
    return [entry for entry in entries if chosen(entry)] or sys.exit(f'{folder} has no file to look at')


def complaints_of(entries, command_of):
    """What command_of(entry) says of each, where it fails."""
    def complaint(entry):
        done = subprocess.run(command_of(entry), cwd=entry['directory'], capture_output=True, text=True)
        return done.stdout + done.stderr if done.returncode else ''

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = [text for text in pool.map(complaint, entries) if text]
    print('\n'.join(complaints), end='')
    return complaints


def command(entry, compiler):
    words, kept = shlex.split(entry['command']), []
    for i, word in enumerate(words):
        if KEPT.match(word) or words[i - 1] == '-isystem':
            kept.append(word)
    return [*compiler, *kept, '-fsyntax-only', entry['file']]


def main():
    folder, pattern, *compiler = sys.argv[1:]
    entries = entries_of(folder, lambda entry: re.search(pattern, entry['file']))
    complaints = complaints_of(entries, lambda entry: command(entry, compiler))
    print(f'{len(entries)} files, {len(complaints)} with errors: {" ".join(compiler)}')
    sys.exit(1 if complaints else 0)


if __name__ == '__main__':
    main()
