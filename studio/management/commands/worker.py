from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand

from studio.worker import main


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Writes what is wanted, until it is stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--concurrency", type=int, default=settings.STUDIO.worker_concurrency, metavar="N"
        )

    def handle(self, *, concurrency: int, **options: object) -> None:
        main.run(concurrency)
