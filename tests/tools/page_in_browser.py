"""A report and the other pictures in headless Chromium, on a phone, a tablet and a desktop, in light and in dark: an
empty console, all figures seen, no page wider than its window, and no words that collide or are cut off; tables that
fit, wide pages that use both halves, and pictures that fit a page.

usage: page_in_browser.py BSPFFT    exits with 77, skipped, where Chromium or gnuplot is missing
"""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
WIDTHS = {'phone': 400, 'tablet': 900, 'laptop': 1200, 'desktop': 1600}
LEAST_USED = 0.6  # by the right half of a wide page
PAGE = 1000  # pixels that a picture of explain is wide at most

# Chromium makes no window as narrow as a phone, but a frame in it. What was laid out is written into the page.
FRAME = '''<!DOCTYPE html><style>:root {{ color-scheme: light dark; }} body {{ margin: 0; }}
iframe {{ border: 0; width: {width}px; height: 1000px; }}</style>
<iframe srcdoc="{page}"></iframe><p id="seen"></p>
<script>
const least = 2;  // pixels that boxes may share
const share = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > least &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > least;
const holds = (a, b) => b.left > a.left - least && b.right < a.right + least &&
    b.top > a.top - least && b.bottom < a.bottom + least;

function words_of(svg) {{
    return [...svg.querySelectorAll('text')].filter(text => text.textContent.trim()).map(
        text => ({{words: text.textContent.trim(), box: text.getBoundingClientRect()}}));
}}

function faults_of(svg) {{
    const faults = [], all = words_of(svg), frame = svg.getBoundingClientRect();
    if (frame.width < 200 || frame.height < 80) faults.push('is empty');
    all.forEach((a, i) => {{
        if (!holds(frame, a.box)) faults.push(a.words + ' is cut off');
        all.slice(i + 1).filter(b => share(a.box, b.box)).forEach(
            b => faults.push(a.words + ' and ' + b.words + ' collide'));
    }});
    if (svg.dataset.most && frame.width > svg.dataset.most) faults.push('does not fit a page');
    return faults.map(fault => (svg.querySelector('title') || svg).textContent.slice(0, 40) + ': ' + fault);
}}

// The share of the height of a page at which something stands in the right half too.
function right_half(inside) {{
    const page = inside.querySelector('main');
    if (!page) return 1;
    const whole = page.getBoundingClientRect(), middle = (whole.left + whole.right) / 2, band = 10;
    const bands = [new Set(), new Set()];
    for (const box of [...inside.querySelectorAll('h2, p, table, figure')].map(each => each.getBoundingClientRect()))
        for (let y = box.top; y < box.bottom; y += band)
            bands.slice(0, box.right > middle + 100 ? 2 : 1).forEach(each => each.add(Math.floor(y / band)));
    return bands[1].size / bands[0].size;
}}

document.querySelector('iframe').onload = event => {{
    const inside = event.target.contentDocument, drawings = [...inside.querySelectorAll('svg')].filter(
        svg => !svg.parentElement.closest('svg'));
    document.querySelector('#seen').textContent = JSON.stringify({{
        width: event.target.contentWindow.innerWidth,
        drawings: drawings.length,
        faults: drawings.flatMap(faults_of),
        too_wide: inside.documentElement.scrollWidth - inside.documentElement.clientWidth,
        scrolling: [...inside.querySelectorAll('.scroll')].filter(each => each.scrollWidth > each.clientWidth).map(
            each => each.textContent.trim().slice(0, 40) + ': ' + each.scrollWidth + ' in ' + each.clientWidth),
        right_half: right_half(inside),
        warnings: [...inside.querySelectorAll('.warning')].map(each => each.textContent),
        paper: getComputedStyle(inside.body).backgroundColor,
    }});
}};
</script>'''


def browse(browser, page, scheme, *options):
    result = subprocess.run(
        [browser, '--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--enable-logging=stderr',
         f'--user-data-dir={page.parent / "profile"}', '--window-size=1700,1000',
         f'--blink-settings=preferredColorScheme={0 if scheme == "dark" else 1}', *options, page.as_uri()],
        text=True, capture_output=True, timeout=120)
    if result.returncode:
        sys.exit(f'{browser} ended with status {result.returncode}\n{result.stderr}')
    console = [line for line in result.stderr.splitlines() if 'CONSOLE' in line]
    if console:
        sys.exit('on the console:\n' + '\n'.join(console))
    return result.stdout


def make_wide(run):
    """A run with the counts of a large one, long names, and copies to a device."""
    result = json.loads(run.read_text())
    for step in result['supersteps']:
        step['name'] = 'rows of length 64; cyclic over 4 x 4 x 2 to zig-zag cyclic over 4 x 4 x 2'
        for count in ('flops', 'words', 'puts', 'bytes'):
            step[count] = 123456789012
        step['pcie_bytes'] = 123456789012
        step['seconds']['pcie'] = 0.000123
    result['cost']['T_pcie'] = {'measured': 0.000123}
    result['warnings'] = ['something is wrong', 'something is wrong']
    run.write_text(json.dumps(result))


