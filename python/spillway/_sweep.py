# SPDX-License-Identifier: Apache-2.0
"""Sweeps: one row per combination."""

import csv
import io
import os

import _spillway

from ._documents import _rows_html

_whole = ("_bytes", "_cycles", "_per_s")
_decimal = ("_us", "_uj")


def cell(name, text):
    """The value of a cell of a sweep's CSV: a number for figures, None for an empty cell."""
    if name == "pareto":
        return {"yes": True, "no": False}.get(text)
    if name == "threads":
        return int(text) if text else None
    if name == "weight_ratio":
        return float(text) if text[:1].isdigit() else text
    if not name.endswith(_whole + _decimal):
        return text
    if text == "":
        return None
    return float(text) if name.endswith(_decimal) else int(text)


def rows_of(text):
    """The rows of a sweep's CSV."""
    header, *lines = csv.reader(io.StringIO(text))
    return [{name: cell(name, one) for name, one in zip(header, line)} for line in lines]


def progress_of(progress, total):
    """A function to call after every simulated point, and one to call at the end.

    `progress` is True for a bar of tqdm, if that is installed, or a function of the numbers of
    points that are done and in total.
    """
    if callable(progress):
        return progress, lambda: None
    if progress:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None, lambda: None
        bar = tqdm(total=total, unit="point")
        return (lambda done, _: bar.update(done - bar.n)), bar.close
    return None, lambda: None


class Sweep:
    """The points of a sweep: iterating simulates them and gives their rows, in order.

    `len()` is the number of points and `done` how many have been simulated. Rows are dicts by the
    columns of the sweep's CSV, figures as numbers, None where a point has none. `pareto` is True
    for the points that no other one beats; it is None in rows that come before all points are
    simulated. `all()` has it in every row.
    """

    def __init__(self, sweep, functions=(), names=None, jobs=None, progress=None):
        self._sweep = sweep
        self._functions = list(functions)
        self._names = names or {}
        self._jobs = jobs
        self._progress = progress
        self._lines = {}  # lines of the CSV, by point

    def __len__(self):
        return len(self._sweep)

    @property
    def done(self):
        return len(self._lines)

    def _row(self, line):
        row = rows_of(self._sweep.header() + line)[0]
        row["planner"] = self._names.get(row["planner"], row["planner"])
        return row

    def _simulate_in_workers(self):
        left = [point for point in range(len(self)) if point not in self._lines]
        tell, end = progress_of(self._progress, len(self))

        def take(point, line):
            self._lines[point] = line
            if tell:
                tell(self.done, len(self))

        try:
            self._sweep.rows(left, self._jobs or os.cpu_count() or 1, take)
        finally:
            end()

    def _simulate_here(self):
        tell, end = progress_of(self._progress, len(self))
        try:
            for point in range(len(self)):
                if point in self._lines:
                    continue
                self._lines[point] = self._sweep.row(point, self._functions)
                if tell:
                    tell(self.done, len(self))
                yield self._row(self._lines[point])
        finally:
            end()

    def _finished_rows(self):
        lines = "".join(self._lines[point] for point in range(len(self)))
        rows = rows_of(_spillway.with_pareto_column(self._sweep.header() + lines))
        for row in rows:
            row["planner"] = self._names.get(row["planner"], row["planner"])
        return rows

    def __iter__(self):
        """The rows of the points that are left. With `jobs`, all of them are simulated first."""
        if self._jobs is None:
            yield from self._simulate_here()
            return
        had = set(self._lines)
        self._simulate_in_workers()
        for point, row in enumerate(self._finished_rows()):
            if point not in had:
                yield row

    def all(self):
        """All rows, simulating what is left."""
        if self._jobs is None:
            for _ in self._simulate_here():
                pass
        else:
            self._simulate_in_workers()
        return self._finished_rows()

    def _repr_html_(self):
        if self.done < len(self):
            return f"<div>sweep of {len(self)} points, {self.done} simulated</div>"
        shown = ("network", "target", "memory_mode", "memories", "parts", "planner", "status",
                 "latency_us", "pareto")
        rows = [{name: row[name] for name in shown} for row in self._finished_rows()]
        return _rows_html(rows)
