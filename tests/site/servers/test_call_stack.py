"""Tests of the room on the call stack."""

import resource
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from marrakech_site.runtime.call_stack import with_room

DEPTHS = range(0, 240, 4)
CALLS = 500


def call_at_depth(depth: int, function: Callable[[], object]) -> None:
    """Call ``function`` from that many calls further down."""
    if depth:
        call_at_depth(depth - 1, function)
    else:
        function()


def go_down_and_up() -> None:
    """Cross the next levels of the stack again and again."""
    for _ in range(CALLS):
        call_at_depth(4, object)


def new_pages(function: Callable[[], object]) -> int:
    """Return how many pages of memory the process took from the system during a call."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    function()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_it_passes_arguments_and_results() -> None:
    assert with_room(lambda *args, **kwargs: (args, kwargs))(1, two=3) == ((1,), {"two": 3})


def test_it_passes_errors() -> None:
    with pytest.raises(ZeroDivisionError):
        with_room(lambda: 1 // 0)()


def pages_at_all_depths(function: Callable[[], object]) -> list[int]:
    """Return how many pages a function takes at each depth of a new call stack, which no test has given room yet."""
    with ThreadPoolExecutor(1) as executor:
        return [
            executor.submit(new_pages, lambda depth=depth: call_at_depth(depth, function)).result()  # type: ignore[misc]
            for depth in DEPTHS
        ]


def test_deep_calls_take_no_memory_again_and_again() -> None:
    assert max(pages_at_all_depths(with_room(go_down_and_up))) < CALLS / 4
    assert max(pages_at_all_depths(go_down_and_up)) >= CALLS, "This Python needs no room on the call stack: remove it."


@pytest.mark.django_db
def test_web_server_and_workers_have_it() -> None:
    from marrakech_site.celery import TaskWithRoom, app
    from marrakech_site.wsgi import application

    assert app.Task.__call__ is TaskWithRoom.__call__
    for function in (application, TaskWithRoom.__call__):
        assert function.__code__.co_stacksize > 10_000
