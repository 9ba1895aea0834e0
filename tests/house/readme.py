"""README and the pages of tools/docs/ are correct: their commands run, the programs they show are the ones that the
tests compile and run, their links lead somewhere, and every page is linked.

A block of shell lines is run as one script in the source folder; those under a comment that names newcomer are left
to that test, and bash blocks are only shown. A block of a program is under a comment that names its file, and equals
it.

usage: readme.py SOURCE_ROOT BUILD_ROOT
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

LONGEST_README = 250
# The cores may be oversubscribed, and the user may be root in a container.
MPI_ENVIRONMENT = {
    'OMPI_ALLOW_RUN_AS_ROOT': '1',
    'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
    'OMPI_MCA_rmaps_base_oversubscribe': '1',
}
BLOCK = re.compile(r'(?:<!-- (?P<file>\S+) -->\n)?```(?P<language>\w*)\n(?P<text>.*?)```\n', re.S)
LINK = re.compile(r'\[[^][]*\]\(([^)\s]+)\)')
HEADING = re.compile(r'^#+ (.*)$', re.M)
NEWCOMER = 'tests/house/newcomer'
PROGRAMS = {'c', 'cpp', 'python'}


def prose(text):
    return BLOCK.sub('', text)


def anchors(text):
    """As GitHub makes them of headings."""
    return {re.sub(r'[^\w -]', '', heading.lower()).replace(' ', '-') for heading in HEADING.findall(prose(text))}


def wrong_links(root, page, text):
    for link in LINK.findall(prose(text)):
        if link.startswith(('http://', 'https://')):
            continue
        file, _, anchor = link.partition('#')
        target = (page.parent / file).resolve() if file else page
        if root not in target.parents or not target.exists():
            yield f'{page.relative_to(root)}: the link {link} leads nowhere'
        elif anchor and anchor not in anchors(target.read_text()):
            yield f'{page.relative_to(root)}: {file or "it"} has no heading for {link}'


def unlinked_pages(root, pages):
    """Pages that no other one links, from README on."""
    found, waiting = set(), [root / 'README.md']
    while waiting:
        page = waiting.pop()
        if page in found:
            continue
        found.add(page)
        links = [link.partition('#')[0] for link in LINK.findall(prose(page.read_text()))]
        waiting += [path for path in ((page.parent / link).resolve() for link in links if link) if path in pages]
    return [f'{page.relative_to(root)} cannot be reached from README' for page in pages if page not in found]


def wrong_programs(root, page, text):
    for block in BLOCK.finditer(text):
        name = block['file']
        if name and not name.startswith(NEWCOMER) and (root / name).read_text() != block['text']:
            yield f'{page.relative_to(root)} shows another text than {name}'
        elif not name and block['language'] in PROGRAMS:
            yield f'{page.relative_to(root)} shows a program that names no file: {block["text"].splitlines()[0]}'


def failed_commands(root, page, text):
    for block in BLOCK.finditer(text):
        lines = block['text']
        if block['language'] != 'sh' or (block['file'] or '').startswith(NEWCOMER):
            continue
        if 'mpirun' in lines and not shutil.which('mpirun'):
            print('no mpirun here; not run:', lines)
            continue
        start = time.monotonic()
        done = subprocess.run(['bash', '-euo', 'pipefail', '-c', lines], cwd=root, text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, env={**os.environ, **MPI_ENVIRONMENT})
        print(f'{time.monotonic() - start:5.1f} s {page.name}: {lines.splitlines()[0]}', flush=True)
        if done.returncode:
            yield f'exit status {done.returncode} of the commands of {page.name}\n{lines}\n{done.stdout}\n{done.stderr}'


def main(root, build):
    readme = root / 'README.md'
    pages = [readme, *sorted((root / 'tools/docs').glob('*.md'))]
    texts = {page: page.read_text() for page in pages}
    blocks = [block for text in texts.values() for block in BLOCK.finditer(text)]
    if len(pages) < 2 or not any(b['language'] == 'sh' for b in blocks) or not any(b['file'] for b in blocks):
        sys.exit('there is no page, no command or no program')
    found = unlinked_pages(root, pages)
    if len(texts[readme].splitlines()) > LONGEST_README:
        found.append(f'README has {len(texts[readme].splitlines())} lines; its longest is {LONGEST_README}')
    for page, text in texts.items():
        found += wrong_links(root, page, text)
        found += wrong_programs(root, page, text)
    if build == root / 'build':
        for page, text in texts.items():
            found += failed_commands(root, page, text)
    else:
        print('the commands use build/; not run from', build)
    print('\n'.join(found))
    sys.exit(1 if found else 0)


main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
