import pytest

from studio.core.operation import Due, GateRecord, backoff, due


def gate(
    verdict: str, n_revisions: int = 0, n_to_revise: int = 1, slug: str = "challenge"
) -> GateRecord:
    return GateRecord(slug, verdict, n_revisions, 2, n_to_revise)


@pytest.mark.parametrize(
    ("gates", "kind", "slug"),
    [
        ((), "judge", ""),
        ((gate(""),), "gate", "challenge"),
        ((gate("", 2),), "gate", "challenge"),
        ((gate("passed"),), "judge", ""),
        ((gate("waived"),), "judge", ""),
        ((gate("none"),), "judge", ""),
        ((gate("failed"),), "revise", "challenge"),
        ((gate("failed", 1),), "revise", "challenge"),
        ((gate("failed", 2),), "judge", ""),
        ((gate("failed", 9),), "judge", ""),
        ((gate("failed", 0, 0),), "judge", ""),
        ((gate("passed"), gate("", slug="style")), "gate", "style"),
        ((gate("failed", 2), gate("", slug="style")), "gate", "style"),
        ((gate(""), gate("failed", slug="style")), "gate", "challenge"),
    ],
)
def test_the_next_run_follows_from_what_is_on_record(
    gates: tuple[GateRecord, ...], kind: str, slug: str
) -> None:
    assert due(has_candidate=True, gates=gates) == Due(kind, slug)


def test_without_a_candidate_there_is_nothing_to_judge() -> None:
    assert due(has_candidate=False, gates=(gate("failed"),)) == Due("compose")


def test_revisions_end() -> None:
    runs = []
    record = gate("failed")
    while (found := due(has_candidate=True, gates=(record,))).kind == "revise":
        runs.append(found)
        record = gate("failed", len(runs))

    assert len(runs) == 2


@pytest.mark.parametrize(
    ("n_attempts", "retry_after", "spread", "seconds"),
    [
        (0, None, 0, 1),
        (1, None, 0, 1),
        (2, None, 0, 2),
        (3, None, 1, 6),
        (6, None, 0, 32),
        (7, None, 0, 60),
        (99, None, 1, 90),
        (1, 20, 0, 20),
        (1, 20, 1, 30),
        (5, 1, 0, 16),
        (1, 0, 0, 1),
        (1, 86_400, 0, 600),
    ],
)
def test_attempts_become_rarer(
    n_attempts: int, retry_after: float | None, spread: float, seconds: float
) -> None:
    assert backoff(n_attempts, retry_after=retry_after, spread=spread) == seconds


def test_a_server_that_is_away_has_time_to_be_started_again() -> None:
    waits = [backoff(n, retry_after=None, spread=0, is_away=True) for n in (1, 2, 3, 9)]

    assert waits == [2, 6, 18, 60]
