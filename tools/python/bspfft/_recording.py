"""Calls inside ``with bspfft.ledger()`` are executed by plans that keep accounts."""
from __future__ import annotations

import ctypes
import threading
from typing import Any, Optional

from ._library import check, library

is_on = False  # some thread records
_lock = threading.Lock()
_count = 0


class _OfThread(threading.local):
    recorder: Optional['Recorder'] = None


_of_thread = _OfThread()


class Transform:
    """A plan of the library, destroyed with this object."""
    destroy = library.bspfft_plan_destroy  # alive as long as this class, also when the program ends

    def __init__(self, recipe: Any) -> None:
        self.handle = ctypes.c_void_p()
        check(library.bspfft_plan_request(ctypes.byref(self.handle), recipe.request_address,
                                          int(recipe.job.is_in_place)))
        self.direction = recipe.job.direction

    def __del__(self) -> None:
        if self.handle:
            self.destroy(self.handle)

    def execute(self, x: int, out: int) -> None:
        check(library.bspfft_execute_on(self.handle, self.direction, x, out))


class Recorder:
    """The transforms of one block, in the order of their first calls."""

    def __init__(self) -> None:
        self.recipes: dict[int, Any] = {}
        self.transforms: dict[int, Transform] = {}
        self.executions: dict[int, int] = {}

    def execute(self, recipe: Any, x: int, out: int) -> None:
        key = id(recipe)
        if key not in self.transforms:
            transform = Transform(recipe)
            check(library.bspfft_account(transform.handle, 1))
            self.recipes[key], self.transforms[key], self.executions[key] = recipe, transform, 0
        self.transforms[key].execute(x, out)
        self.executions[key] += 1

    def start(self) -> None:
        global is_on, _count
        self._before, _of_thread.recorder = _of_thread.recorder, self
        with _lock:
            _count += 1
            is_on = True

    def stop(self) -> None:
        global is_on, _count
        _of_thread.recorder = self._before
        with _lock:
            _count -= 1
            is_on = _count > 0


def execute(recipe: Any, x: int, out: int) -> bool:
    """Whether this thread records, and has executed it."""
    recorder = _of_thread.recorder
    if recorder is None:
        return False
    recorder.execute(recipe, x, out)
    return True
