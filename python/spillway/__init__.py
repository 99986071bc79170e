# SPDX-License-Identifier: Apache-2.0
"""Spillway: which tensors of a network go into which memory of a microNPU, and what it costs.

Results are the JSON documents of the command line as dicts (docs/schemas describes them); `frame()`
makes pandas tables of them. Options have the names of the command line with underscores:
`memory={"sram": "384K"}`, `memory_mode="Dedicated_Sram"`, `arena=["sram", "dram"]`. A mistake
raises an exception of one of the classes below. The exception has the exit code with which the
program would end.
"""

import copyreg
import json
import os
from collections.abc import Mapping as _Mapping

import _spillway
from _spillway import Network, __version__

from ._documents import Document
from ._errors import (
    CheckMissed,
    InputFileError,
    RunFailed,
    SpillwayError,
    UsageError,
    raise_error as _raise,
)
from ._sweep import Sweep
from ._words import axis_words as _axis_words
from ._words import command as _command
from ._words import most_jobs as _most_jobs
from ._words import network_word as _network_word
from ._words import path_word as _path_word
from ._words import point_words as _point_words
from ._words import several as _several
from ._words import whole_number as _whole_number
from ._words import word as _word

__all__ = [
    "CheckMissed", "Document", "InputFileError", "Network", "RunFailed", "SpillwayError", "Sweep",
    "UsageError", "advise", "check", "ci", "compare", "explain", "frame", "load", "names", "pareto",
    "plan", "relink", "run", "size", "sweep", "tune",
]


def _network(network, name="network"):
    return network if isinstance(network, Network) else _spillway.load(_path_word(name, network))


def _same_network(word, digest):
    """Unpickles a network: reads its file again and checks that it has not changed."""
    network = load(word)
    if network.hash != digest:
        raise InputFileError(f"{word}: not the network that was pickled")
    return network


def _pickled(network):
    word = _network_word(network)
    if network.source != "built-in":
        word = os.path.abspath(word)
    return _same_network, (word, network.hash)


copyreg.pickle(Network, _pickled)


def _planner(planner, options):
    """Returns `options` with the planner's name, and a list of planner functions.

    If `planner` is a function, its name is `python`. If `planner` is a name, the list is empty.
    """
    if callable(planner):
        return {**options, "planner": "python"}, [planner]
    if planner is not None and not isinstance(planner, str):
        raise TypeError(f"planner: expected a name or a function, got {type(planner).__name__}")
    return {**options, "planner": planner}, []


def _planners(name, planners):
    """Returns three things about `planners`, which is the value of the argument `name`.

    These are the names of the planners for the module, a list of the planners that are functions,
    and a dict from names of functions to the names that results show.
    """
    labels = None
    if isinstance(planners, dict):
        labels, planners = [_word(name, label) for label in planners], list(planners.values())
    elif isinstance(planners, str) or callable(planners):
        planners = [planners]
    items = _several(name, planners)
    if items is None:
        got = type(planners).__name__
        raise TypeError(f"{name}: expected names of planners or functions, got {got}")
    asked, functions, shown = [], [], {}
    for number, planner in enumerate(items):
        if not callable(planner):
            asked.append(_word(name, planner))
            continue
        asked.append(_spillway.python_planner_name(len(functions)))
        functions.append(planner)
        if labels is not None:
            shown[asked[-1]] = labels[number]
    return asked, functions, shown


def load(name_or_path):
    """Loads a network from a .tflite file, an ExecuTorch program (.pte) for Ethos-U, a network CSV
    or a layer table, or by the name of a built-in network. Networks with the same contents are
    equal. Unpickling a network reads its file again, from the same path."""
    return _spillway.load(_path_word("name_or_path", name_or_path))


def names(what):
    """Lists the names of one kind, with a line about each name.

    `what` is networks, targets, planners, weight-policies, parts or options.
    """
    return [{"name": name, "summary": summary} for name, summary in _spillway.list_of(_word("what", what))]


def __getattr__(name):
    if name == "list":  # old name of names(); a function `list` would hide Python's
        return names
    raise AttributeError(f"module 'spillway' has no attribute '{name}'")