def make_wrong(comparison):
    """A comparison on a machine that was busy while it was measured: every prediction is far off."""
    result = json.loads(comparison.read_text())
    for terms in result['summary'].values():
        for errors in terms.values():
            errors.update(points=1, median=9.994, worst=1234.5678)
    comparison.write_text(json.dumps(result))


def make(bspfft, folder):
    """A page with every figure, and one with the pictures of other commands."""
    environment = {**os.environ, 'BSPLIB_PIN': '0', 'XDG_CACHE_HOME': str(folder / 'cache')}
    report, on_two = folder / 'report.html', ['--procs', '1,2', '--oversubscribe', '--repeat', '1']
    run, compare, picture = (str(folder / name) for name in ('run.json', 'compare.json', 'picture.svg'))
    two = ['--procs', '2', '--oversubscribe']
    for words in (['probe', '--seconds', '1'],
                  ['run', '--n', '2^14', *two, '--account', '--json', run],
                  ['compare', '--to', '2^16', *on_two, '--json', compare]):
        subprocess.run([bspfft, *words], check=True, env=environment, timeout=240, stdout=subprocess.DEVNULL)
    make_wide(pathlib.Path(run))
    make_wrong(pathlib.Path(compare))
    subprocess.run([bspfft, 'report', '--run', run, '--compare', compare, '--output', str(report)], check=True,
                   env=environment, timeout=240, stdout=subprocess.DEVNULL)
    pictures = ''
    for words in (['explain', '--n', '64', '--procs', '4'],
                  ['explain', '--n', '64', '--procs', '4', '--algorithm', 'textbook'],
                  ['explain', '--n', '256', '--procs', '8', '--algorithm', 'textbook'],
                  ['explain', '--n', '100', '--procs', '2'],
                  ['explain', '--n', '97', '--procs', '32'],
                  ['explain', '--shape', '8x6x5', '--procs', '4', '--algorithm', 'pencils'],
                  ['explain', '--shape', '2x3x100', '--procs', '6'],
                  ['explain', '--n', '4096', '--procs', '4'],
                  ['explain', '--n', '64', '--procs', '4', '--algorithm', 'fast', '--cut', '8'],
                  ['explain', '--shape', '16x16', '--procs', '16'],
                  ['explain', '--n', '64', '--procs', '4', '--real'],
                  ['simulate', '--n', '64', '--procs', '4', '--g', '5', '--latency', '9'],
                  ['simulate', '--n', '32', '--procs', '4', '--schedule', 'output-driven'],
                  ['bench', '--to', '2^10', '--rounds', '1', *two]):
        subprocess.run([bspfft, *words, '--plot', picture], check=True, env=environment, timeout=240,
                       stdout=subprocess.DEVNULL)
        most = f' data-most="{PAGE}"' if words[0] == 'explain' else ''
        pictures += re.sub(r'^.*?<svg', '<svg' + most, pathlib.Path(picture).read_text(), count=1, flags=re.S)
    gallery = folder / 'gallery.html'
    gallery.write_text(f'<!DOCTYPE html><style>:root {{ color-scheme: light dark; background: Canvas; }} '
                       f'body {{ background: Canvas; }}</style><body>{pictures}</body>')
    return report, gallery


def look(browser, page, width, scheme):
    framed = page.with_name('framed.html')
    framed.write_text(FRAME.format(width=width, page=html.escape(page.read_text())))
    found = re.search(r'<p id="seen">(.+?)</p>', browse(browser, framed, scheme, '--dump-dom', '--timeout=20000'))
    if not found:
        sys.exit('the page was not laid out')
    seen = json.loads(html.unescape(found.group(1)))
    print(page.name, width, scheme, seen)
    if seen['width'] != width or seen['faults']:
        sys.exit(f'in {page.name}, {width} pixels wide:\n' + '\n'.join(seen['faults']))
    dark = int(re.search(r'\d+', seen['paper']).group()) < 128
    if dark != (scheme == 'dark'):
        sys.exit(f'{scheme} is not {scheme}')
    return seen


def main(bspfft):
    browser = shutil.which('chromium') or shutil.which('chromium-browser') or shutil.which('google-chrome')
    if not browser or not shutil.which('gnuplot'):
        print('no chromium, or no gnuplot')
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        report, gallery = make(bspfft, pathlib.Path(folder))
        for width in WIDTHS.values():
            for scheme in ('light', 'dark'):
                seen = look(browser, report, width, scheme)
                if seen['drawings'] != 8 or seen['too_wide'] > 0:
                    sys.exit('figures are missing, or the page is too wide')
                if width >= WIDTHS['laptop'] and (seen['scrolling'] or seen['right_half'] < LEAST_USED):
                    sys.exit('a table does not fit, or the right half is empty')
                if len(seen['warnings']) != len(set(seen['warnings'])):
                    sys.exit('a warning stands twice')
        if look(browser, gallery, WIDTHS['desktop'], 'dark')['drawings'] != 14:
            sys.exit('pictures are missing')
        picture = report.with_name('picture.png')
        browse(browser, report, 'light', f'--screenshot={picture}')
        if picture.stat().st_size < 10000:
            sys.exit('the picture is empty')


main(sys.argv[1])
