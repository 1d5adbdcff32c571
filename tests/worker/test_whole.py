import time
import pytest
from django.db import connection
from studio.models import *
from tests.processes import at_work, begin, finishes, worker, within, is_finished
from tests.scripted import Server

pytestmark = pytest.mark.faults


def test_a_book_is_written_at_once(server: Server) -> None:
    t = time.time()
    with worker() as w:
        assert at_work(w)
        print("at work", time.time() - t)
        t = time.time()
        p = begin(server, words=1200)
        print("begun", time.time() - t)
        ok = finishes(p, 30)
        print("finished", ok, time.time() - t, len(server.requests), server.most_at_once)
        print(
            [
                (u.key, u.standing, u.work, u.held_words, u.is_stale)
                for u in Unit.objects.filter(project=p)
            ]
        )
        print(Run.objects.filter(project=p).values_list("kind", "state", "words"))
        gaps = []
        rs = sorted(server.requests, key=lambda r: r.started_at)
        for a, b in zip(rs, rs[1:]):
            gaps.append(round(1000 * (b.started_at - a.started_at)))
        print(gaps)
        c0 = w.cpu_seconds()
        print("cpu", c0)
        time.sleep(5)
        print("idle cpu", w.cpu_seconds() - c0)
        assert 0
