"""The errors of Callbench: one small tree, each of which prints as one clear line.

Every error that a user can cause derives from `UsageError`; the command line prints it as
``callbench: <message>`` and exits with status 2. Messages say what is wrong, where, and how to mend it.
"""


class CallbenchError(Exception):
    """Root of all errors raised on purpose by Callbench."""


class UsageError(CallbenchError):
    """Something the user gave cannot be used; the message says what, where and how to mend it."""


class PackError(UsageError):
    """A scenario pack is broken; the message names file, record and field."""


class MissingPackageError(UsageError):
    """An optional package or its model weights are absent; the message holds the command that installs it."""


class InfrastructureError(CallbenchError):
    """A call could not be carried by this machine or a service (late line, lost socket); it is rerun."""


class NoScenariosError(PackError):
    """A pack is fine, but holds nothing of the domain that is asked for."""
