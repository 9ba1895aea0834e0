"""Runs a test where there is a GPU, and skips it by name where there is none: on_gpu.py BSPFFT TEST [ARGUMENTS]."""
import os
import subprocess
import sys

SKIPPED = 77  # as Meson understands it

bspfft, test = sys.argv[1], sys.argv[2:]
shown = subprocess.run([bspfft, '--version'], capture_output=True, text=True, check=True).stdout
gpu = next(line for line in shown.splitlines() if line.startswith('GPU: '))
if gpu.startswith('GPU: none'):
    print(f'skipped: no GPU ({gpu.removeprefix("GPU: none; ")})')
    sys.exit(SKIPPED)
print(gpu)
sys.stdout.flush()
os.execv(test[0], test)
