"""Transforms of arrays that are ready: a dtype that the library computes with, lengths as they shall be.

An array goes to the library as it is, with its strides. It is copied first only if it is broadcast, has elements at
odd addresses, or more axes than the library takes.
"""
from __future__ import annotations

import itertools
from typing import Callable

import numpy

from ._arrays import Resized
from ._library import COMPLEX, FORWARD, FOURIER, INVERSE, REAL
from ._recipe import MOST_RECIPES, Job, Recipe, complex_dtype, contiguous_strides, recipe_for

Prepared = Callable[[numpy.ndarray], numpy.ndarray]

# Below this many elements the spectrum of reals is computed as one of complex numbers: mirroring half of it takes
# longer. And above this many axes, where it has too many parts.
SMALLEST_MIRRORED = 1 << 12
MOST_MIRRORED_AXES = 4
# Arrays with more axes than the library takes: axes transformed at once, with one axis before and one behind.
AXES_AT_ONCE = 6


def job_of(x: numpy.ndarray, data: int, direction: int, axes: tuple[int, ...], **more: object) -> Job:
    return Job(data, direction, x.shape, x.strides, x.dtype, axes, **more)  # type: ignore[arg-type]


def prepared(job: Job) -> Prepared:
    """What computes the job, given arrays of its shape, dtype and strides."""
    recipe = recipe_for(job)
    if recipe is not None:
        return recipe
    straight = job._replace(strides=contiguous_strides(job.shape, job.dtype.itemsize), is_in_place=False)
    recipe = recipe_for(straight)
    if recipe is not None:
        return Copied(recipe)
    return ManyAxes(straight)


class Copied:
    """The array is copied into a row by row one first."""

    def __init__(self, then: Recipe) -> None:
        self.then = then

    def __call__(self, x: numpy.ndarray) -> numpy.ndarray:
        return self.then(numpy.array(x, order='C'))


class AfterResizing:
    """The array is cut off or padded first."""

    def __init__(self, resize: Resized, then: Prepared) -> None:
        self.resize, self.then = resize, then

    def __call__(self, x: numpy.ndarray) -> numpy.ndarray:
        return self.then(self.resize(x))


class Ready:
    """Kept transforms of arrays that need no conversion, by all that a call depends on."""

    def __init__(self) -> None:
        self._transforms: dict[tuple, Prepared] = {}
        self.get = self._transforms.get

    def keep(self, key: tuple, resize: Resized, transform: Prepared) -> None:
        if len(self._transforms) >= MOST_RECIPES:
            self._transforms.clear()
        if resize.changes:
            transform = AfterResizing(resize, transform)
        self._transforms[key] = transform


class Conjugated:
    """Half spectra with the other sign in the exponent."""

    def __init__(self, transform: Prepared) -> None:
        self.transform = transform

    def __call__(self, x: numpy.ndarray) -> numpy.ndarray:
        y = self.transform(x)
        return numpy.conjugate(y, out=y)


class OfConjugate:
    """The same, from half spectra. What is inside gets a row by row array."""

    def __init__(self, transform: Prepared) -> None:
        self.transform = transform

    def __call__(self, x: numpy.ndarray) -> numpy.ndarray:
        return self.transform(numpy.conjugate(x, order='C'))


class AsComplex:
    """Reals as complex numbers; what is inside works in place on the row by row copy."""

    def __init__(self, transform: Prepared) -> None:
        self.transform = transform

    def __call__(self, x: numpy.ndarray) -> numpy.ndarray:
        return self.transform(numpy.array(x, dtype=complex_dtype(x.dtype), order='C'))


