"""Counts what a run of meson test did: doctest's cases where a test has them, otherwise the test itself.

What failed is shown first, with the end of what it wrote: here it is near the end of a log, of which often only the end
is at hand. Last line: "N passed, N failed, N skipped". The status is 1 if something failed or nothing passed.

usage: count.py testlog.json
"""
import json
import re
import sys

CASES = re.compile(r'\[doctest\] test cases:\s*(\d+) \|\s*(\d+) passed \|\s*(\d+) failed \|\s*(\d+) skipped')
LINES = 40  # of each stream of a test that failed


def counts(test):
    """(passed, failed, skipped) of one line of meson's log."""
    ok = test['result'] == 'OK'
    cases = CASES.search(test.get('stdout') or '')
    if cases:
        passed, failed, skipped = (int(cases[i]) for i in (2, 3, 4))
        return passed, max(failed, 0 if ok else 1), skipped
    if test['result'] == 'SKIP':
        return 0, 0, 1
    return (1, 0, 0) if ok else (0, 1, 0)


def show(test):
    print(f"{test['name']}: {test['result']}")
    for stream in ('stdout', 'stderr'):
        for line in (test.get(stream) or '').splitlines()[-LINES:]:
            print(f'    {line[:300]}')


def main(path):
    with open(path) as log:
        tests = [json.loads(line) for line in log if line.strip()]
    results = [counts(test) for test in tests]
    for test, (_, failed, _) in zip(tests, results):
        if failed:
            show(test)
    passed, failed, skipped = (sum(column) for column in zip(*results)) if results else (0, 0, 0)
    print(f'{passed} passed, {failed} failed, {skipped} skipped')
    sys.exit(1 if failed or not passed else 0)


main(sys.argv[1])
