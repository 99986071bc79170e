# SPDX-License-Identifier: Apache-2.0
"""Values of Python as the words of a command line."""

import json
import math
import numbers
import os

import _spillway
from _spillway import Network

from ._documents import Document
from ._errors import UsageError, raise_error


def several(value):
    """The items of a list, tuple, range, array or other iterable; None for a single value."""
    if hasattr(value, "tolist"):  # an array or number of numpy
        value = value.tolist()
    if isinstance(value, (str, bytes, dict)) or hasattr(value, "__fspath__"):
        return None
    return list(value) if hasattr(value, "__iter__") else None


def word(name, value):
    """Converts text, a number or a path to one word of an option's value."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{name}: {value} is no number that an option takes")
    if isinstance(value, (str, numbers.Real)) or hasattr(value, "__fspath__"):
        return str(value)
    raise TypeError(f"{name}: expected text or a number, got {type(value).__name__}")


def size_word(name, value):
    """Like word(), for sizes in bytes: an array of floats holds them as 65536.0."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return word(name, value)


def words(name, value):
    """The words of an option's value. A dict becomes NAME=VALUE pairs, a list several words."""
    if isinstance(value, dict):
        return [f"{key}={size_word(name, item)}" for key, item in value.items()]
    items = several(value)
    return [word(name, value)] if items is None else [word(name, item) for item in items]


def point_words(target, options):
    """The words of the options of a design point, by option."""
    result = {} if target is None else {"target": [word("target", target)]}
    for name, value in options.items():
        if value is None:
            continue
        option = name.replace("_", "-")
        items = words(name, value)
        separator = _spillway.option_separator(option)
        if separator:
            items = [item for one in items for item in one.split(separator)]
        elif len(items) != 1:
            raise UsageError(f"{name}: takes one value")
        result[option] = items
    return result


def axis_words(name, value):
    """The words of the values that a sweep varies. A dict has one word per memory, joined by +."""
    if not isinstance(value, dict):
        return words(name, value)
    joined = []
    for memory, sizes in value.items():
        items = several(sizes)
        items = [sizes] if items is None else items
        joined.append(f"{memory}=" + "+".join(size_word(name, item) for item in items))
    return joined


def network_word(network):
    """The word that names a network on a command line."""
    if isinstance(network, Network):
        return network.name if network.source == "built-in" else network.source
    return os.fspath(network)


def command(name, positional, options, functions=()):
    """Runs a command of the program and returns the document of --json.

    `options` are those of the command line. True stands for an option without a value; options with
    None or False are left out. A dict becomes NAME=VALUE pairs, a list several values.
    """
    line = [name, *positional]
    for option, value in options.items():
        option = option.rstrip("_").replace("_", "-")
        if value is None or (value is False and _spillway.is_flag(name, option)):
            continue
        if value is True and _spillway.is_flag(name, option):
            line.append("--" + option)
            continue
        items = axis_words(option, value)
        for item in items:
            line += ["--" + option, item]
    code, out, err = _spillway.command([*line, "--json", "-"], list(functions))
    try:
        return Document(json.loads(out))
    except ValueError:
        lines = [text for text in err.split("\n") if text.startswith("spillway: ")]
        message = lines[-1][len("spillway: "):] if lines else err.strip() or out.strip()
    raise_error(code, message)