class Mirrored:
    """The whole spectrum of reals: half of it is computed into place, the rest is its mirror image."""

    def __init__(self, half: Recipe, is_conjugate: bool) -> None:
        self.half, self.is_conjugate = half, is_conjugate
        *others, halved = half.job.axes
        n = half.shape[halved]
        computed = [slice(None)] * len(half.shape)
        computed[halved] = slice(0, n // 2 + 1)
        self.computed = tuple(computed)
        self.pairs = []
        # Along the halved axis k comes from n - k; along the others 0 from 0, and k from n - k.
        turns = [[(slice(0, 1), slice(0, 1))] + [(slice(1, None), slice(None, 0, -1))] * (half.shape[axis] > 1)
                 for axis in others]
        for turn in itertools.product(*turns):
            to, of = [slice(None)] * len(half.shape), [slice(None)] * len(half.shape)
            to[halved], of[halved] = slice(n // 2 + 1, n), slice(n - n // 2 - 1, 0, -1)
            for axis, (goes_to, comes_from) in zip(others, turn):
                to[axis], of[axis] = goes_to, comes_from
            self.pairs.append((tuple(to), tuple(of)))

    def __call__(self, x: numpy.ndarray) -> numpy.ndarray:
        out = self.half(x)
        if self.is_conjugate:
            # the values that are there are those of the other sign: the image is they, unchanged
            for to, of in self.pairs:
                out[to] = out[of]
            numpy.conjugate(out[self.computed], out=out[self.computed])
        else:
            for to, of in self.pairs:
                numpy.conjugate(out[of], out=out[to])
        return out


class ManyAxes:
    """Arrays with more axes than the library takes: the transformed ones last, and a few of them at a time."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def __call__(self, x: numpy.ndarray) -> numpy.ndarray:
        job, count = self.job, len(self.job.axes)
        ends = tuple(range(x.ndim - count, x.ndim))
        y = numpy.array(numpy.moveaxis(x, job.axes, ends), order='C')
        rest = [ends[max(0, end - AXES_AT_ONCE):end] for end in range(count, 0, -AXES_AT_ONCE)]
        last = rest.pop(0)
        is_half = job.data == REAL and job.kind == FOURIER
        if is_half and job.direction == INVERSE:
            for axes in rest:
                y = self._complex(y, axes)
            y = self._step(y, job._replace(axes=last))
        else:
            y = self._step(y, job._replace(axes=last))
            for axes in rest:
                y = self._complex(y, axes) if is_half else self._step(y, job._replace(axes=axes, scale=1.0))
        return numpy.array(numpy.moveaxis(y, ends, job.axes), order='C')

    def _complex(self, y: numpy.ndarray, axes: tuple[int, ...]) -> numpy.ndarray:
        return self._step(y, self.job._replace(data=COMPLEX, axes=axes, scale=1.0))

    @staticmethod
    def _step(y: numpy.ndarray, job: Job) -> numpy.ndarray:
        recipe = recipe_for(job._replace(shape=y.shape, strides=y.strides, dtype=y.dtype))
        assert recipe is not None, 'neighbours that are not transformed are one axis to the library'
        return recipe(y)


def of_reals(x: numpy.ndarray, direction: int, axes: tuple[int, ...], scale: float, threads: int) -> Prepared:
    """The whole complex spectrum of an array of reals."""
    n = x.shape[axes[-1]]
    if x.size >= SMALLEST_MIRRORED and len(axes) <= MOST_MIRRORED_AXES and n > 2:
        half = job_of(x, REAL, FORWARD, axes, scale=scale, threads=threads, is_whole=True)
        recipe = recipe_for(half)
        if recipe is not None:
            return Mirrored(recipe, direction == INVERSE)
    dtype = complex_dtype(x.dtype)
    return AsComplex(prepared(Job(COMPLEX, direction, x.shape, contiguous_strides(x.shape, dtype.itemsize), dtype,
                                  axes, scale=scale, threads=threads, is_in_place=True)))


def complex_job(x: numpy.ndarray, direction: int, axes: tuple[int, ...], scale: float, threads: int,
                may_overwrite: bool) -> Prepared:
    return prepared(job_of(x, COMPLEX, direction, axes, scale=scale, threads=threads, is_in_place=may_overwrite))


def to_half(x: numpy.ndarray, is_conjugate: bool, axes: tuple[int, ...], scale: float, threads: int) -> Prepared:
    transform = prepared(job_of(x, REAL, FORWARD, axes, scale=scale, threads=threads))
    if is_conjugate:
        return Conjugated(transform)
    return transform


def from_half(x: numpy.ndarray, is_conjugate: bool, axes: tuple[int, ...], real_length: int, scale: float,
              threads: int) -> Prepared:
    job = job_of(x, REAL, INVERSE, axes, real_length=real_length, scale=scale, threads=threads)
    if is_conjugate:
        return OfConjugate(prepared(job._replace(strides=contiguous_strides(x.shape, x.dtype.itemsize))))
    return prepared(job)


def of_kind(x: numpy.ndarray, kind: int, axes: tuple[int, ...], scale: float, threads: int, is_orthogonal: bool,
            may_overwrite: bool) -> Prepared:
    """Cosine and sine transforms; for complex numbers those of the real and of the imaginary parts."""
    return prepared(job_of(x, REAL, FORWARD, axes, kind=kind, scale=scale, threads=threads,
                           is_orthogonal=is_orthogonal, is_in_place=may_overwrite))

