# SPDX-License-Identifier: Apache-2.0
"""Values of Python as the words of a command line."""

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

most_values = 100_000  # of one argument; an iterator without an end has more
most_jobs = 1024  # as on the command line


def _type_error(name, expected, value):
    return TypeError(f"{name}: expected {expected}, got {type(value).__name__}")


def several(name, value):
    """The items of a list, tuple, range, array or other iterable; None for a single value."""
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
    """`value` as text that the program can take."""
    try:
        text = str(value)
    except ValueError:  # Python converts no longer integers
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
    """A name or a path as one word."""
    if not isinstance(value, (str, bytes)) and not hasattr(value, "__fspath__"):
        raise _type_error(name, "a name or a path", value)
    return _text(name, os.fsdecode(value))


def whole_number(name, value, least, most):
    """`value` as an integer from `least` to `most`."""
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
    """Like word(), for sizes in bytes: an array of floats holds them as 65536.0."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return word(name, value)


def words(name, value):
    """The words of an option's value. A dict becomes NAME=VALUE pairs, a list several words."""
    if isinstance(value, dict):
        return [_pair(name, key, size_word(name, item)) for key, item in value.items()]
    items = several(name, value)
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
        items = several(name, sizes)
        items = [sizes] if items is None else items
        joined.append(_pair(name, memory, "+".join(size_word(name, item) for item in items)))
    return joined


def network_word(network, name="network"):
    """The word that names the network of the argument `name` on a command line."""
    if isinstance(network, Network):
        return network.name if network.source == "built-in" else network.source
    return path_word(name, network)


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
