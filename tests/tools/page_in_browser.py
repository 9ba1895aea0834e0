"""A report of this machine in headless Chromium: an empty console, all figures seen, no page wider than its window.

usage: page_in_browser.py BSPFFT    exits with 77, skipped, where Chromium or gnuplot is missing
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
WIDTHS = {'phone': 500, 'desktop': 1280}  # Chromium makes no narrower window

# Writes into the page what was laid out.
SPY = '''<script>
const boxes = [...document.querySelectorAll('figure svg')].map(svg => svg.getBoundingClientRect());
const empty = boxes.filter(box => box.width < 200 || box.height < 80).length;
document.body.insertAdjacentHTML('beforeend', `<p id="seen">${boxes.length} figures, ${empty} empty, ` +
    `${document.documentElement.scrollWidth - window.innerWidth} too wide, ` +
    `${getComputedStyle(document.body).backgroundColor}</p>`);
</script>'''


def browse(browser, page, width, scheme, *options):
    result = subprocess.run(
        [browser, '--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--enable-logging=stderr',
         f'--user-data-dir={page.parent / "profile"}', f'--window-size={width},1000',
         f'--blink-settings=preferredColorScheme={0 if scheme == "dark" else 1}', *options, page.as_uri()],
        text=True, capture_output=True, timeout=120)
    if result.returncode:
        sys.exit(f'{browser} ended with status {result.returncode}\n{result.stderr}')
    console = [line for line in result.stderr.splitlines() if 'CONSOLE' in line]
    if console:
        sys.exit('on the console:\n' + '\n'.join(console))
    return result.stdout


def make(bspfft, folder):
    page = folder / 'report.html'
    environment = {**os.environ, 'BSPLIB_PIN': '0', 'XDG_CACHE_HOME': str(folder / 'cache')}
    for words in (['probe', '--seconds', '1'], ['report', '--output', str(page)]):
        subprocess.run([bspfft, *words], check=True, env=environment, timeout=240)
    return page


def check(browser, page, name, scheme):
    spied = page.with_name('spied.html')
    spied.write_text(page.read_text().replace('</body>', SPY + '</body>'))
    dom = browse(browser, spied, WIDTHS[name], scheme, '--dump-dom')
    seen = re.search(r'<p id="seen">(\d+) figures, (\d+) empty, (-?\d+) too wide, rgb\((\d+)', dom)
    if not seen:
        sys.exit('the page was not laid out')
    figures, empty, too_wide, brightness = map(int, seen.groups())
    print(name, scheme, seen.group(0))
    if figures != page.read_text().count('<figure ') or figures < 5 or empty or too_wide > 0:
        sys.exit('figures are missing or empty, or the page is too wide')
    if (brightness < 128) != (scheme == 'dark'):
        sys.exit(f'{scheme} is not {scheme}')
    picture = page.with_name('picture.png')
    browse(browser, page, WIDTHS[name], scheme, f'--screenshot={picture}')
    if picture.stat().st_size < 10000:
        sys.exit('the picture is empty')


def main(bspfft):
    browser = shutil.which('chromium') or shutil.which('chromium-browser') or shutil.which('google-chrome')
    if not browser or not shutil.which('gnuplot'):
        print('no chromium, or no gnuplot')
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = make(bspfft, pathlib.Path(folder))
        for name in WIDTHS:
            for scheme in ('light', 'dark'):
                check(browser, page, name, scheme)


main(sys.argv[1])