def _is_point_option(name):
    try:
        _spillway.option_separator(name.replace("_", "-"))
    except UsageError:
        return False
    return True


def run(network, target=None, planner=None, **options):
    """Simulates one design point. Returns the document of `spillway run --json`.

    `planner` is a name or a function. A function gets two lists of dicts: buffers (name, kind,
    size, alignment, lower, upper, reads) and memories (name, capacity, fastest first). It returns
    one (memory, offset) per buffer, or None if it finds no plan. A compiled network needs no
    `target`, because its file names it. Options that name output files work as on the command
    line: `report="page.html"`, `trace="trace.json"`, `svg="pictures"`, `per_op="operators.csv"`.
    """
    options, functions = _planner(planner, options)
    if any(not _is_point_option(name) for name in options):
        if functions and "report" in options:
            options.setdefault("advise", "none")  # worker processes cannot call a function
        options = {"target": target, **options}
        return _command("run", [_network_word(network)], options, functions)
    words = _point_words(target, options)
    return Document(json.loads(_spillway.run(_network(network), words, functions)))


def plan(network, target=None, planner=None, **options):
    """Returns the plan that `run` would simulate, as a list of rows.

    A row is a dict with tensor, memory, offset, size, lower and upper.
    """
    options, functions = _planner(planner, options)
    return _spillway.plan(_network(network), _point_words(target, options), functions)


def compare(network, target=None, planners=("cadence-greedy", "vela-spill"), **options):
    """Compares planners, fastest first. Returns the document of `spillway compare --json`.

    `planners` is a name, a function, or a list of names and functions. It can also be a dict, whose
    keys are the names of functions in results: `{"mine": function, "usual": "cadence-greedy"}`.
    """
    asked, functions, shown = _planners("planners", planners)
    words = _point_words(target, options)
    text = _spillway.compare(_network(network), words, asked, functions)
    result = Document(json.loads(text))
    for row in result["planners"]:
        row["planner"] = shown.get(row["planner"], row["planner"])
    return result


def explain(network, target=None, op=None, planner=None, **options):
    """Explains why operator `op` (number or name) takes its time.

    Returns the document of `spillway explain --json`.
    """
    if isinstance(op, bool) or not isinstance(op, (int, str)):
        raise TypeError(f"op: expected a number or a name, got {type(op).__name__}")
    options, functions = _planner(planner, options)
    words = _point_words(target, options)
    return Document(json.loads(_spillway.explain(_network(network), words, _word("op", op), functions)))


def sweep(networks, target, planner=None, jobs=None, progress=None, **axes):
    """Simulates every combination of networks, targets and values of options, for example
    `memory={"sram": "64K:512K:64K"}`, `memory={"sram": range(65536, 524289, 65536)}` or
    `planner=["cadence-greedy", function]`.

    Returns an iterator of rows. Without `jobs`, a point is simulated when its row is asked for.
    With `jobs=4`, four processes simulate all points before the first row is returned; then no
    planner can be a function. After Ctrl-C the finished rows are kept. `progress=True` shows a bar
    if tqdm is installed. If `progress` is a function, it is called after every point with the
    number of simulated points and the number of all points.
    """
    networks = [_network(network, "networks") for network in _networks(networks)]
    asked, functions, shown = _planners("planner", [] if planner is None else planner)
    if jobs is not None:
        jobs = _whole_number("jobs", jobs, 1, _most_jobs)
    if functions and jobs is not None:
        raise UsageError("jobs: worker processes cannot ask a function; leave jobs out")
    pairs = [("target", word) for word in _axis_words("target", target)]
    pairs += [("planner", name) for name in asked]
    for name, value in axes.items():
        pairs += [(name.replace("_", "-"), word) for word in _axis_words(name, value)]
    made = _spillway.Sweep(networks, pairs, len(functions))
    return Sweep(made, functions, shown, jobs, progress)


def _named(planner, options):
    if callable(planner):
        raise UsageError("planner: worker processes cannot ask a function; name a planner")
    return {**options, "planner": planner}


def _networks(networks):
    several = None if isinstance(networks, Network) else _several("networks", networks)
    return [networks] if several is None else several


