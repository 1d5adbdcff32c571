"""What remarks are narrowed by, and how many there are under each choice: counted, not read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.db.models import Count, Q

from studio import words
from studio.models import Finding
from studio.models.finding import FindingQuerySet
from studio.queries.remark import WEIGHTS
from studio.queries.values.remarks import Choice, Filter

NAMES = ("state", "weight", "kind", "source", "section", "age")
STATES = {
    "open": "Open",
    "fixed": "Fixed: look again",
    "waived": "Set aside",
    "withdrawn": "Of a distrusted text",
    "done": "Done",
    "all": "All",
}
YOURS = "yours"
KINDS = {
    "unsupported": "Without a source",
    "contradiction": "Contradiction",
    "repetition": "Repetition",
    "term": "Term used otherwise",
    "style": "Style",
    "purpose": "Purpose missed",
    "other": "Something else",
    YOURS: "Your comment",
}
AGES = {"day": "Since yesterday", "week": "This week", "older": "Older"}
PLAN = "plan"
_SEVERITY: dict[str, str] = {weight: severity for severity, weight in WEIGHTS.items()}


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The remarks of a book with what is asked of them; `sources` are the titles of theirs."""

    every: FindingQuerySet
    asked: Mapping[str, str]
    sources: Mapping[str, str]
    now: datetime

    def found(self, *, but: str = "") -> FindingQuerySet:
        """Those that fit all filters, or all but one."""
        fit = Q()
        for name in NAMES:
            if name != but:
                fit &= self._test(name, self.asked.get(name, ""))
        return self.every.filter(fit)

    def sections(self, most: int) -> list[tuple[str, int]]:
        """The first places that have some, with how many, and the one that is asked for."""
        rows = self.found(but="section").order_by().values_list("unit__section_id")
        counted = rows.annotate(n=Count("pk")).order_by("unit__section_id")
        first = [(place or PLAN, n) for place, n in counted[:most]]
        chosen = self.asked.get("section", "")
        if chosen and chosen not in dict(first):
            first.append((chosen, self.found(but="section").filter(_placed(chosen)).count()))
        return first

    def filters(self, places: Mapping[str, str]) -> tuple[Filter, ...]:
        """Each value counts what the table would show with it, all other filters as they are."""
        titles = dict.fromkeys(sorted(self.sources.values()))
        weights: dict[str, str] = {w: words.WORDS[w].capitalize() for w in WEIGHTS.values()}
        return (
            self._filter("state", "State", STATES),
            self._filter("weight", "Weight", {"": "All", **weights}),
            self._filter("kind", "Kind", {"": "All", **KINDS}),
            self._filter("source", "From", {"": "All", **{t: t for t in titles}}),
            self._filter("section", words.WORDS["section"].capitalize(), {"": "All", **places}),
            self._filter("age", "Made", {"": "All", **AGES}),
        )

    def query(self, **other: str) -> str:
        """The filters as an address keeps them, some of them otherwise."""
        told = {**self.asked, **other}
        return urlencode({name: told[name] for name in NAMES if told.get(name)})

    def _filter(self, name: str, title: str, named: Mapping[str, str]) -> Filter:
        tests = {f"n{n}": self._test(name, value) for n, value in enumerate(named)}
        counts = self.found(but=name).aggregate(
            **{
                key: Count("pk", filter=test) if test else Count("pk")
                for key, test in tests.items()
            }
        )
        asked = self.asked.get(name, "")
        chosen = asked if asked in named else next(iter(named))
        choices = (
            Choice(value, said, counts[f"n{n}"], self.query(**{name: value}), value == chosen)
            for n, (value, said) in enumerate(named.items())
        )
        return Filter(name, title, tuple(choices))

    def _test(self, name: str, value: str) -> Q:
        if name == "state":
            value = value if value in STATES else "open"
            return Q() if value == "all" else Q(state=value)
        if not value:
            return Q()
        if name == "weight":
            return Q(severity=_SEVERITY.get(value, ""))
        if name == "kind":
            return Q(source="person") if value == YOURS else Q(kind=value)
        if name == "source":
            return Q(source__in=[slug for slug, title in self.sources.items() if title == value])
        return _placed(value) if name == "section" else self._aged(value)

    def _aged(self, value: str) -> Q:
        if value == "day":
            return Q(made_at__gt=self.now - timedelta(days=1))
        week = Q(made_at__gt=self.now - timedelta(days=7))
        return {"week": week, "older": ~week}.get(value, Q(pk=None))


def kind_of(finding: Finding) -> str:
    """What kind of remark it is, in words; '' where its check did not say."""
    return KINDS.get(YOURS if finding.source == "person" else finding.kind, "")


def _placed(section_id: str) -> Q:
    return Q(unit__section_id="" if section_id == PLAN else section_id)
