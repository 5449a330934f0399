"""What MuJoCo raises when something is wrong for good."""


class FatalError(Exception):
    """A call that makes no sense."""


class UnexpectedError(Exception):
    """An error that should not be."""
