"""Static analysis by clang-tidy of files of a build, with the checks of .clang-tidy.

Most of its time goes into the standard library's headers, so that several files of a library are first looked at as
one. Where something is said of them, or where they do not go together, each is looked at by itself, and that counts.

usage: analyse.py BUILD_FOLDER PATTERN    the pattern is of the files' paths
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

AT_ONCE = 10
HIDDEN = re.compile(r'^namespace \{$(.*?)^\}  // namespace$', re.MULTILINE | re.DOTALL)
# what a line without indentation declares
NAMED = re.compile(r'^[^\s/#}][^(={;\n]*?(\w+)\s*[(={;]|^(?:class|struct|enum class|using) (\w+)', re.MULTILINE)
MADE = {'-o', '-c', '-MF', '-MQ'}  # options for what compilation makes, with their values


class File:
    def __init__(self, entry):
        self.folder = pathlib.Path(entry['directory'])
        self.path = (self.folder / entry['file']).resolve()
        self.library = entry['output'].partition('.p/')[0]
        words = shlex.split(entry['command'])
        self.words = [word for i, word in enumerate(words[1:], 1)
                      if word not in MADE | {'-MD'} and words[i - 1] not in MADE]
        text = self.path.read_text()
        self.hidden = {name for part in HIDDEN.findall(text) for names in NAMED.findall(part) for name in names}


def in_groups(files):
    """Of one library each, and without names of one file alone that another has too."""
    groups = []
    for file in files:
        for group in groups:
            alike = group[0].library == file.library and group[0].words == file.words
            if alike and len(group) < AT_ONCE and not any(other.hidden & file.hidden - {''} for other in group):
                group.append(file)
                break
        else:
            groups.append([file])
    return groups


def said_of(path, like):
    done = subprocess.run(['clang-tidy', '--quiet', str(path), '--', *like.words], cwd=like.folder,
                          capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ''


def said_of_all(group):
    """What is said of these files, and how many were looked at by themselves."""
    with tempfile.NamedTemporaryFile('w', suffix='.cpp', dir=group[0].folder) as together:
        together.writelines(f'#include "{file.path}"  // NOLINT(bugprone-suspicious-include)\n' for file in group)
        together.flush()
        if len(group) > 1 and not said_of(together.name, group[0]):
            return [], 0
    return [text for text in (said_of(file.path, file) for file in group) if text], len(group)


def main():
    folder, pattern = sys.argv[1:]
    entries = json.loads((pathlib.Path(folder) / 'compile_commands.json').read_text())
    files = {file.path: file for file in map(File, (entry for entry in entries if re.search(pattern, entry['file'])))}
    if not files:
        sys.exit(f'no file of {folder} matches {pattern}')
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(said_of_all, in_groups(files.values())))
    complaints = [text for texts, _ in found for text in texts]
    print('\n'.join(complaints), end='')
    print(f'{len(files)} files, {sum(alone for _, alone in found)} by themselves, {len(complaints)} with complaints')
    sys.exit(1 if complaints else 0)


main()
