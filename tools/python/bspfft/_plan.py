"""Transforms that are planned once and executed often."""
from __future__ import annotations

import math
import re
from typing import Any, Optional

import numpy

from ._arrays import as_floating, factor, integers, lengths_and_axes, norm_number, one_length
from ._ledger import Account, Ledger, superstep_rows, title_of
from ._library import COMPLEX, DCT_1, DST_1, FORWARD, FOURIER, INVERSE, MOST_AXES, REAL, check, library
from ._recipe import Job, Recipe, address, complex_dtype, contiguous_strides, recipe_for
from ._recording import Transform
from ._trigonometric import kind_of, period
from ._workers import resolve

_NAME = re.compile(r'(?P<inverse>i?)(?P<family>fft|rfft|dct|dst)(?P<axes>|2|n)\Z')


class Plan:
    """A transform of arrays of one shape and dtype. Made by `bspfft.plan`.

    Called with an array it returns the transformed one, in `out` if that is given. It allocates nothing then. Several
    threads may call one plan; they take turns.
    """

    def __init__(self, recipe: Recipe, transform: str) -> None:
        self._recipe = recipe
        self._transform = Transform(recipe)
        self._executions = 0
        self.transform: str = transform
        self.shape: tuple[int, ...] = recipe.job.shape
        self.dtype: numpy.dtype = recipe.job.dtype
        self.out_shape: tuple[int, ...] = recipe.shape
        self.out_dtype: numpy.dtype = recipe.dtype
        self.is_in_place: bool = recipe.job.is_in_place

    def __repr__(self) -> str:
        return f'<bspfft.Plan {self.transform}: {title_of(self._recipe)}, processes: {self.processes}>'

    @property
    def processes(self) -> int:
        """Threads that share the work."""
        return library.bspfft_processes(self._transform.handle)

    @property
    def flops(self) -> int:
        """Floating-point operations of one execution, on the process that has most."""
        return library.bspfft_flops(self._transform.handle)

    @property
    def words(self) -> int:
        """Real numbers that a process sends or receives in one execution, the h of BSP."""
        return library.bspfft_words(self._transform.handle)

    @property
    def synchronisations(self) -> int:
        """Synchronisations of one execution."""
        return library.bspfft_synchronisations(self._transform.handle)

    def __call__(self, x: Any, out: Optional[numpy.ndarray] = None) -> numpy.ndarray:
        given = self._input(x)
        if self.is_in_place:
            if out is not None and out is not x:
                raise ValueError('this plan is in place: out must be x, or left out')
            out = target = given
        else:
            if out is None:
                out = numpy.empty(self.out_shape, self.out_dtype)
            target = self._output(out)
            if numpy.may_share_memory(given, target):
                target = numpy.empty(self.out_shape, self.out_dtype)
        self._transform.execute(address(given), address(target))
        self._executions += 1
        if target is not out:
            out[...] = target
        return out

    def _input(self, x: Any) -> numpy.ndarray:
        array = numpy.asarray(x)
        if array.shape != self.shape:
            raise ValueError(f'x has shape {array.shape}; the plan is for {self.shape}')
        job = self._recipe.job
        if array.dtype == self.dtype and array.strides == job.strides and array.flags.aligned:
            if self.is_in_place and not array.flags.writeable:
                raise ValueError('this plan is in place, and x cannot be written')
            return array
        if self.is_in_place:
            raise ValueError(f'this plan is in place, for arrays of {self.dtype} with strides {job.strides}; x has '
                             f'{array.dtype} and {array.strides}')
        if not numpy.can_cast(array.dtype, self.dtype, 'same_kind'):
            raise TypeError(f'x is of {array.dtype}, which does not become {self.dtype}, the dtype of the plan')
        memory = numpy.empty(self._span, numpy.uint8)
        ready: numpy.ndarray = numpy.ndarray(self.shape, self.dtype, memory, self._offset, job.strides)
        ready[...] = array
        return ready

    @property
    def _span(self) -> int:
        """Bytes from the first to the last of an array with the plan's strides."""
        reach = sum((n - 1) * abs(stride) for n, stride in zip(self.shape, self._recipe.job.strides))
        return reach + self.dtype.itemsize

    @property
    def _offset(self) -> int:
        return -sum((n - 1) * stride for n, stride in zip(self.shape, self._recipe.job.strides) if stride < 0)

    def _output(self, out: numpy.ndarray) -> numpy.ndarray:
        if not isinstance(out, numpy.ndarray) or out.shape != self.out_shape or out.dtype != self.out_dtype:
            raise ValueError(f'out must be an array of shape {self.out_shape} and dtype {self.out_dtype}')
        if not out.flags.writeable:
            raise ValueError('out cannot be written')
        if out.flags.c_contiguous and out.flags.aligned:
            return out
        return numpy.empty(self.out_shape, self.out_dtype)

    def account(self, on: bool = True) -> None:
        """Starts a new ledger, with seconds or without. With, every synchronisation is followed by an empty one."""
        check(library.bspfft_account(self._transform.handle, int(on)))
        self._executions = 0

    def ledger(self, process: Optional[int] = None) -> Ledger:
        """The supersteps since `account`, or since the plan was made: of one process, or the largest over all."""
        rows = superstep_rows(self._transform, -1 if process is None else process)
        return Ledger([Account(title_of(self._recipe), self.processes, self._executions, rows)])


