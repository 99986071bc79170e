# SPDX-License-Identifier: Apache-2.0
"""Converts values of Python to the words of a command line."""

import itertools
import json
import math
import numbers
import operator
import os

import _spillway
from _spillway import Network

from ._documents import Document
from ._errors import UsageError, raise_error

most_values = 100_000  # most values of one argument, because an iterator may be endless
most_jobs = 1024  # the limit of the command line


def _type_error(name, expected, value):
    return TypeError(f"{name}: expected {expected}, got {type(value).__name__}")


def several(name, value):
    """Returns the items of a list, tuple, range, array or iterator; None for a single value."""
    if hasattr(value, "tolist"):  # an array or number of numpy
        value = value.tolist()
    if isinstance(value, (str, bytes, dict)) or hasattr(value, "__fspath__"):
        return None
    try:
        iterator = iter(value)
    except TypeError:
        return None
    items = list(itertools.islice(iterator, most_values + 1))
    if len(items) > most_values:
        raise ValueError(f"{name}: more than {most_values:,} values")
    return items


def _text(name, value):
    """Converts `value` to text. Raises ValueError for text that the program cannot read."""
    try:
        text = str(value)
    except ValueError:  # Python refuses to convert very long integers
        raise ValueError(f"{name}: a number of too many digits") from None
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name}: text that is not Unicode") from None
    return text


def word(name, value):
    """Converts text, a number or a path to one word of an option's value."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{name}: {value} is no number that an option takes")
    if isinstance(value, (str, numbers.Real)):
        return _text(name, value)
    if hasattr(value, "__fspath__"):
        return path_word(name, value)
    raise _type_error(name, "text or a number", value)


def path_word(name, value):
    """Converts a name or a path to one word."""
    if not isinstance(value, (str, bytes)) and not hasattr(value, "__fspath__"):
        raise _type_error(name, "a name or a path", value)
    return _text(name, os.fsdecode(value))


def whole_number(name, value, least, most):
    """Converts `value` to an integer. Raises an error unless it is from `least` to `most`."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise _type_error(name, "a whole number", value)
    value = operator.index(value)
    if not least <= value <= most:
        raise ValueError(f"{name}: not a whole number from {least} to {most}")
    return value


def _pair(name, key, text):
    if not isinstance(key, str):
        raise _type_error(name, "text as the name of a value", key)
    return f"{_text(name, key)}={text}"


def size_word(name, value):
    """Like word(), for sizes in bytes. Floats such as 65536.0, from an array, become integers."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return word(name, value)


def words(name, value):
    """Converts an option's value to words: a dict to NAME=VALUE pairs, a list to several words."""
    if isinstance(value, dict):
        return [_pair(name, key, size_word(name, item)) for key, item in value.items()]
    items = several(name, value)
    return [word(name, value)] if items is None else [word(name, item) for item in items]


def point_words(target, options):
    """Converts the options of a design point to a dict: for each option, a list of words."""
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
    """Converts the values that a sweep tries for an option to words.

    A dict becomes one word per memory, in which the sizes to try are joined by +.
    """
    if not isinstance(value, dict):
        return words(name, value)
    joined = []
    for memory, sizes in value.items():
        items = several(name, sizes)
        items = [sizes] if items is None else items
        joined.append(_pair(name, memory, "+".join(size_word(name, item) for item in items)))
    return joined


def network_word(network, name="network"):
    """Returns the word that names a network on a command line.

    `name` is the argument's name, for messages.
    """
    if isinstance(network, Network):
        return network.name if network.source == "built-in" else network.source
    return path_word(name, network)


def command(name, positional, options, functions=()):
    """Runs a command of the program and returns the document of --json.

    `options` are those of the command line. An option without a value is used if it is True here.
    Options with the value None are left out, and so are options without a value that are False. A
    dict becomes NAME=VALUE pairs; a list becomes several values.
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