def pareto(networks, target=None, planner=None, **options):
    """Finds the points that no other point beats. Returns the document of `spillway pareto --json`.

    `networks` can also be the file of a finished sweep. Options are those of `sweep`,
    `deadline="33ms"`, `cost=["sram=1.0/KiB", "part=LPDDR4:3.50"]` and `jobs=4`.
    """
    options = {"target": target, **_named(planner, options)}
    words = [_network_word(network, "networks") for network in _networks(networks)]
    return _command("pareto", words, options)


def size(network, target=None, planner=None, plain=None, **options):
    """Finds the smallest memory that is fast enough.

    Returns the document of `spillway size --json`. Give either `latency="33ms"` or `within="5%"`.
    Further options are `of`, `step`, `up_to` and `jobs`. If no size is large enough, `smallest` in
    the answer is None. A compiled network needs `plain`, the network from which it was compiled.
    Then `relink` writes a file for each size; if `compiler` and `files` are given, the compiler
    writes these files instead.
    """
    options = {"target": target, **_named(planner, options)}
    if plain is not None:
        options["network"] = _network_word(plain, "plain")
    return _command("size", [_network_word(network)], options)


def advise(network, target=None, planner=None, plans=(), **options):
    """Finds what to change first. Returns the document of `spillway advise --json`.

    `plans` are files of other plans to try. Options are, for example, `quick=True`, `all=True`,
    `other_chips=True` and `jobs=4`.
    """
    options = {"target": target, **_named(planner, options)}
    several = _several("plans", plans)
    words = [_path_word("plans", plan) for plan in ([plans] if several is None else several)]
    return _command("advise", [_network_word(network), *words], options)


def tune(network, target=None, compiler=None, choices=None, **options):
    """Runs a compiler with different options and replays every file that it writes.

    Returns the document of `spillway tune --json`. `choices` has the values to try, as --try does
    on the command line: `{"sram": "64K:384K:32K", "strategy": ["Size", "Performance"]}`. `output`
    is the folder for the files.
    """
    choices = {} if choices is None else choices
    if not isinstance(choices, _Mapping):
        raise TypeError(f"choices: expected a dict, got {type(choices).__name__}")
    tried = [
        f"{_word('choices', key)}=" + ",".join(_axis_words(f"choices: {key}", value))
        for key, value in choices.items()
    ]
    options = {"target": target, "compiler": compiler, "try_": tried, **options}
    return _command("tune", [_network_word(network)], options)


def check(file=None, **options):
    """Checks a plan or a compiled file. Returns the document of `spillway check --json`.

    With `buffers="plan.csv", memory={"sram": "96K"}`: whether the plan is valid. With
    `file, against="before.tflite"`: whether both compiled files compute the same.
    """
    return _command("check", [] if file is None else [_path_word("file", file)], options)


def ci(file, **options):
    """Checks the budgets and baselines in `file`. Returns the document of `spillway ci --json`.

    A check that fails raises no exception; it is a part of the document.
    """
    return _command("ci", [_path_word("file", file)], options)


def relink(file, output, **options):
    """Writes to `output` a compiled file with its feature maps in faster places.

    Returns the document of `spillway relink --json`.
    """
    return _command("relink", [_network_word(file, "file")], {"output": output, **options})


def frame(result):
    """Makes a pandas DataFrame of a result. Its rows are the operators of a run, the planners of a
    comparison, the unbeaten points of `pareto`, the sizes of `size`, the advice of `advise`, or the
    rows of a sweep or plan."""
    import pandas

    if isinstance(result, Sweep):
        return pandas.DataFrame(result.all())
    if isinstance(result, dict):
        rows = {
            "run": lambda: result["timing"]["operators"],
            "compare": lambda: result["planners"],
            "explain": lambda: result["explanation"]["alternatives"],
            "pareto": lambda: [
                {"network": one["network"], **point}
                for one in result["networks"] for point in one["unbeaten"]
            ],
            "size": lambda: [
                {"label": one["label"], **point}
                for one in result["answers"] for point in one["curve"]
            ],
            "advise": lambda: result["advice"],
            "tune": lambda: result["files"],
        }[result["document"]]()
        return pandas.json_normalize(rows)
    return pandas.DataFrame([row for row in result])