class _Wanted:
    """The transform that a name and the arguments of `plan` stand for."""

    def __init__(self, transform: str, type: int) -> None:
        name = _NAME.match(transform)
        if not name:
            raise ValueError(f'transform is {transform!r}; there are fft, ifft, rfft, irfft, dct, idct, dst, idst, and '
                             'those with 2 or n behind them')
        self.is_inverse = bool(name['inverse'])
        self.is_complex = name['family'] == 'fft'
        self.is_half = name['family'] == 'rfft'
        self.default_axes = {'': (-1,), '2': (-2, -1), 'n': None}[name['axes']]
        self.kind = FOURIER
        if not self.is_complex and not self.is_half:
            self.kind = kind_of(DCT_1 if name['family'] == 'dct' else DST_1, type, not self.is_inverse)

    def dtype(self, given: Any) -> numpy.dtype:
        """The dtype of the input."""
        own = as_floating(numpy.empty(0, 'float64' if given is None else given)).dtype
        if self.is_complex or (self.is_half and self.is_inverse):
            return complex_dtype(own)
        if own.kind == 'c':
            raise TypeError('x must be a real sequence')
        return own

    def real_length(self, n: Optional[int], own: int) -> int:
        """The real length of the halved axis of half a spectrum; otherwise 0."""
        if not (self.is_half and self.is_inverse):
            if n is not None:
                raise ValueError('n is for irfft and irfftn; other transforms have the length of x')
            return 0
        length = one_length(n, 2 * (own - 1))
        if length // 2 + 1 != own:
            raise ValueError(f'n = {length} has half a spectrum of {length // 2 + 1} elements, but x has {own}')
        return length

    def is_orthogonal(self, norm: Optional[str], given: Optional[bool]) -> bool:
        return self.kind != FOURIER and (norm == 'ortho' if given is None else bool(given))

    def whole(self, lengths: list[int], real_length: int) -> int:
        """What a forward and an inverse transform multiply by."""
        if self.kind != FOURIER:
            return math.prod(period(self.kind, length) for length in lengths)
        return math.prod(lengths[:-1]) * (real_length or lengths[-1])


def plan(x: Any, transform: str = 'fftn', *, axes: Any = None, n: Optional[int] = None, type: int = 2,
         norm: Optional[str] = None, orthogonalize: Optional[bool] = None, dtype: Any = None,
         workers: Optional[int] = None, in_place: bool = False, reproducible: bool = False) -> Plan:
    """Plans a transform of arrays like x, or of shape x.

    transform is the name of a function of this package: fft, ifft, rfft, irfft, dct, idct, dst, idst, with 2 or n
    behind it for more axes. axes are as there; n is the length of irfft's and irfftn's last axis on the real side; type
    and orthogonalize are those of dct and dst. With in_place, of complex transforms and of dct and dst, the array that
    the plan is called with is changed. Results of a reproducible one have the same bits with any number of workers.
    """
    wanted = _Wanted(transform, type)
    if in_place and wanted.is_half:
        raise ValueError('transforms between reals and half spectra have no in_place: the two differ in size')
    like = x if isinstance(x, numpy.ndarray) else None
    shape = tuple(integers(x, 'shape')) if like is None else like.shape
    own = wanted.dtype(like.dtype if dtype is None and like is not None else dtype)
    lengths, places = lengths_and_axes(numpy.broadcast_to(False, shape), None,
                                       wanted.default_axes if axes is None else axes)
    if not places or 0 in shape:
        raise ValueError(f'at least 1 axis must be transformed, and 1 element: the shape is {shape}')
    real_length = wanted.real_length(n, lengths[-1])
    straight = contiguous_strides(shape, own.itemsize)
    job = Job(
        COMPLEX if wanted.is_complex else REAL, INVERSE if wanted.is_inverse and wanted.kind == FOURIER else FORWARD,
        shape, like.strides if like is not None and like.dtype == own else straight, own, tuple(places), wanted.kind,
        real_length, factor(norm_number(norm, not wanted.is_inverse), wanted.whole(lengths, real_length)),
        resolve(workers), wanted.is_orthogonal(norm, orthogonalize), in_place, bool(reproducible))
    recipe = recipe_for(job) or recipe_for(job._replace(strides=straight))
    if recipe is None:
        raise ValueError(f'x has {len(shape)} axes; a plan has at most {MOST_AXES}, or more if neighbours are not '
                         'transformed')
    return Plan(recipe, transform)
