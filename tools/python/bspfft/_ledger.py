"""What transforms cost, superstep by superstep: a table that prints, that is records, and that is drawn."""
from __future__ import annotations

import ctypes
from typing import Any, Iterator, NamedTuple, Optional

from ._library import Superstep, check, library
from ._recording import Recorder, Transform

COUNTS = ('flops', 'words_sent', 'words_received', 'puts', 'bytes', 'synchronisations')
SECONDS = ('compute_seconds', 'communicate_seconds', 'wait_seconds', 'sync_seconds')


class Account(NamedTuple):
    """One transform: what it is, how often it ran, and its supersteps."""
    title: str
    processes: int
    executions: int
    supersteps: list[dict[str, Any]]


def short(number: float) -> str:
    """16.8 M."""
    for size, unit in ((1e15, 'P'), (1e12, 'T'), (1e9, 'G'), (1e6, 'M'), (1e3, 'k')):
        if number >= size:
            return f'{number / size:.3g} {unit}'
    return f'{number:.3g}'


def short_seconds(seconds: float) -> str:
    """1.25 ms."""
    for size, unit in ((1.0, 's'), (1e-3, 'ms'), (1e-6, 'us')):
        if seconds >= size:
            return f'{seconds / size:.3g} {unit}'
    return f'{seconds / 1e-9:.3g} ns' if seconds > 0 else '-'


def superstep_rows(transform: Transform, process: int) -> list[dict[str, Any]]:
    """Of one process, or with -1 the largest of each number over all, which is what BSP charges."""
    count = ctypes.c_int64()
    row = Superstep(size=ctypes.sizeof(Superstep))
    check(library.bspfft_transform_ledger(transform.handle, process, ctypes.byref(row), 1, ctypes.byref(count)))
    rows = (Superstep * max(count.value, 1))()
    rows[0].size = ctypes.sizeof(Superstep)
    check(library.bspfft_transform_ledger(transform.handle, process, rows, len(rows), ctypes.byref(count)))
    return [{'superstep': row.name.decode(errors='replace'), **{name: getattr(row, name) for name in COUNTS + SECONDS}}
            for row in rows[:count.value]]


def title_of(recipe: Any) -> str:
    """fft of 1024x512 complex128, along axes 0, 1."""
    job = recipe.job
    name = {0: 'Fourier transform'}.get(job.kind, f'{"DCT" if job.kind < 5 else "DST"} {(job.kind - 1) % 4 + 1}')
    shape = 'x'.join(str(n) for n in job.shape)
    axes = '' if len(job.axes) == len(job.shape) else ', axes ' + ', '.join(map(str, job.axes))
    return f'{name} of {shape} {job.dtype}{axes}'


class Ledger:
    """The costs of one transform or of several.

    ``print`` shows it in 80 columns. ``accounts`` has the transforms; ``records()`` one dict a superstep, for example
    for pandas.DataFrame; ``total`` the sums; ``plot()`` draws.
    """

    def __init__(self, accounts: Optional[list[Account]] = None) -> None:
        self.accounts: list[Account] = accounts or []

    def records(self) -> list[dict[str, Any]]:
        return [{'transform': account.title, 'processes': account.processes, 'executions': account.executions, **row}
                for account in self.accounts for row in account.supersteps]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.records())

    def __len__(self) -> int:
        return sum(len(account.supersteps) for account in self.accounts)

    @property
    def total(self) -> dict[str, Any]:
        rows = self.records()
        return {name: sum(row[name] for row in rows) for name in COUNTS + SECONDS}

    def __str__(self) -> str:
        if not self.accounts:
            return 'no transform was executed'
        return '\n\n'.join(_table(account) for account in self.accounts)

    def __repr__(self) -> str:
        return f'<bspfft.Ledger: {len(self.accounts)} transforms, {len(self)} supersteps>'

    def plot(self, ax: Any = None) -> Any:
        """Draws the seconds of each superstep, and without seconds its flops and words; returns matplotlib's axes."""
        try:
            import matplotlib.pyplot as pyplot
        except ImportError as failure:
            raise ImportError('Ledger.plot draws with Matplotlib, which is not installed: pip install matplotlib, or '
                              'apt install python3-matplotlib') from failure
        if ax is None:
            _, ax = pyplot.subplots(figsize=(8, 1.5 + 0.4 * len(self)), layout='constrained')
        _draw(ax, self.records())
        return ax


def _table(account: Account) -> str:
    heads = ('superstep', 'flops', 'words', 'syncs', 'compute', 'transfer', 'wait', 'sync')
    widths = (20, 8, 8, 5, 8, 8, 8, 8)
    lines = []
    for row in account.supersteps:
        name = row['superstep']
        words = max(row['words_sent'], row['words_received'])
        lines.append([name if len(name) <= widths[0] else name[:widths[0] - 1] + '~', short(row['flops']), short(words),
                      str(row['synchronisations']), *(short_seconds(row[second]) for second in SECONDS)])
    times = '' if account.executions == 1 else f', {account.executions} executions'
    processes = '1 process' if account.processes == 1 else f'{account.processes} processes'
    text = [account.title, f'{processes}{times}; of each number the largest over processes']
    for cells in (heads, *lines):
        first, *rest = zip(cells, widths)
        text.append(f'{first[0]:<{first[1]}}' + ''.join(f' {cell:>{width}}' for cell, width in rest))
    return '\n'.join(text)


def _draw(ax: Any, rows: list[dict[str, Any]]) -> None:
    names = [f'{place + 1}. {row["superstep"]}' for place, row in enumerate(rows)]
    timed = any(row[second] for row in rows for second in SECONDS)
    series = SECONDS if timed else ('flops', 'words_sent')
    labels = ('compute', 'transfer', 'wait', 'sync') if timed else ('flops', 'words sent')
    # told apart without colour too
    for place, (column, label, hatch) in enumerate(zip(series, labels, ('', '//', '..', 'xx'))):
        before = [sum(row[other] for other in series[:place]) for row in rows]
        ax.barh(names, [row[column] for row in rows], left=before, label=label, hatch=hatch, edgecolor='black',
                linewidth=0.5)
    ax.invert_yaxis()
    ax.set_xlabel('seconds' if timed else 'operations and words')
    ax.legend()


class ledger:
    """``with bspfft.ledger() as costs:`` what this thread transforms in the block, by this package, is accounted.

    costs is a `Ledger`, filled when the block ends. Accounting has a price: every synchronisation is timed, and the
    plans are not the kept ones.
    """

    def __enter__(self) -> Ledger:
        self._ledger, self._recorder = Ledger(), Recorder()
        self._recorder.start()
        return self._ledger

    def __exit__(self, *failure: object) -> None:
        recorder = self._recorder
        recorder.stop()
        for key, transform in recorder.transforms.items():
            self._ledger.accounts.append(Account(
                title_of(recorder.recipes[key]), library.bspfft_transform_processes(transform.handle),
                recorder.executions[key], superstep_rows(transform, -1)))
