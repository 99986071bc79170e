# SPDX-License-Identifier: Apache-2.0
"""Spillway: which tensors of a network go into which memory of a microNPU, and what it costs.

Results are the JSON documents of the command line as plain dicts (docs/schemas describes them);
`frame()` makes pandas tables of them. Options have the names of the command line with underscores:
`memory={"sram": "384K"}`, `memory_mode="Dedicated_Sram"`, `arena=["sram", "dram"]`. Mistakes are
exceptions of the classes below, which carry the exit code that the program would end with.
"""

import csv
import io
import json
import math
import numbers

import _spillway
from _spillway import Network, __version__


class SpillwayError(Exception):
    """A mistake of the user's, in one message; `exit_code` is the program's."""

    exit_code = 1


class RunFailed(SpillwayError):
    """A plan is invalid or does not fit, or a file cannot be written (exit code 1)."""

    exit_code = 1


class UsageError(SpillwayError):
    """An unknown option, target or planner, or a value that an option does not take (2)."""

    exit_code = 2


class InputFileError(SpillwayError):
    """A file is missing or malformed (3)."""

    exit_code = 3


class CheckMissed(SpillwayError):
    """A threshold was missed (4)."""

    exit_code = 4


_sequences = (list, tuple, range)  # before this module's own list()
_errors = {error.exit_code: error for error in (RunFailed, UsageError, InputFileError, CheckMissed)}


def _raise(code, message):
    if code == 130:
        raise KeyboardInterrupt(message)
    raise _errors.get(code, SpillwayError)(message)


def _network(network):
    return network if isinstance(network, Network) else load(network)


def _word(name, value):
    """One word of an option's value: text, a number or a path."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{name}: {value} is no number that an option takes")
    if isinstance(value, (str, numbers.Real)) or hasattr(value, "__fspath__"):
        return str(value)
    raise TypeError(f"{name}: expected text or a number, got {type(value).__name__}")


def _words(name, value):
    """The words of an option's value: a dict is NAME=VALUE pairs, a list several words."""
    if isinstance(value, dict):
        return [f"{key}={_word(name, word)}" for key, word in value.items()]
    if isinstance(value, _sequences):
        return [_word(name, word) for word in value]
    return [_word(name, value)]


def _options(target, options):
    words = {} if target is None else {"target": [_word("target", target)]}
    for name, value in options.items():
        if value is None:
            continue
        option = name.replace("_", "-")
        items = _words(name, value)
        separator = _spillway.option_separator(option)
        if separator:
            items = [item for word in items for item in word.split(separator)]
        elif len(items) != 1:
            raise UsageError(f"{name}: takes one value")
        words[option] = items
    return words


def _planner(planner, options):
    """A function is asked by the planner `python`; a name goes to the option."""
    if callable(planner):
        return {**options, "planner": "python"}, planner
    if planner is not None and not isinstance(planner, str):
        raise TypeError(f"planner: expected a name or a function, got {type(planner).__name__}")
    return {**options, "planner": planner}, None


def load(name_or_path):
    """A network: a .tflite file, an ExecuTorch program (.pte) for Ethos-U, a network CSV, a layer
    table, or the name of a built-in one."""
    return _spillway.load(str(name_or_path))


def list(what):
    """Names and one line about each: networks, targets, planners, weight-policies, parts, options."""
    return [{"name": name, "summary": summary} for name, summary in _spillway.list_of(what)]


def run(network, target=None, planner=None, **options):
    """Simulates one design point; the document of `spillway run --json`.

    `planner` is a name, or a function that gets two lists of dicts, buffers (name, kind, size,
    alignment, lower, upper, reads) and memories (name, capacity, fastest first), and returns one
    (memory, offset) per buffer, or None where it finds no plan. A compiled network names its target
    itself.
    """
    options, function = _planner(planner, options)
    return json.loads(_spillway.run(_network(network), _options(target, options), function))


def plan(network, target=None, planner=None, **options):
    """The plan that `run` would run, as a list of rows: tensor, memory, offset, size, lower, upper."""
    options, function = _planner(planner, options)
    return _spillway.plan(_network(network), _options(target, options), function)


def compare(network, target=None, planners=("cadence-greedy", "vela-spill"), **options):
    """Planners side by side, fastest first; the document of `spillway compare --json`."""
    if isinstance(planners, str) or callable(planners):
        planners = [planners]
    functions = [planner for planner in planners if callable(planner)]
    if len(functions) > 1:
        raise UsageError("compare: at most one planner may be a function")
    names = ["python" if callable(planner) else planner for planner in planners]
    function = functions[0] if functions else None
    words = _options(target, options)
    return json.loads(_spillway.compare(_network(network), words, names, function))


def explain(network, target=None, op=None, planner=None, **options):
    """Why operator `op` (number or name) takes its time; the document of `spillway explain --json`."""
    if callable(planner):
        raise UsageError("explain: the planner must be a name")
    if not isinstance(op, (int, str)):
        raise TypeError(f"op: expected a number or a name, got {type(op).__name__}")
    words = _options(target, {**options, "planner": planner})
    return json.loads(_spillway.explain(_network(network), words, op))


def _cell(name, text):
    if not name.endswith(("_bytes", "_cycles", "_us")):
        return text
    if text == "":
        return None
    return float(text) if "." in text or "e" in text else int(text)


def _axis_words(name, value):
    """One word per value of a sweep. Of a dict each memory's values are one word, joined by +."""
    if isinstance(value, dict):
        return [
            f"{memory}=" + "+".join(_words(name, sizes))
            for memory, sizes in value.items()
        ]
    return _words(name, value)


class Sweep:
    """The points of a sweep: iterating simulates them one after the other and gives their rows.

    `len()` is the number of points and `done` how many have been simulated. Rows are dicts by the
    columns of the sweep's CSV, figures as numbers, None where a point has none.
    """

    def __init__(self, sweep):
        self._sweep = sweep
        self.done = 0

    def __len__(self):
        return len(self._sweep)

    def __iter__(self):
        while self.done < len(self._sweep):
            text = self._sweep.row(self.done)
            self.done += 1
            header, row = csv.reader(io.StringIO(text))
            yield {name: _cell(name, cell) for name, cell in zip(header, row)}


def sweep(networks, target, **axes):
    """Every combination of networks, targets and options: `memory={"sram": "64K:512K:64K"}`,
    `planner=["cadence-greedy", "vela-spill"]`. Returns an iterator of rows; Ctrl-C ends it between
    two points and keeps the rows that were made.
    """
    if isinstance(networks, (str, Network)) or hasattr(networks, "__fspath__"):
        networks = [networks]
    pairs = [("target", word) for word in _axis_words("target", target)]
    for name, value in axes.items():
        pairs += [(name.replace("_", "-"), word) for word in _axis_words(name, value)]
    return Sweep(_spillway.Sweep([_network(network) for network in networks], pairs))


def frame(result):
    """A pandas DataFrame: operators of a run, planners of a comparison, rows of a sweep or a plan."""
    import pandas

    if isinstance(result, dict):
        rows = {
            "run": lambda: result["timing"]["operators"],
            "compare": lambda: result["planners"],
            "explain": lambda: result["explanation"]["alternatives"],
        }[result["document"]]()
        return pandas.json_normalize(rows)
    return pandas.DataFrame([row for row in result])
