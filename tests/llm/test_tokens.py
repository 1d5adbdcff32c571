import pytest

from studio.llm.tokens import estimate


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("", 0, 0),
        (" ", 1, 1),
        ("a", 1, 1),
        ("The harbour was quiet before the storm came.", 9, 12),
        ("Les élèves étaient déjà là, près de la forêt.", 12, 26),
        ("写作是一种思考的方式，也是记忆的方式。", 14, 20),
        ("这本书", 2, 4),
        ("كان البحر هادئا قبل العاصفة", 7, 14),
        ("море было спокойно", 7, 12),
        ("12345", 4, 5),
        ("😀😀", 5, 5),
        ("one\n\n\ntwo", 3, 4),
    ],
)
def test_the_estimate_is_near(text: str, low: int, high: int) -> None:
    assert low <= estimate(text) <= high


def test_the_estimate_grows_with_the_text() -> None:
    once = estimate("A sentence of some length.\n")

    assert estimate("A sentence of some length.\n" * 100) == pytest.approx(once * 100, rel=0.1)
