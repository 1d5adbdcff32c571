"""Archives that other programs made, with some of their members made anew."""

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path


def rewrite(path: Path, anew: Mapping[str, Callable[[bytes], bytes]]) -> None:
    """Passes the named members through what makes them anew; all else stays, in its order."""
    whole = path.with_suffix(".whole")
    with zipfile.ZipFile(path) as made, zipfile.ZipFile(whole, "w") as finished:
        for member in made.infolist():
            data = made.read(member)
            if member.filename in anew:
                data = anew[member.filename](data)
            finished.writestr(member, data, compress_type=member.compress_type)
    whole.replace(path)
