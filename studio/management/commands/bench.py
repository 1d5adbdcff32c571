import json
import os
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from studio import env
from studio.local import postgres, processes
from studio.management.benches import model
from studio.management.benches.__main__ import WITHOUT_MODEL

# What the sizes of a bench count, and how much of it is usual.
BENCHES = {
    "spine": {"movements": 1000},
    "crash": {"movements": 100, "kills": 200},
    "desk": {"movements": 1000},
    "staleness": {"cases": 2000},
    "change": {"units": 100_000},
}


class Command(BaseCommand):
    requires_system_checks = ()
    help = (
        "Measures the program in a database of its own. Exit 1: a count or a ratio misses its "
        "goal; wall times only tell."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", choices=BENCHES)
        for size in dict.fromkeys(size for sizes in BENCHES.values() for size in sizes):
            usual = ", ".join(f"{n:,} of {b}" for b, s in BENCHES.items() if (n := s.get(size)))
            parser.add_argument(f"--{size}", type=int, metavar="N", help=usual)
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *, name: str, as_json: bool, **options: int | None) -> None:
        if name not in WITHOUT_MODEL and not model.is_present():
            raise CommandError(model.ABSENT)
        sizes = [options[size] or usual for size, usual in BENCHES[name].items()]
        report = json.loads(_taken(name, sizes))
        if as_json:
            self.stdout.write(json.dumps(report, ensure_ascii=False, indent=2))
        else:
            self._print(report)
        if report["failed"]:
            raise SystemExit(1)

    def _print(self, report: dict[str, object]) -> None:
        self.stdout.write(f"machine: {report['machine']}")
        self.stdout.write(f"facts:   {report['facts']}")
        figures = report["figures"]
        assert isinstance(figures, list), "as every bench reports"
        for one in figures:
            met = {True: "met", False: "NOT MET", None: ""}[one["met"]]
            goal = "" if one["goal"] is None else f"goal {one['goal']:g}"
            value = "-" if one["value"] is None else f"{one['value']:.2f}"
            note = f" ({one['note']})" if one["note"] else ""
            self.stdout.write(
                f"{one['id']:<16} {value:>9}  {goal:<9} {met:<8} {one['kind']:<6} "
                f"{one['what']}{note}"
            )


def _taken(name: str, sizes: list[int]) -> str:
    """What the bench prints, taken by a process with an empty data folder."""
    data = Path(tempfile.mkdtemp(prefix="studio-bench-"))
    data.chmod(env.DATA_MODE)
    command = [sys.executable, "-m", "studio.management.benches", name, *map(str, sizes)]
    try:
        done = subprocess.run(
            command, cwd=env.CHECKOUT, env=processes.as_child() | _settings(data),
            stdout=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    finally:
        shutil.rmtree(postgres.home(data), ignore_errors=True)
        shutil.rmtree(data, ignore_errors=True)
    if done.returncode:
        raise CommandError("The bench broke off; the reason stands above.", returncode=2)
    return done.stdout


def _settings(data: Path) -> dict[str, str]:
    """The defaults of the program, whatever is set for the author's books."""
    left_empty = [n for n in os.environ if n.startswith(("STUDIO_", "OPENAI_"))]
    empty = dict.fromkeys([*left_empty, "DATABASE_URL", "OPENAI_BASE_URL"], "")
    return empty | {"STUDIO_DATA": str(data), "STUDIO_LOCAL_MODEL": "off"}
