"""Replies to be checked: prose of a novel, and the prompt that asked for it."""

from studio.core.checks import Checked, check_prose

STORY = """The rain had not stopped since Tuesday, and the cellar smelled of wet stone.

Marta counted the jars on the shelf twice. There were eleven, and yesterday there had been twelve.

She took the lamp and went down the last four steps, where nobody had been since her father died.
"""
FRENCH = """La pluie n'avait pas cessé depuis mardi, et la cave sentait la pierre mouillée. Marta
compta deux fois les bocaux sur l'étagère. Il y en avait onze, et la veille il y en avait douze.
Elle prit la lampe et descendit les dernières marches, où personne n'était venu depuis des années.
"""
CHINESE = "雨从星期二起就没有停过，地窖里有一股潮湿石头的气味。玛尔塔把架子上的罐子数了两遍。" * 2
PROMPT = """You write one passage of a novel. The passage is called "The Cellar".

# The Cellar

Write about 60 words. Keep to the voice of the sample, and name no year. The reader must learn that
a jar is missing, that somebody has been in the cellar, and that Marta is not afraid of the dark.
"""


def check(
    reply: str,
    *,
    prompt: str = PROMPT,
    target: int = 60,
    language: str = "en",
    finish: str = "stop",
    title: str = "",
    base: str = "",
) -> Checked:
    return check_prose(
        reply,
        prompt=prompt,
        target_words=target,
        language=language,
        finish=finish,
        title=title,
        base=base,
    )


def kinds(checked: Checked) -> list[str]:
    return [remark.kind for remark in checked.remarks]
