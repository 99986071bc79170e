# SPDX-License-Identifier: Apache-2.0
"""Exceptions for mistakes: one class for each exit code of the program."""


class SpillwayError(Exception):
    """A mistake of the user, with a message. `exit_code` is the exit code of the program for it."""

    exit_code = 1


class RunFailed(SpillwayError):
    """A plan is invalid or does not fit, or a file cannot be written (exit code 1)."""

    exit_code = 1


class UsageError(SpillwayError):
    """An unknown option, target or planner, or a wrong value of an option (exit code 2)."""

    exit_code = 2


class InputFileError(SpillwayError):
    """A file is missing or malformed (exit code 3)."""

    exit_code = 3


class CheckMissed(SpillwayError):
    """A threshold was missed (exit code 4)."""

    exit_code = 4


_errors = {error.exit_code: error for error in (RunFailed, UsageError, InputFileError, CheckMissed)}


def raise_error(code, message):
    if code == 130:
        raise KeyboardInterrupt(message)
    raise _errors.get(code, SpillwayError)(message)
