"""Static analysis by clang-tidy of files of a build, with the checks of .clang-tidy.

usage: analyse.py BUILD_FOLDER PATTERN    the pattern is of the files' paths
"""
import re
import sys

import syntax


def main():
    folder, pattern = sys.argv[1:]
    entries = syntax.entries_of(folder, lambda entry: re.search(pattern, entry['file']))
    complaints = syntax.complaints_of(entries, lambda entry: ['clang-tidy', '--quiet', '-p', '.', entry['file']])
    print(f'{len(entries)} files, {len(complaints)} with complaints')
    sys.exit(1 if complaints else 0)


main()
