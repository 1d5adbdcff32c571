#!/usr/bin/env python
"""The command line: every command finds the database that it needs, or brings it up."""

import os
import sys


def main() -> None:
    """Run one management command with its database at hand."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    from studio.local import commands

    commands.run(sys.argv)


if __name__ == "__main__":
    main()
