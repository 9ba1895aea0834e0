"""Files of a build that are looked at as one: most of the time of that goes into the standard library's headers.

Where something is said of several, or where they do not go together, each half of them is looked at, and in the end
each file by itself: only that counts.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import tempfile

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
        options = next(i for i, word in enumerate(words) if word.startswith('-'))
        self.compiler = words[:options]
        self.words = [word for i, word in enumerate(words[options:], options)
                      if word not in MADE | {'-MD'} and words[i - 1] not in MADE]
        text = self.path.read_text()
        self.hidden = {name for part in HIDDEN.findall(text) for names in NAMED.findall(part) for name in names if name}
        self.hidden_types = {name for name in self.hidden if name[0].isupper()}
        self.words_of_text = set(re.findall(r'\w+', text))

    def goes_with(self, other):
        """Whether no name that one of them has alone is another's name too, or hides a type that the other uses."""
        return not (self.hidden & other.hidden or self.hidden_types & other.words_of_text
                    or other.hidden_types & self.words_of_text)


def files_of(folder, chosen):
    """Those of whose entry in compile_commands.json chosen(entry) is true."""
    entries = json.loads((pathlib.Path(folder) / 'compile_commands.json').read_text())
    return [File(entry) for entry in entries if chosen(entry)]


def in_groups(files, at_once):
    """Files of one library each, that go together."""
    groups = []
    for file in files:
        for group in groups:
            alike = group[0].library == file.library and group[0].words == file.words
            if alike and len(group) < at_once and all(map(file.goes_with, group)):
                group.append(file)
                break
        else:
            groups.append([file])
    return groups


def said_of_all(group, said_of):
    """What is said of these files, and how many were looked at by themselves."""
    if len(group) == 1:
        return [text for text in [said_of(group[0].path, group[0])] if text], 1
    with tempfile.NamedTemporaryFile('w', suffix=group[0].path.suffix, dir=group[0].folder) as together:
        together.writelines(f'#include "{file.path}"  // NOLINT(bugprone-suspicious-include)\n' for file in group)
        together.flush()
        if not said_of(together.name, group[0]):
            return [], 0
    half = len(group) // 2
    (first, alone), (second, alone_too) = said_of_all(group[:half], said_of), said_of_all(group[half:], said_of)
    return first + second, alone + alone_too


def said(files, at_once, said_of):
    """The same of all files, with said_of(path, like): what is said of the path, compiled like that file."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda group: said_of_all(group, said_of), in_groups(files, at_once)))
    return [text for texts, _ in found for text in texts], sum(alone for _, alone in found)
