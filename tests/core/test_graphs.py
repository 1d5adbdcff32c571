from hypothesis import given
from hypothesis import strategies as st

from studio.core.graphs import layers, reached

NODES = [f"n{n}" for n in range(7)]
EDGES = st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), max_size=14)


def test_each_thing_stands_behind_what_it_is_built_from() -> None:
    edges = [("premise", "claim"), ("claim", "thesis"), ("claim", "s1"), ("s1", "s2")]
    found = layers(["thesis", "claim", "premise", "s1", "s2"], edges)

    assert found == [["premise"], ["claim"], ["thesis", "s1"], ["s2"]]


def test_neighbours_stand_side_by_side_so_that_lines_do_not_cross() -> None:
    found = layers(["a", "b", "c", "x", "y", "z"], [("a", "z"), ("b", "y"), ("c", "x")])

    assert [found[0].index(a) for a in "abc"] == [found[1].index(b) for b in "zyx"]


@given(EDGES)
def test_circles_leave_everything_at_one_place(edges: list[tuple[str, str]]) -> None:
    found = layers(NODES, edges)

    assert sorted(node for layer in found for node in layer) == NODES


@given(EDGES)
def test_what_a_thing_is_built_from_has_it_among_what_is_built_on_it(
    edges: list[tuple[str, str]],
) -> None:
    for node in NODES:
        for other in reached(node, edges):
            assert node in reached(other, edges, back=True)
