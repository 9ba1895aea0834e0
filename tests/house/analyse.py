"""Static analysis by clang-tidy of files of a build, with the checks of .clang-tidy.

usage: analyse.py BUILD_FOLDER PATTERN    the pattern is of the files' paths
"""
import re
import subprocess
import sys

import together

AT_ONCE = 10


def said_of(path, like):
    done = subprocess.run(['clang-tidy', '--quiet', str(path), '--', *like.words], cwd=like.folder,
                          capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ''


def main():
    folder, pattern = sys.argv[1:]
    files = {file.path: file for file in together.files_of(folder, lambda entry: re.search(pattern, entry['file']))}
    if not files:
        sys.exit(f'no file of {folder} matches {pattern}')
    complaints, alone = together.said(files.values(), AT_ONCE, said_of)
    print('\n'.join(complaints), end='')
    print(f'{len(files)} files, {alone} by themselves, {len(complaints)} with complaints')
    sys.exit(1 if complaints else 0)


main()
