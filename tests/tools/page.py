"""A report stands by itself: well-formed, figures that are drawn, nothing to load.

usage: page.py FILE.html FIGURE...    where each FIGURE must be there, and no other
"""
import html.parser
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

SVG = '{http://www.w3.org/2000/svg}'
VOID = {'meta', 'link', 'br'}
LOADS = re.compile(r'<script|<iframe|<img|@import|\ssrc\s*=|'
                   r'href\s*=\s*["\']?\s*(?!#|data:,|["\']#|["\']data:,)|url\((?!#)')


class Nesting(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.faults = [], [], []

    def handle_starttag(self, tag, attributes):
        self.ids += [value for name, value in attributes if name == 'id']
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.ids += [value for name, value in attributes if name == 'id']

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f'</{tag}> at {self.getpos()} closes nothing')


def faults_of_nesting(page):
    nesting = Nesting()
    nesting.feed(page)
    yield from nesting.faults
    yield from (f'<{tag}> stays open' for tag in nesting.open)
    yield from (f'id {name} is there twice' for name in set(nesting.ids) if nesting.ids.count(name) > 1)
    for name in set(re.findall(r'href=[\'"]#([^\'"]+)', page)) - set(nesting.ids):
        yield f'#{name} is referred to, and is not there'


def faults_of_drawing(name, svg):
    root = xml.fromstring(svg)
    if root.find(SVG + 'title').text in (None, '', 'Gnuplot'):
        yield f'{name} has no title'
    drawn = [e for e in root.iter() if e.tag in (SVG + 'path', SVG + 'polygon', SVG + 'rect')
             and re.match(r'rgb|#', e.get('stroke', '') + e.get('fill', ''))]
    if not drawn:
        yield f'{name} is empty: nothing in it has a colour'
    if not any((e.text or '').strip() for e in root.iter() if e.tag in (SVG + 'text', SVG + 'tspan')):
        yield f'{name} has no words'


def faults_of(page, wanted):
    yield from faults_of_nesting(page)
    yield from (f'loads something: {found.group()}' for found in LOADS.finditer(page))
    figures = dict(re.findall(r'<figure id="(\w+)">\s*(<svg.*?</svg>)', page, re.S))
    if set(figures) != set(wanted):
        yield f'figures {sorted(figures)} instead of {sorted(wanted)}'
    for name, svg in figures.items():
        yield from faults_of_drawing(name, svg)


found = list(faults_of(pathlib.Path(sys.argv[1]).read_text(), sys.argv[2:]))
print('\n'.join(found))
sys.exit(1 if found else 0)
