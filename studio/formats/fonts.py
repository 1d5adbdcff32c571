"""Where letters come from: fonts that were installed with the program, and a folder of yours."""

from importlib.util import find_spec
from pathlib import Path

_INSTALLED = ("fontpkg_amiri", "fontpkg_frank_ruhl_libre")


def folders(own: str = "") -> list[str]:
    """The folders that a printer looks into besides those of the system."""
    found = [Path(own)] if own else []
    for name in _INSTALLED:
        spec = find_spec(name)
        found += [
            Path(place) / "files" for place in (spec and spec.submodule_search_locations) or []
        ]
    return [str(folder) for folder in found if folder.is_dir()]
