#!/usr/bin/env python3
"""Measures this project's BSPlib beside another one in one run, and prints the table with ratios.

usage: bench/bsplib_table.py [BUILD] [--rounds N]

The build folder must have been configured with -Dbsp=mcbsp for the other BSPlib's column. Rounds of both programs
alternate, so that a noisy machine is noisy for both. Minimum (median) over all rounds; for bandwidths the maximum
(median).
"""
import argparse
import pathlib
import statistics
import subprocess

ROWS = {  # name in the benchmark's output: (title, unit, more is better)
    'empty_superstep_ns': ('empty superstep l', 'ns', False),
    'g_8_byte_puts_ns': ('g, 8-byte buffered puts', 'ns each', False),
    'l_fitted_ns': ('l, as bspbench fits it', 'ns', False),
    'put_1MiB_GBps': ('1 MiB put', 'GB/s', True),
    'hpput_1MiB_GBps': ('1 MiB hpput', 'GB/s', True),
    'memcpy_1MiB_GBps': ('1 MiB memcpy', 'GB/s', True),
}


def measure(program, p):
    """{name: (minimum, median, maximum)}; what a program printed before it died counts."""
    try:
        done = subprocess.run([program, str(p)], capture_output=True, text=True, timeout=30)
        output, died = done.stdout, done.returncode != 0
    except subprocess.TimeoutExpired as late:
        output, died = (late.stdout or b'').decode(), True
    values = {}
    for line in output.splitlines():
        name, *numbers = line.split()
        values[name] = tuple(map(float, numbers))
    return values, died


def collect(program, p, results, deaths):
    values, died = measure(program, p)
    deaths[program] = deaths.get(program, 0) + died
    for name, numbers in values.items():
        results.setdefault((program, name, p), []).append(numbers)


def best(results, program, name, p):
    samples = results.get((program, name, p))
    if not samples:
        return None
    more = ROWS[name][2]
    extreme = max(s[2] for s in samples) if more else min(s[0] for s in samples)
    return extreme, statistics.median(s[1] for s in samples)


def cell(value):
    return '-' if value is None else f'{value[0]:.1f} ({value[1]:.1f})'


def row(results, ours, peer, name, p):
    title, unit, more = ROWS[name]
    mine, theirs = best(results, ours, name, p), best(results, peer, name, p)
    ratio = '-'
    if mine and theirs:
        ratio = f'{(mine[1] / theirs[1] if more else theirs[1] / mine[1]):.1f} x'
    print(f'| {title}, p = {p} | {unit} | {cell(mine)} | {cell(theirs)} | {ratio} |')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build', nargs='?', default='build', type=pathlib.Path)
    parser.add_argument('--rounds', type=int, default=5)
    options = parser.parse_args()
    ours, peer = options.build / 'bench/bsplib_bench', options.build / 'bench/bsplib_bench_mcbsp'
    results, deaths = {}, {}
    for _ in range(options.rounds):
        for program in (ours, peer):
            if program.exists():
                collect(program, 2, results, deaths)
        collect(ours, 64, results, deaths)
    print('| what | unit | here: best (median) | peer | ratio of medians |\n|---|---|---|---|---|')
    for name in ROWS:
        row(results, ours, peer, name, 2)
    row(results, ours, peer, 'empty_superstep_ns', 64)
    hpput, copy = (best(results, ours, f'{n}_1MiB_GBps', 2) for n in ('hpput', 'memcpy'))
    print(f'\nhpput reaches {100 * hpput[1] / copy[1]:.0f}% of the bandwidth of memcpy.')
    for program, count in deaths.items():
        if count:
            print(f'{program.name} crashed or hung in {count} of its runs; what it printed before is counted.')


main()
