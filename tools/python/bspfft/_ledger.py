"""What transforms cost, superstep by superstep: a table that prints, that is records, and that is drawn."""
from __future__ import annotations

import ctypes
import textwrap
from typing import Any, Iterator, NamedTuple, Optional, Sequence

from ._library import DCT_1, DST_1, FOURIER, INVERSE, Superstep, check, library
from ._recording import Recorder, Transform

COUNTS = ('flops', 'words_sent', 'words_received', 'puts', 'bytes', 'synchronisations')
SECONDS = ('compute_seconds', 'communicate_seconds', 'wait_seconds', 'sync_seconds')
DEVICE = ('pcie_seconds', 'pcie_bytes')  # only where something was copied between host and device


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
    """The rows of one process, or with -1 the largest of each number over all, which is what BSP charges."""
    count = ctypes.c_int64()
    row = Superstep(size=ctypes.sizeof(Superstep))
    check(library.bspfft_ledger(transform.handle, process, ctypes.byref(row), 1, ctypes.byref(count)))
    rows = (Superstep * max(count.value, 1))()
    rows[0].size = ctypes.sizeof(Superstep)
    check(library.bspfft_ledger(transform.handle, process, rows, len(rows), ctypes.byref(count)))
    columns = COUNTS + SECONDS + (DEVICE if any(row.pcie_bytes for row in rows[:count.value]) else ())
    return [{'superstep': row.name.decode(errors='replace'), **{name: getattr(row, name) for name in columns}}
            for row in rows[:count.value]]


def title_of(recipe: Any) -> str:
    """Fourier transform of 1024x512 complex128, axis 0."""
    job = recipe.job
    name = 'inverse Fourier transform' if job.direction == INVERSE else 'Fourier transform'
    if job.kind != FOURIER:
        name = f'{"DCT" if job.kind < DST_1 else "DST"} {(job.kind - DCT_1) % 4 + 1}'
    shape = 'x'.join(str(n) for n in job.shape)
    axes = ', '.join(map(str, job.axes))
    where = '' if len(job.axes) == len(job.shape) else f', axis {axes}' if len(job.axes) == 1 else f', axes {axes}'
    return f'{name} of {shape} {job.dtype}{where}'


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
        columns = COUNTS + SECONDS + (DEVICE if any('pcie_bytes' in row for row in rows) else ())
        return {name: sum(row.get(name, 0) for row in rows) for name in columns}

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


def _seconds_of(rows: list[dict[str, Any]]) -> dict[str, str]:
    """The columns of seconds, and what they are called in tables and pictures."""
    names = dict(zip(SECONDS, ('compute', 'transfer', 'wait', 'sync')))
    return {**names, 'pcie_seconds': 'pcie'} if any('pcie_seconds' in row for row in rows) else names


def _table(account: Account) -> str:
    seconds = _seconds_of(account.supersteps)
    heads = ('superstep', 'flops', 'words', 'syncs', *seconds.values())
    widths = (56 - 9 * len(seconds), 8, 8, 5, *(8 for _ in seconds))
    times = '' if account.executions == 1 else f', {account.executions} executions'
    text = [account.title, f'{_processes(account.processes)}{times}; of each number the largest over processes',
            _line(heads, widths)]
    for row in account.supersteps:
        name, *more = textwrap.wrap(row['superstep'], widths[0], subsequent_indent='  ') or ['']
        words = max(row['words_sent'], row['words_received'])
        text.append(_line([name, short(row['flops']), short(words), str(row['synchronisations']),
                           *(short_seconds(row[second]) for second in seconds)], widths))
        text += more
    return '\n'.join(text)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return f'{cells[0]:<{widths[0]}}' + ''.join(f' {cell:>{width}}' for cell, width in zip(cells[1:], widths[1:]))


def _processes(count: int) -> str:
    return '1 process' if count == 1 else f'{count} processes'


def _draw(ax: Any, rows: list[dict[str, Any]]) -> None:
    names = [f'{place + 1}. {row["superstep"]}' for place, row in enumerate(rows)]
    seconds = _seconds_of(rows)
    timed = any(row.get(second, 0) for row in rows for second in seconds)
    series = seconds if timed else {'flops': 'flops', 'words_sent': 'words sent'}
    # colours of Okabe and Ito, which colour-blind readers tell apart; and hatches
    styles = (('#0072b2', ''), ('#e69f00', '//'), ('#f0e442', '..'), ('#cc79a7', 'xx'), ('#009e73', '--'))
    before = [0.0] * len(rows)
    for (column, label), (colour, hatch) in zip(series.items(), styles):
        values = [row.get(column, 0) for row in rows]
        ax.barh(names, values, left=before, label=label, color=colour, hatch=hatch, edgecolor='black', linewidth=0.5)
        before = [sum(pair) for pair in zip(before, values)]
    ax.invert_yaxis()
    ax.set_xlabel('seconds' if timed else 'operations and words')
    ax.legend(loc='lower center', bbox_to_anchor=(0.5, 1.0), ncol=5, frameon=False)


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
                title_of(recorder.recipes[key]), library.bspfft_processes(transform.handle),
                recorder.executions[key], superstep_rows(transform, -1)))
