"""Counts what a run of meson test did: doctest's cases where a test has them, otherwise the test itself.

Last line: "N passed, N failed, N skipped". The status is 1 if something failed or nothing passed.

usage: count.py testlog.json
"""
import json
import re
import sys

CASES = re.compile(r'\[doctest\] test cases:\s*(\d+) \|\s*(\d+) passed \|\s*(\d+) failed \|\s*(\d+) skipped')


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


def main(path):
    with open(path) as log:
        tests = [counts(json.loads(line)) for line in log if line.strip()]
    passed, failed, skipped = (sum(column) for column in zip(*tests)) if tests else (0, 0, 0)
    print(f'{passed} passed, {failed} failed, {skipped} skipped')
    sys.exit(1 if failed or not passed else 0)


main(sys.argv[1])
