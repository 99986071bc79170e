# SPDX-License-Identifier: Apache-2.0
"""Sweeps: tables with one row per combination of values."""

import csv
import io
import os

import _spillway

from ._documents import _rows_html

_whole = ("_bytes", "_cycles", "_per_s")
_decimal = ("_us", "_uj")


def cell(name, text):
    """Converts the text of a cell of a sweep's CSV. Returns a number if the column has numbers.

    An empty cell in a column of numbers becomes None.
    """
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
    """Reads the rows of a sweep's CSV as dicts by column."""
    header, *lines = csv.reader(io.StringIO(text))
    return [{name: cell(name, one) for name, one in zip(header, line)} for line in lines]


def progress_of(progress, total):
    """Returns a function to call after every simulated point, and a function to call at the end.

    If `progress` is True, they show a bar of tqdm, provided that tqdm is installed. If `progress`
    is a function, it is called with the number of finished points and the number of all points.
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
    """The points of a sweep. Iterating simulates the points and gives their rows, in order.

    `len()` is the number of points; `done` is the number of points that have been simulated. A row
    is a dict by the columns of the sweep's CSV. Figures are numbers; a figure that a point does not
    have is None. `pareto` is True for points that no other point beats. It is None in rows that are
    returned before all points are simulated. `all()` returns rows that all have `pareto`.
    """

    def __init__(self, sweep, functions=(), names=None, jobs=None, progress=None):
        self._sweep = sweep
        self._functions = list(functions)
        self._names = names or {}
        self._jobs = jobs
        self._progress = progress
        self._lines = {}  # finished lines of the CSV, by point

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
        """Gives the rows of points that have not been simulated yet, in order.

        With `jobs`, all points are simulated before the first row is given.
        """
        if self._jobs is None:
            yield from self._simulate_here()
            return
        had = set(self._lines)
        self._simulate_in_workers()
        for point, row in enumerate(self._finished_rows()):
            if point not in had:
                yield row

    def all(self):
        """Simulates the points that are left. Returns the rows of all points."""
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
