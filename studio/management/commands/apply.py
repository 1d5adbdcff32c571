from argparse import REMAINDER, ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from studio.actions import planned, signin
from studio.actions.refusals import Refused
from studio.core import intent as intents
from studio.core import intent_words
from studio.management import printing, telling
from studio.queries import planning


class Command(BaseCommand):
    requires_system_checks = ()
    help = (
        "Carries a change out whose plan you have seen; exit 4 with the new plan where it changed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.epilog = telling.EPILOG
        parser.add_argument("slug")
        parser.add_argument(
            "change",
            nargs=REMAINDER,
            metavar="CHANGE [--confirm DIGEST | --yes] [--json]",
            help="the change, with the digest that `plan` printed, or --yes whatever the plan is",
        )

    def handle(self, *, slug: str, change: list[str], **options: object) -> None:
        project = printing.book(slug)
        words, confirm, json = telling.confirmation(change)
        try:
            intent = intent_words.parse(words)
            if confirm == "":
                raise intents.BadIntent("Confirm it: --confirm DIGEST from `plan`, or --yes.")
            digest = confirm or planning.plan(project, intent).digest
            done = planned.carry_out(
                project.pk,
                intent,
                digest=digest,
                actor_id=signin.owner().pk,
                now=timezone.now(),
            )
        except planned.PlanChanged as changed:
            self.stdout.write(
                printing.as_json(changed.plan) if json else telling.plan_lines(changed.plan)
            )
            raise CommandError(str(changed), returncode=4) from changed
        except (intents.BadIntent, Refused) as bad:
            raise CommandError(str(bad), returncode=2) from bad
        self.stdout.write(printing.as_json(done) if json else f"Done: {done.title}.")
