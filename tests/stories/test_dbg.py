import pytest
from studio.models import Unit, Run, Requirement
pytestmark = pytest.mark.django_db
def test_x(desk):
    for u in Unit.objects.order_by("place"): print(u.key,u.place,u.standing,u.work,u.is_stale,u.n_unmet,u.held_words,u.is_retired)
    for r in Run.objects.all(): print(r.unit.key, r.kind, r.state, r.outcome, r.words)
    for r in Requirement.objects.filter(is_met=False): print(r.unit.key, r.needs.key)
    assert 0
