# SPDX-License-Identifier: Apache-2.0
"""Mistakes, by the exit code that the program would end with."""


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


_errors = {error.exit_code: error for error in (RunFailed, UsageError, InputFileError, CheckMissed)}


def raise_error(code, message):
    if code == 130:
        raise KeyboardInterrupt(message)
    raise _errors.get(code, SpillwayError)(message)
