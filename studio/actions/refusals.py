"""What may be refused, in the author's words: the message of each is shown as it stands."""


class Refused(Exception):
    """This cannot be done now."""

    def __init__(self, words: str = "") -> None:
        super().__init__(words or (self.__doc__ or "").strip())


class NothingToAccept(Refused):
    """There is nothing here that waits to be accepted."""


class Moved(Refused):
    """What this proposal would change has changed meanwhile. Look at it again, then decide."""


class Invalid(Refused):
    """This would leave the book contradicting itself."""


class Gone(Refused):
    """This place is no longer in the book. Its text is kept in the history."""


class Unchanged(Refused):
    """Nothing was changed."""


class Empty(Refused):
    """An empty text cannot be saved. To remove a passage, change the plan of its section."""
